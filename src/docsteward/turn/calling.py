"""A reply's calls: dispatched together, waited for if a page must answer, collected in order.

Every call ends in exactly one result, whatever happened to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TypeAlias, cast

from docsteward.base.clock import Clock
from docsteward.base.ids import new_id
from docsteward.base.text import cut_at_boundary
from docsteward.base.values import JsonObject, JsonValue, Level
from docsteward.index.values import Hit, Index
from docsteward.llm.model import CallResult, ModelCall
from docsteward.storage.records import CallRecord, NewEvidence
from docsteward.toolspec.call import (
    Call,
    Failed,
    FetchInPage,
    NeedsApproval,
    NeedsPage,
    PageReport,
    Ran,
    Repeated,
    RunCode,
    RunHandler,
    Setting,
    memo_key,
)
from docsteward.toolspec.parameters import ArgumentFault, read_arguments
from docsteward.toolspec.tool import Tool
from docsteward.turn import words
from docsteward.turn.builtins import BUILTINS, run_builtin
from docsteward.turn.events import PageAsked, StatusChanged, ToolCalled, ToolReturned
from docsteward.turn.ports import Runner
from docsteward.turn.prompt import fence
from docsteward.turn.state import TurnState

# The page has ten seconds for the request itself; the rest is for the way there and back.
_PAGE_GRACE_SECONDS = 5
_FAILED_SOURCE = "failed call"
_NO_RESULT = "The call came to no result."
_FREE = ("repeated", "budget")  # Nothing was done for these calls.
_SPOKEN = ("http_status", "failed")  # These may quote the endpoint.


class Calling:
    """Carries out the calls of one reply."""

    def __init__(self, runner: Runner | None, clock: Clock, *, max_steps: int) -> None:
        self._runner = runner
        self._clock = clock
        self._max_steps = max_steps

    async def dispatch(self, state: TurnState, calls: Sequence[ModelCall], index: Index) -> bool:
        """Run what can be run now; say whether the turn must wait for the reader's page."""
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
        if spent:
            outcome = _failed(
                "The budget of calls is spent. Answer with what is at hand.", "budget"
            )
        elif call.cut:
            outcome = _failed(
                "The call was cut off before its end and was not run. Send a shorter one.", "cut"
            )
        elif call.name in BUILTINS:
            await state.emit(StatusChanged(phase="searching"))
            outcome = await _builtin(state, call, index)
        else:
            outcome = await self._tool(state, call, call_id, setting)
        ms = round((self._clock.monotonic() - started) * 1000)
        record = _record(state, call, call_id, outcome, ms=ms, clock=self._clock)
        await state.records.calls.propose(record)
        await self._announce(state, record, outcome)
        return record

    async def _tool(
        self, state: TurnState, call: ModelCall, call_id: str, setting: Setting
    ) -> _Outcome:
        tool = self._runner.tool(call.name) if self._runner else None
        if self._runner is None or tool is None:
            return _failed(f"There is no function named {call.name!r}.", "tool_unknown")
        await state.emit(StatusChanged(phase="tool", title=tool.title))
        wish = Call(id=call_id, tool=call.name, arguments=call.arguments)

        async def begun(args: JsonObject) -> None:
            state.begun.add(call_id)
            await state.emit(ToolCalled(call=call_id, tool=tool.name, title=tool.title, args=args))

        outcome = await self._runner.run(wish, state.visitor, setting, begun=begun)
        return _unasked(outcome) if isinstance(outcome, NeedsApproval) else outcome

    async def _announce(self, state: TurnState, record: CallRecord, outcome: _Outcome) -> None:
        """Tell followers of a site's tool that runs or ran; a search is only a status line."""
        tool = self._runner.tool(record.tool) if self._runner else None
        if tool is None or isinstance(outcome, Repeated):
            return
        if record.id not in state.begun:
            called = ToolCalled(call=record.id, tool=tool.name, title=tool.title, args=record.args)
            await state.emit(called)
        if isinstance(outcome, NeedsPage) and isinstance(outcome.request, FetchInPage | RunHandler):
            await state.emit(StatusChanged(phase="page", title=tool.title))
            await state.emit(
                PageAsked(
                    call=record.id,
                    tool=tool.name,
                    title=tool.title,
                    request=outcome.request.to_json(),
                    seconds=outcome.request.seconds,
                )
            )
            return
        await state.emit(_returned(record))

    async def collect(self, state: TurnState) -> None:
        """Give the model the one result of each call of its last reply, in their order."""
        reply = state.last_reply()
        if reply is None:
            return
        rows = await state.records.calls.of_turn(state.id)
        by_model_id = {row.model_call_id: row for row in rows if row.step == state.steps - 1}
        by_id = {row.id: row for row in rows}
        results: list[CallResult] = []
        for call in reply.calls:
            row = by_model_id.get(call.id)
            text = await self._result_text(state, row, by_id) if row else _NO_RESULT
            results.append(CallResult(call_id=call.id, name=call.name, text=text))
        await state.append(*results, now=self._clock.now())

    async def _result_text(
        self, state: TurnState, row: CallRecord, by_id: Mapping[str, CallRecord]
    ) -> str:
        result = cast(JsonObject, row.result or {})
        if row.state == "expired":
            result = cast(JsonObject, {"kind": "report", "error": "silent"})
        match result.get("kind"):
            case "hits":
                state.to_log(row.tool, ok=True, ms=row.ms or 0)
                return await _hits_text(state, cast("list[JsonObject]", result["hits"]))
            case "repeated":
                first = by_id.get(str(result["call"]))
                return _again(first)
            case "ran":
                return await self._ran_text(state, row, _ran_from(row.args, result))
            case "report":
                return await self._report_text(state, row, result)
            case "failed":
                message = str(result["message"])
            case _:
                message = _NO_RESULT
        state.to_log(row.tool, ok=False, ms=row.ms or 0, code=row.code)
        return await self._failure_text(state, row, message)

    async def _report_text(self, state: TurnState, row: CallRecord, result: JsonObject) -> str:
        """Read what the page reported, or that it stayed silent."""
        report = PageReport.from_json(result)
        outcome = (
            self._runner.receive(row.tool, row.args, report)
            if self._runner
            else _failed("The tool is gone.", "tool_unknown")
        )
        ok = isinstance(outcome, Ran)
        code = None if isinstance(outcome, Ran) else outcome.code
        ms = row.ms or 0
        summary = report.summary if ok else ""
        await state.emit(
            ToolReturned(call=row.id, tool=row.tool, ok=ok, ms=ms, code=code, summary=summary)
        )
        if isinstance(outcome, Ran):
            return await self._ran_text(state, row, outcome)
        state.memo.pop(row.memo_key, None)
        state.to_log(row.tool, ok=False, ms=ms, code=outcome.code, by_page=True)
        return await self._failure_text(state, row, outcome.message)

    async def _ran_text(self, state: TurnState, row: CallRecord, ran: Ran) -> str:
        state.to_log(row.tool, ok=True, ms=row.ms or 0, by_page=row.place == "page")
        known = state.shown_as(ran.document)
        if known is not None:
            await state.records.calls.cite_as(row.id, known.id)
            return f"The same as evidence [{known.id}]."
        tool = self._runner.tool(row.tool) if self._runner else None
        (evidence,) = await state.add_evidence(
            [
                NewEvidence(
                    kind="tool",
                    source=ran.source,
                    document=ran.document,
                    text=ran.text,
                    url=ran.url,
                    access=_access(tool),
                )
            ]
        )
        state.note_private(tool.name if tool else "", evidence)
        await state.records.calls.cite_as(row.id, evidence.id)
        return fence(evidence, guidance=ran.guidance)

    async def _failure_text(self, state: TurnState, row: CallRecord, message: str) -> str:
        """A failure has an id too, so that an answer can say what was not found out (SPEC D7).

        An endpoint's own words may be in it, so it is as public as the tool's reply would be.
        """
        tool = self._runner.tool(row.tool) if self._runner else None
        (evidence,) = await state.add_evidence(
            [
                NewEvidence(
                    kind="tool",
                    source=f"{row.tool}: {_FAILED_SOURCE}",
                    document=row.id,
                    text=message,
                    access=_access(tool) if row.code in _SPOKEN else "public",
                    failed=True,
                )
            ]
        )
        state.note_private(row.tool, evidence)
        return fence(evidence)


