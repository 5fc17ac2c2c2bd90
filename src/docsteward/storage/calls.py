"""What a turn needs to go on: its steps and its tool calls."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, select

from docsteward.base.values import JsonValue
from docsteward.storage.database import Database
from docsteward.storage.records import OPEN_CALL_STATES, CallRecord, CallState, StepRecord
from docsteward.storage.rows import (
    changed_one,
    columns,
    every,
    first,
    hold,
    last,
    record,
    values,
)
from docsteward.storage.tables import calls, steps, turns


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

    async def settle(  # noqa: PLR0913 - a call's whole outcome is stored in one statement
        self,
        id: str,
        *,
        from_states: Sequence[CallState],
        state: CallState,
        ok: bool | None,
        code: str | None,
        ms: int | None,
        result: JsonValue,
        evidence_number: int | None,
    ) -> bool:
        """Store what became of a call; False when it was in none of `from_states` any more."""
        async with self._db.write() as connection:
            settled = await connection.execute(
                calls.update()
                .where(calls.c.id == id, calls.c.state.in_(from_states))
                .values(
                    state=state,
                    ok=ok,
                    code=code,
                    ms=ms,
                    result=result,
                    evidence_number=evidence_number,
                )
                .returning(calls.c.id)
            )
            return changed_one(settled)

    async def cite_as(self, id: str, number: int) -> None:
        """Note under which number of the conversation the call's reply is evidence."""
        async with self._db.write(lasting=False) as connection:
            await connection.execute(
                calls.update().where(calls.c.id == id).values(evidence_number=number)
            )

    async def expire_waiting(self, turn_id: str, now: datetime) -> list[CallRecord]:
        """Close the turn's calls that nobody answered in time, and return them."""
        return await self._close(
            calls.c.turn_id == turn_id, calls.c.state == "waiting", calls.c.expires_at <= now
        )

    async def close_open(self, turn_id: str) -> list[CallRecord]:
        """Close every call of the turn that has no outcome, and return them."""
        return await self._close(calls.c.turn_id == turn_id, calls.c.state.in_(OPEN_CALL_STATES))

    async def _close(self, *where: ColumnElement[bool]) -> list[CallRecord]:
        wanted: list[ColumnElement[Any]] = [*columns(calls, CallRecord), calls.c.position]
        async with self._db.write() as connection:
            closed = await connection.execute(
                calls.update().where(*where).values(state="expired").returning(*wanted)
            )
            rows = sorted(closed, key=lambda row: row.position)
        return [record(CallRecord, row[:-1]) for row in rows]
