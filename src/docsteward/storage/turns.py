"""Turns: who holds one, where it stands, how it ended.

running ⇄ waiting, and from both to one of the end states, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import exists, select

from docsteward.base.errors import OperatorFault, ReaderFault
from docsteward.base.values import JsonObject
from docsteward.storage.database import Database
from docsteward.storage.events import NewEvents, add_events
from docsteward.storage.records import (
    OPEN_CALL_STATES,
    OPEN_TURN_STATES,
    CallState,
    RefusalCause,
    TurnRecord,
    TurnState,
)
from docsteward.storage.rows import changed_one, columns, first, hold, last, record, values
from docsteward.storage.tables import calls, conversations, turns

if TYPE_CHECKING:
    from docsteward.storage.transaction import Transaction

_OPEN = turns.c.state.in_(OPEN_TURN_STATES)
_HAS_OPEN_CALL = exists().where(calls.c.turn_id == turns.c.id, calls.c.state.in_(OPEN_CALL_STATES))


class Turns:
    """Turns; every change of state is a compare-and-set, so exactly one caller makes it."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def begin(self, record: TurnRecord) -> tuple[TurnRecord, bool]:
        """Store a new turn, or return the one that this message has started already.

        The bool says whether it was created (fault B082: a message sent twice starts one turn).
        Raises ReaderFault `turn_running` (409) while another turn of the conversation is open.
        """
        async with self._db.write() as connection:
            if await hold(connection, conversations, record.conversation_id) is None:
                raise OperatorFault(
                    "conversation_unknown",
                    f"There is no conversation {record.conversation_id!r} to ask in.",
                )
            there = await _asked(connection, record.conversation_id, record.message_id)
            if there is not None:
                return there, False
            await _refuse_second(connection, record.conversation_id)
            position = await last(
                connection,
                turns.c.position,
                turns.c.conversation_id == record.conversation_id,
            )
            await connection.execute(turns.insert().values(**values(record), position=position + 1))
        return record, True

    async def get(self, id: str) -> TurnRecord | None:
        """Return the turn of that id."""
        return await first(self._db, turns, TurnRecord, turns.c.id == id)

    async def wait(self, id: str) -> bool:
        """Let go of a running turn until its open calls are answered: running to waiting.

        An answer may have come just before: call `wake` once after this.
        """
        return await self._move(
            id, turns.c.state == "running", state="waiting", lease_until=None, worker=None
        )

    async def wake(self, id: str, *, worker: str, lease_until: datetime) -> bool:
        """Take up a waiting turn, only when none of its calls is open and for one caller only."""
        return await self._move(
            id,
            turns.c.state == "waiting",
            ~_HAS_OPEN_CALL,
            state="running",
            lease_until=lease_until,
            worker=worker,
        )

    async def ready(self) -> list[str]:
        """Return the waiting turns of which no call is open any more.

        There is one when a call's time ran out, and after a crash between a call's last answer
        and `wake`.
        """
        return await self._ids(turns.c.state == "waiting", ~_HAS_OPEN_CALL)

    async def progress(
        self, id: str, *, steps_used: int, model_calls: int, log: list[JsonObject]
    ) -> bool:
        """Store how far an open turn has come; False when it is over."""
        return await self._move(id, _OPEN, steps_used=steps_used, model_calls=model_calls, log=log)

    async def finish(  # noqa: PLR0913 - all that a turn leaves is stored in one transaction
        self,
        id: str,
        *,
        state: TurnState,
        cause: RefusalCause | None,
        answer: str,
        log: list[JsonObject],
        steps_used: int,
        model_calls: int,
        now: datetime,
        closing: NewEvents = (),
        waiting_become: CallState = "expired",
    ) -> bool:
        """End an open turn, close its waiting calls and append its closing events, all or nothing.

        False, and nothing changes, when the turn had ended before.
        """
        async with self._db.write() as connection:
            ended = await connection.execute(
                turns.update()
                .where(turns.c.id == id, _OPEN)
                .values(
                    state=state,
                    cause=cause,
                    answer=answer,
                    log=log,
                    steps_used=steps_used,
                    model_calls=model_calls,
                    finished_at=now,
                    lease_until=None,
                )
                .returning(turns.c.id)
            )
            if not changed_one(ended):
                return False
            await _close(connection, [id], closing, now, waiting_become=waiting_become)
        return True

    async def renew(self, worker: str, *, lease_until: datetime) -> int:
        """Lengthen the lease of every running turn of a worker; return how many there are."""
        async with self._db.write() as connection:
            renewed = await connection.execute(
                turns.update()
                .where(turns.c.state == "running", turns.c.worker == worker)
                .values(lease_until=lease_until)
                .returning(turns.c.id)
            )
            return len(renewed.all())

    async def interrupt_abandoned(
        self, *, now: datetime, all_running: bool, closing: NewEvents = ()
    ) -> list[str]:
        """End the running turns whose worker has died, and return their ids (SPEC M1).

        A worker is dead when the lease has run out; with `all_running` every running turn counts
        (one server alone, just started). Open calls of these turns expire, and the closing
        events are appended, in the same transaction.
        """
        abandoned = turns.c.state == "running"
        if not all_running:
            abandoned &= turns.c.lease_until < now
        async with self._db.write() as connection:
            ended = await connection.execute(
                turns.update()
                .where(abandoned)
                .values(state="interrupted", finished_at=now, lease_until=None)
                .returning(turns.c.id)
            )
            ids = sorted(str(row.id) for row in ended)
            await _close(connection, ids, closing, now)
        return ids

    async def _move(self, id: str, *where: Any, **change: Any) -> bool:
        async with self._db.write() as connection:
            moved = await connection.execute(
                turns.update()
                .where(turns.c.id == id, *where)
                .values(**change)
                .returning(turns.c.id)
            )
            return changed_one(moved)

    async def _ids(self, *where: Any) -> list[str]:
        async with self._db.read() as connection:
            found = await connection.execute(
                select(turns.c.id).where(*where).order_by(turns.c.created_at, turns.c.id)
            )
            return [str(row.id) for row in found]


async def _asked(
    connection: Transaction, conversation_id: str, message_id: str
) -> TurnRecord | None:
    found = await connection.execute(
        select(*columns(turns, TurnRecord)).where(
            turns.c.conversation_id == conversation_id, turns.c.message_id == message_id
        )
    )
    row = found.first()
    return None if row is None else record(TurnRecord, row)


async def _refuse_second(connection: Transaction, conversation_id: str) -> None:
    found = await connection.execute(
        select(turns.c.id, turns.c.state).where(turns.c.conversation_id == conversation_id, _OPEN)
    )
    row = found.first()
    if row is not None:
        raise ReaderFault(
            "turn_running",
            f"The turn {row.id!r} of this conversation is still {row.state}; "
            "wait for its end or stop it first.",
            status=409,
            details={"turn": row.id, "state": row.state},
        )


async def _close(
    connection: Transaction,
    ids: Sequence[str],
    closing: NewEvents,
    now: datetime,
    *,
    waiting_become: CallState = "expired",
) -> None:
    """Close the waiting calls of ended turns and append the last events of each.

    A call that is under way is left: what was sent is never taken back, and its outcome is told.
    """
    if not ids:
        return
    await connection.execute(
        calls.update()
        .where(calls.c.turn_id.in_(ids), calls.c.state == "waiting")
        .values(state=waiting_become)
    )
    for id in ids:
        await add_events(connection, id, closing, now=now)
