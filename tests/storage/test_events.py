from __future__ import annotations

import asyncio

import pytest
from seeds import a_conversation, a_running_turn, a_turn, an_event, finish

from docsteward.base.errors import OperatorFault
from docsteward.storage import Database, Events, Turns
from docsteward.storage.invariants import broken


async def test_b094_a_log_is_read_from_any_point(database: Database) -> None:
    """Fault B094: who lost the stream at event 2 gets the rest."""
    turn = await a_running_turn(database)
    events = Events(database)
    made = [an_event(turn.id, seq) for seq in range(1, 6)]
    await events.append(turn.id, made[:3])
    await events.append(turn.id, made[3:])
    await events.append(turn.id, [])
    assert await events.after(turn.id, 0) == made
    assert await events.after(turn.id, 2) == made[2:]
    assert await events.after(turn.id, 2, limit=2) == made[2:4]
    assert await events.after(turn.id, 5) == []
    assert await events.last_seq(turn.id) == 5
    assert await events.last_seq("turn_none") == 0


@pytest.mark.parametrize("seqs", [[3], [1], [2, 4], [2, 2], [0], [3, 2]])
async def test_a_log_takes_no_gap_and_no_second_event(database: Database, seqs: list[int]) -> None:
    turn = await a_running_turn(database)
    events = Events(database)
    await events.append(turn.id, [an_event(turn.id, 1)])
    with pytest.raises(OperatorFault) as caught:
        await events.append(turn.id, [an_event(turn.id, seq) for seq in seqs])
    assert caught.value.code == "log_conflict"
    assert await events.last_seq(turn.id) == 1


async def test_an_event_of_another_turn_is_refused(database: Database) -> None:
    turn = await a_running_turn(database)
    for other, seq in (("turn_none", 1), (turn.id, 1)):
        with pytest.raises(OperatorFault) as caught:
            await Events(database).append("turn_none", [an_event(other, seq)])
        assert caught.value.code == "log_conflict"


async def test_of_two_writers_of_one_log_one_goes_on(database: Database) -> None:
    turn = await a_running_turn(database)
    events = Events(database)
    done = await asyncio.gather(
        *(events.append(turn.id, [an_event(turn.id, 1)]) for _ in range(20)),
        return_exceptions=True,
    )
    assert done.count(None) == 1
    assert {one.code for one in done if isinstance(one, OperatorFault)} == {"log_conflict"}
    assert await events.last_seq(turn.id) == 1


async def test_b153_twenty_streams_write_while_others_begin(database: Database) -> None:
    """Fault B153: 20 streams, each its message and its events, and no locked database."""
    conversations = [await a_conversation(database, f"vis_{n}") for n in range(20)]

    async def stream(n: int) -> None:
        turn, _ = await Turns(database).begin(a_turn(conversations[n]))
        for start in range(1, 31, 5):
            batch = [an_event(turn.id, seq) for seq in range(start, start + 5)]
            await Events(database).append(turn.id, batch)
            await Events(database).after(turn.id, start)
        assert await finish(database, turn)

    await asyncio.gather(*(stream(n) for n in range(20)))
    for conversation in conversations:
        assert await Events(database).last_seq(a_turn(conversation).id) == 32
    assert await broken(database) == []
