"""The parameters of a tool and the check of every value that is meant for them (SPEC B1-B5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Final, cast

import jsonschema_rs

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.arguments import read_arguments
from docsteward.toolspec.faults import ArgumentFault, inside, rule_fault
from docsteward.toolspec.walk import Walk

__all__ = ["ArgumentFault", "Checked", "Parameters", "read_arguments", "validator_of"]

_MAX_FAULTS: Final = 20
_MAX_DIGITS: Final = 40


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

    def joined_with(
        self, properties: Mapping[str, JsonObject], required: Sequence[str]
    ) -> Parameters:
        """Return these parameters and further ones, checked before."""
        schema: JsonObject = {
            **self.schema,
            "properties": {**self.properties, **properties},
            "required": [*sorted(self.required), *required],
        }
        return Parameters(schema=schema)

    @cached_property
    def _validator(self) -> jsonschema_rs.Draft202012Validator:
        return validator_of(_rules_alone(self.schema))

    def check(self, args: Mapping[str, JsonValue], *, allow_missing: bool = False) -> Checked:
        """Check arguments; with `allow_missing`, absent required ones are no fault (SPEC B4).

        Returns the arguments after the allowed readings and no fault, or the faults and no
        arguments. Nothing is filled in: a `default` is only told and prefilled.
        """
        walk = Walk(allow_missing=allow_missing)
        found = walk.group(args, self.schema)
        faults = walk.faults
        if not faults or len(faults) < _MAX_FAULTS:
            told = {fault.path for fault in faults}
            faults.extend(fault for fault in self._broken_rules(found) if fault.path not in told)
        if faults:
            return Checked(faults=tuple(faults[:_MAX_FAULTS]), readings=dict(walk.readings))
        return Checked(args=found, readings=dict(walk.readings))

    def _broken_rules(self, args: JsonObject) -> Iterator[ArgumentFault]:
        for error in islice(self._validator.iter_errors(args), _MAX_FAULTS):
            path, schema, value = _follow(error.instance_path, self.schema, args)
            yield rule_fault(path, str(error.schema_path[-1]), schema, value)


def _rules_alone(schema: JsonObject) -> JsonObject:
    """Return a schema without what the walk looks after: missing and unknown names."""
    rules: JsonObject = {
        word: value
        for word, value in schema.items()
        if word not in {"required", "additionalProperties", "default", "title", "description"}
    }
    if "properties" in rules:
        inner = cast("Mapping[str, JsonObject]", rules["properties"])
        rules["properties"] = {name: _rules_alone(one) for name, one in inner.items()}
    if isinstance(items := rules.get("items"), dict):
        rules["items"] = _rules_alone(items)
    if isinstance(others := schema.get("additionalProperties"), dict):
        rules["additionalProperties"] = _rules_alone(others)
    return rules


def _follow(
    steps: Sequence[str | int], schema: JsonObject, value: JsonValue
) -> tuple[str, JsonObject, JsonValue]:
    path = ""
    for step in steps:
        if isinstance(value, list):
            value, schema = value[int(step)], cast("JsonObject", schema["items"])
        elif isinstance(value, dict):
            # The library gives a name of digits as a number.
            name = next((one for one in value if one == step or _same_digits(one, step)), None)
            if name is None:
                break
            named = cast("JsonObject", schema.get("properties", {}))
            value = value.get(name)
            schema = cast("JsonObject", named.get(name, schema.get("additionalProperties")))
            step = name
        path = inside(path, step)
    return path, schema, value


def _same_digits(name: str, step: str | int) -> bool:
    digits = name.removeprefix("+")
    # Longer ones are no number to the library either, and costly to read.
    short = digits.isdecimal() and len(digits) <= _MAX_DIGITS
    return isinstance(step, int) and short and int(digits) == step


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
