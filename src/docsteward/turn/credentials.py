"""What looks like a live credential is masked before anything keeps a question (SPEC E2).

Pure, and linear in the length of the text. The shapes are in `credential_shapes`; here stands what
tells a live value from a sample as documentation writes it (`sk-...`, `AKIAIOSFODNN7EXAMPLE`).
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from docsteward.turn.credential_shapes import SHAPES, Check, Shape

# Characters that are not seen and come along when text is copied from a page.
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_SAMPLE_WORDS = re.compile(
    r"example|sample|placeholder|your|api[_-]?key|changeme|change[_-]me|dummy|redacted|insert|"
    r"replace|here|x{4}|\*{3}|0{6}|\.{3}",
    re.IGNORECASE,
)
_SAMPLE_WORD_LIST = """
admin db guest hunter pass passwd password postgres pw pwd root secret secretpassword test token
user username s3cr3t p@ssw0rd passw0rd
"""
_SAMPLE_PASSWORDS = frozenset(_SAMPLE_WORD_LIST.split())
_PLACEHOLDER = re.compile(r"[$%{<\[*(]|\w+\(")
_KEY_LINE = re.compile(r"[A-Za-z0-9+/=]{32,}+")
_MARK = re.compile(r"\[redacted: ([A-Za-z ]{1,60})\]")
_REST = re.compile(r"[A-Za-z0-9]++")
_LEAST_DISTINCT = 8
_LONGEST_COUNT = 7  # `12345678` and `abcdefgh` are counted up by hand.


@dataclass(frozen=True, kw_only=True)
class Masked:
    """A text without its credentials; `names` says which kinds were in it, each once."""

    text: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, order=True)
class _Found:
    start: int
    end: int
    row: int


def mask(text: str) -> Masked:
    """Return the text with each live credential as `[redacted: KIND]`.

    What was masked once has nothing left to mask.
    """
    found = _find(text)
    names = tuple(dict.fromkeys(SHAPES[one.row].name for one in found))
    return Masked(text=_replaced(text, found, "[redacted: {}]"), names=names)


def mask_url(url: str) -> str:
    """Return an address with each live credential as `redacted`, which leaves it an address."""
    return _replaced(url, _find(url), "redacted")


def names_in(masked: str) -> tuple[str, ...]:
    """Return the kinds of credentials that were masked in a text, each once."""
    known = {shape.name for shape in SHAPES}
    return tuple(dict.fromkeys(name for name in _MARK.findall(masked) if name in known))


def _replaced(text: str, found: list[_Found], words: str) -> str:
    parts: list[str] = []
    at = 0
    for one in found:
        parts += [text[at : one.start], words.format(SHAPES[one.row].name)]
        at = one.end
    return "".join([*parts, text[at:]])


def _find(text: str) -> list[_Found]:
    """Return where credentials stand, in order and apart from each other."""
    if not _UNSEEN.search(text):
        return _joined(sorted(_search(text)))
    places = [at for at, char in enumerate(text) if not _UNSEEN.match(char)]
    seen = _search("".join(text[at] for at in places))
    return _joined(
        sorted(
            _Found(start=places[one.start], end=places[one.end - 1] + 1, row=one.row)
            for one in seen
        )
    )


def _search(text: str) -> Iterator[_Found]:
    lowered = text.lower()
    for row, shape in enumerate(SHAPES):
        where = lowered if shape.any_case else text
        if not any(start in where for start in shape.starts):
            continue
        if shape.beside is not None and not shape.beside.search(text):
            continue
        for match in shape.pattern.finditer(text):
            if _CHECKS[shape.check](match):
                yield _span(match, shape, row)


def _span(match: re.Match[str], shape: Shape, row: int) -> _Found:
    start, end = match.span() if shape.whole else match.span("value")
    rest = _REST.match(match.string, end)  # What hangs on it is no word of the question.
    end = rest.end() if rest else end
    return _Found(start=start, end=end, row=row)


def _joined(found: list[_Found]) -> list[_Found]:
    """Make one of those that overlap, under the name of the first row."""
    out: list[_Found] = []
    for one in found:
        if out and one.start < out[-1].end:
            last = out[-1]
            end, row = max(last.end, one.end), min(last.row, one.row)
            out[-1] = _Found(start=last.start, end=end, row=row)
        else:
            out.append(one)
    return out


# ---- live, or a sample? -----------------------------------------------------------------------


def is_sample(value: str) -> bool:
    """Whether a value was written by hand: few characters, a count, or words that say so."""
    bare = re.sub(r"[^A-Za-z0-9]", "", value)
    spelled = bare.isalpha() and bare.islower()
    return (
        spelled
        or len(set(bare)) < _LEAST_DISTINCT
        or _SAMPLE_WORDS.search(value) is not None
        or _counts_up(bare.lower())
    )


def _counts_up(text: str) -> bool:
    run = 0
    for one, other in pairwise(text):
        run = run + 1 if ord(other) - ord(one) == 1 else 0
        if run >= _LONGEST_COUNT:
            return True
    return False


def _is_random(match: re.Match[str]) -> bool:
    return not is_sample(match["value"])


def _is_bearer(match: re.Match[str]) -> bool:
    """A token after `Bearer`; words of a sentence or a path are none."""
    value = match["value"]
    digits = sum(char.isdigit() for char in value)
    mixed = digits > 0 and value.lower() != value and value.upper() != value
    return (mixed or digits >= 4) and not is_sample(value)


def _is_jwt(match: re.Match[str]) -> bool:
    """Whether the first segment is the header of RFC 7519: a JSON object that names `alg`."""
    try:
        header = json.loads(_decoded(match["value"].partition(".")[0]))
    except (ValueError, RecursionError):
        return False
    return isinstance(header, dict) and "alg" in header


def _is_basic(match: re.Match[str]) -> bool:
    """Whether the value is `user:password` in base64 (RFC 7617)."""
    try:
        user, colon, password = _decoded(match["value"]).decode().partition(":")
    except ValueError:
        return False
    plain = (user + password).isprintable()
    return bool(colon) and plain and _is_live_password(user, password)


def _decoded(text: str) -> bytes:
    """Decode base64 of either alphabet. Raises ValueError."""
    try:
        padded = text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4)
        return base64.b64decode(padded.replace("-", "+").replace("_", "/"), validate=True)
    except binascii.Error as error:
        raise ValueError("no base64") from error


def _is_password(match: re.Match[str]) -> bool:
    return _is_live_password(match.groupdict().get("user", ""), match["value"])


def _is_live_password(user: str, password: str) -> bool:
    lowered = password.lower()
    bare = lowered.strip("0123456789_-.!")
    return not (
        not bare
        or len(set(password)) < 3
        or password == user
        or lowered in _SAMPLE_PASSWORDS
        or bare in _SAMPLE_PASSWORDS
        or "password" in lowered
        or password == "open sesame"  # noqa: S105 - RFC 7617's own sample.
        or _PLACEHOLDER.match(password)
        or _SAMPLE_WORDS.search(password)
    )


def _is_key_block(match: re.Match[str]) -> bool:
    return any(not is_sample(line[0]) for line in _KEY_LINE.finditer(match["value"]))


_CHECKS: dict[Check, Callable[[re.Match[str]], bool]] = {
    "random": _is_random,
    "bearer": _is_bearer,
    "jwt": _is_jwt,
    "basic": _is_basic,
    "password": _is_password,
    "key_block": _is_key_block,
}
