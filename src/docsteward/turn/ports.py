"""What a turn needs of the rooms below it, as Protocols: the index at hand and the tools' door."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Protocol

from docsteward.base.values import JsonObject, Visitor
from docsteward.index.values import Index
from docsteward.toolspec.call import Call, Failed, OpenLink, Outcome, PageReport, Ran, Setting
from docsteward.toolspec.tool import Declaration, Tool

Begun = Callable[[JsonObject], Awaitable[None]]


class Shelf(Protocol):
    """Gives the index that is published now. Raises SiteFault when there is none."""

    def current(self) -> Index: ...


class Runner(Protocol):
    """The one door for running a tool."""

    def tool(self, name: str) -> Tool | None: ...

    def functions(self, visitor: Visitor, *, has_page: bool) -> Sequence[Declaration]: ...

    def actions(self, visitor: Visitor, *, has_page: bool) -> Sequence[Tool]: ...

    def page_tools(self, visitor: Visitor) -> Sequence[Tool]: ...

    def check(self, call: Call, visitor: Visitor, setting: Setting) -> JsonObject | Failed: ...

    async def run(
        self, call: Call, visitor: Visitor, setting: Setting, *, begun: Begun | None = None
    ) -> Outcome: ...

    def link(
        self, tool: Tool, args: JsonObject, visitor: Visitor, setting: Setting
    ) -> OpenLink | None: ...

    @property
    def names(self) -> Collection[str]: ...

    def with_page(self, tools: Sequence[Tool], handlers: Collection[str]) -> Runner: ...

    def receive(self, tool_name: str, args: JsonObject, report: PageReport) -> Ran | Failed: ...
