from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from seeds import (
    LATER,
    NOW,
    a_call,
    a_conversation,
    a_running_turn,
    a_turn,
    a_waiting_turn,
    an_event,
    finish,
    settle,
)

from docsteward.base.errors import OperatorFault, ReaderFault
from docsteward.storage import Calls, Database, Events, Turns
from docsteward.storage.events import NewEvents
from docsteward.storage.invariants import broken


async def test_a_turn_comes_back_as_it_was_stored(database: Database) -> None:
    turn = a_turn(await a_conversation(database), log=[{"tool": "x", "ok": False, "ms": 1}])
    assert await Turns(database).begin(turn) == (turn, True)
    assert await Turns(database).get(turn.id) == turn
    assert await Turns(database).get("turn_none") is None


async def test_b082_a_message_sent_twenty_times_starts_one_turn(database: Database) -> None:
    conversation = await a_conversation(database)
    begun = await asyncio.gather(
        *(Turns(database).begin(a_turn(conversation, id=f"turn_{n}")) for n in range(20))
    )
    assert sum(created for _, created in begun) == 1
    assert len({turn.id for turn, _ in begun}) == 1


async def test_b082_a_message_sent_again_after_the_end_starts_nothing(database: Database) -> None:
    turn = await a_running_turn(database)
    await finish(database, turn)
    again, created = await Turns(database).begin(replace(turn, id="turn_again"))
    assert not created
    assert (again.id, again.state) == (turn.id, "answered")


async def test_a_second_question_is_refused_while_one_runs_or_waits(database: Database) -> None:
    conversation = await a_conversation(database)
    turns = Turns(database)
    turn, _ = await turns.begin(a_turn(conversation, 1))
    for state in ("running", "waiting"):
        with pytest.raises(ReaderFault) as caught:
            await turns.begin(a_turn(conversation, 2))
        assert (caught.value.code, caught.value.status) == ("turn_running", 409)
        assert caught.value.details == {"turn": turn.id, "state": state}
        await turns.wait(turn.id)
    await finish(database, turn)
    assert (await turns.begin(a_turn(conversation, 2)))[1]


async def test_of_twenty_questions_at_once_one_begins(database: Database) -> None:
    conversation = await a_conversation(database)
    begun = await asyncio.gather(
        *(Turns(database).begin(a_turn(conversation, n)) for n in range(20)),
        return_exceptions=True,
    )
    refused = [one for one in begun if isinstance(one, ReaderFault)]
    assert len(refused) == 19
    assert {one.code for one in refused} == {"turn_running"}
    assert not [line for line in await broken(database) if "one_open_turn" in line]


async def test_a_turn_needs_a_conversation(database: Database) -> None:
    turn = a_turn(await a_conversation(database), conversation_id="conv_none")
    with pytest.raises(OperatorFault, match="conv_none"):
        await Turns(database).begin(turn)


async def test_n2_a_turn_wakes_only_when_none_of_its_calls_waits(database: Database) -> None:
    turns = Turns(database)
    turn, call = await a_waiting_turn(database)
    await Calls(database).propose(a_call(turn, 2))
    assert not await turns.wake(turn.id, worker="w2", lease_until=LATER)
    assert await settle(database, call.id)
    assert not await turns.wake(turn.id, worker="w2", lease_until=LATER)
    assert await turns.ready() == []
    assert await settle(database, a_call(turn, 2).id)
    assert await turns.ready() == [turn.id]
    assert await turns.wake(turn.id, worker="w2", lease_until=LATER)
    woken = await turns.get(turn.id)
    assert woken is not None
    assert (woken.state, woken.worker, woken.lease_until) == ("running", "w2", LATER)
    assert await turns.ready() == []


async def test_n2_a_waiting_turn_is_held_by_nobody(database: Database) -> None:
    turn, _ = await a_waiting_turn(database)
    waiting = await Turns(database).get(turn.id)
    assert waiting is not None
    assert (waiting.state, waiting.worker, waiting.lease_until) == ("waiting", None, None)
    assert not await Turns(database).wait(turn.id)


async def test_of_twenty_wakers_one_gets_the_turn(database: Database) -> None:
    turn, call = await a_waiting_turn(database)
    await settle(database, call.id)
    woken = await asyncio.gather(
        *(Turns(database).wake(turn.id, worker=f"w{n}", lease_until=LATER) for n in range(20))
    )
    assert sum(woken) == 1
    held = await Turns(database).get(turn.id)
    assert held is not None
    assert held.worker == f"w{woken.index(True)}"