_Outcome: TypeAlias = Ran | Failed | NeedsPage | Repeated | tuple[Hit, ...]


def _failed(message: str, code: RunCode) -> Failed:
    return Failed(code=code, message=message, args={})


def _unasked(outcome: NeedsApproval) -> Failed:
    """Return the failure of a call that waits for the reader: this version can't ask them."""
    return Failed(code="needs_approval", message=words.NEEDS_APPROVAL, args=outcome.args)


def _access(tool: Tool | None) -> Level:
    """Return who may see what a tool gave: what is bound to a visitor is theirs (SPEC D10)."""
    if tool is None:
        return "public"
    return "user" if tool.binds_visitor and tool.access == "public" else tool.access


async def _builtin(state: TurnState, call: ModelCall, index: Index) -> _Outcome:
    args = read_arguments(call.arguments)
    if isinstance(args, ArgumentFault):
        return _failed(
            f"The arguments do not fit, nothing was run:\n{args.message}", "arguments_invalid"
        )
    page_of = {
        str(piece.id): piece.document.split("#")[0]
        for piece in state.evidence.values()
        if piece.kind == "section"
    }
    found = await asyncio.to_thread(run_builtin, index, call.name, dict(args), page_of=page_of)
    return _failed(found.problem, "arguments_invalid") if found.problem else found.hits


