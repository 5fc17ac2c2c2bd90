"""What a turn needed to go on is taken away in time, and what it said stays (SPEC D9)."""

from __future__ import annotations

from datetime import timedelta

from seeds import NOW, a_call, a_running_turn, finish
from sqlalchemy import text

from docsteward.storage import Calls, Database, EvidenceLog, Purge, Steps, Turns
from docsteward.storage.invariants import broken
from docsteward.storage.records import NewEvidence, StepRecord, TurnRecord

PRIVATE = "4111-private"
MONTH = timedelta(days=30)
LATE = NOW + timedelta(days=31)


async def a_full_turn(database: Database, visitor: str = "vis_1") -> TurnRecord:
    turn = await a_running_turn(database, visitor)
    await Steps(database).append(
        StepRecord(turn_id=turn.id, n=0, messages=[{"said": PRIVATE}], created_at=NOW)
    )
    call = a_call(turn, state="done", ok=True, args={"card": PRIVATE}, memo_key=PRIVATE)
    await Calls(database).propose(call)
    piece = NewEvidence(kind="tool", source="Cards · from the site", document="d", text=PRIVATE)
    await EvidenceLog(database).append(turn.conversation_id, turn.id, [piece])
    return turn


async def holds_private(database: Database) -> bool:
    async with database.read() as connection:
        rows = [
            str(row)
            for table in ("steps", "calls", "evidence", "turns")
            for row in await connection.execute(text(f"SELECT * FROM {table}"))
        ]
    return any(PRIVATE in row for row in rows)


async def test_d9_what_a_turn_needed_is_purged_and_what_it_said_stays(database: Database) -> None:
    turn = await a_full_turn(database)
    await finish(database, turn)
    before = await Turns(database).get(turn.id)
    purge = Purge(database, keep=MONTH)
    assert await purge.run(NOW + timedelta(days=29)) == 0
    assert await holds_private(database)
    assert await purge.run(LATE) == 1
    assert not await holds_private(database)
    assert await Turns(database).get(turn.id) == before
    assert [call.tool for call in await Calls(database).of_turn(turn.id)] != []
    (piece,) = await EvidenceLog(database).of_turn(turn.id)
    assert (piece.source, piece.text) == ("Cards · from the site", "")
    assert await broken(database) == []
    assert await purge.run(LATE) == 0, "once"


async def test_d9_an_open_turn_keeps_what_it_needs_however_old(database: Database) -> None:
    await a_full_turn(database)
    assert await Purge(database, keep=MONTH).run(LATE) == 0
    assert await holds_private(database)


async def test_d9_a_batch_is_small_and_the_next_goes_on(database: Database) -> None:
    for n in range(3):
        await finish(database, await a_full_turn(database, f"vis_{n}"))
    purge = Purge(database, keep=MONTH)
    assert [await purge.run(LATE, most=2) for _ in range(3)] == [2, 1, 0]
    assert not await holds_private(database)
