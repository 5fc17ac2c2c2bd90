from __future__ import annotations

import asyncio

import pytest
from seeds import a_conversation, a_running_turn, a_turn, finish

from docsteward.base.errors import OperatorFault
from docsteward.base.values import Evidence
from docsteward.storage import Database, EvidenceLog, Turns
from docsteward.storage.records import NewEvidence


def _piece(n: int = 1) -> NewEvidence:
    return NewEvidence(
        kind="section", source=f"Plans › {n}", document="plans", text=f"passage {n}", url="/plans/"
    )


async def test_e9_numbers_rise_through_a_conversation(database: Database) -> None:
    conversation = await a_conversation(database)
    log = EvidenceLog(database)
    for n in (1, 2):
        turn, _ = await Turns(database).begin(a_turn(conversation, n))
        await log.append(conversation.id, turn.id, [_piece(1), _piece(2)])
        await finish(database, turn)
    second = await log.of_turn(a_turn(conversation, 2).id)
    assert [piece.id for piece in second] == [3, 4]
    assert [piece.id for piece in await log.by_numbers(conversation.id, [4, 1, 9])] == [1, 4]
    assert await log.by_numbers(conversation.id, []) == ()


async def test_evidence_comes_back_as_it_was_stored(database: Database) -> None:
    turn = await a_running_turn(database)
    odd = NewEvidence(
        kind="tool",
        source="Plan limits · from the site",
        document="call_1",
        text="a\x00b\ud800",
        access="user",
        failed=True,
    )
    (given,) = await EvidenceLog(database).append(turn.conversation_id, turn.id, [odd])
    (kept,) = await EvidenceLog(database).of_turn(turn.id)
    assert given == kept
    assert kept == Evidence(
        id=1,
        kind="tool",
        source=odd.source,
        document="call_1",
        text="a\ufffdb\ufffd",
        access="user",
        failed=True,
    )


async def test_appending_at_once_gives_no_number_twice(database: Database) -> None:
    turn = await a_running_turn(database)
    log = EvidenceLog(database)
    given = await asyncio.gather(
        *(log.append(turn.conversation_id, turn.id, [_piece(), _piece()]) for _ in range(20))
    )
    numbers = sorted(piece.id for pieces in given for piece in pieces)
    assert numbers == list(range(1, 41))
    assert all(second.id == first.id + 1 for first, second in given)


async def test_m3_evidence_of_another_conversation_is_never_found(database: Database) -> None:
    turn = await a_running_turn(database, "vis_1")
    other = await a_conversation(database, "vis_2")
    await EvidenceLog(database).append(turn.conversation_id, turn.id, [_piece()])
    assert await EvidenceLog(database).by_numbers(other.id, [1]) == ()


async def test_evidence_needs_a_conversation(database: Database) -> None:
    with pytest.raises(OperatorFault, match="conv_none"):
        await EvidenceLog(database).append("conv_none", "turn_none", [_piece()])
    assert await EvidenceLog(database).append("conv_none", "turn_none", []) == ()
