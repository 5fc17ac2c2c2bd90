"""A turn under way: what it was asked, what it has seen, said and spent.

It is rebuilt from storage whenever a turn starts or goes on, in whichever process (SPEC N2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from docsteward.base.values import Evidence, JsonObject, JsonValue, Page, Visitor
from docsteward.llm.model import Message, ModelCall, ModelReply, Usage
from docsteward.storage.calls import Calls, Steps
from docsteward.storage.conversations import Conversations
from docsteward.storage.evidence import EvidenceLog
from docsteward.storage.offers import Offers
from docsteward.storage.purge import Purge
from docsteward.storage.records import CallRecord, NewEvidence, StepRecord, TurnRecord
from docsteward.storage.turns import Turns
from docsteward.toolspec.tool import Tool
from docsteward.turn.citations import Numbering
from docsteward.turn.eventlog import Recorder
from docsteward.turn.events import (
    ApprovalSettled,
    SourceCited,
    TextAdded,
    ToolReturned,
    TurnEvent,
)
from docsteward.turn.history import NOTHING_BEFORE, History
from docsteward.turn.ports import Runner
from docsteward.turn.transcript import messages_from_json, messages_to_json

# In the place of a tool's name: evidence that an earlier turn had brought.
OF_BEFORE = ""
REPORTED_BY_BROWSER = "reported by the visitor's browser"


@dataclass(frozen=True, kw_only=True)
class Records:
    """The tables that a turn reads and writes, one repository per subject."""

    conversations: Conversations
    turns: Turns
    steps: Steps
    calls: Calls
    evidence: EvidenceLog
    offers: Offers
    purge: Purge


@dataclass(kw_only=True)
class TurnState:
    """One turn while it runs; only its engine changes it."""

    record: TurnRecord
    visitor: Visitor
    recorder: Recorder
    records: Records
    runner: Runner | None = None
    history: History = NOTHING_BEFORE
    messages: list[Message] = field(default_factory=list[Message])
    evidence: dict[int, Evidence] = field(default_factory=dict[int, Evidence])
    numbering: Numbering = field(default_factory=Numbering)
    memo: dict[str, str] = field(default_factory=dict[str, str])
    private_from: set[str] = field(default_factory=set[str])
    called: set[str] = field(default_factory=set[str])
    decided: set[str] = field(default_factory=set[str])
    returned: set[str] = field(default_factory=set[str])
    declined: set[str] = field(default_factory=set[str])
    failures: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    log: list[JsonObject] = field(default_factory=list[JsonObject])
    text: str = ""
    cited: set[int] = field(default_factory=set[int])
    cited_failed: bool = False
    steps: int = 0
    steps_used: int = 0
    model_calls: int = 0
    apart: bool = False

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def question(self) -> str:
        return self.record.question

    @property
    def page(self) -> Page | None:
        return page_of(self.record)

    def tool(self, name: str) -> Tool | None:
        """Return a tool of this turn by its name."""
        return self.runner.tool(name) if self.runner else None

    @property
    def agentic(self) -> bool:
        return self.record.mode == "agentic"

    async def emit(self, event: TurnEvent) -> None:
        """Show an event and remember what it showed."""
        self.note(event)
        await self.recorder.emit(event)

    def note(self, event: TurnEvent) -> None:
        """Take an event into account: text and citations already shown are part of the answer."""
        if isinstance(event, TextAdded):
            self.text += event.text
        elif isinstance(event, SourceCited):
            self.numbering.numbers[event.document] = event.number
            self.cited.add(event.evidence)
        elif isinstance(event, ApprovalSettled):
            self.decided.add(event.call)
        elif isinstance(event, ToolReturned):
            self.returned.add(event.call)

    def note_failure(self, call: ModelCall, row: CallRecord) -> None:
        """Count a call that failed, so that the same one is not tried for ever (fault B149)."""
        if row.ok is False and row.state == "failed":
            self.failures[call.name, call.arguments] += 1

    def set_apart(self, text: str) -> str:
        """Begin a paragraph where a later reply goes on with the answer of an earlier one."""
        if not self.apart or not text.strip():
            return text
        self.apart = False
        return "\n\n" + text.lstrip("\n")

    async def append(self, *messages: Message, usage: Usage | None = None, now: datetime) -> None:
        """Add messages to the transcript, in memory and in storage."""
        self.messages += messages
        usage = usage or Usage()
        await self.records.steps.append(
            StepRecord(
                turn_id=self.id,
                n=self.steps,
                messages=messages_to_json(messages),
                usage={
                    "input_tokens": usage.input_tokens,
                    "output_tokens": usage.output_tokens,
                    "cached_tokens": usage.cached_tokens,
                    "reasoning_tokens": usage.reasoning_tokens,
                },
                created_at=now,
            )
        )
        self.steps += 1

    async def add_evidence(self, items: list[NewEvidence]) -> tuple[Evidence, ...]:
        """Give evidence its ids and put it before the model's answer."""
        if not items:
            return ()
        added = await self.records.evidence.append(self.record.conversation_id, self.id, items)
        self.evidence |= {piece.id: piece for piece in added}
        return added

    def shown_as(self, document: str) -> Evidence | None:
        """Return evidence of this turn by its document, the latest that was sent (SPEC E5)."""
        pieces = reversed(self.evidence.values())
        return next((piece for piece in pieces if piece.document == document), None)

    def note_private(self, tool: str, evidence: Evidence) -> None:
        """Remember which tool brought evidence that is not public (SPEC D10)."""
        if evidence.access != "public":
            self.private_from.add(tool)

    def recall(self, history: History) -> None:
        """Take what was before: what was private then is so still, whoever brought it (D10)."""
        self.history = history
        if history.private:
            self.private_from.add(OF_BEFORE)

    def last_reply(self) -> ModelReply | None:
        """Return the reply whose calls have no results yet."""
        last = self.messages[-1] if self.messages else None
        return last if isinstance(last, ModelReply) and last.calls else None

    async def keep_progress(self) -> None:
        """Store what was spent and logged so far: a turn that waits goes on from storage."""
        await self.records.turns.progress(
            self.id, steps_used=self.steps_used, model_calls=self.model_calls, log=self.log
        )

    def to_log(
        self, tool: str, *, ok: bool, ms: int, code: str | None = None, by_page: bool = False
    ) -> None:
        """Log a call: never its arguments or its reply (SPEC D9).

        What the reader's page said of it is marked as no more than that (SPEC D11).
        """
        entry: dict[str, JsonValue] = {"tool": tool, "ok": ok, "ms": ms}
        if by_page:
            entry["by"] = REPORTED_BY_BROWSER
        self.log.append(entry | {"code": code} if code else entry)


