"""A model's raw argument text on its way to an object: read whole or not at all (SPEC B3)."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Final, NoReturn, cast

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.faults import ArgumentFault, printable

MAX_ARGUMENTS_LENGTH: Final = 100_000
MAX_DEPTH: Final = 32

_PATH: Final = "arguments"


class _Refused(ValueError):
    """Text that is JSON to a lenient reader and to no other."""

    def __init__(self, rule: str, what: str) -> None:
        super().__init__(what)
        self.rule = rule
        self.what = what


def read_arguments(raw: str | None) -> Mapping[str, JsonValue] | ArgumentFault:
    """Read a model's raw argument text into an object, or say what is wrong with it (SPEC B3).

    Empty, blank, `null` or absent means `{}`. Cut or glued text, a name given twice, `NaN` and
    anything that is no object is a fault; nothing is ever repaired.
    """
    text = (raw or "").strip()
    if not text:
        return {}
    if len(text) > MAX_ARGUMENTS_LENGTH:
        return _fault("too_long", f"have {len(text)} characters; send less")
    try:
        value = _parse(text)
    except _Refused as refused:
        return _fault(refused.rule, refused.what)
    except json.JSONDecodeError as error:
        return _broken(text, error)
    except ValueError:
        return _fault("number", "hold a number too long to read; send a shorter one")
    except RecursionError:
        return _fault("too_deep", "are nested too deep; send a flat JSON object")
    if value is None:
        return {}
    if not isinstance(value, dict):
        return _fault("object", f"must be one JSON object, not {printable(text)}")
    if _too_deep(value):
        return _fault("too_deep", f"are nested deeper than {MAX_DEPTH}; send a flatter object")
    return value


def decoded(text: str) -> JsonValue:
    """Return the JSON value that text is, read as strictly as arguments are; else None.

    For a value where an array or an object is asked and its JSON text came instead (B031).
    """
    if len(text) > MAX_ARGUMENTS_LENGTH:
        return None
    try:
        value = _parse(text)
    except (ValueError, RecursionError):
        return None
    return None if _too_deep(value) else value


def _parse(text: str) -> JsonValue:
    return cast(
        "JsonValue",
        json.loads(
            text,
            object_pairs_hook=_no_name_twice,
            parse_constant=_no_constant,
            parse_float=_finite,
        ),
    )


def _no_name_twice(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    found: JsonObject = {}
    for name, value in pairs:
        if name in found:
            raise _Refused("duplicate", f"give {printable(name)!r} twice; send each name once")
        found[name] = value
    return found


def _no_constant(word: str) -> NoReturn:
    raise _Refused("number", f"hold {word}, which is no JSON number; send a finite one")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _Refused("number", f"hold {printable(digits)}, which is too large a number")
    return number


def _broken(text: str, error: json.JSONDecodeError) -> ArgumentFault:
    if error.msg == "Extra data":
        return _fault("glued", "are more than one JSON value; send one object for one call")
    # The reader stopped where the text stops, or in a string that never ended.
    if error.pos >= len(text) or error.msg.startswith("Unterminated string"):
        return _fault("cut", "were cut off before their end and not run; send less, in one piece")
    return _fault("json", f"are not JSON at character {error.pos}; send one JSON object")


def _too_deep(value: JsonValue) -> bool:
    level: list[JsonValue] = [value]
    for _ in range(MAX_DEPTH):
        level = [
            child
            for one in level
            if isinstance(one, dict | list)
            for child in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return True


def _fault(rule: str, what: str) -> ArgumentFault:
    return ArgumentFault(path=_PATH, rule=rule, message=f"{_PATH}: {what} ({rule})")
