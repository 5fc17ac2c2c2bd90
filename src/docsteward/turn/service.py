"""Turns as the rest of the product sees them: begin one, follow it, answer what it waits for.

A turn runs in a task of its own and outlives the socket that asked. It holds a lease while it
runs; whoever finds a lease run out marks the turn interrupted, so that no crash leaves one open.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import timedelta

import structlog

from docsteward.base.clock import Clock
from docsteward.base.errors import DocstewardError, OperatorFault, ReaderFault
from docsteward.base.ids import new_id
from docsteward.base.text import storable
from docsteward.base.values import JsonObject, Page, Visitor
from docsteward.llm.model import ModelUnavailable
from docsteward.storage.records import (
    OPEN_TURN_STATES,
    CallOutcome,
    CallRecord,
    ConversationRecord,
    TurnRecord,
)
from docsteward.toolspec.call import PageReport
from docsteward.turn import words
from docsteward.turn.credentials import mask, mask_url
from docsteward.turn.doors import NOTHING, Brought, Doors, notes_of
from docsteward.turn.eventlog import EventLog, Numbered
from docsteward.turn.events import PageToolsNoted, TurnEnded, TurnStarted, VerdictGiven, to_json
from docsteward.turn.history import LOOKED_AT, history_of
from docsteward.turn.loop import Progress, TurnEngine
from docsteward.turn.seal import Seal, Unanswered
from docsteward.turn.state import Records, TurnState, load_state

_log = structlog.get_logger(__name__)

_LEASE = timedelta(seconds=15)
# A page has ten seconds for what a press asks of it; whoever is silent so long will stay so.
PRESS_LASTS = timedelta(seconds=60)
_TEND_SECONDS = 2.0  # Leases are renewed and what has run out is looked for this often.


@dataclass(frozen=True, kw_only=True)
class Question:
    """A reader's question; `conversation` and `message` are the client's own names for them."""

    conversation: str
    message: str
    text: str
    page: Page | None = None
    brought: Brought = NOTHING
    quote: str = ""


class TurnService:
    """Begins, carries on and ends turns; one per process."""

    def __init__(
        self,
        *,
        engine: TurnEngine,
        doors: Doors,
        seal: Seal,
        records: Records,
        events: EventLog,
        clock: Clock,
    ) -> None:
        self._engine = engine
        self._doors = doors
        self._seal = seal
        self._records = records
        self._events = events
        self._clock = clock
        self._worker = new_id("worker")
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopping: set[str] = set()
        self._left_open: dict[str, Visitor] = {}

    async def begin(self, question: Question, visitor: Visitor) -> TurnRecord:
        """Store a question and start its turn; the same message again gives the same turn.

        A turn of the conversation that waits is ended: what waited counts as declined (SPEC N2).
        Raises ReaderFault `turn_running` while another one runs.
        """
        workspace = str(visitor.claims["workspace"])
        now = self._clock.now()
        conversation = await self._records.conversations.open(
            workspace_id=workspace,
            visitor_id=visitor.id,
            client_id=question.conversation,
            now=now,
        )
        turn = self._new_turn(question, conversation, visitor)
        record, created = await self._begun(turn, visitor)
        if created:
            self._start(record.id, visitor)
        return record

    async def _begun(self, turn: TurnRecord, visitor: Visitor) -> tuple[TurnRecord, bool]:
        try:
            return await self._records.turns.begin(turn)
        except ReaderFault as fault:
            if fault.details.get("state") != "waiting":
                raise
            await self._end_unattended(str(fault.details["turn"]), visitor, "superseded")
        return await self._records.turns.begin(turn)

    def _new_turn(
        self, question: Question, conversation: ConversationRecord, visitor: Visitor
    ) -> TurnRecord:
        kept = self._doors.keep(question.brought, visitor, has_page=question.page is not None)
        now = self._clock.now()
        # From here on nobody sees the reader's own words (SPEC E2).
        asked = mask(storable(question.text))
        return TurnRecord(
            id=new_id("turn"),
            conversation_id=conversation.id,
            visitor_id=conversation.visitor_id,
            workspace_id=conversation.workspace_id,
            message_id=question.message,
            question=asked.text,
            page=_page_to_keep(question.page),
            page_tools=kept.stored,
            quote=mask(storable(question.quote)).text if question.quote else None,
            state="running",
            cause="credential" if asked.names else None,
            answer="",
            log=[],
            steps_used=0,
            model_calls=0,
            mode=self._engine.mode(page_tools=kept.has_tools),
            index_digest=self._engine.index_digest(),
            created_at=now,
            finished_at=None,
            lease_until=now + _LEASE,
            worker=self._worker,
        )

    def follow(self, turn_id: str, *, after: int = 0) -> AsyncGenerator[Numbered]:
        """Yield a turn's events behind `after`, to its end."""
        return self._events.follow(turn_id, after=after)

    async def owned(self, turn_id: str, visitor: Visitor) -> TurnRecord:
        """Return the visitor's own turn. Raises ReaderFault `not_found` for any other (SPEC M3)."""
        record = await self._records.turns.get(turn_id)
        if record is None or record.visitor_id != visitor.id:
            raise ReaderFault("not_found", "There is no such turn in this session.", status=404)
        return record

    async def report(self, call_id: str, report: PageReport, visitor: Visitor) -> None:
        """Take what the page reports for a call, once; the turn goes on when nothing waits.

        Raises ReaderFault `not_found`, `call_closed`.
        """
        call = await self._records.calls.get(call_id)
        turn = await self._records.turns.get(call.turn_id) if call else None
        if call is None or turn is None or turn.visitor_id != visitor.id:
            raise ReaderFault("not_found", "There is no such call in this session.", status=404)
        undecided = call.approval is not None and call.decided_at is None
        if undecided or call.state != "waiting" or not await self._settle(call, report):
            raise ReaderFault(
                "call_closed", "This call was answered already, or its turn has ended.", status=409
            )
        await self.wake(call.turn_id, visitor)

    async def _settle(self, call: CallRecord, report: PageReport) -> bool:
        now = self._clock.now()
        asked_at = call.decided_at or call.created_at
        outcome = CallOutcome(
            state="done",
            ok=report.error is None,
            ms=round((now - asked_at).total_seconds() * 1000),
            result={"kind": "report", **report.to_json()},
        )
        return await self._records.calls.settle(call, outcome, now=now)

    async def wake(self, turn_id: str, visitor: Visitor) -> None:
        """Carry a waiting turn on in this process, if none of its calls is open any more."""
        until = self._clock.now() + _LEASE
        if await self._records.turns.wake(turn_id, worker=self._worker, lease_until=until):
            self._start(turn_id, visitor)

    async def stop(self, turn_id: str, visitor: Visitor) -> str:
        """Stop the visitor's own turn, wherever it runs, and return the state it is in then.

        One that has ended already stays as it is. Raises ReaderFault `not_found`.
        """
        await self.owned(turn_id, visitor)
        task = self._tasks.get(turn_id)
        if task is not None:
            self._stopping.add(turn_id)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await self._end_unattended(turn_id, visitor, "stopped")
        return (await self.owned(turn_id, visitor)).state

    # ---- the task of a turn -------------------------------------------------------------------

    def _start(self, turn_id: str, visitor: Visitor) -> None:
        task = asyncio.create_task(self._run(turn_id, visitor), name=turn_id)
        self._tasks[turn_id] = task
        task.add_done_callback(lambda _: self._forget(turn_id, task))

    @property
    def carrying(self) -> list[asyncio.Task[None]]:
        """The tasks of the turns that this process carries on just now."""
        return list(self._tasks.values())

    def _forget(self, turn_id: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(turn_id) is task:
            del self._tasks[turn_id]
            self._stopping.discard(turn_id)

    async def _run(self, turn_id: str, visitor: Visitor) -> None:
        """Carry a turn on; whatever breaks, also in the ending of it, the turn comes to an end."""
        try:
            await self._carry_on(turn_id, visitor)
        except Exception:  # noqa: BLE001 - the edge of a task: tending ends what is left open.
            _log.exception("turn_left_open", turn=turn_id)
            self._left_open[turn_id] = visitor

    async def _carry_on(self, turn_id: str, visitor: Visitor) -> None:
        while await self._run_once(turn_id, visitor) == "waits":
            if not await self._records.turns.wait(turn_id):
                return
            # What the turn waits for may have come before it was stored as waiting.
            until = self._clock.now() + _LEASE
            if not await self._records.turns.wake(turn_id, worker=self._worker, lease_until=until):
                return

    async def _run_once(self, turn_id: str, visitor: Visitor) -> Progress:
        state = await self._load(turn_id, visitor)
        try:
            if not state.messages and state.recorder.first_seq == 1:
                await state.emit(TurnStarted(turn=turn_id))
                if notes := notes_of(state.record.page_tools):
                    await state.emit(PageToolsNoted(notes=notes))
            return await self._engine.go_on(state)
        except ModelUnavailable as fault:
            _log.warning("model_unavailable", turn=turn_id, code=fault.code, reason=fault.message)
            await self._seal.fail(state, words.MODEL_DOWN)
        except asyncio.CancelledError:
            how = "stopped" if turn_id in self._stopping else "interrupted"
            await asyncio.shield(self._seal.stop(state, how))
            raise
        except Exception as error:  # noqa: BLE001 - the edge of a turn: whatever broke, it must end.
            await self._break_off(state, error)
        finally:
            await self._events.close(turn_id)
        return "ended"

    async def _break_off(self, state: TurnState, error: Exception) -> None:
        if isinstance(error, DocstewardError) and error.code == "log_conflict":
            # A stop in another process, or one that took this for dead, has ended the turn.
            _log.info("turn_taken_over", turn=state.id)
            self._events.abandon(state.id)
            self._left_open[state.id] = state.visitor
            return
        _log.error("turn_broke", turn=state.id, exc_info=error)
        await self._seal.stop(state, "failed")

    async def _load(self, turn_id: str, visitor: Visitor) -> TurnState:
        past = await self._events.read(turn_id)
        state = await load_state(
            turn_id,
            visitor=visitor,
            recorder=await self._events.open(turn_id),
            records=self._records,
            events=past,
        )
        if state is None:
            raise OperatorFault("turn_gone", f"The turn {turn_id!r} was deleted while it ran.")
        state.runner = self._doors.of(state.record.page_tools)
        await self._recall(state)
        return state

    async def _recall(self, state: TurnState) -> None:
        """Give a turn what was before it in its conversation (SPEC E12)."""
        before = await self._records.conversations.before(state.record, limit=LOOKED_AT)
        if not before:
            return
        cited = await self._records.evidence.cited_by([turn.id for turn in before])
        state.recall(history_of(before, cited, state.visitor))

    async def _end_unattended(self, turn_id: str, visitor: Visitor, how: Unanswered) -> None:
        """End a turn that no task of this process carries: it waits, or its process is gone."""
        record = await self._records.turns.get(turn_id)
        if record is None or record.state not in OPEN_TURN_STATES:
            return
        state = await self._load(turn_id, visitor)
        try:
            await self._seal.stop(state, how)
        finally:
            await self._events.close(turn_id)

    # ---- tending: leases, silence, crashes ----------------------------------------------------

    async def recover(self, *, all_running: bool = False) -> list[str]:
        """Mark turns whose process is gone as interrupted; return their ids.

        With `all_running` every running turn counts as such: this process owns the database alone
        and has just started. An offer that was pressed and never reported back becomes `unknown`:
        it may have run, and nothing tries it again (SPEC F3, M1).
        """
        verdict = VerdictGiven(state="interrupted", message=words.INTERRUPTED)
        last = (verdict, TurnEnded(state="interrupted"))
        now = self._clock.now()
        await self._records.offers.mark_unknown(reserved_before=now - PRESS_LASTS)
        return await self._records.turns.interrupt_abandoned(
            now=now,
            all_running=all_running,
            closing=[to_json(event) for event in last],
        )

    async def tend(self) -> None:
        """Renew this process's leases, close what waited too long, look for what is over."""
        now = self._clock.now()
        if self._tasks:
            await self._records.turns.renew(self._worker, lease_until=now + _LEASE)
        await self._end_left_open()
        await self._records.offers.expire(now)
        await self._records.calls.lapse(now)
        for turn_id in await self._records.turns.ready():
            await self._wake_unattended(turn_id)
        await self.recover()
        await self._records.purge.run(now)

    async def _end_left_open(self) -> None:
        """End the turns of this process whose task could not: the database was away, say.

        Their leases are renewed with those of the others, so nobody else would.
        """
        for turn_id, visitor in list(self._left_open.items()):
            record = await self._records.turns.get(turn_id)
            if record is not None and record.worker == self._worker:
                await self._end_unattended(turn_id, visitor, "failed")
            self._left_open.pop(turn_id, None)

    async def _wake_unattended(self, turn_id: str) -> None:
        """Carry on a turn whose calls are all closed, though nobody who answered is there to."""
        record = await self._records.turns.get(turn_id)
        if record is not None:
            await self.wake(turn_id, _visitor_of(record))

    async def tend_forever(self) -> None:
        """Tend until cancelled; what fails is logged and tried again."""
        while True:
            try:
                await self.tend()
            except DocstewardError as fault:
                _log.warning("tending_failed", code=fault.code, reason=fault.message)
            except Exception:  # noqa: BLE001 - without tending, a lost turn would stay open for ever.
                _log.exception("tending_broke")
            await self._clock.sleep(_TEND_SECONDS)

    async def close(self) -> None:
        """Interrupt what runs, leaving nothing open."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _page_to_keep(page: Page | None) -> JsonObject | None:
    if page is None:
        return None
    return {"url": mask_url(storable(page.url)), "title": mask(storable(page.title)).text}


def _visitor_of(record: TurnRecord) -> Visitor:
    """Return the visitor for a turn that goes on unattended: at the level that needs no proof."""
    return Visitor(id=record.visitor_id, claims={"workspace": record.workspace_id})
