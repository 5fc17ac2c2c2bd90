"""What a provider gets to see of a tool's parameters (SPEC B2)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final, cast

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.tool import Declaration

# Formats that the strict mode of OpenAI's structured outputs knows.
_STRICT_FORMATS: Final = frozenset({"email", "date", "date-time", "time", "uuid"})
_KEPT: Final = (
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
)
# Look-around and back-references exist in our check and not in a provider's grammar.
_BEYOND_REGULAR: Final = re.compile(r"\(\?(?!:)|\\[1-9]|\\k")


def openai_strict(declaration: Declaration) -> JsonObject:
    """Return the parameters as a strict OpenAI function schema (SPEC B2).

    Every property is required, an optional one nullable, nothing else is allowed. Keywords that
    strict mode refuses are told in the property's description; they are enforced by our own
    check all the same.
    """
    required = cast("list[str]", declaration.schema.get("required", []))
    properties: JsonObject = {
        name: _strict_property(schema, optional=name not in required)
        for name, schema in _properties(declaration).items()
    }
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def as_written(declaration: Declaration) -> JsonObject:
    """Return the parameters as the author wrote them, `properties` always there (fault B018)."""
    return {"type": "object", "properties": {}} | cast(
        "JsonObject", json.loads(json.dumps(declaration.schema))
    )


def _properties(declaration: Declaration) -> Mapping[str, JsonObject]:
    return cast("Mapping[str, JsonObject]", declaration.schema.get("properties", {}))


def _strict_property(schema: JsonObject, *, optional: bool) -> JsonObject:
    kind = schema["type"]
    strict: JsonObject = {"type": [kind, "null"] if optional else kind}
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    if isinstance(values, list):
        strict["enum"] = [*values, None] if optional else list(values)
    for word in _KEPT:
        if word in schema:
            strict[word] = schema[word]
    if schema.get("format") in _STRICT_FORMATS:
        strict["format"] = schema["format"]
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and not _BEYOND_REGULAR.search(pattern):
        strict["pattern"] = pattern
    description = _description(schema, strict)
    return {**strict, "description": description} if description else strict


def _description(schema: JsonObject, strict: JsonObject) -> str:
    told = [text for text in (schema.get("description"), _told(schema, strict)) if text]
    return " ".join(str(text) for text in told)


def _told(schema: JsonObject, strict: JsonObject) -> str:
    notes: list[str] = []
    low, high = schema.get("minLength"), schema.get("maxLength")
    if low is not None and high is not None:
        notes.append(f"{low} to {high} characters")
    elif low is not None:
        notes.append(f"at least {low} characters")
    elif high is not None:
        notes.append(f"at most {high} characters")
    if "format" in schema and "format" not in strict:
        notes.append("may have several lines" if schema["format"] == "multiline" else "a whole URI")
    if "pattern" in schema and "pattern" not in strict:
        notes.append(f"matches the pattern {schema['pattern']}")
    if "default" in schema:
        notes.append(f"default: {_json(schema['default'])}")
    if "title" in schema:
        notes.append(f"called {_json(schema['title'])}")
    return f"({'; '.join(notes)})" if notes else ""


def _json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)