def page_of(turn: TurnRecord) -> Page | None:
    """Return the page that a turn was asked on, if there is one."""
    page = turn.page
    if page is None:
        return None
    return Page(url=str(page.get("url", "")), title=str(page.get("title", "")))


async def load_state(
    turn_id: str, *, visitor: Visitor, recorder: Recorder, records: Records, events: list[TurnEvent]
) -> TurnState | None:
    """Rebuild a turn from storage, all but its door; nothing when there is no such turn."""
    record = await records.turns.get(turn_id)
    if record is None:
        return None
    state = TurnState(record=record, visitor=visitor, recorder=recorder, records=records)
    made: dict[tuple[int, str], ModelCall] = {}
    for step in await records.steps.of_turn(turn_id):
        messages = messages_from_json(step.messages)
        made |= {(step.n, call.id): call for call in _calls_in(messages)}
        state.messages += messages
        state.steps = step.n + 1
    state.evidence = {piece.id: piece for piece in await records.evidence.of_turn(turn_id)}
    rows = await records.calls.of_turn(turn_id)
    last_write = max((row.step for row in rows if _may_have_written(row)), default=-1)
    for row in rows:
        _remember(state, row, stale=row.step <= last_write)
        call = made.get((row.step, row.model_call_id))
        if call is not None and row.step < state.steps - 1:
            state.note_failure(call, row)
    for event in events:
        state.note(event)
    state.log = list(record.log)
    state.steps_used, state.model_calls = record.steps_used, record.model_calls
    return state


def _calls_in(messages: Iterable[Message]) -> list[ModelCall]:
    replies = [message for message in messages if isinstance(message, ModelReply)]
    return [call for reply in replies for call in reply.calls]


def _remember(state: TurnState, call: CallRecord, *, stale: bool) -> None:
    """Keep the calls that stand for their repetitions: those under way and those that worked.

    A page's report counts as one that worked only once it was read and became evidence. An
    approved write clears what stood before it and beside it in its step (SPEC D8).
    """
    read = state.evidence.get(call.evidence_number or -1)
    if read is None:
        # A failed call's evidence is named for the call.
        read = next((e for e in state.evidence.values() if e.document == call.id), None)
    if read is not None:
        state.note_private(call.tool, read)
    worked = bool(call.ok) and (call.place == "server" or call.evidence_number is not None)
    if call.memo_key and (call.state == "waiting" or (worked and not stale)):
        state.memo.setdefault(call.memo_key, call.id)


def _may_have_written(call: CallRecord) -> bool:
    """Say whether the reader let a call go that was no function: those have a key of their own."""
    asked = call.approval is not None and not call.memo_key
    return asked and call.decided_at is not None and call.state != "declined"
