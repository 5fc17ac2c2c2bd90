"""The parameters of a tool and the check of every value that is meant for them (SPEC B1-B5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from docsteward.base.values import JsonObject, JsonValue


@dataclass(frozen=True, kw_only=True)
class ArgumentFault:
    """One fault of one argument: `path` (its name), the `rule` it broke, plain words."""

    path: str
    rule: str
    message: str


@dataclass(frozen=True, kw_only=True)
class Checked:
    """The outcome of a check: the arguments as they may be used, or every fault found.

    `readings` counts the allowed readings that were applied, by their rule (SPEC B3).
    """

    args: JsonObject = field(default_factory=dict)
    faults: tuple[ArgumentFault, ...] = ()
    readings: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, kw_only=True)
class Parameters:
    """A checked JSON Schema object; build one with `parameters_from` in toolspec.load."""

    schema: JsonObject

    @property
    def names(self) -> tuple[str, ...]:
        raise NotImplementedError

    @property
    def required(self) -> frozenset[str]:
        raise NotImplementedError

    def check(self, args: Mapping[str, JsonValue], *, allow_missing: bool = False) -> Checked:
        """Check arguments; with `allow_missing`, absent required ones are no fault (SPEC B4)."""
        raise NotImplementedError


def read_arguments(raw: str) -> Mapping[str, JsonValue] | ArgumentFault:
    """Read a model's raw argument text into an object, or say what is wrong with it (SPEC B3)."""
    raise NotImplementedError
