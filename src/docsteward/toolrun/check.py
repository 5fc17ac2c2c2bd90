"""The checks before a run: arguments, bound values, and whether the URL can be built (SPEC B, C).

Pure: nothing is sent, reserved or remembered here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from docsteward.base.errors import ModelFault
from docsteward.base.values import JsonObject, JsonValue, Page, Visitor
from docsteward.toolspec.binding import bound_values
from docsteward.toolspec.call import Failed, RunCode
from docsteward.toolspec.parameters import ArgumentFault, read_arguments
from docsteward.toolspec.plain import not_in_url
from docsteward.toolspec.tool import Tool


def asked_arguments(tool: Tool, arguments: str | Mapping[str, JsonValue]) -> JsonObject | Failed:
    """Return the checked arguments that a model or a reader gave, or every fault (SPEC B3, B5)."""
    read = read_arguments(arguments) if isinstance(arguments, str) else arguments
    if isinstance(read, ArgumentFault):
        return faulty((read,))
    checked = tool.parameters.check(read)
    return faulty(checked.faults) if checked.faults else checked.args


def all_arguments(
    tool: Tool, asked: JsonObject, visitor: Visitor, page: Page | None
) -> JsonObject | Failed:
    """Return the asked arguments and the bound ones, as the run is given them (SPEC B6).

    A message names a bound parameter and never its value: no model sees one.
    """
    if not tool.bindings:
        return asked
    try:
        bound = bound_values(tool.bindings, visitor, page)
    except ModelFault as fault:
        code: RunCode = "access_denied" if fault.code == "identity_needed" else "binding_missing"
        return Failed(code=code, message=fault.message, args={})
    checked = tool.every_parameter.check({**asked, **bound})
    if not checked.faults:
        return checked.args
    names = ", ".join(sorted({fault.path.split(".")[0] for fault in checked.faults}))
    message = f"What is known here does not fit {names!r}; the tool can't be used now."
    return Failed(code="binding_missing", message=message, args={})


def in_reach(tool: Tool, visitor: Visitor, page: Page | None) -> bool:
    """Say whether everything that a tool binds is there, so that it may be told of (SPEC G4)."""
    try:
        bound_values(tool.bindings, visitor, page)
    except ModelFault:
        return False
    return True


def unfit(fault: ModelFault, tool: Tool) -> Failed:
    """Return the failure of an argument that cannot stand in the URL (SPEC C2).

    A bound one's message holds its value, so it is told without.
    """
    name = str(fault.details.get("path", ""))
    bound = {binding.parameter for binding in tool.bindings}
    if bound and (not name or bound & set(name.split(", "))):
        message = f"What is known here does not fit {name!r}; the tool can't be used now."
        return Failed(code="binding_missing", message=message, args={})
    return Failed(
        code="arguments_invalid",
        message=f"The arguments do not fit, nothing was run:\n{fault.message}",
        args={},
        faults=tuple((one, not_in_url(fault.code)) for one in name.split(", ")),
    )


def faulty(faults: Sequence[ArgumentFault]) -> Failed:
    """Return the failure of arguments with faults, one line for each."""
    lines = "\n".join(fault.message for fault in faults)
    return Failed(
        code="arguments_invalid",
        message=f"The arguments do not fit, nothing was run:\n{lines}",
        args={},
        faults=tuple((fault.path, fault.plain) for fault in faults),
    )
