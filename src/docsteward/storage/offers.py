"""Offered actions: pressed at most once, whatever happens in between (SPEC F3)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, select

from docsteward.base.values import JsonObject
from docsteward.storage.database import Database
from docsteward.storage.records import OfferRecord, OfferState
from docsteward.storage.rows import columns, every, first, hold, last, values
from docsteward.storage.tables import offers, turns


class Offers:
    """Offers; a press reserves one by compare-and-set before anything runs (faults B066, B081)."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def add(self, records: Sequence[OfferRecord]) -> None:
        """Store the offers of an answer in their order, all or none."""
        if not records:
            return
        async with self._db.write() as connection:
            for record in records:
                await hold(connection, turns, record.turn_id)
                position = await last(
                    connection, offers.c.position, offers.c.turn_id == record.turn_id
                )
                await connection.execute(
                    offers.insert().values(**values(record), position=position + 1)
                )

    async def get(self, id: str) -> OfferRecord | None:
        """Return the offer of that id."""
        return await first(self._db, offers, OfferRecord, offers.c.id == id)

    async def of_turn(self, turn_id: str) -> list[OfferRecord]:
        """Return the turn's offers in the order in which they were made."""
        statement = (
            select(*columns(offers, OfferRecord))
            .where(offers.c.turn_id == turn_id)
            .order_by(offers.c.position)
        )
        return await every(self._db, OfferRecord, statement)

    async def reserve(self, id: str, *, args: JsonObject, now: datetime) -> bool:
        """Claim an offer for one press, with the arguments that will be sent.

        True for exactly one caller, and only while it is offered (or failed before) and has not
        expired.
        """
        return await self._move(
            id,
            offers.c.state.in_(("offered", "failed")),
            offers.c.expires_at > now,
            state="reserved",
            args=args,
            outcome=None,
            reserved_at=now,
        )

    async def settle(self, id: str, *, state: OfferState, outcome: str | None) -> bool:
        """Store what became of a reserved offer; False when it is not reserved any more."""
        return await self._move(id, offers.c.state == "reserved", state=state, outcome=outcome)

    async def expire(self, now: datetime) -> list[str]:
        """Close the offers whose time is over, and return their ids.

        What a failed one said as its outcome stays.
        """
        return await self._move_all(
            offers.c.state.in_(("offered", "failed")), offers.c.expires_at <= now, state="expired"
        )

    async def mark_unknown(self, *, reserved_before: datetime) -> list[str]:
        """Mark the offers that were pressed but never reported back, and return their ids.

        They may have run, so nothing reserves them again (fault B066).
        """
        return await self._move_all(
            offers.c.state == "reserved",
            offers.c.reserved_at < reserved_before,
            state="unknown",
        )

    async def _move(self, id: str, *where: ColumnElement[bool], **change: Any) -> bool:
        return bool(await self._move_all(offers.c.id == id, *where, **change))

    async def _move_all(self, *where: ColumnElement[bool], **change: Any) -> list[str]:
        async with self._db.write() as connection:
            moved = await connection.execute(
                offers.update().where(*where).values(**change).returning(offers.c.id)
            )
            return sorted(str(row.id) for row in moved)
