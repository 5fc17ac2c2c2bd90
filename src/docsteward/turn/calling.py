"""A reply's calls: dispatched together, each stored with what came of it or what it waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from docsteward.base.clock import Clock
from docsteward.base.ids import new_id
from docsteward.base.values import JsonObject
from docsteward.index.values import Index
from docsteward.llm.model import ModelCall
from docsteward.storage.records import CallRecord
from docsteward.toolspec.call import (
    Call,
    Failed,
    FetchInPage,
    NeedsApproval,
    NeedsPage,
    Repeated,
    RunHandler,
    Setting,
    memo_key,
)
from docsteward.toolspec.form import argument_rows
from docsteward.toolspec.parameters import ArgumentFault, read_arguments
from docsteward.toolspec.tool import Tool
from docsteward.turn import words
from docsteward.turn.builtins import BUILTINS, run_builtin
from docsteward.turn.events import ApprovalAsked, PageAsked, StatusChanged, ToolCalled, ToolReturned
from docsteward.turn.outcomes import Outcome, failed, record_of
from docsteward.turn.state import TurnState

_FREE = ("repeated", "budget")  # Nothing was done for these calls.
MOST_SAME_FAILURES = 2  # The third time the same call fails in the same way is not tried (B149).


class Calling:
    """Carries out the calls of one reply."""

    def __init__(self, clock: Clock, *, max_steps: int, approvals_last: timedelta) -> None:
        self._clock = clock
        self._max_steps = max_steps
        self._approvals_last = approvals_last

    async def dispatch(self, state: TurnState, calls: Sequence[ModelCall], index: Index) -> bool:
        """Run what can be run now; say whether the turn must wait for the reader or their page."""
        left = self._max_steps - state.steps_used
        setting = Setting(
            question=state.question,
            page=state.page,
            memo=state.memo,
            private_from=frozenset(state.private_from),
        )
        # As one group: when one breaks, the others do not run on behind a turn that has ended.
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(self._one(state, call, index, setting, spent=n >= left))
                for n, call in enumerate(calls)
            ]
        results = [task.result() for task in tasks]
        state.steps_used += sum(record.code not in _FREE for record in results)
        return any(record.state == "waiting" for record in results)

    async def _one(
        self, state: TurnState, call: ModelCall, index: Index, setting: Setting, *, spent: bool
    ) -> CallRecord:
        started = self._clock.monotonic()
        call_id = new_id("call")
        outcome = _not_tried(state, call, spent=spent)
        if outcome is None and call.name in BUILTINS:
            await state.emit(StatusChanged(phase="searching"))
            outcome = await _builtin(state, call, index)
        elif outcome is None:
            outcome = await self._tool(state, call, call_id, setting)
        ms = round((self._clock.monotonic() - started) * 1000)
        record = self._record(state, call, call_id, outcome, ms=ms)
        await state.records.calls.propose(record)
        await self._announce(state, record, outcome)
        return record

    async def _tool(
        self, state: TurnState, call: ModelCall, call_id: str, setting: Setting
    ) -> Outcome:
        tool = state.tool(call.name)
        if state.runner is None or tool is None:
            return failed(f"There is no function named {call.name!r}.", "tool_unknown")
        await state.emit(StatusChanged(phase="tool", title=tool.title))
        wish = Call(id=call_id, tool=call.name, arguments=call.arguments)

        async def begun(args: JsonObject) -> None:
            state.called.add(call_id)
            await state.emit(ToolCalled(call=call_id, tool=tool.name, title=tool.title, args=args))

        outcome = await state.runner.run(wish, state.visitor, setting, begun=begun)
        if isinstance(outcome, NeedsApproval):
            return _asked_before(state, tool, outcome) or outcome
        return outcome

    def _record(
        self, state: TurnState, call: ModelCall, call_id: str, outcome: Outcome, *, ms: int
    ) -> CallRecord:
        now = self._clock.now()
        record = record_of(
            call, outcome, id=call_id, turn_id=state.id, step=state.steps - 1, now=now
        )
        if isinstance(outcome, NeedsApproval):
            approval = outcome.approval
            tool = state.tool(call.name)
            return replace(
                record,
                # Reading twice is saved even where the reader had to be asked; writing never is.
                memo_key=_key_of(tool, outcome),
                place="page" if tool is not None and tool.runs_in_page else "server",
                approval={
                    "ask": approval.ask,
                    "icon": approval.icon,
                    "context": list(approval.context),
                },
                expires_at=now + self._approvals_last,
            )
        return record if record.state == "waiting" else replace(record, ms=ms)

    async def _announce(self, state: TurnState, record: CallRecord, outcome: Outcome) -> None:
        """Tell followers of a site's tool that waits or ran; a search is only a status line."""
        tool = state.tool(record.tool)
        if tool is None or isinstance(outcome, Repeated):
            return
        if record.id not in state.called:
            called = ToolCalled(call=record.id, tool=tool.name, title=tool.title, args=record.args)
            await state.emit(called)
        match outcome:
            case NeedsPage(request=FetchInPage() | RunHandler() as request):
                await state.emit(StatusChanged(phase="page", title=tool.title))
                await state.emit(
                    PageAsked(
                        call=record.id,
                        tool=tool.name,
                        title=tool.title,
                        request=request.to_json(),
                        seconds=request.seconds,
                    )
                )
            case NeedsApproval():
                await state.emit(_asked(record, tool, outcome))
            case _:
                await state.emit(
                    ToolReturned(
                        call=record.id,
                        tool=record.tool,
                        ok=bool(record.ok),
                        ms=record.ms or 0,
                        code=record.code,
                    )
                )


def _not_tried(state: TurnState, call: ModelCall, *, spent: bool) -> Outcome | None:
    """Return why a call is not even looked at, if it is not."""
    if spent:
        return failed("The budget of calls is spent. Answer with what is at hand.", "budget")
    if call.cut:
        return failed(words.CUT_CALL, "cut")
    if state.failures[call.name, call.arguments] >= MOST_SAME_FAILURES:
        return failed(words.SAME_FAILURE, "repeated_failure")
    return None


def _key_of(tool: Tool | None, outcome: NeedsApproval) -> str:
    if tool is None or tool.kind != "function":
        return ""
    return memo_key(tool.name, outcome.args)


def _asked_before(state: TurnState, tool: Tool, outcome: NeedsApproval) -> Failed | None:
    """Return the failure of a call that the reader has declined in this turn (fault B148)."""
    if memo_key(tool.name, outcome.args) not in state.declined:
        return None
    return Failed(code="declined", message=words.DECLINED_BEFORE, args=outcome.args)


def _asked(record: CallRecord, tool: Tool, outcome: NeedsApproval) -> ApprovalAsked:
    approval = outcome.approval
    return ApprovalAsked(
        call=record.id,
        tool=tool.name,
        title=tool.title,
        ask=approval.ask,
        icon=approval.icon,
        context=approval.context,
        args=record.args,
        rows=argument_rows(tool, record.args),
    )


async def _builtin(state: TurnState, call: ModelCall, index: Index) -> Outcome:
    args = read_arguments(call.arguments)
    if isinstance(args, ArgumentFault):
        return failed(
            f"The arguments do not fit, nothing was run:\n{args.message}", "arguments_invalid"
        )
    page_of = {
        str(piece.id): piece.document.split("#")[0]
        for piece in state.evidence.values()
        if piece.kind == "section"
    }
    found = await asyncio.to_thread(run_builtin, index, call.name, dict(args), page_of=page_of)
    return failed(found.problem, "arguments_invalid") if found.problem else found.hits
