from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from seeds import LATER, NOW, a_call, a_running_turn, settle

from docsteward.storage import Calls, Database, RecordRefused, Steps
from docsteward.storage.records import CallRecord, StepRecord


async def test_e5_steps_are_appended_and_never_rewritten(database: Database) -> None:
    turn = await a_running_turn(database)
    made = [
        StepRecord(
            turn_id=turn.id,
            n=n,
            messages=[{"role": "user", "content": f"{n} ✓ \x00 \ud800"}],
            usage={"input": n},
            created_at=NOW,
        )
        for n in (2, 1)
    ]
    for step in made:
        await Steps(database).append(step)
    assert await Steps(database).of_turn(turn.id) == [made[1], made[0]]
    with pytest.raises(RecordRefused):
        await Steps(database).append(replace(made[0], messages=[]))
    assert await Steps(database).of_turn(turn.id) == [made[1], made[0]]


async def test_calls_come_in_the_order_in_which_they_were_proposed(database: Database) -> None:
    turn = await a_running_turn(database)
    for n in (3, 1, 2):
        await Calls(database).propose(a_call(turn, n))
    listed = await Calls(database).of_turn(turn.id)
    assert listed == [a_call(turn, n) for n in (3, 1, 2)]
    assert await Calls(database).get(listed[0].id) == listed[0]


async def test_calls_proposed_together_are_all_stored(database: Database) -> None:
    turn = await a_running_turn(database)
    await asyncio.gather(*(Calls(database).propose(a_call(turn, n)) for n in range(20)))
    assert len(await Calls(database).of_turn(turn.id)) == 20


@pytest.mark.parametrize("result", [None, False, 0, "", [], {"a": [1, None, 2.5]}, "a\x00b"])
async def test_a_result_comes_back_as_it_was(database: Database, result: object) -> None:
    turn = await a_running_turn(database)
    await Calls(database).propose(a_call(turn))
    assert await settle(database, a_call(turn).id, result=result)
    settled = await Calls(database).get(a_call(turn).id)
    assert settled == replace(a_call(turn), state="done", ok=True, ms=12, result=result)


async def test_b081_of_twenty_answers_to_a_call_one_counts(database: Database) -> None:
    turn = await a_running_turn(database)
    call = a_call(turn)
    await Calls(database).propose(call)
    taken = await asyncio.gather(*(settle(database, call.id, ms=n) for n in range(20)))
    assert sum(taken) == 1
    settled = await Calls(database).get(call.id)
    assert settled is not None
    assert settled.ms == taken.index(True)


async def test_a_call_is_settled_only_from_the_named_states(database: Database) -> None:
    turn = await a_running_turn(database)
    await Calls(database).propose(a_call(turn))
    assert not await settle(database, a_call(turn).id, from_states=("running",))
    assert await settle(database, a_call(turn).id, from_states=("waiting",))


async def test_only_overdue_calls_expire(database: Database) -> None:
    turn = await a_running_turn(database)
    overdue, early, done = (
        a_call(turn, 1),
        a_call(turn, 2, expires_at=LATER + timedelta(seconds=1)),
        a_call(turn, 3, state="running"),
    )
    for call in (overdue, early, done):
        await Calls(database).propose(call)
    expired = await Calls(database).expire_waiting(turn.id, LATER)
    assert expired == [replace(overdue, state="expired")]
    assert await Calls(database).expire_waiting(turn.id, LATER) == []


async def test_every_open_call_is_closed_in_order(database: Database) -> None:
    turn = await a_running_turn(database)
    made: list[CallRecord] = [a_call(turn, n) for n in (2, 1)]
    for call in made:
        await Calls(database).propose(call)
    await Calls(database).propose(a_call(turn, 3, state="done", ok=True))
    closed = await Calls(database).close_open(turn.id)
    assert closed == [replace(call, state="expired") for call in made]
