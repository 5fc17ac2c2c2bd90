"""What a site may write as `parameters`, and its one normal form (SPEC A9, B1, B7)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, cast

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.keys import (
    KeyFault,
    check_keys,
    is_list,
    is_mapping,
    joined,
    shown,
    unknown_keys,
)
from docsteward.toolspec.parameters import Parameters, validator_of
from docsteward.toolspec.tables import SHORT_PARAMETER_KEYS

TYPES: Final = ("string", "number", "integer", "boolean")
FORMATS: Final = ("email", "uri", "date", "date-time", "time", "uuid", "multiline")

_NUMERIC: Final = ("number", "integer")
Kind = Literal["text", "count", "number", "positive", "format", "pattern", "value", "values"]

# Every keyword of a parameter: the types it goes with, and what its value must be.
KEYWORDS: Final[Mapping[str, tuple[tuple[str, ...], Kind]]] = {
    "description": (TYPES, "text"),
    "title": (TYPES, "text"),
    "enum": (TYPES, "values"),
    "const": (TYPES, "value"),
    "default": (TYPES, "value"),
    "format": (("string",), "format"),
    "minLength": (("string",), "count"),
    "maxLength": (("string",), "count"),
    "pattern": (("string",), "pattern"),
    "minimum": (_NUMERIC, "number"),
    "maximum": (_NUMERIC, "number"),
    "exclusiveMinimum": (_NUMERIC, "number"),
    "exclusiveMaximum": (_NUMERIC, "number"),
    "multipleOf": (_NUMERIC, "positive"),
}

_NESTED: Final = frozenset({"object", "array"})
_NESTED_KEYWORDS: Final = frozenset(
    {"items", "minItems", "maxItems", "uniqueItems", "properties", "additionalProperties"}
)
_TOP: Final = ("type", "properties", "required", "additionalProperties", "title", "description")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_PAIRS: Final = (("minLength", "maxLength"), ("minimum", "maximum"))


def parameters_from(raw: JsonValue, place: str = "parameters") -> Parameters | tuple[KeyFault, ...]:
    """Return the parameters that a site wrote, in their normal form, or every fault of them.

    `raw` is a JSON Schema object, the short list of `{name, description, required}` (SPEC A9),
    or None for a tool without parameters.
    """
    schema: JsonValue = {} if raw is None else raw
    if is_list(schema):
        return _from_list(schema, place)
    if not is_mapping(schema):
        cure = "write a JSON Schema object with 'properties', or a list of {name, description}"
        return (KeyFault(key=place, message=f"{shown(raw)} describes no parameters", cure=cure),)
    faults = tuple(_object_faults(schema, place))
    return faults or Parameters(schema=_normal(schema))


def _from_list(entries: Sequence[JsonValue], place: str) -> Parameters | tuple[KeyFault, ...]:
    faults: list[KeyFault] = []
    properties: JsonObject = {}
    required: list[JsonValue] = []
    for at, entry in enumerate(entries):
        here = joined(place, at)
        if not is_mapping(entry):
            cure = "write {name: ..., description: ...}"
            faults.append(KeyFault(key=here, message=f"{shown(entry)} names nothing", cure=cure))
            continue
        faults.extend(check_keys(entry, SHORT_PARAMETER_KEYS, here))
        name = entry.get("name")
        if not isinstance(name, str):
            continue
        faults.extend(_name_faults(name, joined(here, "name")))
        if name in properties:
            faults.append(
                KeyFault(
                    key=joined(here, "name"),
                    message=f"the parameter {name!r} is there twice",
                    cure="give each parameter its own name",
                )
            )
        properties[name] = {"type": "string"} | {
            word: entry[word] for word in ("description",) if word in entry
        }
        if entry.get("required") is True:
            required.append(name)
    return tuple(faults) or Parameters(
        schema=_normal({"properties": properties, "required": required})
    )


def _normal(schema: Mapping[str, JsonValue]) -> JsonObject:
    properties = cast("Mapping[str, Mapping[str, JsonValue]]", schema.get("properties") or {})
    normal: JsonObject = {
        "type": "object",
        "properties": {name: dict(one) for name, one in properties.items()},
        "additionalProperties": False,
    }
    if required := schema.get("required"):
        normal["required"] = list(cast("Sequence[JsonValue]", required))
    return normal


def _object_faults(schema: Mapping[str, JsonValue], place: str) -> Iterator[KeyFault]:
    yield from unknown_keys(schema, _TOP, place)
    if schema.get("type", "object") != "object":
        yield KeyFault(
            key=joined(place, "type"),
            message=f"the type of parameters is 'object', not {shown(schema['type'])}",
            cure="write 'type: object' and put the parameters under 'properties'",
        )
    if schema.get("additionalProperties", False) is not False:
        yield KeyFault(
            key=joined(place, "additionalProperties"),
            message="arguments that no parameter names are always refused",
            cure="take the key out, and add a parameter for each value you need",
        )
    properties = schema.get("properties", {})
    here = joined(place, "properties")
    if not is_mapping(properties):
        cure = "write 'name: {type: ..., description: ...}' for each parameter"
        yield KeyFault(key=here, message=f"{shown(properties)} is no group of keys", cure=cure)
        return
    for name, one in properties.items():
        yield from _name_faults(name, joined(here, name))
        yield from _property_faults(one, joined(here, name))
    yield from _required_faults(schema.get("required", []), properties, joined(place, "required"))


def _required_faults(
    required: JsonValue, properties: Mapping[str, JsonValue], place: str
) -> Iterator[KeyFault]:
    if not is_list(required):
        cure = "write a list of parameter names, such as [plan]"
        yield KeyFault(key=place, message=f"{shown(required)} is no list of names", cure=cure)
        return
    for at, name in enumerate(required):
        if not isinstance(name, str) or name not in properties:
            close = difflib.get_close_matches(str(name)[:60], list(properties), n=1)
            cure = f"did you mean {close[0]!r}?" if close else "add it to 'properties'"
            yield KeyFault(
                key=joined(place, at), message=f"{shown(name)} is not a parameter", cure=cure
            )
        elif name in required[:at]:
            yield KeyFault(
                key=joined(place, at), message=f"{name!r} is listed twice", cure="list it once"
            )


def _name_faults(name: str, place: str) -> Iterator[KeyFault]:
    if not _NAME.fullmatch(name):
        yield KeyFault(
            key=place,
            message=f"{shown(name)} can't name a parameter",
            cure="use lower-case letters, digits and underscores, at most 40, a letter first",
        )


def _property_faults(raw: JsonValue, place: str) -> Iterator[KeyFault]:
    if not is_mapping(raw):
        cure = "write {type: string, description: ...}"
        yield KeyFault(key=place, message=f"{shown(raw)} describes no parameter", cure=cure)
        return
    kind = raw.get("type")
    if not isinstance(kind, str) or kind not in TYPES:
        yield _type_fault(raw, joined(place, "type"))
        return
    before = list(_keyword_faults(raw, kind, place))
    yield from before
    if not before:
        yield from _contradictions(raw, place)


def _type_fault(raw: Mapping[str, JsonValue], place: str) -> KeyFault:
    kind = raw.get("type")
    if isinstance(kind, str) and kind in _NESTED:
        message = f"a parameter of type {kind!r} is not supported by this version"
        cure = "use flat parameters, one for each value"
    elif is_list(kind):
        message = f"a parameter has one type, not {shown(list(kind))}"
        cure = "write one type, and leave an optional parameter out of 'required'"
    elif kind is None:
        message, cure = "'type' is missing", f"give one of {', '.join(TYPES)}"
    else:
        close = difflib.get_close_matches(str(kind)[:60], TYPES, n=1, cutoff=0.5)
        message = f"{shown(kind)} is not a type"
        cure = f"did you mean {close[0]!r}?" if close else f"give one of {', '.join(TYPES)}"
    return KeyFault(key=place, message=message, cure=cure)


def _keyword_faults(raw: Mapping[str, JsonValue], kind: str, place: str) -> Iterator[KeyFault]:
    for word, value in raw.items():
        if word == "type":
            continue
        here = joined(place, word)
        if word not in KEYWORDS:
            yield _unknown_keyword(word, here)
            continue
        types, wanted = KEYWORDS[word]
        if kind not in types:
            yield KeyFault(
                key=here,
                message=f"{word!r} goes with {' and '.join(types)}, not with {kind!r}",
                cure="take it out, or change the type",
            )
        elif wrong := _value_fault(value, wanted):
            yield KeyFault(key=here, message=f"{word!r} is {shown(value)}", cure=wrong)


def _unknown_keyword(word: str, place: str) -> KeyFault:
    message = f"the keyword {word!r} is not one that parameters may use"
    if word == "required":
        cure = "list the parameter's name under 'parameters.required'"
    elif word in _NESTED_KEYWORDS:
        message, cure = f"{word!r} is for nested values", "use flat parameters in this version"
    else:
        close = difflib.get_close_matches(word[:60], KEYWORDS, n=1, cutoff=0.7)
        cure = f"did you mean {close[0]!r}?" if close else f"use any of {', '.join(KEYWORDS)}"
    return KeyFault(key=place, message=message, cure=cure)


def _value_fault(value: JsonValue, wanted: Kind) -> str | None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    match wanted:
        case "text":
            return None if isinstance(value, str) and value.strip() else "write it as text"
        case "count":
            whole = isinstance(value, int) and number and 0 <= value <= 1_000_000
            return None if whole else "give a whole number, 0 or more"
        case "number":
            return None if number else "give a number"
        case "positive":
            return None if number and cast("float", value) > 0 else "give a number above 0"
        case "format":
            return None if value in FORMATS else f"give one of {', '.join(FORMATS)}"
        case "pattern":
            return _pattern_fault(value)
        case "values":
            good = is_list(value) and value and all(_is_plain(one) for one in value)
            return None if good else "give a list of values, such as [free, pro]"
        case "value":
            return None if _is_plain(value) else "give one plain value"


def _is_plain(value: JsonValue) -> bool:
    return isinstance(value, str | int | float | bool)


def _pattern_fault(value: JsonValue) -> str | None:
    if not isinstance(value, str) or len(value) > 1000:
        return "give a regular expression of at most 1000 characters, as text"
    try:
        validator_of({"type": "string", "pattern": value})
    except ValueError:
        return "it is no regular expression; mend it (brackets? a single backslash in quotes?)"
    return None


def _contradictions(raw: Mapping[str, JsonValue], place: str) -> Iterator[KeyFault]:
    for low, high in _PAIRS:
        bottom, top = raw.get(low), raw.get(high)
        if isinstance(bottom, int | float) and isinstance(top, int | float) and bottom > top:
            yield KeyFault(
                key=joined(place, low),
                message=f"{low} {bottom} is above {high} {top}",
                cure="swap or mend them",
            )
    values = raw.get("enum")
    if is_list(values):
        yield from _enum_faults(values, raw, joined(place, "enum"))
    for word in ("const", "default"):
        rest = {key: value for key, value in raw.items() if key != word}
        if word in raw and not validator_of(rest).is_valid(raw[word]):
            yield KeyFault(
                key=joined(place, word),
                message=f"the {word} {shown(raw[word])} breaks the parameter's own rules",
                cure="give a value that the other keywords allow",
            )


def _enum_faults(
    values: Sequence[JsonValue], raw: Mapping[str, JsonValue], place: str
) -> Iterator[KeyFault]:
    others = validator_of({word: raw[word] for word in raw if word not in {"enum", "default"}})
    seen: list[JsonValue] = []
    for at, value in enumerate(values):
        if not others.is_valid(value):
            cure = f'put it in quotes: "{value}"' if raw.get("type") == "string" else "mend it"
            yield KeyFault(
                key=joined(place, at),
                message=f"{shown(value)} breaks the parameter's own rules",
                cure=cure,
            )
        if value in seen:
            yield KeyFault(
                key=joined(place, at), message=f"{shown(value)} is there twice", cure="keep one"
            )
        seen.append(value)
