"""Bound parameters, from what a site wrote (SPEC B6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.binding import SOURCES, Binding, Fixed, Source
from docsteward.toolspec.keys import KeyFault, is_mapping, joined, nearest, shown
from docsteward.toolspec.parameters import Parameters


def bindings_from(
    written: JsonValue, parameters: Parameters
) -> tuple[Binding, ...] | tuple[KeyFault, ...]:
    """Return the bindings of a tool whose `parameters` are all of its own, or every fault."""
    if not is_mapping(written):
        return ()
    faults = [
        fault
        for name, value in written.items()
        for fault in _faults(name, value, parameters, joined("bind", name))
    ]
    return tuple(faults) or tuple(
        Binding(
            parameter=name,
            source=_source(value),
            schema=parameters.properties[name],
            required=name in parameters.required,
        )
        for name, value in written.items()
    )


def without_bound(parameters: Parameters, bindings: tuple[Binding, ...]) -> Parameters:
    """Return the parameters that are left for a model or a reader to fill."""
    bound = {binding.parameter for binding in bindings}
    if not bound:
        return parameters
    schema: JsonObject = {
        **parameters.schema,
        "properties": {
            name: one for name, one in parameters.properties.items() if name not in bound
        },
    }
    required = cast("list[JsonValue]", parameters.schema.get("required", []))
    asked = [name for name in required if name not in bound]
    if asked:
        schema["required"] = asked
    else:
        schema.pop("required", None)
    return Parameters(schema=schema)


def _faults(name: str, value: JsonValue, parameters: Parameters, place: str) -> Iterator[KeyFault]:
    if name not in parameters.properties:
        yield KeyFault(
            key=place,
            message=f"it binds {shown(name)}, which is not a parameter",
            cure=f"add it to 'parameters'; {nearest(name, parameters.names)}",
        )
        return
    if isinstance(value, str) and value.startswith(("visitor.", "page.")):
        if value not in SOURCES:
            message = f"{shown(value)} is not something that the host knows"
            yield KeyFault(key=place, message=message, cure=f"give one of {', '.join(SOURCES)}")
        return
    schema: Mapping[str, JsonValue] = {
        "type": "object",
        "properties": {name: parameters.properties[name]},
        "required": [name],
    }
    checked = Parameters(schema=dict(schema)).check({name: value})
    for fault in checked.faults:
        message = f"the fixed value {shown(value)} does not fit: {fault.message}"
        yield KeyFault(key=place, message=message, cure="give a value that the parameter allows")


def _source(value: JsonValue) -> Source:
    return value if value in SOURCES else Fixed(value=value)
