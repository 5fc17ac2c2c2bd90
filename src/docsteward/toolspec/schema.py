"""What a site may write as `parameters`, and its one normal form (SPEC A9, B1, B7, N3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

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
from docsteward.toolspec.keywords import (
    FORMATS,
    FREE_NAME,
    KEYWORDS,
    TEMPLATE_NAME,
    TYPES,
    Kind,
)
from docsteward.toolspec.nodes import node_faults, normal_node, required_faults, size_faults
from docsteward.toolspec.parameters import Parameters
from docsteward.toolspec.tables import SHORT_PARAMETER_KEYS

__all__ = ["FORMATS", "KEYWORDS", "TYPES", "Kind", "parameters_from"]

_TOP = ("type", "properties", "required", "additionalProperties", "title", "description")


def parameters_from(
    raw: JsonValue, place: str = "parameters", *, own_spelling: bool = False
) -> Parameters | tuple[KeyFault, ...]:
    """Return the parameters that a site wrote, in their normal form, or every fault of them.

    `raw` is a JSON Schema object, the short list of `{name, description, required}` (SPEC A9),
    or None for a tool without parameters. `own_spelling` lets names be spelled as a page or a
    Python function spells them (SPEC B7).
    """
    schema: JsonValue = {} if raw is None else raw
    if is_list(schema):
        return _from_list(schema, place)
    if not is_mapping(schema):
        cure = "write a JSON Schema object with 'properties', or a list of {name, description}"
        return (KeyFault(key=place, message=f"{shown(raw)} describes no parameters", cure=cure),)
    faults = tuple(_object_faults(schema, place, own_spelling=own_spelling))
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
        faults.extend(_name_faults(name, joined(here, "name"), own_spelling=False))
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
        "properties": {name: normal_node(one) for name, one in properties.items()},
        "additionalProperties": False,
    }
    if required := schema.get("required"):
        normal["required"] = list(cast("Sequence[JsonValue]", required))
    return normal


def _object_faults(
    schema: Mapping[str, JsonValue], place: str, *, own_spelling: bool
) -> Iterator[KeyFault]:
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
    yield from size_faults(properties, here)
    for name, one in properties.items():
        yield from _name_faults(name, joined(here, name), own_spelling=own_spelling)
        yield from node_faults(one, joined(here, name))
    yield from required_faults(schema.get("required", []), properties, joined(place, "required"))


def _name_faults(name: str, place: str, *, own_spelling: bool) -> Iterator[KeyFault]:
    allowed = FREE_NAME if own_spelling else TEMPLATE_NAME
    if not allowed.fullmatch(name):
        cure = (
            "use 1 to 64 letters, digits and any of _ . -"
            if own_spelling
            else "use lower-case letters, digits and underscores, at most 40, a letter first"
        )
        yield KeyFault(key=place, message=f"{shown(name)} can't name a parameter", cure=cure)
