"""What a provider gets to see of a tool's parameters (SPEC B2).

The author's schema is what a call is checked against. What a provider refuses moves into the
description, so that the model still reads it, and is named in `dropped`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, cast

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.faults import inside
from docsteward.toolspec.told import told
from docsteward.toolspec.tool import Declaration

Dialect = Literal["openai_strict", "openai", "anthropic_strict", "anthropic", "gemini"]
DIALECTS: Final[tuple[Dialect, ...]] = (
    "openai_strict",
    "openai",
    "anthropic_strict",
    "anthropic",
    "gemini",
)

# Look-around and back-references exist in our check and not in a provider's grammar.
_BEYOND_REGULAR: Final = re.compile(r"\(\?(?!:)|\\[1-9]|\\k")
_STANDARD_FORMATS: Final = frozenset({"email", "uri", "date", "date-time", "time", "uuid"})
_ALL_RULES: Final = frozenset(
    {
        *("minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum"),
        *("exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems", "title"),
        *("default",),
    }
)


@dataclass(frozen=True, kw_only=True)
class _Rules:
    """What one dialect takes. `plain` is the dialect for a tool that can't be strict."""

    keywords: frozenset[str]
    formats: frozenset[str]
    plain: Dialect | None = None
    # Where values other than text may be listed.
    any_enum: bool = True
    closed: bool = True
    # A strict grammar with many alternatives is refused as too large.
    most_optional: int = 1_000


