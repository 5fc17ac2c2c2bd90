"""A value and its schema walked together: readings, missing and unknown names (SPEC B3, N3)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, cast

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.arguments import MAX_DEPTH, decoded
from docsteward.toolspec.faults import (
    ArgumentFault,
    inside,
    missing_fault,
    text_fault,
    unknown_fault,
)
from docsteward.toolspec.plain import OTHER_CHARACTERS, SHORTER, SIMPLER, SMALLER, broken_rule
from docsteward.toolspec.readings import ABSENT, Absent, read_value

MAX_TEXT_LENGTH: Final = 20_000
MAX_ITEMS: Final = 1_000
# Schemas are small; a caller that sends more values than this means no good.
MAX_VALUES: Final = 10_000
_MAX_BITS: Final = 1024
_HALVES: Final = ("\ud800", "\udfff")


class Walk:
    """One pass over arguments; it collects the faults that no JSON Schema keyword words well."""

    def __init__(self, *, allow_missing: bool) -> None:
        self._allow_missing = allow_missing
        self._values = 0
        self.readings: Counter[str] = Counter()
        self.faults: list[ArgumentFault] = []

    def group(
        self,
        given: Mapping[str, JsonValue],
        schema: JsonObject,
        path: str = "",
        *,
        whole: bool = True,
    ) -> JsonObject:
        """Return a group's values as they are read; `whole` is False inside decoded text."""
        properties = cast("Mapping[str, JsonObject]", schema.get("properties", {}))
        required = cast("Sequence[str]", schema.get("required", []))
        found: JsonObject = {}
        for name, one in properties.items():
            here = inside(path, name)
            value = self.value(given.get(name, ABSENT), one, here, whole=whole)
            if not isinstance(value, Absent):
                found[name] = value
            elif name in required and not self._allow_missing:
                self.faults.append(missing_fault(here))
        found.update(self._others(given, schema, path, whole=whole))
        return found

    def value(
        self, given: JsonValue | Absent, schema: JsonObject, path: str, *, whole: bool
    ) -> JsonValue | Absent:
        """Return one value as its schema reads it; what is not on the list passes unread."""
        value, reading = read_value(given, schema)
        if isinstance(value, str) and whole and schema.get("type") in ("array", "object"):
            parsed = decoded(value)
            if _fits_shape(parsed, schema):
                value, reading, whole = parsed, "json_text", False
        if reading:
            self.readings[reading] += 1
        if isinstance(value, Absent):
            return ABSENT
        return self._within(value, schema, path, whole=whole)

    def _within(self, value: JsonValue, schema: JsonObject, path: str, *, whole: bool) -> JsonValue:
        if isinstance(value, dict) and schema.get("type") == "object":
            return self.group(value, schema, path, whole=whole)
        if isinstance(value, list) and schema.get("type") == "array":
            return self._items(value, schema, path, whole=whole)
        unfit = _unfit(value, schema, path)
        if unfit is not None:
            self.faults.append(unfit)
        self._spend(path, 1)
        return value

    def _items(
        self, values: list[JsonValue], schema: JsonObject, path: str, *, whole: bool
    ) -> JsonValue:
        if len(values) > MAX_ITEMS:
            self.faults.append(
                text_fault(
                    path,
                    "maxItems",
                    f"has {len(values)} items; send at most {MAX_ITEMS}",
                    plain=broken_rule("maxItems", MAX_ITEMS),
                )
            )
            return []
        item = cast("JsonObject", schema["items"])
        found: list[JsonValue] = []
        for at, one in enumerate(values):
            value = self.value(one, item, inside(path, at), whole=whole)
            # A place in a list can't be left out: what means "none" stays for the check.
            found.append(one if isinstance(value, Absent) else value)
        return found

    def _others(
        self, given: Mapping[str, JsonValue], schema: JsonObject, path: str, *, whole: bool
    ) -> JsonObject:
        properties = cast("Mapping[str, JsonObject]", schema.get("properties", {}))
        allowed = schema.get("additionalProperties", False)
        found: JsonObject = {}
        for name, one in given.items():
            if name in properties:
                continue
            self._spend(path, 1)
            if allowed is False:
                known = list(properties)
                self.faults.append(unknown_fault(name, known, within=path))
                continue
            here = inside(path, name)
            if unfit := _unfit(name, {"type": "string"}, here):
                self.faults.append(unfit)
            elif isinstance(allowed, dict):
                value = self.value(one, allowed, here, whole=whole)
                if not isinstance(value, Absent):
                    found[name] = value
            else:
                self._free(one, here, MAX_DEPTH)
                found[name] = one
        return found

    def _free(self, value: JsonValue, path: str, depth: int) -> None:
        """Look through a value that no schema describes, for what can't be sent on."""
        self._spend(path, 1)
        if unfit := _unfit(value, {}, path):
            self.faults.append(unfit)
        elif not isinstance(value, dict | list):
            return
        elif depth == 0:
            self.faults.append(text_fault(path, "too_deep", "is nested too deep", plain=SIMPLER))
        elif isinstance(value, list):
            for one in value:
                self._free(one, path, depth - 1)
        else:
            for name, one in value.items():
                self._free(name, path, depth - 1)
                self._free(one, path, depth - 1)

    def _spend(self, path: str, count: int) -> None:
        before, self._values = self._values, self._values + count
        if before <= MAX_VALUES < self._values:
            what = f"holds too much; send at most {MAX_VALUES} values in all"
            self.faults.append(text_fault(path or "arguments", "too_many", what, plain=SIMPLER))


def _fits_shape(value: JsonValue, schema: JsonObject) -> bool:
    wanted = schema.get("type")
    return isinstance(value, list) if wanted == "array" else isinstance(value, dict)


def _unfit(value: JsonValue, schema: JsonObject, path: str) -> ArgumentFault | None:
    if isinstance(value, str):
        if len(value) > MAX_TEXT_LENGTH:
            what = f"has {len(value)} characters; send a shorter one"
            return text_fault(path, "maxLength", what, plain=SHORTER)
        if any(_HALVES[0] <= char <= _HALVES[1] for char in value):
            what = "holds half of a character; send it whole"
            return text_fault(path, "text", what, plain=OTHER_CHARACTERS)
    if isinstance(value, int) and value.bit_length() > _MAX_BITS:
        return text_fault(path, "type", "is a number too large to use", plain=SMALLER)
    if isinstance(value, float):
        if not math.isfinite(value):
            return text_fault(path, "type", "is not a finite number", plain=SMALLER)
        if schema.get("type") == "integer" and value.is_integer():
            what = "is too large for a whole number; send its digits"
            return text_fault(path, "type", what, plain=SMALLER)
    return None
