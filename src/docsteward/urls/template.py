"""URL templates: compiled once, filled by pure code that no argument can break out of (SPEC C)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Final

from docsteward.base.errors import ReaderFault, SiteFault
from docsteward.base.text import shorten
from docsteward.base.values import JsonValue
from docsteward.urls.encoding import encode, refuse_dot_segments, text_form
from docsteward.urls.origin import Origin

MAX_TEMPLATE_LENGTH: Final = 2000

_PLACEHOLDER: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_ABSOLUTE: Final = re.compile(r"(?P<origin>https?://[^/?#]*)(?P<rest>.*)", re.IGNORECASE)
_REST: Final = re.compile(r"(?P<path>[^?#]*)(?P<query>\?[^#]*)?(?P<fragment>#.*)?")
_BROKEN_ESCAPE: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_DOT_SEGMENTS: Final = frozenset({".", ".."})
_NOBODY: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, kw_only=True)
class UrlTemplate:
    """A compiled template; make one with `compile_template`.

    `origin` is the fixed scheme, host and port of an absolute template, None for a relative one.
    `optional` holds the placeholders that may go without a value.
    """

    text: str
    origin: Origin | None = None
    placeholders: tuple[str, ...] = ()
    optional: frozenset[str] = _NOBODY
    prefix: str = ""
    path: str = ""
    query: str | None = None
    fragment: str = ""

    @property
    def is_relative(self) -> bool:
        """Whether it starts with a single `/`, so that the reader's page gives scheme and host."""
        return self.origin is None

    def fill(self, args: Mapping[str, JsonValue]) -> str:
        """Return the URL for checked arguments, each put in once, encoded (SPEC C1, C2, C4).

        Raises ModelFault (`argument_too_long`, `argument_unsafe`, `argument_missing`).
        """
        values = {
            name: text_form(name, args.get(name), optional=name in self.optional)
            for name in self.placeholders
        }
        path = "/".join(_fill_segment(segment, values) for segment in self.path.split("/"))
        return self.prefix + path + self._fill_query(values) + _put(self.fragment, values)

    def _fill_query(self, values: Mapping[str, str]) -> str:
        if self.query is None:
            return ""
        pairs = [_fill_pair(pair, values) for pair in self.query.split("&")]
        kept = [pair for pair in pairs if pair is not None]
        return "?" + "&".join(kept) if kept else ""


def compile_template(text: str, *, optional: Set[str] = _NOBODY) -> UrlTemplate:
    """Compile a template; `optional` names the placeholders that may go without a value.

    Raises SiteFault `template_invalid` with what is wrong and how to mend it (SPEC C2, C3).
    """
    _refuse_characters(text)
    prefix, rest = _split_origin(text)
    parts = _REST.fullmatch(rest)
    if parts is None:
        raise _invalid(text, "it can't be read as a URL", "write it as '/path?query#fragment'")
    query = parts["query"]
    _refuse_path(text, parts["path"], optional)
    if query is not None:
        _refuse_named_by_argument(text, query[1:])
    return UrlTemplate(
        text=text,
        origin=_origin(text, prefix) if prefix else None,
        placeholders=tuple(dict.fromkeys(_PLACEHOLDER.findall(rest))),
        optional=frozenset(optional),
        prefix=prefix,
        path=parts["path"],
        query=None if query is None else query[1:],
        fragment=parts["fragment"] or "",
    )


def _put(literal: str, values: Mapping[str, str]) -> str:
    # One pass over the author's text: a value that looks like a placeholder is never read again.
    return _PLACEHOLDER.sub(lambda found: encode(values[found[1]]), literal)


def _fill_segment(segment: str, values: Mapping[str, str]) -> str:
    names = _PLACEHOLDER.findall(segment)
    filled = _put(segment, values)
    if names:
        refuse_dot_segments(filled, names)
    return filled


def _fill_pair(pair: str, values: Mapping[str, str]) -> str | None:
    key, equals, value = pair.partition("=")
    filled = _put(value, values)
    if not filled and _PLACEHOLDER.search(value):
        return None
    return key + equals + filled


