from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from seeds import a_conversation, a_running_turn, a_turn, an_event, finish

from docsteward.base.errors import OperatorFault
from docsteward.base.values import Evidence
from docsteward.storage import Database, Events, EvidenceLog, Turns
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


async def test_e12_what_an_answer_cites_is_found_by_its_turn(database: Database) -> None:
    turn, other = await a_running_turn(database, "vis_1"), await a_running_turn(database, "vis_2")
    for one in (turn, other):
        await EvidenceLog(database).append(one.conversation_id, one.id, [_piece(1), _piece(2)])
    cited = {**an_event(turn.id, 1, "source_cited").data, "evidence": 2}
    await Events(database).append(
        turn.id, [replace(an_event(turn.id, 1, "source_cited"), data=cited), an_event(turn.id, 2)]
    )
    found = await EvidenceLog(database).cited_by([turn.id, other.id])
    assert {id: [piece.id for piece in pieces] for id, pieces in found.items()} == {turn.id: [2]}
    assert await EvidenceLog(database).cited_by([]) == {}


async def test_evidence_needs_a_conversation(database: Database) -> None:
    with pytest.raises(OperatorFault, match="conv_none"):
        await EvidenceLog(database).append("conv_none", "turn_none", [_piece()])
    assert await EvidenceLog(database).append("conv_none", "turn_none", []) == ()