_RULES: Final[Mapping[Dialect, _Rules]] = {
    "openai_strict": _Rules(
        keywords=frozenset(
            {
                *("pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
                *("multipleOf", "minItems", "maxItems"),
            }
        ),
        formats=_STANDARD_FORMATS - {"uri"},
        plain="openai",
    ),
    "openai": _Rules(keywords=_ALL_RULES, formats=_STANDARD_FORMATS),
    "anthropic_strict": _Rules(
        keywords=frozenset(),
        formats=_STANDARD_FORMATS,
        plain="anthropic",
        most_optional=16,
    ),
    "anthropic": _Rules(keywords=_ALL_RULES, formats=_STANDARD_FORMATS),
    "gemini": _Rules(
        keywords=frozenset({"minimum", "maximum", "minItems", "maxItems"}),
        formats=frozenset({"date-time"}),
        any_enum=False,
        closed=False,
    ),
}


@dataclass(frozen=True, kw_only=True)
class Projected:
    """A tool's parameters as one provider takes them.

    `dropped` names each rule that is only told, as `path: keyword`; empty means lossless.
    `description` is the tool's own. `strict` says whether the provider is to hold the model to
    the schema.
    """

    parameters: JsonObject
    description: str
    strict: bool
    dropped: tuple[str, ...] = ()


def project(declaration: Declaration, dialect: Dialect) -> Projected:
    """Return the parameters as a provider takes them (SPEC B2).

    In a strict dialect every property is required, an optional one nullable, and nothing else
    is allowed. A free-form map can't be strict: the whole tool then takes the plain dialect
    (fault B029), and `dropped` says `strict`.
    """
    rules = _RULES[dialect]
    schema = _whole(declaration.schema)
    if rules.plain is not None and not _can_be_strict(schema, rules):
        plain = project(declaration, rules.plain)
        return Projected(
            parameters=plain.parameters,
            description=plain.description,
            strict=False,
            dropped=("strict", *plain.dropped),
        )
    projection = _Projection(rules)
    parameters = projection.group(schema, "")
    return Projected(
        parameters=parameters,
        description=declaration.description,
        strict=rules.plain is not None,
        dropped=tuple(projection.dropped),
    )


def projector(dialect: Dialect) -> Callable[[Declaration], JsonObject]:
    """Return a function that gives what stands beside a function's name on the wire."""

    def to_wire(declaration: Declaration) -> JsonObject:
        projected = project(declaration, dialect)
        return {
            "description": projected.description,
            "parameters": projected.parameters,
            "strict": projected.strict,
        }

    return to_wire


def openai_strict(declaration: Declaration) -> JsonObject:
    """Return the parameters as a strict OpenAI function schema, as far as they can be (B2)."""
    return project(declaration, "openai_strict").parameters


def as_written(declaration: Declaration) -> JsonObject:
    """Return the parameters as the author wrote them, `properties` always there (fault B018)."""
    return _whole(declaration.schema)


def _whole(schema: JsonObject) -> JsonObject:
    # A copy: what goes to a provider's library is nobody else's.
    return {"type": "object", "properties": {}} | cast("JsonObject", json.loads(json.dumps(schema)))


def _can_be_strict(schema: JsonObject, rules: _Rules) -> bool:
    if any(node.get("additionalProperties", False) is not False for node in _objects(schema)):
        return False
    optional = sum(len(_properties(node)) - len(_required(node)) for node in _objects(schema))
    return optional <= rules.most_optional


def _objects(schema: JsonObject) -> list[JsonObject]:
    found = [schema] if schema.get("type") == "object" else []
    for inner in _children(schema):
        found.extend(_objects(inner))
    return found


def _children(schema: JsonObject) -> list[JsonObject]:
    inner = [schema.get("items"), schema.get("additionalProperties")]
    return [*_properties(schema).values(), *(one for one in inner if isinstance(one, dict))]


def _properties(schema: JsonObject) -> Mapping[str, JsonObject]:
    return cast("Mapping[str, JsonObject]", schema.get("properties", {}))


def _required(schema: JsonObject) -> list[str]:
    return cast("list[str]", schema.get("required", []))


class _Projection:
    """One pass over a schema, in the rules of one dialect."""

    def __init__(self, rules: _Rules) -> None:
        self._rules = rules
        self._strict = rules.plain is not None
        self.dropped: list[str] = []

    def group(self, schema: JsonObject, path: str) -> JsonObject:
        required = _required(schema)
        properties: JsonObject = {
            name: self._node(one, inside(path, name), optional=name not in required)
            for name, one in _properties(schema).items()
        }
        made: JsonObject = {"type": "object", "properties": properties}
        if needed := list(properties) if self._strict else required:
            made["required"] = list[JsonValue](needed)
        elif self._strict:
            made["required"] = []
        return made | self._others(schema, path)

    def _others(self, schema: JsonObject, path: str) -> JsonObject:
        others = schema.get("additionalProperties", False)
        if self._rules.closed:
            inner = self._node(others, path, optional=False) if isinstance(others, dict) else others
            return {"additionalProperties": inner}
        if others is not False:
            self.dropped.append(f"{path or '/'}: additionalProperties")
        return {}

    def _node(self, schema: JsonObject, path: str, *, optional: bool) -> JsonObject:
        nullable = optional and self._strict
        kept = self._kept(schema, path)
        made: JsonObject = {"type": schema["type"]}
        values = self._values(schema, kept)
        if values:
            made["enum"] = [*values, None] if nullable else values
        made |= {word: schema[word] for word in schema if word in kept - _PLACED}
        if schema["type"] == "array":
            item = cast("JsonObject", schema["items"])
            made["items"] = self._node(item, inside(path, "*"), optional=False)
        if schema["type"] == "object":
            made |= self.group(schema, path)
        words = told(schema, kept)
        if nullable:
            made = self._nullable(made)
        return {**made, "description": words} if words else made

    def _nullable(self, made: JsonObject) -> JsonObject:
        if made["type"] in ("array", "object"):
            # What describes the value stays with its own branch (fault B024).
            nothing: JsonObject = {"type": "null"}
            return {"anyOf": [made, nothing]}
        return {**made, "type": [made["type"], "null"]}

    def _values(self, schema: JsonObject, kept: frozenset[str]) -> list[JsonValue]:
        # A constant is a list of one: fewer providers know `const` (fault B022).
        if "const" in kept:
            return [schema["const"]]
        return list(cast("list[JsonValue]", schema["enum"])) if "enum" in kept else []

    def _kept(self, schema: JsonObject, path: str) -> frozenset[str]:
        kept: set[str] = {"additionalProperties"} if self._rules.closed else set()
        for word, value in schema.items():
            if word in _STRUCTURE:
                continue
            if self._takes(word, value, schema):
                kept.add(word)
            elif word not in _TOLD_ANYWAY:
                self.dropped.append(f"{path}: {word}")
        return frozenset(kept)

    def _takes(self, word: str, value: JsonValue, schema: JsonObject) -> bool:
        match word:
            case "enum" | "const":
                return self._rules.any_enum or schema["type"] == "string"
            case "format":
                return value in self._rules.formats
            case "pattern" if isinstance(value, str) and self._strict:
                return word in self._rules.keywords and not _BEYOND_REGULAR.search(value)
            case _:
                return word in self._rules.keywords


_STRUCTURE: Final = frozenset(
    {"type", "description", "properties", "required", "items", "additionalProperties"}
)
# Words of `kept` that are written in their own way.
_PLACED: Final = frozenset({"enum", "const", "additionalProperties"})
# They allow and forbid nothing, so that moving them into the description loses nothing.
_TOLD_ANYWAY: Final = frozenset({"title", "default"})
