"""What a turn needed to go on does not outlive its use (SPEC D9)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, TypeAlias

from sqlalchemy import delete, exists, select

from docsteward.base.values import JsonObject
from docsteward.storage.database import Database
from docsteward.storage.records import OfferState
from docsteward.storage.tables import calls, evidence, offers, steps, turn_events, turns

if TYPE_CHECKING:
    from docsteward.storage.transaction import Transaction

Bare: TypeAlias = Callable[[JsonObject], JsonObject]

_AT_ONCE: Final = 20  # Other writers wait for each batch.
_LIVE: Final[tuple[OfferState, ...]] = ("offered", "failed", "reserved")


class Purge:
    """Takes from turns that ended longer ago than `keep` what only a turn under way needs.

    `bare` has, by its type, each event that holds arguments, and the function that returns its
    data without them. What stays is the question, the answer, its sources, the log, and what
    became of calls and offers.
    """

    def __init__(self, db: Database, bare: Mapping[str, Bare], *, keep: timedelta) -> None:
        self._db = db
        self._bare = bare
        self._keep = keep

    async def run(self, now: datetime) -> int:
        """Purge a small batch, the turns that ended first, and return how many that were.

        All of a turn goes in one transaction. One that has an offer that may still be pressed, or
        a call that was sent and has not come back, waits until that is over.
        """
        # Looked up first, for a transaction that writes makes others wait even for nothing.
        due = await self._due(now - self._keep)
        if not due:
            return 0
        async with self._db.write() as connection:
            ids = await _held(connection, due)
            cited = await _cited(connection, ids)
            await connection.execute(delete(steps).where(steps.c.turn_id.in_(ids)))
            await _empty_calls(connection, ids)
            await _empty_evidence(connection, ids, cited)
            await connection.execute(
                offers.update().where(offers.c.turn_id.in_(ids)).values(args={}, data={})
            )
            await self._empty_events(connection, ids)
            await connection.execute(
                turns.update().where(turns.c.id.in_(ids)).values(page_tools=None, purged_at=now)
            )
        return len(ids)

    async def _due(self, ended_before: datetime) -> list[str]:
        pressable = exists().where(offers.c.turn_id == turns.c.id, offers.c.state.in_(_LIVE))
        sent = exists().where(calls.c.turn_id == turns.c.id, calls.c.state == "running")
        statement = (
            select(turns.c.id)
            .where(turns.c.purged_at.is_(None), turns.c.finished_at < ended_before)
            .where(~pressable, ~sent)
            .order_by(turns.c.finished_at)
            .limit(_AT_ONCE)
        )
        async with self._db.read() as connection:
            return [str(row.id) for row in await connection.execute(statement)]

    async def _empty_events(self, connection: Transaction, ids: Sequence[str]) -> None:
        log = turn_events.c
        found = await connection.execute(
            select(log.turn_id, log.seq, log.type, log.data).where(
                log.turn_id.in_(ids), log.type.in_(list(self._bare))
            )
        )
        for row in found:
            await connection.execute(
                turn_events.update()
                .where(log.turn_id == row.turn_id, log.seq == row.seq)
                .values(data=self._bare[row.type](row.data))
            )


async def _held(connection: Transaction, due: Sequence[str]) -> list[str]:
    """Lock those of the turns that no other server is purging, or has purged meanwhile."""
    found = await connection.execute(
        select(turns.c.id)
        .where(turns.c.id.in_(due), turns.c.purged_at.is_(None))
        .with_for_update(skip_locked=True)
    )
    return [str(row.id) for row in found]


async def _cited(connection: Transaction, ids: Sequence[str]) -> set[tuple[str, int]]:
    """Return the evidence that answers cite, each as its turn and number."""
    log = turn_events.c
    found = await connection.execute(
        select(log.turn_id, log.data).where(log.turn_id.in_(ids), log.type == "source_cited")
    )
    return {(row.turn_id, row.data["evidence"]) for row in found}


async def _empty_calls(connection: Transaction, ids: Sequence[str]) -> None:
    of_turns = calls.c.turn_id.in_(ids)
    await connection.execute(
        calls.update()
        .where(of_turns)
        .values(args={}, result=None, memo_key="", evidence_number=None)
    )
    # That the reader was asked is part of the call's record; what they were shown is not.
    asked = of_turns & calls.c.approval.is_not(None)
    await connection.execute(calls.update().where(asked).values(approval={}))


async def _empty_evidence(
    connection: Transaction, ids: Sequence[str], cited: Collection[tuple[str, int]]
) -> None:
    """Empty the evidence that no answer cites. Its row stays: its number is never given again."""
    found = await connection.execute(
        select(evidence.c.conversation_id, evidence.c.number, evidence.c.turn_id).where(
            evidence.c.turn_id.in_(ids)
        )
    )
    for row in found:
        if (row.turn_id, row.number) in cited:
            continue
        await connection.execute(
            evidence.update()
            .where(
                evidence.c.conversation_id == row.conversation_id, evidence.c.number == row.number
            )
            .values(text="", document="", source="", url=None)
        )
