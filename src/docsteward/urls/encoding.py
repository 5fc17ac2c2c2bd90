"""One argument on its way into a URL: its text, its encoding, and what is refused (SPEC C1, C2)."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final
from urllib.parse import quote, unquote

from docsteward.base.errors import ModelFault
from docsteward.base.text import shorten
from docsteward.base.values import JsonValue

MAX_VALUE_LENGTH: Final = 200

# Beyond it, Python itself refuses to write an integer out; it would be too long anyway.
_MAX_BITS: Final = 1024
# Controls, the two separators that read as line ends, and halves of surrogate pairs.
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def encode(value: str) -> str:
    """Percent-encode everything but the unreserved characters (RFC 3986, section 2.3)."""
    return quote(value, safe="")


def text_form(name: str, value: JsonValue, *, optional: bool) -> str:
    """Return the trimmed text of an argument, empty for an optional one without a value.

    Raises ModelFault (`argument_missing`, `argument_too_long`, `argument_unsafe`).
    """
    text = "" if value is None else _plain(name, value).strip()
    if not text and not optional:
        raise ModelFault(
            "argument_missing", f"{name!r} has no value; give one.", details={"path": name}
        )
    if len(text) > MAX_VALUE_LENGTH:
        raise _too_long(name, f"has {len(text)} characters")
    if _CONTROL.search(text):
        raise _unsafe(name, text, "holds a line break or another control character")
    return text


def refuse_dot_segments(segment: str, names: Sequence[str]) -> None:
    """Refuse a filled path segment that is, or could later be read as, `.` or `..` (SPEC C2).

    It is read as a server would read it, then decoded again and again as software behind that
    server might. Raises ModelFault `argument_unsafe`.
    """
    text = unquote(segment)
    while True:
        # Some servers cut a segment at ';' and some file systems drop spaces at its end.
        parts = (part.split(";", 1)[0].strip() for part in re.split(r"[/\\]", text))
        if any(part in {".", ".."} for part in parts):
            raise _unsafe(", ".join(names), text, "would climb out of its place in the path")
        if _CONTROL.search(text):
            raise _unsafe(", ".join(names), text, "hides a control character")
        further = unquote(text)
        if further == text:
            return
        text = further


def _plain(name: str, value: JsonValue) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            if value.bit_length() > _MAX_BITS:
                raise _too_long(name, "is a number too long to write out")
            return str(value)
        case float():
            return _number(name, value)
        case str():
            return value
        case _:
            raise _unsafe(name, type(value).__name__, "has no text form for a URL")


def _number(name: str, value: float) -> str:
    if not math.isfinite(value):
        raise _unsafe(name, repr(value), "is not a finite number")
    return str(int(value)) if value.is_integer() else format(Decimal(repr(value)), "f")


def _too_long(name: str, what: str) -> ModelFault:
    return ModelFault(
        "argument_too_long",
        f"{name!r} {what}; a value in a URL may have {MAX_VALUE_LENGTH}. Send a shorter one.",
        details={"path": name},
    )


def _unsafe(name: str, text: str, why: str) -> ModelFault:
    return ModelFault(
        "argument_unsafe",
        f"{name!r} {why}: {shorten(ascii(text), 80)}. Send another value.",
        details={"path": name},
    )