async def test_progress_is_kept_until_the_end_and_not_after(database: Database) -> None:
    turn = await a_running_turn(database)
    turns = Turns(database)
    assert await turns.progress(turn.id, steps_used=2, model_calls=3, log=[{"tool": "t"}])
    stored = await turns.get(turn.id)
    assert stored == replace(turn, steps_used=2, model_calls=3, log=[{"tool": "t"}])
    await finish(database, turn)
    assert not await turns.progress(turn.id, steps_used=9, model_calls=9, log=[])
    ended = await turns.get(turn.id)
    assert ended is not None
    assert ended.steps_used == 1


async def test_m1_a_turn_ends_once_with_its_calls_and_its_log(database: Database) -> None:
    turn, call = await a_waiting_turn(database)
    await Events(database).append(turn.id, [an_event(turn.id, 1)])
    ended = await asyncio.gather(*(finish(database, turn, answer=f"{n} [1]") for n in range(20)))
    assert sum(ended) == 1
    stored = await Turns(database).get(turn.id)
    assert stored is not None
    assert (stored.state, stored.finished_at) == ("answered", LATER)
    assert stored.answer == f"{ended.index(True)} [1]"
    closed = await Calls(database).get(call.id)
    assert closed is not None
    assert closed.state == "expired"
    log = await Events(database).after(turn.id, 0)
    assert [(event.seq, event.type) for event in log] == [
        (1, "text_added"),
        (2, "verdict_given"),
        (3, "turn_ended"),
    ]
    assert await broken(database) == []


async def test_a_lease_is_renewed_for_the_running_turns_of_one_worker(database: Database) -> None:
    turns = Turns(database)
    mine, _ = await turns.begin(a_turn(await a_conversation(database, "vis_1")))
    theirs, _ = await turns.begin(
        a_turn(await a_conversation(database, "vis_2"), worker="worker-2")
    )
    assert await turns.renew("worker-1", lease_until=LATER) == 1
    assert await turns.get(mine.id) == replace(mine, lease_until=LATER)
    assert await turns.get(theirs.id) == theirs


async def test_m1_only_turns_whose_lease_ran_out_are_interrupted(database: Database) -> None:
    turns = Turns(database)
    dead, _ = await turns.begin(a_turn(await a_conversation(database, "vis_1")))
    call = a_call(dead)
    await Calls(database).propose(call)
    live, _ = await turns.begin(
        a_turn(await a_conversation(database, "vis_2"), lease_until=LATER, worker="w2")
    )
    closing: NewEvents = [("verdict_given", {"state": "interrupted"}), ("turn_ended", {})]
    now = NOW + timedelta(minutes=1)
    both = await asyncio.gather(
        *(turns.interrupt_abandoned(now=now, all_running=False, closing=closing) for _ in range(5))
    )
    assert sorted(both) == [[], [], [], [], [dead.id]]
    ended = await turns.get(dead.id)
    assert ended is not None
    assert (ended.state, ended.finished_at) == ("interrupted", now)
    closed = await Calls(database).get(call.id)
    assert closed is not None
    assert closed.state == "expired"
    assert await turns.get(live.id) == live
    assert await broken(database) == []


async def test_m1_a_server_alone_interrupts_what_ran_and_keeps_what_waits(
    database: Database,
) -> None:
    turn, call = await a_waiting_turn(database)
    running, _ = await Turns(database).begin(a_turn(await a_conversation(database, "vis_2")))
    found = await Turns(database).interrupt_abandoned(now=NOW, all_running=True)
    assert found == [running.id]
    waiting = await Calls(database).get(call.id)
    assert waiting == call
    stored = await Turns(database).get(turn.id)
    assert stored is not None
    assert stored.state == "waiting"


async def test_an_interrupted_worker_cannot_write_on(database: Database) -> None:
    turn = await a_running_turn(database)
    await Events(database).append(turn.id, [an_event(turn.id, 1)])
    await Turns(database).interrupt_abandoned(
        now=NOW, all_running=True, closing=[("verdict_given", {})]
    )
    with pytest.raises(OperatorFault) as caught:
        await Events(database).append(turn.id, [an_event(turn.id, 2)])
    assert caught.value.code == "log_conflict"
    assert not await finish(database, turn)


async def test_a_turn_whose_last_open_call_lapsed_is_ready(database: Database) -> None:
    turn, _ = await a_waiting_turn(database)
    turns = Turns(database)
    assert await turns.ready() == []
    await Calls(database).lapse(LATER)
    assert await turns.ready() == [turn.id]


async def test_d4_the_end_of_a_turn_leaves_alone_what_was_sent(database: Database) -> None:
    turn, waiting = await a_waiting_turn(database)
    sent = a_call(turn, 2, state="running")
    await Calls(database).propose(sent)
    assert await finish(database, turn, state="stopped", answer="", waiting_become="declined")
    states = {call.id: call.state for call in await Calls(database).of_turn(turn.id)}
    assert states == {waiting.id: "declined", sent.id: "running"}
    assert await settle(database, sent.id)
