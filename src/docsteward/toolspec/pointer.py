"""JSON pointers, by which a reply is narrowed before a model reads it (SPEC D6, RFC 6901)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import Final

from docsteward.base.values import JsonObject, JsonValue

_POINTER: Final = re.compile(r"(/([^~/]|~[01])*)*")
_INDEX: Final = re.compile(r"0|[1-9][0-9]{0,9}")


class Missing(Enum):
    """Says that a pointer leads nowhere, which is not the same as leading to null."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING


def is_pointer(text: str) -> bool:
    """Say whether the text is a JSON pointer; the empty one is the whole value."""
    return _POINTER.fullmatch(text) is not None


def at_pointer(value: JsonValue, pointer: str) -> JsonValue | Missing:
    """Return what a pointer leads to, or MISSING."""
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and _INDEX.fullmatch(name) and int(name) < len(value):
            value = value[int(name)]
        else:
            return MISSING
    return value


def picked(value: JsonValue, pointers: Sequence[str]) -> JsonValue:
    """Return a reply less all that no pointer names; without pointers, all of it.

    One pointer gives its own value, several an object with one entry each, by pointer. Where
    none leads anywhere the reply is kept whole: an endpoint that changed must not look empty.
    """
    found: JsonObject = {}
    for pointer in pointers:
        one = at_pointer(value, pointer)
        if not isinstance(one, Missing):
            found[pointer] = one
    if not found:
        return value
    return next(iter(found.values())) if len(pointers) == 1 else found
