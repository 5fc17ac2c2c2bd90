"""What a reader is told at a form's field whose value does not fit: plain words, no jargon."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from docsteward.base.text import shorten
from docsteward.base.values import JsonValue

CHECK_AGAIN: Final = "Check this value."
REQUIRED: Final = "This is required."
NOT_ASKED: Final = "This is not asked for here."
SHORTER: Final = "Enter a shorter text."
OTHER_CHARACTERS: Final = "This holds characters that can't be used here; enter it again."
SMALLER: Final = "Enter a smaller number."
SIMPLER: Final = "This holds too much; enter less."

_SHOWN: Final = 200
_TYPES: Final[Mapping[str, str]] = {
    "string": "Enter a text.",
    "number": "Enter a number.",
    "integer": "Enter a whole number.",
    "boolean": "Choose yes or no.",
    "array": "Enter a list.",
    "object": "Fill in the fields of this group.",
}
_FORMATS: Final[Mapping[str, str]] = {
    "email": "Enter an e-mail address, such as name@example.com.",
    "uri": "Enter a whole address, such as https://example.com/page.",
    "date": "Enter a date, such as 2026-01-31.",
    "date-time": "Enter a date and a time with their zone, such as 2026-01-31T10:00:00Z.",
    "time": "Enter a time with its zone, such as 10:00:00Z.",
    "uuid": "Enter an id such as 123e4567-e89b-12d3-a456-426614174000.",
}
# What a value in a URL was refused for, by the code of `docsteward.urls`.
_IN_URL: Final[Mapping[str, str]] = {
    "argument_missing": REQUIRED,
    "argument_too_long": SHORTER,
    "argument_unsafe": "This value can't be used here; enter another one.",
}


def broken_rule(rule: str, wanted: JsonValue) -> str:
    """Return what to do about a value that breaks a keyword of its schema."""
    words = _RULES.get(rule)
    return words(wanted) if words else CHECK_AGAIN


def not_in_url(code: str) -> str:
    """Return what to do about a value that cannot stand in the URL (SPEC C2)."""
    return _IN_URL.get(code, CHECK_AGAIN)


def _count(least: str, one: str, more: str) -> Callable[[JsonValue], str]:
    def words(wanted: JsonValue) -> str:
        return f"Enter at {least} {_number(wanted)} {one if wanted == 1 else more}."

    return words


def _bound(how: str) -> Callable[[JsonValue], str]:
    return lambda wanted: f"Enter a number {how} {_number(wanted)}."


def _one_of(wanted: JsonValue) -> str:
    listed = [_named(one) for one in wanted] if isinstance(wanted, list) else []
    return f"Choose one of these: {shorten(', '.join(listed), _SHOWN)}."


_RULES: Final[Mapping[str, Callable[[JsonValue], str]]] = {
    "type": lambda wanted: _TYPES.get(str(wanted), CHECK_AGAIN),
    "enum": _one_of,
    "const": lambda wanted: f"This must be {shorten(_named(wanted), _SHOWN)}.",
    "format": lambda wanted: _FORMATS.get(str(wanted), CHECK_AGAIN),
    "pattern": lambda _: "This does not have the form that is asked for.",
    "minLength": _count("least", "character", "characters"),
    "maxLength": _count("most", "character", "characters"),
    "minItems": _count("least", "entry", "entries"),
    "maxItems": _count("most", "entry", "entries"),
    "uniqueItems": lambda _: "Enter each entry only once.",
    "minimum": _bound("of at least"),
    "maximum": _bound("of at most"),
    "exclusiveMinimum": _bound("above"),
    "exclusiveMaximum": _bound("below"),
    "multipleOf": _bound("that is a multiple of"),
}


def _number(value: JsonValue) -> str:
    whole = isinstance(value, float) and value.is_integer() and abs(value) < 2**53
    return str(int(value)) if whole and isinstance(value, float) else str(value)


def _named(value: JsonValue) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _number(value)
