"""The one door for running a tool, whoever asks: a model in a turn or a reader's press.

Kind, access, arguments, the turn's memory and the time limit are looked after here and nowhere
else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from docsteward.base.errors import ModelFault
from docsteward.base.values import JsonObject, JsonValue, Visitor, reaches
from docsteward.toolrun.page import build_link, page_request, reported
from docsteward.toolrun.server_fetch import HttpDoor, fetch_from_server
from docsteward.toolspec.call import (
    Call,
    Failed,
    NeedsPage,
    OpenLink,
    Outcome,
    PageReport,
    Ran,
    Repeated,
    RunCode,
    Setting,
    memo_key,
)
from docsteward.toolspec.parameters import ArgumentFault, read_arguments
from docsteward.toolspec.tool import Declaration, EventRun, FetchRun, HrefRun, Tool

RUN_SECONDS = 10  # SPEC D4: for every run, wherever it happens.


class ToolRunner:
    """Runs the site's tools; see the module's own words."""

    def __init__(
        self, tools: Mapping[str, Tool], http: HttpDoor, *, run_seconds: float = RUN_SECONDS
    ) -> None:
        self._tools = {name: tool for name, tool in tools.items() if tool.enabled}
        self._http = http
        self._run_seconds = run_seconds

    def tool(self, name: str) -> Tool | None:
        """Return an enabled tool by its name."""
        return self._tools.get(name)

    def functions(self, visitor: Visitor, *, has_page: bool) -> Sequence[Declaration]:
        """Return the functions that a model may be told of for this visitor, here (SPEC G3)."""
        return [
            tool.declaration()
            for tool in self._tools.values()
            if not tool.is_action and self._available(tool, visitor, has_page=has_page)
        ]

    def actions(self, visitor: Visitor, *, has_page: bool) -> Sequence[Tool]:
        """Return the actions that may be offered to this visitor, here."""
        return [
            tool
            for tool in self._tools.values()
            if tool.is_action and self._available(tool, visitor, has_page=has_page)
        ]

    def page_tools(self, visitor: Visitor) -> Sequence[Tool]:
        """Return the tools at this visitor's level that only a page can carry out (SPEC D2)."""
        return [
            tool
            for tool in self._tools.values()
            if tool.runs_in_page and reaches(visitor.level, tool.access)
        ]

    def _available(self, tool: Tool, visitor: Visitor, *, has_page: bool) -> bool:
        return reaches(visitor.level, tool.access) and (has_page or not tool.runs_in_page)

    def check(self, call: Call, visitor: Visitor, setting: Setting) -> JsonObject | Failed:
        """Return the arguments that a call may run with, or why it may not run; nothing is run."""
        tool = self._tools.get(call.tool)
        if tool is None:
            return _failed("tool_unknown", f"There is no tool named {call.tool!r}.")
        refusal = self._refusal(tool, call, visitor, setting)
        return refusal or _checked_arguments(tool, call.arguments)

    async def run(self, call: Call, visitor: Visitor, setting: Setting) -> Outcome:
        """Check a call and run it, or hand back the exact request for the reader's page.

        Never raises for what a model, a reader or an endpoint did: that is a Failed outcome.
        """
        checked = self.check(call, visitor, setting)
        if isinstance(checked, Failed):
            return checked
        tool = self._tools[call.tool]
        key = memo_key(tool.name, checked)
        first = setting.memo.get(key)
        if first is not None and not tool.is_action:
            return Repeated(args=checked, call=first)
        setting.memo[key] = call.id
        outcome = await self._run_in_time(tool, call, checked, setting)
        if isinstance(outcome, Failed):
            setting.memo.pop(key, None)
        return outcome

    async def _run_in_time(
        self, tool: Tool, call: Call, checked: JsonObject, setting: Setting
    ) -> Outcome:
        try:
            async with asyncio.timeout(self._run_seconds):
                return await self._dispatch(tool, call, checked, setting)
        except TimeoutError:
            seconds = f"{self._run_seconds:g}"
            late = _failed("timeout", f"{tool.title} gave no answer within {seconds} seconds.")
            return replace(late, args=checked, sent=True)

    def link(self, tool: Tool, args: JsonObject, setting: Setting) -> OpenLink | None:
        """Build the link of an action that opens one; nothing for any other.

        Raises ModelFault where an argument cannot stand in the URL.
        """
        return build_link(tool, args, setting) if isinstance(tool.run, HrefRun) else None

    def receive(self, tool_name: str, args: JsonObject, report: PageReport) -> Ran | Failed:
        """Read what the reader's page reported for a call that went through `run` before."""
        tool = self._tools.get(tool_name)
        if tool is None:
            return _failed("tool_unknown", f"The tool {tool_name!r} is gone.", args=args)
        return reported(tool, args, report)

    def _refusal(self, tool: Tool, call: Call, visitor: Visitor, setting: Setting) -> Failed | None:
        if not reaches(visitor.level, tool.access):
            return _failed(
                "access_denied",
                f"{tool.title} is out of this reader's reach. Tell the reader to sign in with "
                "sufficient permissions and to reopen the chat.",
            )
        if tool.is_action and not call.pressed:
            return _failed(
                "tool_is_action",
                f"{tool.name} is an action: you cannot run it, only offer it with your answer.",
            )
        if call.pressed and not tool.is_action:
            return _failed("tool_is_function", f"{tool.title} is not an action.")
        if tool.runs_in_page and setting.page is None:
            return _failed("needs_page", f"{tool.title} runs only in a page of the site.")
        return None

    async def _dispatch(
        self, tool: Tool, call: Call, args: JsonObject, setting: Setting
    ) -> Outcome:
        """Run a checked call in its own way; a new way of running is one more line here."""
        if isinstance(tool.run, FetchRun) and not tool.run.url.is_relative:
            return await fetch_from_server(self._http, tool, call, args, setting)
        return NeedsPage(args=args, request=page_request(tool, call, args, setting))


def _checked_arguments(tool: Tool, arguments: str | Mapping[str, JsonValue]) -> JsonObject | Failed:
    read = read_arguments(arguments) if isinstance(arguments, str) else arguments
    if isinstance(read, ArgumentFault):
        return _faulty((read,))
    checked = tool.parameters.check(read)
    if checked.faults:
        return _faulty(checked.faults)
    return _unfit_for_url(tool, checked.args) or checked.args


def _unfit_for_url(tool: Tool, args: JsonObject) -> Failed | None:
    """Find out before anything is reserved or sent whether the URL can be built (SPEC C2)."""
    if isinstance(tool.run, EventRun):
        return None
    try:
        tool.run.url.fill(args)
    except ModelFault as fault:
        name = str(fault.details.get("path", ""))
        return Failed(
            code="arguments_invalid",
            message=f"The arguments do not fit, nothing was run:\n{fault.message}",
            args={},
            faults=((name, fault.message),),
        )
    return None


def _faulty(faults: Sequence[ArgumentFault]) -> Failed:
    lines = "\n".join(fault.message for fault in faults)
    return Failed(
        code="arguments_invalid",
        message=f"The arguments do not fit, nothing was run:\n{lines}",
        args={},
        faults=tuple((fault.path, fault.message) for fault in faults),
    )


def _failed(code: RunCode, message: str, *, args: JsonObject | None = None) -> Failed:
    return Failed(code=code, message=message, args=args or {})
