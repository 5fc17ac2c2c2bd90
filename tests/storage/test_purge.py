"""What a turn needed to go on goes after its time; what a reader saw of it stays (SPEC D9)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from seeds import (
    LATER,
    NOW,
    a_call,
    a_conversation,
    a_running_turn,
    a_turn,
    an_event,
    an_offer,
    finish,
    settle,
)
from sqlalchemy import select

from docsteward.storage import (
    Calls,
    Conversations,
    Database,
    Events,
    EvidenceLog,
    Offers,
    Purge,
    Steps,
    Turns,
)
from docsteward.storage.invariants import broken
from docsteward.storage.records import EventRecord, NewEvidence, OfferState, StepRecord, TurnRecord
from docsteward.storage.tables import metadata

KEEP = timedelta(days=30)
DUE = LATER + KEEP + timedelta(seconds=1)
SECRET = "sesame-7731"


def a_purge(db: Database) -> Purge:
    return Purge(db, {"tool_called": lambda data: data | {"args": {}}}, keep=KEEP)


async def _everything(db: Database) -> str:
    """Return all that any table holds, as one text."""
    async with db.read() as connection:
        rows = [list(await connection.execute(select(t))) for t in metadata.sorted_tables]
    return repr(rows)


async def a_full_turn(db: Database, *, cited: Sequence[int] = (1,)) -> TurnRecord:
    """Store a turn that has left something everywhere, most of it with the word of the test."""
    turn = await a_running_turn(db)
    await Steps(db).append(StepRecord(turn_id=turn.id, n=1, messages=[SECRET], created_at=NOW))
    call = a_call(turn, args={"order": SECRET}, memo_key=f"t{SECRET}", approval={"ask": SECRET})
    await Calls(db).propose(call)
    assert await settle(db, call.id, result={"body": SECRET})
    piece = NewEvidence(kind="tool", source="Orders", document="order", text="shown")
    hidden = replace(piece, text=SECRET, source=SECRET, document=SECRET, url=f"https://x/{SECRET}")
    await EvidenceLog(db).append(turn.conversation_id, turn.id, [piece, hidden])
    await Calls(db).cite_as(call.id, 1)
    called: dict[str, Any] = {"call": call.id, "tool": call.tool, "args": {"order": SECRET}}
    events = [
        EventRecord(turn_id=turn.id, seq=1, type="tool_called", data=called, created_at=NOW),
        *(
            EventRecord(
                turn_id=turn.id,
                seq=seq,
                type="source_cited",
                data={"evidence": number, "passage": "shown"},
                created_at=NOW,
            )
            for seq, number in enumerate(cited, 2)
        ),
        an_event(turn.id, len(cited) + 2),
    ]
    await Events(db).append(turn.id, events)
    offer = an_offer(turn, state="expired", args={"order": SECRET}, data={"line": SECRET})
    await Offers(db).add([offer])
    assert await finish(db, turn)
    return turn


async def test_d9_nothing_but_what_the_reader_saw_outlives_its_time(database: Database) -> None:
    turn = await a_full_turn(database)
    assert SECRET in await _everything(database)
    assert await a_purge(database).run(DUE) == 1
    assert SECRET not in await _everything(database)
    kept = await Turns(database).get(turn.id)
    assert kept is not None
    assert (kept.question, kept.answer) == (turn.question, "50,000 a day [1].")
    assert kept.log == [{"tool": "plan_limits", "ok": True, "ms": 12}]
    assert (await EvidenceLog(database).cited_by([turn.id]))[turn.id][0].text == "shown"
    (call,) = await Calls(database).of_turn(turn.id)
    assert (call.tool, call.state, call.ok, call.ms, call.approval) == (
        *("plan_limits", "done", True, 12),
        {},
    )
    events = await Events(database).after(turn.id, 0)
    assert [event.seq for event in events] == [1, 2, 3, 4, 5]
    assert [event.data.get("passage") for event in events if event.type == "source_cited"] == [
        "shown"
    ]
    assert await broken(database) == []


async def test_d9_nothing_goes_before_its_time_and_nothing_twice(database: Database) -> None:
    await a_full_turn(database)
    purge = a_purge(database)
    before = await _everything(database)
    assert await purge.run(LATER + KEEP) == 0
    assert await _everything(database) == before
    assert await purge.run(DUE) == 1
    assert await purge.run(DUE) == 0


async def test_d9_a_turn_under_way_is_never_purged(database: Database) -> None:
    turn = await a_running_turn(database)
    await Steps(database).append(
        StepRecord(turn_id=turn.id, n=1, messages=["to go on"], created_at=NOW)
    )
    assert await a_purge(database).run(DUE + 100 * KEEP) == 0
    assert await Steps(database).of_turn(turn.id)


@pytest.mark.parametrize("state", ["offered", "failed", "reserved"])
async def test_d9_what_may_still_be_pressed_keeps_its_values(
    database: Database, state: OfferState
) -> None:
    turn = await a_running_turn(database)
    reserved = NOW if state != "offered" else None
    await Offers(database).add([an_offer(turn, state=state, reserved_at=reserved)])
    assert await finish(database, turn)
    assert await a_purge(database).run(DUE) == 0
    await Offers(database).expire(DUE)
    await Offers(database).mark_unknown(reserved_before=DUE)
    assert await a_purge(database).run(DUE) == 1


async def test_d9_a_call_that_was_sent_and_may_come_back_keeps_its_values(
    database: Database,
) -> None:
    turn = await a_running_turn(database)
    await Calls(database).propose(a_call(turn, state="running", place="server"))
    assert await finish(database, turn)
    assert await a_purge(database).run(DUE) == 0
    assert await Calls(database).lapse(DUE)
    assert await a_purge(database).run(DUE) == 1


async def test_d9_numbers_of_purged_evidence_are_not_given_again(database: Database) -> None:
    turn = await a_full_turn(database)
    assert await a_purge(database).run(DUE) == 1
    conversation = await Conversations(database).get(turn.conversation_id)
    assert conversation is not None
    later, _ = await Turns(database).begin(a_turn(conversation, 2))
    piece = NewEvidence(kind="section", source="Plans", document="plans", text="ten projects")
    (added,) = await EvidenceLog(database).append(conversation.id, later.id, [piece])
    assert added.id == 3


async def test_d9_servers_that_purge_together_purge_each_turn_once(database: Database) -> None:
    conversation = await a_conversation(database)
    for n in range(1, 11):
        turn, _ = await Turns(database).begin(a_turn(conversation, n))
        assert await finish(database, turn)
    done = await asyncio.gather(*(a_purge(database).run(DUE) for _ in range(4)))
    assert sum(done) == 10


async def test_d9_a_long_backlog_goes_in_small_batches(database: Database) -> None:
    conversation = await a_conversation(database)
    for n in range(1, 26):
        turn, _ = await Turns(database).begin(a_turn(conversation, n))
        assert await finish(database, turn, now=LATER + timedelta(seconds=n))
    later = DUE + timedelta(minutes=1)
    assert [await a_purge(database).run(later) for _ in range(3)] == [20, 5, 0]
