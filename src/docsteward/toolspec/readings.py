"""The few readings that are allowed before a value is checked, and no other (SPEC B3)."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, Literal

from docsteward.base.values import JsonObject, JsonValue

# Beyond it a float no longer tells one whole number from the next.
_EXACT: Final = 2**53
_MAX_DIGITS: Final = 300
_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?")
_WHOLE: Final = re.compile(r"-?(0|[1-9][0-9]*)(\.0+)?")


class Absent(Enum):
    """The one value that stands for no value at all, so that `null` can be told from it."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT

Reading = Literal[
    "null",
    "blank",
    "null_text",
    "whole_number",
    "number_text",
    "boolean_text",
    "json_text",
    "",
]


def read_value(value: JsonValue | Absent, schema: JsonObject) -> tuple[JsonValue | Absent, Reading]:
    """Return the value as its parameter's type reads it, and the name of the reading applied.

    What is not on the list of readings passes through as it is, for the check to refuse.
    """
    wanted = schema.get("type")
    match value:
        case Absent.ABSENT:
            return ABSENT, ""
        case None:
            return ABSENT, "null"
        case str():
            return _read_text(value, wanted)
        case float() if wanted == "integer" and value.is_integer() and abs(value) <= _EXACT:
            return int(value), "whole_number"
        case _:
            return value, ""


def _read_text(text: str, wanted: JsonValue) -> tuple[JsonValue | Absent, Reading]:
    if not text.strip():
        return ABSENT, "blank"
    if wanted == "string" or len(text) > _MAX_DIGITS:
        return text, ""
    if text == "null":
        return ABSENT, "null_text"
    if wanted == "boolean" and text in {"true", "false"}:
        return text == "true", "boolean_text"
    # An exponent is how a number is written, never how someone writes a count.
    if wanted == "integer" and _WHOLE.fullmatch(text):
        return int(text.partition(".")[0]), "number_text"
    if wanted == "number" and _NUMBER.fullmatch(text):
        return _number(text)
    return text, ""


def _number(text: str) -> tuple[JsonValue, Reading]:
    if _WHOLE.fullmatch(text) and "." not in text:
        return int(text), "number_text"
    number = float(text)
    return (number, "number_text") if abs(number) != float("inf") else (text, "")