def _refuse_characters(text: str) -> None:
    if len(text) > MAX_TEMPLATE_LENGTH:
        raise _invalid(text, f"it has {len(text)} characters", f"keep to {MAX_TEMPLATE_LENGTH}")
    if "${" in text:
        raise _invalid(text, "it holds a '${...}' reference", "a URL may hold only {parameters}")
    if "{{" in text or "}}" in text:
        raise _invalid(text, "it has doubled braces", "write each placeholder as {name}")
    lone = re.search(r"\{[^{}]*\}?|\}", _PLACEHOLDER.sub("", text))
    if lone is not None:
        cure = "name placeholders with lower-case letters, digits and underscores, as {plan_name}"
        raise _invalid(text, f"{lone[0]!r} is not a placeholder", cure)
    for char in text:
        if char.isspace() or char == "\\" or not char.isprintable():
            raise _invalid(text, f"it holds {char!r}", "remove it or write it percent-encoded")
    # A cut escape could be completed by an argument: '%2' and 'e' would be a dot.
    if _BROKEN_ESCAPE.search(text):
        raise _invalid(text, "a '%' is not followed by two hex digits", "write a plain '%' as %25")


def _split_origin(text: str) -> tuple[str, str]:
    if text.startswith("//"):
        cure = "start with a single '/' or with 'https://'"
        raise _invalid(text, "'//' would take another host by the page's scheme", cure)
    if text.startswith("/"):
        return "", text
    found = _ABSOLUTE.fullmatch(text)
    if found is not None:
        return found["origin"], found["rest"]
    head = re.split(r"[/?#]", text, maxsplit=1)[0]
    if ":" in head and "{" in head:
        raise _invalid(text, "a placeholder stands in the scheme", "write 'https://' out")
    cure = "start with '/' for the reader's own site, or with 'https://' or 'http://'"
    raise _invalid(text, "it is neither relative nor an http(s) URL", cure)


def _origin(text: str, prefix: str) -> Origin:
    authority = prefix.split("://", 1)[1]
    place = _placeholder_place(authority)
    if place is not None:
        raise _invalid(
            text,
            f"a placeholder stands in the {place}",
            "write it out; placeholders belong in the path, the query or the fragment",
        )
    if "@" in authority:
        raise _invalid(text, "it holds a user name or password", "take the part before '@' out")
    try:
        return Origin.parse(prefix)
    except ReaderFault as fault:
        raise _invalid(text, "its host or port can't be read", fault.message) from None


def _placeholder_place(authority: str) -> str | None:
    if not _PLACEHOLDER.search(authority):
        return None
    user, at, host = authority.rpartition("@")
    if at and _PLACEHOLDER.search(user):
        return "user-info"
    name, colon, port = host.rpartition(":")
    return "port" if colon and not _PLACEHOLDER.search(name) and "{" in port else "host"


def _refuse_path(text: str, path: str, optional: Set[str]) -> None:
    segments = path.split("/")
    for at, segment in enumerate(segments):
        if re.sub("%2e", ".", segment, flags=re.IGNORECASE) in _DOT_SEGMENTS:
            raise _invalid(text, f"its path holds {segment!r}", "write the path it leads to")
        last_and_whole = at == len(segments) - 1 and _PLACEHOLDER.fullmatch(segment)
        for name in _PLACEHOLDER.findall(segment):
            if name in optional and not last_and_whole:
                raise _invalid(
                    text,
                    f"the optional {name!r} is not the whole last segment of the path",
                    f"make {name!r} required, or move it to the end or into the query",
                )


def _refuse_named_by_argument(text: str, query: str) -> None:
    for pair in query.split("&"):
        key, equals, _ = pair.partition("=")
        found = _PLACEHOLDER.search(key)
        if found is not None:
            where = "names a query parameter" if equals else "stands in the query without a name"
            raise _invalid(text, f"the placeholder {found[0]!r} {where}", "write 'name={value}'")


def _invalid(text: str, wrong: str, cure: str) -> SiteFault:
    return SiteFault(
        "template_invalid",
        f"The URL {shorten(text, 120)!r} is refused: {wrong}; {cure}.",
        details={"wrong": wrong, "cure": cure},
    )
