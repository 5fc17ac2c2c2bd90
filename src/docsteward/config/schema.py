"""The JSON Schema of `docsteward.yml` for editors, made from the tables that check the file.

`python -m docsteward.config.schema` writes it to `docs/docsteward.schema.json`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from docsteward.base.values import JsonObject, JsonValue
from docsteward.config.keys import CONFIG_KEYS
from docsteward.toolspec.keys import Key
from docsteward.toolspec.schema import FORMATS, KEYWORDS, TYPES, Kind
from docsteward.toolspec.tables import OLD_KEYS, SHORT_PARAMETER_KEYS, TOOL_KEYS

DEFAULT_PATH: Final = Path("docs/docsteward.schema.json")

_NOT_BLANK: Final = r"\S"
_TOOL_NAME: Final = "^[a-z][a-z0-9_]{1,39}$"
_PARAMETER_NAME: Final = "^[a-z][a-z0-9_]{0,39}$"
_ANY_NAME: Final = "^[A-Za-z0-9_.-]{1,64}$"
_NAME_KEY: Final = Key(name="name", doc="The tool's name.", required=True, pattern=_TOOL_NAME)
_PARAMETER: Final[JsonObject] = {"$ref": "#/$defs/parameter"}
_PLAIN: Final[list[JsonValue]] = ["string", "number", "boolean"]


def config_schema() -> JsonObject:
    """Return the JSON Schema (2020-12) that accepts the shape of every good file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "docsteward.yml",
        **_map(CONFIG_KEYS),
        "$defs": {"parameter": {"oneOf": [_parameter(kind) for kind in TYPES]}},
    }


def schema_text() -> str:
    """Return the schema as it is committed."""
    return json.dumps(config_schema(), indent=2, ensure_ascii=False) + "\n"


def _map(keys: Sequence[Key]) -> JsonObject:
    schema: JsonObject = {
        "type": "object",
        "properties": {key.name: _key(key) for key in keys},
        "additionalProperties": False,
    }
    if required := [key.name for key in keys if key.required]:
        schema["required"] = list[JsonValue](required)
    return schema


def _key(key: Key) -> JsonObject:
    described = key.doc + (f" Default: {key.default}." if key.default else "")
    return {"description": described, **_shape(key)}


def _shape(key: Key) -> JsonObject:
    special = _special(key)
    if special is not None:
        return special
    if key.choices:
        choices: JsonObject = {"enum": list(key.choices)}
        return {"anyOf": [choices, _map(key.keys)]} if key.keys else choices
    match key.type:
        case "text":
            return _text(key)
        case "integer" | "number":
            return {"type": key.type} | _present(minimum=key.minimum, maximum=key.maximum)
        case "boolean":
            return {"type": "boolean"}
        case "map":
            return _map(key.keys)
        case "list":
            return {"type": "array", **_item("items", key)} | _present(minItems=key.minimum)
        case "named":
            return _named(key)
        case "variants":
            return {"oneOf": [_variant(key.by, name, keys) for name, keys in key.variants]}
        case "free":
            return _parameters()


def _special(key: Key) -> JsonObject | None:
    if key.schema is not None:
        return dict(key.schema)
    if key.keys == TOOL_KEYS:
        return _tool(TOOL_KEYS)
    if key.item is not None and key.item.keys == TOOL_KEYS:
        return {"anyOf": [_named(key), {"type": "array", "items": _tool((_NAME_KEY, *TOOL_KEYS))}]}
    return None


def _named(key: Key) -> JsonObject:
    names: JsonObject = {"pattern": key.pattern or _TOOL_NAME}
    return {"type": "object", "propertyNames": names, **_item("additionalProperties", key)}


def _tool(keys: Sequence[Key]) -> JsonObject:
    older = [key for key in keys if key.name != "run"]
    return {"anyOf": [_map(keys), _map([*older, *OLD_KEYS])]}


def _text(key: Key) -> JsonObject:
    pattern = key.pattern or _NOT_BLANK
    return {"type": "string", "pattern": pattern} | _present(maxLength=key.maximum)


def _present(**bounds: int | None) -> JsonObject:
    return {name: value for name, value in bounds.items() if value is not None}


def _item(word: str, key: Key) -> JsonObject:
    return {} if key.item is None else {word: _key(key.item)}


def _variant(by: str, name: str, keys: Sequence[Key]) -> JsonObject:
    chosen: JsonObject = {"const": name}
    rest = _map(keys)
    properties = rest["properties"]
    required = rest.get("required", [])
    rest["properties"] = {by: chosen, **(properties if isinstance(properties, dict) else {})}
    rest["required"] = [by, *(required if isinstance(required, list) else [])]
    return rest


def _parameters() -> JsonObject:
    names: JsonObject = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
    whole: JsonObject = {
        "type": "object",
        "properties": {
            "type": {"const": "object"},
            "title": {"type": "string"},
            "description": {"type": "string"},
            "properties": {
                "type": "object",
                "propertyNames": {"pattern": _PARAMETER_NAME},
                "additionalProperties": dict(_PARAMETER),
            },
            "required": names,
            "additionalProperties": {"const": False},
        },
        "additionalProperties": False,
    }
    short: JsonObject = {"type": "array", "items": _map(SHORT_PARAMETER_KEYS)}
    return {"anyOf": [whole, short, {"type": "null"}]}


def _parameter(kind: str) -> JsonObject:
    properties: JsonObject = {"type": {"const": kind}}
    for word, (types, wanted) in KEYWORDS.items():
        if kind in types:
            properties[word] = _keyword(wanted)
    return {
        "type": "object",
        "properties": properties,
        "required": ["type", "items"] if kind == "array" else ["type"],
        "additionalProperties": False,
    }


def _keyword(wanted: Kind) -> JsonObject:
    match wanted:
        case "text":
            return {"type": "string", "pattern": _NOT_BLANK}
        case "count":
            return {"type": "integer", "minimum": 0}
        case "number":
            return {"type": "number"}
        case "positive":
            return {"type": "number", "exclusiveMinimum": 0}
        case "format":
            return {"enum": list[JsonValue](FORMATS)}
        case "pattern":
            return {"type": "string", "format": "regex"}
        case "value":
            return {"type": _PLAIN}
        case "values":
            return {"type": "array", "minItems": 1, "items": {"type": _PLAIN}}
        case "json":
            return {"type": [*_PLAIN, "array", "object"]}
        case "flag":
            return {"type": "boolean"}
        case _:
            return _nested(wanted)


def _nested(wanted: Kind) -> JsonObject:
    match wanted:
        case "names":
            return {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
        case "schemas":
            names: JsonObject = {"pattern": _ANY_NAME}
            one = dict(_PARAMETER)
            return {"type": "object", "propertyNames": names, "additionalProperties": one}
        case "open":
            return {"anyOf": [{"type": "boolean"}, dict(_PARAMETER)]}
        case _:
            return dict(_PARAMETER)


def write(path: Path = DEFAULT_PATH) -> None:
    """Write the schema where editors find it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(schema_text(), encoding="utf-8")


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:2]))
