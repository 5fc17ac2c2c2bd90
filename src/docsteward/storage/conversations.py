"""Conversations, each under the name that its client chose."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from docsteward.base.errors import OperatorFault
from docsteward.base.ids import new_id
from docsteward.storage.database import Database
from docsteward.storage.records import ConversationRecord, TurnRecord
from docsteward.storage.rows import columns, every, first, insert_once, record, values
from docsteward.storage.tables import conversations, turns


class Conversations:
    """Conversations of one visitor each; another visitor's are never found (SPEC M3)."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def open(
        self, *, workspace_id: str, visitor_id: str, client_id: str, now: datetime
    ) -> ConversationRecord:
        """Return the visitor's conversation of that name, made when it is not there yet.

        Two tabs that open it together get the same one.
        """
        there = await self.find(visitor_id=visitor_id, client_id=client_id)
        if there is not None:
            return there
        wanted = ConversationRecord(
            id=new_id("conv"),
            workspace_id=workspace_id,
            visitor_id=visitor_id,
            client_id=client_id,
            created_at=now,
        )
        async with self._db.write() as connection:
            await connection.execute(
                insert_once(conversations, self._db.dialect).values(**values(wanted))
            )
            found = await connection.execute(
                select(*columns(conversations, ConversationRecord)).where(
                    conversations.c.visitor_id == visitor_id,
                    conversations.c.client_id == client_id,
                )
            )
            row = found.first()
        if row is None:
            raise OperatorFault(
                "conversation_lost", f"The conversation {client_id!r} was deleted while it opened."
            )
        return record(ConversationRecord, row)

    async def find(self, *, visitor_id: str, client_id: str) -> ConversationRecord | None:
        """Return the visitor's conversation of that name."""
        return await first(
            self._db,
            conversations,
            ConversationRecord,
            conversations.c.visitor_id == visitor_id,
            conversations.c.client_id == client_id,
        )

    async def get(self, id: str) -> ConversationRecord | None:
        """Return the conversation of that id, whoever's it is."""
        return await first(self._db, conversations, ConversationRecord, conversations.c.id == id)

    async def before(self, turn: TurnRecord, *, limit: int) -> list[TurnRecord]:
        """Return the turns right before one in its conversation, at most `limit`, newest last."""
        this = select(turns.c.position).where(turns.c.id == turn.id).scalar_subquery()
        statement = (
            select(*columns(turns, TurnRecord))
            .where(turns.c.conversation_id == turn.conversation_id, turns.c.position < this)
            .order_by(turns.c.position.desc())
            .limit(limit)
        )
        return (await every(self._db, TurnRecord, statement))[::-1]

    async def turns(self, conversation_id: str) -> list[TurnRecord]:
        """Return the conversation's turns in the order in which they were asked."""
        statement = (
            select(*columns(turns, TurnRecord))
            .where(turns.c.conversation_id == conversation_id)
            .order_by(turns.c.position)
        )
        return await every(self._db, TurnRecord, statement)
