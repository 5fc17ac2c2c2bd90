"""The parameters of a tool and the check of every value that is meant for them (SPEC B1-B5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, cast

import jsonschema_rs

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.arguments import read_arguments
from docsteward.toolspec.faults import (
    ArgumentFault,
    missing_fault,
    rule_fault,
    text_fault,
    unknown_fault,
)
from docsteward.toolspec.readings import ABSENT, Absent, read_value

__all__ = ["ArgumentFault", "Checked", "Parameters", "read_arguments", "validator_of"]

MAX_TEXT_LENGTH: Final = 20_000
_MAX_FAULTS: Final = 20
_MAX_BITS: Final = 1024


@dataclass(frozen=True, kw_only=True)
class Checked:
    """The outcome of a check: the arguments as they may be used, or every fault found.

    `readings` counts the allowed readings that were applied, by their rule (SPEC B3).
    """

    args: JsonObject = field(default_factory=dict[str, JsonValue])
    faults: tuple[ArgumentFault, ...] = ()
    readings: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, kw_only=True)
class Parameters:
    """A checked JSON Schema object; build one with `parameters_from` in toolspec.load."""

    schema: JsonObject

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.properties)

    @property
    def required(self) -> frozenset[str]:
        return frozenset(cast("list[str]", self.schema.get("required", [])))

    @property
    def properties(self) -> Mapping[str, JsonObject]:
        """The schema of each parameter, in the author's order."""
        return cast("Mapping[str, JsonObject]", self.schema.get("properties", {}))

    @cached_property
    def _validator(self) -> jsonschema_rs.Draft202012Validator:
        return validator_of({"type": "object", "properties": dict(self.properties)})

    def check(self, args: Mapping[str, JsonValue], *, allow_missing: bool = False) -> Checked:
        """Check arguments; with `allow_missing`, absent required ones are no fault (SPEC B4).

        Returns the arguments after the allowed readings and no fault, or the faults and no
        arguments. Nothing is filled in: a `default` is only told and prefilled.
        """
        found: JsonObject = {}
        readings: Counter[str] = Counter()
        faults = [unknown_fault(name, self.names) for name in args if name not in self.properties]
        required = self.required
        for name, schema in self.properties.items():
            value, reading = read_value(args.get(name, ABSENT), schema)
            if reading:
                readings[reading] += 1
            if isinstance(value, Absent):
                if name in required and not allow_missing:
                    faults.append(missing_fault(name))
            elif unfit := _unfit(name, value, schema):
                faults.append(unfit)
            else:
                found[name] = value
        faults.extend(self._broken_rules(found))
        if faults:
            return Checked(faults=tuple(faults[:_MAX_FAULTS]), readings=dict(readings))
        return Checked(args=found, readings=dict(readings))

    def _broken_rules(self, args: JsonObject) -> list[ArgumentFault]:
        broken: list[ArgumentFault] = []
        for error in self._validator.iter_errors(args):
            name, rule = str(error.instance_path[0]), str(error.schema_path[-1])
            broken.append(rule_fault(name, rule, self.properties[name], args[name]))
        return broken


def validator_of(schema: JsonObject) -> jsonschema_rs.Draft202012Validator:
    """Return the validator by which every value is checked, formats included (SPEC B2).

    Raises ValueError for a schema that is none. No pattern can make a check run away: those
    that need backtracking stop at a bound, and the value then counts as not matching.
    """
    return jsonschema_rs.Draft202012Validator(
        schema,
        validate_formats=True,
        offline=True,
        pattern_options=jsonschema_rs.FancyRegexOptions(backtrack_limit=100_000),
        email_options=jsonschema_rs.EmailOptions(
            allow_display_text=False, allow_domain_literal=False
        ),
    )


def _unfit(name: str, value: JsonValue, schema: JsonObject) -> ArgumentFault | None:
    if isinstance(value, str):
        if len(value) > MAX_TEXT_LENGTH:
            return text_fault(name, "maxLength", f"has {len(value)} characters; send a shorter one")
        if any("\ud800" <= char <= "\udfff" for char in value):
            return text_fault(name, "text", "holds half of a character; send it whole")
    if isinstance(value, int) and value.bit_length() > _MAX_BITS:
        return text_fault(name, "type", "is a number too large to use")
    if isinstance(value, float) and schema["type"] == "integer" and value.is_integer():
        return text_fault(name, "type", "is too large for a whole number; send its digits")
    return None
