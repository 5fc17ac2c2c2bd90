"""Parameters that the host fills, so that no model sees or guesses them (SPEC B6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, get_args

from docsteward.base.errors import ModelFault
from docsteward.base.values import JsonObject, JsonValue, Page, Visitor

BoundTo = Literal["visitor.external_id", "visitor.email", "visitor.level", "page.url", "page.title"]
SOURCES: Final[tuple[BoundTo, ...]] = get_args(BoundTo)


@dataclass(frozen=True, kw_only=True)
class Fixed:
    """A value that the site wrote down."""

    value: JsonValue


Source: TypeAlias = BoundTo | Fixed


@dataclass(frozen=True, kw_only=True)
class Binding:
    """One parameter, where its value comes from, and the schema that the value must fit."""

    parameter: str
    source: Source
    schema: JsonObject = field(default_factory=dict[str, JsonValue])
    required: bool = False

    @property
    def of_visitor(self) -> bool:
        """Whether the value is the visitor's, so that only a verified one will do."""
        return isinstance(self.source, str) and self.source.startswith("visitor.")


def bound_values(
    bindings: Sequence[Binding], visitor: Visitor, page: Page | None
) -> Mapping[str, JsonValue]:
    """Return the values of bound parameters; one without a value is left out.

    `external_id` and `email` come from the visitor's verified claims. The caller checks the
    result with `Tool.every_parameter`, as it checks everything else.
    Raises ModelFault `identity_needed` where a value is the visitor's and nobody vouched for
    them (SPEC B6, G4), and `binding_missing` where a required value is not there.
    """
    found: JsonObject = {}
    for binding in bindings:
        if binding.of_visitor and not visitor.verified:
            raise ModelFault(
                "identity_needed",
                "This tool acts for a signed-in reader. Tell the reader to sign in with "
                "sufficient permissions and to reopen the chat.",
            )
        value = _value(binding.source, visitor, page)
        if value is not None and value != "":
            found[binding.parameter] = value
        elif binding.required:
            raise ModelFault(
                "binding_missing",
                f"The value of {binding.parameter!r} comes from {binding.source!s}, which is not "
                "known here; the tool can't be used in this conversation.",
            )
    return found


def _value(source: Source, visitor: Visitor, page: Page | None) -> JsonValue:
    match source:
        case Fixed(value=value):
            return value
        case "visitor.level":
            return visitor.level
        case "visitor.external_id" | "visitor.email":
            return visitor.claims.get(source.removeprefix("visitor."))
        case "page.url":
            return page.url if page else None
        case "page.title":
            return page.title if page else None
