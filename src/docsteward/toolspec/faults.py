"""The faults of arguments, in one line each: path, rule, and the value shortened (SPEC B3)."""

from __future__ import annotations

import difflib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from docsteward.base.text import shorten
from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.plain import CHECK_AGAIN, NOT_ASKED, REQUIRED, broken_rule

_SHOWN: Final = 60
_WORDS: Final = {
    "minLength": "must have at least {} characters",
    "maxLength": "must have at most {} characters",
    "minimum": "must be at least {}",
    "maximum": "must be at most {}",
    "exclusiveMinimum": "must be more than {}",
    "exclusiveMaximum": "must be less than {}",
    "multipleOf": "must be a multiple of {}",
    "pattern": "must match the pattern {}",
    "const": "must be {}",
    "type": "must be of type {}",
    "minItems": "must have at least {} items",
    "maxItems": "must have at most {} items",
    "uniqueItems": "must not hold the same item twice",
}
_FORMATS: Final = {
    "email": "an e-mail address",
    "uri": "a whole URI",
    "date": "a date such as 2026-01-31",
    "date-time": "a date and time with its zone, such as 2026-01-31T10:00:00Z",
    "time": "a time with its zone, such as 10:00:00Z",
    "uuid": "a UUID",
}


@dataclass(frozen=True, kw_only=True)
class ArgumentFault:
    """One fault of one argument: its `path`, the `rule` it broke, and two readers' words for it.

    `message` is a line for the model, with path, rule and value; `plain` is what a person is told
    at the field. The path of a nested value is a JSON pointer (RFC 6901) less its first slash:
    `lines/0/sku`.
    """

    path: str
    rule: str
    message: str
    plain: str = CHECK_AGAIN


def inside(path: str, name: str | int) -> str:
    """Return the path of what stands under a name, or at a place of a list (RFC 6901)."""
    step = str(name).replace("~", "~0").replace("/", "~1")
    return f"{path}/{printable(step)}" if path else printable(step)


def missing_fault(name: str) -> ArgumentFault:
    """Return the fault of a required argument without a value."""
    message = f"{name}: is required (required)"
    return ArgumentFault(path=name, rule="required", message=message, plain=REQUIRED)


def unknown_fault(name: str, known: Sequence[str], *, within: str = "") -> ArgumentFault:
    """Return the fault of an argument that the tool, or the group around it, does not know."""
    path = inside(within, name)
    close = difflib.get_close_matches(name[:_SHOWN], known, n=1)
    cure = f"did you mean {close[0]}?" if close else f"the parameters are: {', '.join(known)}"
    if not known:
        cure = "it takes none" if within else "the tool takes none"
    message = f"{path}: is not a parameter (additionalProperties); {cure}"
    rule = "additionalProperties"
    return ArgumentFault(path=path, rule=rule, message=message, plain=NOT_ASKED)


def rule_fault(name: str, rule: str, schema: JsonObject, value: JsonValue) -> ArgumentFault:
    """Return the fault of a value that breaks a keyword of its schema."""
    wanted = schema.get(rule)
    if rule == "enum" and isinstance(wanted, list):
        words = "must be one of " + shorten(", ".join(as_json(one) for one in wanted), 400)
    elif rule == "format":
        words = f"must be {_FORMATS.get(str(wanted), wanted)}"
    else:
        shown = wanted if rule == "type" else as_json(wanted)
        words = _WORDS.get(rule, "breaks a rule with {}").format(shown)
    message = f"{name}: {words} ({rule}); got {shorten(as_json(value), _SHOWN)}"
    return ArgumentFault(path=name, rule=rule, message=message, plain=broken_rule(rule, wanted))


def text_fault(name: str, rule: str, what: str, *, plain: str) -> ArgumentFault:
    """Return a fault in words of its own, for a value that no schema should have to see."""
    return ArgumentFault(path=name, rule=rule, message=f"{name}: {what} ({rule})", plain=plain)


def as_json(value: JsonValue) -> str:
    """Return the value as JSON in one line, with nothing in it that can't be sent on."""
    return printable(json.dumps(value, ensure_ascii=False), limit=None)


def printable(text: str, *, limit: int | None = _SHOWN) -> str:
    """Return text with unprintable characters as `?`, shortened to the limit."""
    plain = "".join(char if char.isprintable() else "?" for char in text)
    return plain if limit is None else shorten(plain, limit)
