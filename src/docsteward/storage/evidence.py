"""What was put before a model, under numbers that rise through a conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Row, select

from docsteward.base.errors import OperatorFault
from docsteward.base.values import Evidence
from docsteward.storage.database import Database
from docsteward.storage.records import NewEvidence
from docsteward.storage.rows import columns, hold, last, values
from docsteward.storage.tables import conversations, evidence, turn_events
from docsteward.storage.types import storable


class EvidenceLog:
    """The evidence of conversations; a number is given once and keeps its meaning (SPEC E9)."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def append(
        self, conversation_id: str, turn_id: str, items: Sequence[NewEvidence]
    ) -> tuple[Evidence, ...]:
        """Store evidence under the conversation's next numbers and return it with them."""
        if not items:
            return ()
        async with self._db.write(lasting=False) as connection:
            if await hold(connection, conversations, conversation_id) is None:
                raise OperatorFault(
                    "conversation_unknown",
                    f"There is no conversation {conversation_id!r} to add evidence to.",
                )
            start = await last(
                connection, evidence.c.number, evidence.c.conversation_id == conversation_id
            )
            numbered = list(enumerate(map(_cleaned, items), start + 1))
            parents = {"conversation_id": conversation_id, "turn_id": turn_id}
            await connection.execute(
                evidence.insert(),
                [{**parents, "number": number, **values(item)} for number, item in numbered],
            )
        return tuple(Evidence(id=number, **values(item)) for number, item in numbered)

    async def of_turn(self, turn_id: str) -> tuple[Evidence, ...]:
        """Return a turn's evidence by its numbers."""
        return await self._where(evidence.c.turn_id == turn_id)

    async def cited_by(self, turn_ids: Sequence[str]) -> dict[str, tuple[Evidence, ...]]:
        """Return what each turn's answer cites, by the turn's id, in the order of its numbers."""
        if not turn_ids:
            return {}
        statement = (
            select(turn_events.c.turn_id, turn_events.c.data)
            .where(turn_events.c.turn_id.in_(turn_ids), turn_events.c.type == "source_cited")
            .order_by(turn_events.c.turn_id, turn_events.c.seq)
        )
        async with self._db.read() as connection:
            rows = list(await connection.execute(statement))
        found = await self._where(evidence.c.turn_id.in_(turn_ids))
        by_number = {piece.id: piece for piece in found}
        cited: dict[str, tuple[Evidence, ...]] = {}
        for row in rows:
            piece = by_number.get(row.data["evidence"])
            if piece is not None:
                cited[row.turn_id] = (*cited.get(row.turn_id, ()), piece)
        return cited

    async def _where(self, *where: ColumnElement[bool]) -> tuple[Evidence, ...]:
        statement = (
            select(evidence.c.number, *columns(evidence, NewEvidence))
            .where(*where)
            .order_by(evidence.c.number)
        )
        async with self._db.read() as connection:
            return tuple(_evidence(row) for row in await connection.execute(statement))


def _cleaned(item: NewEvidence) -> NewEvidence:
    # What goes to the model now must be what a resumed turn reads later.
    return replace(
        item,
        source=storable(item.source),
        document=storable(item.document),
        text=storable(item.text),
        url=None if item.url is None else storable(item.url),
    )


def _evidence(row: Row[Any]) -> Evidence:
    return Evidence(
        id=row.number,
        kind=row.kind,
        source=row.source,
        document=row.document,
        text=row.text,
        url=row.url,
        access=row.access,
        failed=row.failed,
    )
