from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from seeds import LATER, NOW, a_call, a_running_turn, a_waiting_turn, settle

from docsteward.base.values import JsonObject
from docsteward.storage import Calls, Database, Events, RecordRefused, Steps
from docsteward.storage.events import NewEvents
from docsteward.storage.records import CallOutcome, StepRecord


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
    assert settled == replace(
        a_call(turn), state="done", ok=True, ms=12, result=result, expires_at=None
    )


async def test_b081_of_twenty_answers_to_a_call_one_counts(database: Database) -> None:
    turn = await a_running_turn(database)
    call = a_call(turn)
    await Calls(database).propose(call)
    outcomes = [CallOutcome(state="done", ok=True, ms=n) for n in range(20)]
    taken = await asyncio.gather(
        *(Calls(database).settle(call, outcome, now=NOW) for outcome in outcomes)
    )
    assert sum(taken) == 1
    settled = await Calls(database).get(call.id)
    assert settled is not None
    assert settled.ms == taken.index(True)


async def test_a_call_is_settled_only_as_it_was_last_seen(database: Database) -> None:
    turn = await a_running_turn(database)
    call = a_call(turn)
    await Calls(database).propose(call)
    done = CallOutcome(state="done", ok=True)
    assert not await Calls(database).settle(replace(call, state="running"), done, now=NOW)
    assert not await Calls(database).settle(replace(call, decided_at=NOW), done, now=NOW)
    assert await Calls(database).settle(call, done, now=NOW)


async def test_b066_a_call_lapses_as_what_is_known_of_it(database: Database) -> None:
    turn = await a_running_turn(database)
    unanswered, early, sent, done = (
        a_call(turn, 1),
        a_call(turn, 2, expires_at=LATER + timedelta(seconds=1)),
        a_call(turn, 3, state="running", expires_at=LATER),
        a_call(turn, 4, state="done", ok=True),
    )
    for call in (unanswered, early, sent, done):
        await Calls(database).propose(call)
    assert await Calls(database).lapse(LATER) == sorted([unanswered.id, sent.id])
    assert await Calls(database).lapse(LATER) == []
    states = [call.state for call in await Calls(database).of_turn(turn.id)]
    assert states == ["expired", "waiting", "unknown", "done"]


APPROVAL: JsonObject = {"ask": "Close the account?", "icon": "", "context": []}
DECLINED = CallOutcome(state="declined", ok=False, code="declined")
SETTLED: NewEvents = [
    ("approval_settled", {"call": "call_1", "tool": "plan_limits", "state": "declined"})
]


async def test_n2_of_twenty_decisions_one_counts(database: Database) -> None:
    turn = await a_running_turn(database)
    call = a_call(turn, approval=APPROVAL)
    await Calls(database).propose(call)
    claim = CallOutcome(state="running", expires_at=LATER)
    decided = await asyncio.gather(
        *(Calls(database).decide(call.id, outcome, now=NOW) for outcome in (claim, DECLINED) * 10)
    )
    assert sum(decided) == 1
    stored = await Calls(database).get(call.id)
    assert stored is not None
    assert (stored.state, stored.decided_at) == (
        "running" if decided.index(True) % 2 == 0 else "declined",
        NOW,
    )


@pytest.mark.parametrize(
    "change",
    [
        {"approval": None},
        {"approval": APPROVAL, "decided_at": NOW},
        {"approval": APPROVAL, "state": "expired"},
        {"approval": APPROVAL, "expires_at": NOW},
    ],
    ids=["not asked", "decided", "expired", "its time is over"],
)
async def test_n2_only_a_call_that_waits_for_the_reader_can_be_decided(
    change: dict[str, Any], database: Database
) -> None:
    turn = await a_running_turn(database)
    call = a_call(turn, **change)
    await Calls(database).propose(call)
    assert not await Calls(database).decide(call.id, DECLINED, now=NOW)
    assert await Calls(database).get(call.id) == call


async def test_n2_a_decision_is_told_by_whoever_writes_the_log(database: Database) -> None:
    """While the turn waits that is the decision itself; one that runs has a writer of its own."""
    turn, _ = await a_waiting_turn(database)
    waiting = a_call(turn, 2, approval=APPROVAL)
    await Calls(database).propose(waiting)
    before = await Events(database).last_seq(turn.id)
    assert await Calls(database).decide(waiting.id, DECLINED, now=NOW, events=SETTLED)
    (told,) = await Events(database).after(turn.id, before)
    assert (told.type, told.data, told.created_at) == (*SETTLED[0], NOW)

    running = await a_running_turn(database, "other")
    early = a_call(running, 3, approval=APPROVAL)
    await Calls(database).propose(early)
    assert await Calls(database).decide(early.id, DECLINED, now=NOW, events=SETTLED)
    assert await Events(database).last_seq(running.id) == 0
