"""The reader's word on a call that waits for it: bound to that call, given once, by its reader.

A decision names the call and nothing else: what runs is what is stored, with the arguments that
the reader was shown (SPEC N2, fault B062). An approved call is claimed by compare-and-set before
it is sent, so of two approvals one sends it; its outcome is stored whoever is still there to see.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal, TypeAlias

import structlog

from docsteward.base.clock import Clock
from docsteward.base.errors import ReaderFault
from docsteward.base.text import storable
from docsteward.base.values import Visitor
from docsteward.storage.records import OPEN_CALL_STATES, CallOutcome, CallRecord, TurnRecord
from docsteward.toolspec.call import Call, Failed, NeedsPage, PageRequest, Setting
from docsteward.turn.collecting import returned
from docsteward.turn.credentials import mask
from docsteward.turn.doors import Doors
from docsteward.turn.events import ApprovalSettled, to_json
from docsteward.turn.outcomes import Outcome, failed, outcome_of
from docsteward.turn.state import Records, page_of

_log = structlog.get_logger(__name__)

# The door gives every run ten seconds; a sender that is silent so long after is gone.
_RUN_LASTS = timedelta(seconds=15)

Wake: TypeAlias = Callable[[str, Visitor], Awaitable[None]]


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What the reader said; `reason` is theirs, for the model, where they declined."""

    approve: bool
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class Taken:
    """A decision that counts; `request` is what the page that approved must carry out, once."""

    state: Literal["approved", "declined"]
    request: PageRequest | None = None


class DecisionService:
    """Takes decisions and runs what was approved."""

    def __init__(self, *, doors: Doors, records: Records, clock: Clock, wake: Wake) -> None:
        self._doors = doors
        self._records = records
        self._clock = clock
        self._wake = wake
        self._running: set[asyncio.Task[PageRequest | None]] = set()

    async def decide(self, call_id: str, decision: Decision, visitor: Visitor) -> Taken:
        """Take a visitor's decision on a call of theirs, once; the turn goes on when none waits.

        Raises ReaderFault `not_found`, `not_allowed`, `call_closed`.
        """
        call, turn = await self._owned(call_id, visitor)
        if not decision.approve:
            await self._decline(call, decision.reason)
            await self._wake(call.turn_id, visitor)
            return Taken(state="declined")
        await self._claim(call, turn, visitor)
        claimed = replace(call, state="running", decided_at=self._clock.now())
        task = asyncio.create_task(self._run(claimed, turn, visitor), name=call.id)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        runner = self._doors.of(turn.page_tools)
        tool = runner.tool(call.tool) if runner else None
        # A request for the page is made at once; a run in the server outlives whoever asked.
        request = await asyncio.shield(task) if tool is not None and tool.runs_in_page else None
        return Taken(state="approved", request=request)

    async def close(self) -> None:
        """Wait for what was sent: a write is never cancelled (SPEC D4)."""
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _owned(self, call_id: str, visitor: Visitor) -> tuple[CallRecord, TurnRecord]:
        call = await self._records.calls.get(call_id)
        turn = await self._records.turns.get(call.turn_id) if call else None
        if call is None or turn is None or turn.visitor_id != visitor.id or call.approval is None:
            raise ReaderFault("not_found", "There is no such call in this session.", status=404)
        return call, turn

    async def _decline(self, call: CallRecord, reason: str) -> None:
        outcome = CallOutcome(
            state="declined",
            ok=False,
            code="declined",
            result={"kind": "declined", "reason": mask(storable(reason.strip())).text},
        )
        event = ApprovalSettled(call=call.id, tool=call.tool, state="declined")
        if not await self._records.calls.decide(
            call.id, outcome, now=self._clock.now(), events=[to_json(event)]
        ):
            raise await self._closed(call)

    async def _claim(self, call: CallRecord, turn: TurnRecord, visitor: Visitor) -> None:
        """Reserve an approved call for one run; the level of this moment counts (SPEC G3)."""
        runner = self._doors.of(turn.page_tools)
        if runner is not None:
            checked = runner.check(_wish(call), visitor, _setting(turn))
            if isinstance(checked, Failed) and checked.code == "access_denied":
                raise ReaderFault("not_allowed", checked.message, status=403)
        now = self._clock.now()
        outcome = CallOutcome(state="running", expires_at=now + _RUN_LASTS)
        event = ApprovalSettled(call=call.id, tool=call.tool, state="approved")
        if not await self._records.calls.decide(call.id, outcome, now=now, events=[to_json(event)]):
            raise await self._closed(call)

    async def _run(
        self, call: CallRecord, turn: TurnRecord, visitor: Visitor
    ) -> PageRequest | None:
        """Run an approved call and store what came of it; see `_RUN_LASTS` for what is lost."""
        started = self._clock.monotonic()
        try:
            outcome = await self._outcome(call, turn, visitor)
            ms = round((self._clock.monotonic() - started) * 1000)
            await self._store(call, outcome, ms=ms)
            await self._wake(call.turn_id, visitor)
        except Exception:
            # It stays claimed, and is `unknown` once its time is over: nothing sends it again.
            _log.exception("approved_call_lost", call=call.id, turn=turn.id)
            raise
        return outcome.request if isinstance(outcome, NeedsPage) else None

    async def _outcome(self, call: CallRecord, turn: TurnRecord, visitor: Visitor) -> Outcome:
        runner = self._doors.of(turn.page_tools)
        if runner is None:
            return failed("The site has no tools any more.", "tool_unknown")
        return await runner.run(_wish(call), visitor, _setting(turn))

    async def _store(self, call: CallRecord, outcome: Outcome, *, ms: int) -> None:
        now = self._clock.now()
        settled = outcome_of(outcome, now=now, ms=ms)
        over = replace(call, state=settled.state, ok=settled.ok, code=settled.code, ms=ms)
        waits = isinstance(outcome, NeedsPage)
        events = () if waits else [to_json(returned(over))]
        if not await self._records.calls.settle(call, settled, now=now, events=events):
            _log.warning("approved_call_came_late", call=call.id, turn=call.turn_id)

    async def _closed(self, call: CallRecord) -> ReaderFault:
        now = await self._records.calls.get(call.id) or call
        return ReaderFault(
            "call_closed",
            "This was decided already, or its time is over.",
            status=409,
            details={"state": decision_state(now)},
        )


def decision_state(call: CallRecord) -> str:
    """Return where a call that the reader is asked about stands, in one word for a client."""
    if call.state not in OPEN_CALL_STATES:
        return call.state
    return "waiting" if call.decided_at is None else "approved"


def _wish(call: CallRecord) -> Call:
    return Call(id=call.id, tool=call.tool, arguments=call.args, approved=True)


def _setting(turn: TurnRecord) -> Setting:
    return Setting(question=turn.question, page=page_of(turn))
