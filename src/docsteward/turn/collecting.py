"""The results of a reply's calls, given to the model in the order in which it made them.

Every call ends in exactly one result, whatever happened to it (fault B068).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from docsteward.base.clock import Clock
from docsteward.base.text import cut_at_boundary
from docsteward.base.values import JsonObject, Level
from docsteward.index.values import Hit
from docsteward.llm.model import CallResult
from docsteward.storage.records import CallRecord, NewEvidence
from docsteward.toolspec.call import PageReport, Ran, memo_key
from docsteward.toolspec.tool import Tool
from docsteward.turn import words
from docsteward.turn.events import ApprovalSettled, Decided, ToolReturned
from docsteward.turn.outcomes import failed, ran_from
from docsteward.turn.prompt import fence
from docsteward.turn.state import TurnState

_FAILED_SOURCE = "failed call"
_NO_RESULT = "The call came to no result."
_SPOKEN = ("http_status", "failed")  # These may quote the endpoint.


class Collector:
    """Turns the rows of calls into what the model is told of them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

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
            text = _NO_RESULT
            if row is not None:
                state.note_failure(call, row)
                await self._tell(state, row)
                text = await self._result_text(state, row, by_id)
            results.append(CallResult(call_id=call.id, name=call.name, text=text))
        await state.append(*results, now=self._clock.now())

    async def _tell(self, state: TurnState, row: CallRecord) -> None:
        """Show what became of a call that waited for the reader, where nobody has shown it yet."""
        if row.approval is None:
            return
        if row.id not in state.decided:
            await state.emit(ApprovalSettled(call=row.id, tool=row.tool, state=_decided(row)))
        was_sent = row.decided_at is not None and row.state != "declined"
        if was_sent and row.place == "server" and row.id not in state.returned:
            await state.emit(returned(row))

    async def _result_text(
        self, state: TurnState, row: CallRecord, by_id: Mapping[str, CallRecord]
    ) -> str:
        result = cast(JsonObject, row.result or {})
        if row.state == "expired" and row.place == "page" and not _undecided(row):
            result = cast(JsonObject, {"kind": "report", "error": "silent"})
        match result.get("kind"):
            case "hits":
                state.to_log(row.tool, ok=True, ms=row.ms or 0)
                return await _hits_text(state, cast("list[JsonObject]", result["hits"]))
            case "repeated":
                return _again(by_id.get(str(result["call"])))
            case "ran":
                return await self._ran_text(state, row, ran_from(row.args, result))
            case "report":
                return await self._report_text(state, row, result)
            case _:
                return await self._unrun_text(state, row, result)

    async def _unrun_text(self, state: TurnState, row: CallRecord, result: JsonObject) -> str:
        """Tell the model of a call that failed, was declined, or of which nothing is known."""
        code, message = row.code, str(result.get("message") or _NO_RESULT)
        if row.state == "declined":
            state.declined.add(memo_key(row.tool, row.args))
            message = words.declined(str(result.get("reason") or ""))
        elif _undecided(row):
            code, message = "undecided", words.UNDECIDED
        elif row.state == "unknown":
            code, message = "outcome_unknown", words.OUTCOME_UNKNOWN
        state.to_log(row.tool, ok=False, ms=row.ms or 0, code=code)
        return await self._failure_text(state, row, message)

    async def _report_text(self, state: TurnState, row: CallRecord, result: JsonObject) -> str:
        """Read what the page reported, or that it stayed silent."""
        report = PageReport.from_json(result)
        outcome = (
            state.runner.receive(row.tool, row.args, report)
            if state.runner
            else failed("The tool is gone.", "tool_unknown")
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
        lost = row.approval is not None and outcome.code == "page_silent"
        message = words.OUTCOME_UNKNOWN if lost else outcome.message
        return await self._failure_text(state, row, message)

    async def _ran_text(self, state: TurnState, row: CallRecord, ran: Ran) -> str:
        state.to_log(row.tool, ok=True, ms=row.ms or 0, by_page=row.place == "page")
        known = state.shown_as(ran.document)
        # What was read again after a write may say something else by now (SPEC D8).
        if known is not None and known.text == ran.text:
            await state.records.calls.cite_as(row.id, known.id)
            return f"The same as evidence [{known.id}]."
        tool = state.tool(row.tool)
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
        tool = state.tool(row.tool)
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


def section_evidence(hit: Hit, *, longest: int) -> NewEvidence:
    """Return a section as evidence; its document is the section, so that its anchor is cited."""
    text, _ = cut_at_boundary(hit.text, longest)
    return NewEvidence(
        kind="section", source=hit.source, document=hit.section_id, text=text, url=hit.url
    )


def returned(row: CallRecord) -> ToolReturned:
    """Return the end of a call that ran in the server, or whose end nobody knows."""
    code = "outcome_unknown" if row.state == "unknown" else row.code
    return ToolReturned(call=row.id, tool=row.tool, ok=bool(row.ok), ms=row.ms or 0, code=code)


def _undecided(row: CallRecord) -> bool:
    return row.approval is not None and row.decided_at is None


def _decided(row: CallRecord) -> Decided:
    if row.state == "declined":
        return "declined"
    return "expired" if row.decided_at is None else "approved"


def _access(tool: Tool | None) -> Level:
    """Return who may see what a tool gave: what is bound to a visitor is theirs (SPEC D10)."""
    if tool is None:
        return "public"
    return "user" if tool.binds_visitor and tool.access == "public" else tool.access


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