def _record(
    state: TurnState, call: ModelCall, call_id: str, outcome: _Outcome, *, ms: int, clock: Clock
) -> CallRecord:
    waits = isinstance(outcome, NeedsPage)
    ok = None if waits else not isinstance(outcome, Failed)
    args = {} if isinstance(outcome, tuple) else outcome.args
    seconds = _seconds(outcome)
    return CallRecord(
        id=call_id,
        turn_id=state.id,
        step=state.steps - 1,
        model_call_id=call.id,
        tool=call.name,
        args=args,
        memo_key=memo_key(call.name, args) if isinstance(outcome, Ran | NeedsPage) else "",
        place="page" if waits else "server",
        state="waiting" if waits else ("done" if ok else "failed"),
        ok=ok,
        code=_code(outcome),
        ms=None if waits else ms,
        result=_result(outcome),
        evidence_number=None,
        expires_at=clock.now() + timedelta(seconds=seconds) if seconds else None,
        created_at=clock.now(),
    )


def _seconds(outcome: _Outcome) -> int:
    if isinstance(outcome, NeedsPage) and isinstance(outcome.request, FetchInPage | RunHandler):
        return outcome.request.seconds + _PAGE_GRACE_SECONDS
    return 0


def _code(outcome: _Outcome) -> str | None:
    if isinstance(outcome, Failed):
        return outcome.code
    return "repeated" if isinstance(outcome, Repeated) else None


def _result(outcome: _Outcome) -> JsonValue:
    match outcome:
        case Ran():
            return {
                "kind": "ran",
                "text": outcome.text,
                "source": outcome.source,
                "document": outcome.document,
                "said": outcome.said,
                "url": outcome.url,
                "guidance": outcome.guidance,
            }
        case Failed():
            return {"kind": "failed", "message": outcome.message}
        case Repeated():
            return {"kind": "repeated", "call": outcome.call}
        case NeedsPage():
            return None
        case _:
            return {"kind": "hits", "hits": [_hit_to_json(hit) for hit in outcome]}


def _ran_from(args: JsonObject, result: JsonObject) -> Ran:
    return Ran(
        args=args,
        text=str(result["text"]),
        source=str(result["source"]),
        document=str(result["document"]),
        said=str(result["said"]),
        url=cast("str | None", result["url"]),
        guidance=str(result["guidance"]),
    )


def _hit_to_json(hit: Hit) -> JsonObject:
    return {"source": hit.source, "document": hit.section_id, "text": hit.text, "url": hit.url}


def section_evidence(hit: Hit, *, longest: int) -> NewEvidence:
    """Return a section as evidence; its document is the section, so that its anchor is cited."""
    text, _ = cut_at_boundary(hit.text, longest)
    return NewEvidence(
        kind="section", source=hit.source, document=hit.section_id, text=text, url=hit.url
    )


async def _hits_text(state: TurnState, hits: list[JsonObject]) -> str:
    if not hits:
        return "Nothing was found. Try other words, or answer with what is at hand."
    known = [e for hit in hits if (e := state.shown_as(str(hit["document"]))) is not None]
    fresh = await state.add_evidence(
        [
            NewEvidence(
                kind="section",
                source=str(hit["source"]),
                document=str(hit["document"]),
                text=str(hit["text"]),
                url=cast("str | None", hit["url"]),
            )
            for hit in hits
            if state.shown_as(str(hit["document"])) is None
        ]
    )
    parts = [fence(piece) for piece in fresh]
    if known:
        parts.append("At hand already: " + ", ".join(f"[{piece.id}]" for piece in known) + ".")
    return "\n\n".join(parts)


def _again(first: CallRecord | None) -> str:
    if first is not None and first.evidence_number is not None:
        return f"The same call as before: its reply is evidence [{first.evidence_number}]."
    return "The same call as before: see its result."


def _returned(record: CallRecord) -> ToolReturned:
    return ToolReturned(
        call=record.id,
        tool=record.tool,
        ok=bool(record.ok),
        ms=record.ms or 0,
        code=record.code,
    )
