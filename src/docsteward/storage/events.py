"""The log of a turn's events: what every stream of the turn is read from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import select

from docsteward.base.errors import OperatorFault
from docsteward.base.values import JsonObject
from docsteward.storage.database import Database, RecordRefused
from docsteward.storage.records import EventRecord
from docsteward.storage.rows import columns, every, last, values
from docsteward.storage.tables import turn_events

if TYPE_CHECKING:
    from docsteward.storage.transaction import Transaction


NewEvents = Sequence[tuple[str, JsonObject]]  # Each its type and data, as a log keeps them.


class Events:
    """Events of turns; a log has no gap and no event is changed (fault B094) before `purge`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def append(self, turn_id: str, events: Sequence[EventRecord]) -> None:
        """Store events that go on where the log ends.

        Raises OperatorFault `log_conflict`, and stores nothing, when they do not: another worker
        has taken the turn over.
        """
        if not events:
            return
        try:
            async with self._db.write(lasting=False) as connection:
                end = await last(connection, turn_events.c.seq, turn_events.c.turn_id == turn_id)
                _check_order(turn_id, events, end)
                await connection.execute(turn_events.insert(), [values(event) for event in events])
        except RecordRefused as fault:
            raise _conflict(
                turn_id, "another writer was faster, or there is no such turn"
            ) from fault

    async def after(self, turn_id: str, seq: int, *, limit: int = 500) -> list[EventRecord]:
        """Return at most `limit` events that came after `seq`, in order."""
        statement = (
            select(*columns(turn_events, EventRecord))
            .where(turn_events.c.turn_id == turn_id, turn_events.c.seq > seq)
            .order_by(turn_events.c.seq)
            .limit(limit)
        )
        return await every(self._db, EventRecord, statement)

    async def last_seq(self, turn_id: str) -> int:
        """Return the number of the turn's last event, 0 before the first."""
        async with self._db.read() as connection:
            return await last(connection, turn_events.c.seq, turn_events.c.turn_id == turn_id)


async def add_events(
    connection: Transaction, turn_id: str, events: NewEvents, *, now: datetime
) -> None:
    """Store events behind the last one of a turn that the caller holds."""
    seq = await last(connection, turn_events.c.seq, turn_events.c.turn_id == turn_id)
    rows = [
        {"turn_id": turn_id, "seq": n, "type": kind, "data": data, "created_at": now}
        for n, (kind, data) in enumerate(events, seq + 1)
    ]
    if rows:
        await connection.execute(turn_events.insert(), rows)


def _check_order(turn_id: str, events: Sequence[EventRecord], end: int) -> None:
    for expected, event in enumerate(events, end + 1):
        if event.turn_id != turn_id or event.seq != expected:
            raise _conflict(
                turn_id, f"event {event.seq} of {event.turn_id!r} came where {expected} was due"
            )


def _conflict(turn_id: str, reason: str) -> OperatorFault:
    return OperatorFault(
        "log_conflict", f"The log of the turn {turn_id!r} cannot be continued: {reason}."
    )
