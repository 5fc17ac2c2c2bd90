"""What a turn needed to go on, taken away once its time is over (SPEC D9)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select, update

from docsteward.base.values import JsonObject, JsonValue
from docsteward.storage.database import Database
from docsteward.storage.records import OPEN_TURN_STATES
from docsteward.storage.rows import hold
from docsteward.storage.tables import calls, evidence, steps, turn_events, turns
from docsteward.storage.transaction import Transaction

BATCH: Final = 20
# What the events of calls say of arguments, and what stands there once they are gone.
_EMPTIED: Final[Mapping[str, JsonValue]] = {"args": {}, "rows": [], "request": {}}
_CALL_EVENTS: Final = ("tool_called", "page_asked", "approval_asked")


class Purge:
    """Takes steps, arguments, replies, page tools and evidence texts from turns long over.

    Questions, answers with their sources, the log of each turn and what its stream told stay, so
    that a conversation of before is shown as it was.
    """

    def __init__(self, db: Database, *, keep: timedelta) -> None:
        """`keep` is how long a turn that is over keeps what it needed to go on."""
        self._db = db
        self._keep = keep

    async def run(self, now: datetime, *, most: int = BATCH) -> int:
        """Purge at most so many turns whose time is over; return how many were found.

        Fewer than `most` means that none is left. A turn that is open is never touched.
        """
        due = (
            select(turns.c.id)
            .where(turns.c.purged_at.is_(None), turns.c.finished_at < now - self._keep)
            .order_by(turns.c.finished_at)
            .limit(most)
        )
        async with self._db.read() as connection:
            found = [row.id for row in await connection.execute(due)]
        # One short transaction each: on SQLite every other writer waits meanwhile.
        for id in found:
            async with self._db.write(lasting=False) as connection:
                if await hold(connection, turns, id) is not None:
                    await _purge(connection, id, now)
        return len(found)


async def _purge(connection: Transaction, id: str, now: datetime) -> None:
    this = turns.c.id == id, turns.c.state.not_in(OPEN_TURN_STATES)
    await connection.execute(update(turns).where(*this).values(purged_at=now, page_tools=None))
    await connection.execute(delete(steps).where(steps.c.turn_id == id))
    emptied: JsonObject = {"args": {}, "result": None, "memo_key": ""}
    await connection.execute(update(calls).where(calls.c.turn_id == id).values(**emptied))
    await connection.execute(update(evidence).where(evidence.c.turn_id == id).values(text=""))
    told = select(turn_events.c.seq, turn_events.c.data).where(
        turn_events.c.turn_id == id, turn_events.c.type.in_(_CALL_EVENTS)
    )
    for row in list(await connection.execute(told)):
        await connection.execute(
            update(turn_events)
            .where(turn_events.c.turn_id == id, turn_events.c.seq == row.seq)
            .values(data=_without_arguments(row.data))
        )


def _without_arguments(data: JsonObject) -> JsonObject:
    return {key: _EMPTIED.get(key, value) for key, value in data.items()}
