"""What a turn needs to go on: its steps and its tool calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, select

from docsteward.storage.database import Database
from docsteward.storage.events import NewEvents, add_events
from docsteward.storage.records import CallOutcome, CallRecord, StepRecord
from docsteward.storage.rows import (
    changed_one,
    columns,
    every,
    first,
    hold,
    last,
    values,
)
from docsteward.storage.tables import calls, steps, turns

if TYPE_CHECKING:
    from sqlalchemy import Row

    from docsteward.storage.transaction import Transaction


class Steps:
    """The steps of a turn: appended, read, never rewritten."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def append(self, record: StepRecord) -> None:
        """Store a step; a number that the turn has already raises RecordRefused."""
        async with self._db.write(lasting=False) as connection:
            await connection.execute(steps.insert().values(**values(record)))

    async def of_turn(self, turn_id: str) -> list[StepRecord]:
        """Return the turn's steps by their number."""
        statement = (
            select(*columns(steps, StepRecord))
            .where(steps.c.turn_id == turn_id)
            .order_by(steps.c.n)
        )
        return await every(self._db, StepRecord, statement)


class Calls:
    """Tool calls; each is answered at most once (compare-and-set on its state)."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def propose(self, record: CallRecord) -> None:
        """Store a call before it runs."""
        async with self._db.write(lasting=False) as connection:
            await hold(connection, turns, record.turn_id)
            position = await last(connection, calls.c.position, calls.c.turn_id == record.turn_id)
            await connection.execute(calls.insert().values(**values(record), position=position + 1))

    async def get(self, id: str) -> CallRecord | None:
        """Return the call of that id."""
        return await first(self._db, calls, CallRecord, calls.c.id == id)

    async def of_turn(self, turn_id: str) -> list[CallRecord]:
        """Return the turn's calls in the order in which they were proposed."""
        statement = (
            select(*columns(calls, CallRecord))
            .where(calls.c.turn_id == turn_id)
            .order_by(calls.c.position)
        )
        return await every(self._db, CallRecord, statement)

    async def decide(
        self, id: str, outcome: CallOutcome, *, now: datetime, events: NewEvents = ()
    ) -> bool:
        """Store the reader's word on a call that waits for it, once (fault B062).

        False when it does not wait for a decision, or not any more. `events` are for the log of
        its turn; see `settle`.
        """
        undecided = (
            calls.c.state == "waiting",
            calls.c.approval.is_not(None),
            calls.c.decided_at.is_(None),
            calls.c.expires_at > now,
        )
        return await self._settle(id, undecided, replace(outcome, decided_at=now), now, events)

    async def settle(
        self, record: CallRecord, outcome: CallOutcome, *, now: datetime, events: NewEvents = ()
    ) -> bool:
        """Store what became of a call; False when it is not as the record says any more.

        `events` go on the turn's log in the same transaction, but only while the turn waits: one
        that runs has a writer of its own, who tells what was decided.
        """
        unchanged = (
            calls.c.state == record.state,
            calls.c.decided_at.is_(None)
            if record.decided_at is None
            else calls.c.decided_at.is_not(None),
        )
        kept = replace(outcome, decided_at=record.decided_at)
        return await self._settle(record.id, unchanged, kept, now, events)

    async def _settle(
        self,
        id: str,
        where: Sequence[ColumnElement[bool]],
        outcome: CallOutcome,
        now: datetime,
        events: NewEvents,
    ) -> bool:
        async with self._db.write() as connection:
            turn = await _turn_of(connection, id) if events else None
            settled = await connection.execute(
                calls.update()
                .where(calls.c.id == id, *where)
                .values(**values(outcome))
                .returning(calls.c.id)
            )
            if not changed_one(settled):
                return False
            if turn is not None and turn.state == "waiting":
                await add_events(connection, turn.id, events, now=now)
        return True

    async def cite_as(self, id: str, number: int) -> None:
        """Note under which number of the conversation the call's reply is evidence."""
        async with self._db.write(lasting=False) as connection:
            await connection.execute(
                calls.update().where(calls.c.id == id).values(evidence_number=number)
            )

    async def lapse(self, now: datetime) -> list[str]:
        """Close the calls whose time is over, and return their ids.

        One that nobody answered is `expired`. One that was sent and whose sender is gone is
        `unknown`: it may have run, and nothing runs it again (fault B066).
        """
        over = calls.c.expires_at <= now
        async with self._db.write() as connection:
            lapsed = [
                await connection.execute(
                    calls.update()
                    .where(calls.c.state == before, over)
                    .values(state=after)
                    .returning(calls.c.id)
                )
                for before, after in (("waiting", "expired"), ("running", "unknown"))
            ]
            return sorted(str(row.id) for result in lapsed for row in result)


async def _turn_of(connection: Transaction, call_id: str) -> Row[Any] | None:
    """Hold the turn of a call until the transaction ends, so that its log has one writer."""
    found = await connection.execute(
        select(turns.c.id, turns.c.state)
        .where(turns.c.id == calls.c.turn_id, calls.c.id == call_id)
        .with_for_update(of=turns)
    )
    return found.first()
