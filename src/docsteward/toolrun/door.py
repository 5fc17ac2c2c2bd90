"""The one door for running a tool, whoever asks: a model in a turn or a reader's press.

Kind, access, arguments, approval, the turn's memory and the time limit are looked after here and
nowhere else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from docsteward.base.errors import ModelFault
from docsteward.base.values import JsonObject, Page, Visitor, reaches
from docsteward.toolrun.check import all_arguments, asked_arguments, in_reach, unfit
from docsteward.toolrun.egress import needs_leave
from docsteward.toolrun.link import share_link
from docsteward.toolrun.page import build_link, handler_request, reported
from docsteward.toolrun.prepare import CallPython, Prepared, ServerFetch, ShareLink, prepare
from docsteward.toolrun.python import run_python
from docsteward.toolrun.reply import LONGEST_OTHER
from docsteward.toolrun.secrets import Secrets
from docsteward.toolrun.server_fetch import HttpDoor, fetch_from_server
from docsteward.toolspec.call import (
    Call,
    Failed,
    NeedsApproval,
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
from docsteward.toolspec.context import ToolContext
from docsteward.toolspec.pythontools import PythonCall
from docsteward.toolspec.runs import FetchRun, HrefRun, LinkRun
from docsteward.toolspec.tool import Approval, BrowserRun, Declaration, Tool
from docsteward.urls.origin import Origin

RUN_SECONDS = 10  # SPEC D4: for every run, wherever it happens.
# A page's values are looked at when it is there; whether a tool is told of asks only that.
_SOME_PAGE = Page(url="https://page.invalid/", title="page")

Begun = Callable[[JsonObject], Awaitable[None]]


@dataclass(frozen=True, kw_only=True)
class Means:
    """What runs are carried out with.

    `functions` are the site's own, by their `module:function`; `origins` its allowed origins.
    """

    http: HttpDoor
    secrets: Secrets = field(default_factory=Secrets)
    functions: Mapping[str, PythonCall] = field(default_factory=dict[str, PythonCall])
    origins: Collection[Origin] = ()
    run_seconds: float = RUN_SECONDS


@dataclass(frozen=True, kw_only=True)
class _Ready:
    """A call that stood every check: the arguments asked, and all that the run is given."""

    tool: Tool
    asked: JsonObject
    given: JsonObject
    plan: Prepared


class ToolRunner:
    """Runs the site's tools; see the module's own words.

    `handlers` are the tools for which the reader's page has a handler of its own.
    """

    def __init__(
        self, tools: Mapping[str, Tool], means: Means, *, handlers: Collection[str] = ()
    ) -> None:
        self._all = tools
        self._tools = {name: tool for name, tool in tools.items() if tool.enabled}
        self._means = means
        self._handlers = handlers

    @property
    def names(self) -> Collection[str]:
        """The names of all tools, those that are switched off among them."""
        return self._all.keys()

    def with_page(self, tools: Sequence[Tool], handlers: Collection[str]) -> ToolRunner:
        """Return the door for one turn: the site's tools, and what its page brought (SPEC D1).

        A page's tool never takes the place of one that is here.
        """
        brought = {tool.name: tool for tool in tools if tool.name not in self._all}
        runs = {*handlers, *brought}
        return ToolRunner({**self._all, **brought}, self._means, handlers=runs)

    def tool(self, name: str) -> Tool | None:
        """Return an enabled tool by its name."""
        return self._tools.get(name)

    def functions(self, visitor: Visitor, *, has_page: bool) -> Sequence[Declaration]:
        """Return what a model may call for this visitor, here: functions and approvals (SPEC G3).

        One that only a page's own handler runs is none, where the page has no such handler.
        """
        return [
            tool.declaration()
            for tool in self._tools.values()
            if not tool.is_action
            and self._has_its_handler(tool)
            and self._available(tool, visitor, has_page=has_page)
        ]

    def actions(self, visitor: Visitor, *, has_page: bool) -> Sequence[Tool]:
        """Return the actions that may be offered to this visitor, here."""
        return [
            tool
            for tool in self._tools.values()
            if tool.is_action
            and self._has_its_handler(tool)
            and self._available(tool, visitor, has_page=has_page)
        ]

    def page_tools(self, visitor: Visitor) -> Sequence[Tool]:
        """Return the tools at this visitor's level that only a page can carry out (SPEC D2)."""
        return [
            tool
            for tool in self._tools.values()
            if tool.runs_in_page and self._available(tool, visitor, has_page=True)
        ]

    def _has_its_handler(self, tool: Tool) -> bool:
        return tool.name in self._handlers or not isinstance(tool.run, BrowserRun)

    def _stands_in(self, tool: Tool) -> bool:
        """Say whether the page's handler takes the place of the tool's own run (SPEC D1)."""
        return tool.runs_in_page and tool.name in self._handlers

    def _available(self, tool: Tool, visitor: Visitor, *, has_page: bool) -> bool:
        page = _SOME_PAGE if has_page else None
        return (
            reaches(visitor.level, tool.access)
            and (has_page or not tool.runs_in_page)
            and in_reach(tool, visitor, page)
        )

    def check(self, call: Call, visitor: Visitor, setting: Setting) -> JsonObject | Failed:
        """Return the arguments that a call may run with, or why it may not run; nothing is run.

        Bound arguments are checked too and are none of those returned (SPEC B6).
        """
        ready = self._ready(call, visitor, setting)
        return ready if isinstance(ready, Failed) else ready.asked

    def plan(self, call: Call, visitor: Visitor, setting: Setting) -> Prepared | Failed:
        """Return what exactly a call would do, or why it may not; nothing is sent.

        Secrets are not in it, only their names.
        """
        ready = self._ready(call, visitor, setting)
        return ready if isinstance(ready, Failed) else ready.plan

    async def run(
        self, call: Call, visitor: Visitor, setting: Setting, *, begun: Begun | None = None
    ) -> Outcome:
        """Check a call and run it, or hand back the exact request for the reader's page.

        `begun` is awaited with the checked arguments right before something is really run.
        Never raises for what a model, a reader or an endpoint did: that is a Failed outcome.
        """
        ready = self._ready(call, visitor, setting)
        if isinstance(ready, Failed):
            return ready
        key = memo_key(ready.tool.name, ready.asked)
        reads = ready.tool.kind == "function"
        first = setting.memo.get(key)
        if first is not None and reads:
            return Repeated(args=ready.asked, call=first)
        if not (call.pressed or call.approved or self._has_its_handler(ready.tool)):
            title = ready.tool.title
            return _failed("no_handler", f"{title} has no handler in the reader's page.")
        approval = self._approval(call, ready, setting)
        if approval is not None:
            return NeedsApproval(args=ready.asked, approval=approval)
        if reads:
            setting.memo[key] = call.id
        if begun is not None:
            await begun(ready.asked)
        outcome = await self._run_in_time(ready, visitor, setting)
        if isinstance(outcome, Ran | Failed):
            outcome = replace(self._means.secrets.strike_outcome(outcome), args=ready.asked)
        self._remember(key, outcome, setting, reads=reads)
        return outcome

    def _remember(self, key: str, outcome: Outcome, setting: Setting, *, reads: bool) -> None:
        """Forget what failed, and everything once something was written (SPEC D8)."""
        failed = isinstance(outcome, Failed)
        if reads and failed:
            setting.memo.pop(key, None)
        if not reads and (not failed or outcome.sent):
            setting.memo.clear()

    async def _run_in_time(self, ready: _Ready, visitor: Visitor, setting: Setting) -> Outcome:
        limit = self._means.run_seconds
        try:
            async with asyncio.timeout(limit):
                return await self._dispatch(ready, visitor, setting)
        except TimeoutError:
            title = ready.tool.title
            late = _failed("timeout", f"{title} gave no answer within {limit:g} seconds.")
            return replace(late, sent=True)

    def link(
        self, tool: Tool, args: JsonObject, visitor: Visitor, setting: Setting
    ) -> OpenLink | None:
        """Build the link of an action that opens one; nothing for any other.

        Nothing either where the page's own handler stands in for it. Raises ModelFault where an
        argument cannot stand in the URL or a bound one is not there.
        """
        if not isinstance(tool.run, HrefRun) or self._stands_in(tool):
            return None
        given = all_arguments(tool, args, visitor, setting.page)
        if isinstance(given, Failed):
            raise ModelFault(given.code, given.message)
        return build_link(tool.run.url, given, setting)

    def receive(self, tool_name: str, args: JsonObject, report: PageReport) -> Ran | Failed:
        """Read what the reader's page reported for a call that went through `run` before."""
        tool = self._tools.get(tool_name)
        if tool is None:
            return replace(_failed("tool_unknown", f"The tool {tool_name!r} is gone."), args=args)
        secrets = self._means.secrets
        reading = secrets.reading(tool, LONGEST_OTHER)
        return secrets.strike_outcome(reported(tool, args, report, reading))

    def strike(self, text: str) -> str:
        """Return a text without any of the site's secrets."""
        return self._means.secrets.strike(text, cut=True)

    def _ready(self, call: Call, visitor: Visitor, setting: Setting) -> _Ready | Failed:
        tool = self._tools.get(call.tool)
        if tool is None:
            return _failed("tool_unknown", f"There is no tool named {call.tool!r}.")
        refusal = _refusal(tool, call, visitor, setting)
        if refusal is not None:
            return refusal
        asked = asked_arguments(tool, call.arguments)
        if isinstance(asked, Failed):
            return asked
        given = all_arguments(tool, asked, visitor, setting.page)
        if isinstance(given, Failed):
            return given
        try:
            plan = self._planned(tool, call, given, setting, visitor)
        except ModelFault as fault:
            return unfit(fault, tool)
        if isinstance(plan, ServerFetch):
            try:
                self._means.secrets.headers(plan.headers, plan.url)
            except ModelFault as fault:
                return _failed("secret_refused", fault.message)
        return _Ready(tool=tool, asked=asked, given=given, plan=plan)

    def _planned(
        self, tool: Tool, call: Call, given: JsonObject, setting: Setting, visitor: Visitor
    ) -> Prepared:
        if self._stands_in(tool):
            return handler_request(tool, given, setting)
        return prepare(tool, call, given, setting, visitor=visitor, origins=self._means.origins)

    def _approval(self, call: Call, ready: _Ready, setting: Setting) -> Approval | None:
        """Return what the reader must be asked before this call runs, if anything."""
        if call.approved or call.pressed:
            return None
        if ready.tool.approval is not None:
            return ready.tool.approval
        if not setting.private_from or not isinstance(ready.plan, ServerFetch | ShareLink):
            return None
        target = Origin.of_url(ready.plan.url)
        private = {self._origin_of(name) for name in setting.private_from}
        leave = needs_leave(
            target,
            ready.asked,
            question=setting.question,
            private=private,
            own=self._means.origins,
        )
        if not leave:
            return None
        return Approval(ask=f"May the assistant send what you asked for to {target.host}?")

    def _origin_of(self, name: str) -> Origin | None:
        tool = self._tools.get(name)
        run = tool.run if tool else None
        return run.url.origin if isinstance(run, FetchRun | LinkRun) else None

    async def _dispatch(self, ready: _Ready, visitor: Visitor, setting: Setting) -> Outcome:
        """Run a checked call in its own way; a new way of running is one more case here."""
        means, tool = self._means, ready.tool
        match ready.plan:
            case ServerFetch() as fetch:
                return await fetch_from_server(means.http, fetch, tool, means.secrets)
            case ShareLink() as link:
                return share_link(link, tool, ready.asked)
            case CallPython(target=target):
                return await self._python(target, ready, visitor, setting)
            case request:
                return NeedsPage(args=ready.asked, request=request)

    async def _python(
        self, target: str, ready: _Ready, visitor: Visitor, setting: Setting
    ) -> Ran | Failed:
        means, tool = self._means, ready.tool
        function = means.functions.get(target)
        if function is None:
            return _failed("failed", f"{tool.title} is not at hand; the site's owner must mend it.")
        context = ToolContext(
            question=setting.question, page=setting.page, visitor=visitor, http=means.http
        )
        reading = means.secrets.reading(tool, LONGEST_OTHER)
        outcome = await run_python(function, tool, ready.given, context, reading)
        if isinstance(outcome, Ran):
            # By the asked arguments alone: a bound value would show wherever this is cited.
            return replace(outcome, document=memo_key(tool.name, ready.asked))
        return outcome


def _refusal(tool: Tool, call: Call, visitor: Visitor, setting: Setting) -> Failed | None:
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


def _failed(code: RunCode, message: str) -> Failed:
    return Failed(code=code, message=message, args={})
