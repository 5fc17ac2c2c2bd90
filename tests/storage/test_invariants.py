from __future__ import annotations

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
)

from docsteward.storage import Calls, Database, Events, EvidenceLog, Offers, Steps, Turns
from docsteward.storage.invariants import INVARIANTS, broken
from docsteward.storage.records import NewEvidence, StepRecord, TurnRecord
from docsteward.storage.tables import (
    calls,
    conversations,
    evidence,
    metadata,
    offers,
    steps,
    turn_events,
    turns,
    visitors,
)


async def _two_whole_turns(db: Database) -> list[TurnRecord]:
    """An ended turn and a running one, each with all that a turn leaves, plus a second visitor."""
    conversation = await a_conversation(db)
    made: list[TurnRecord] = []
    for n in (1, 2):
        turn, _ = await Turns(db).begin(a_turn(conversation, n))
        await Steps(db).append(StepRecord(turn_id=turn.id, n=1, messages=[], created_at=NOW))
        await Steps(db).append(StepRecord(turn_id=turn.id, n=2, messages=[], created_at=NOW))
        await Calls(db).propose(a_call(turn, state="done", ok=True))
        piece = NewEvidence(kind="section", source="Plans", document="plans", text="…")
        await EvidenceLog(db).append(conversation.id, turn.id, [piece])
        await Offers(db).add([an_offer(turn)])
        await Events(db).append(turn.id, [an_event(turn.id, 1), an_event(turn.id, 2)])
        if n == 1:
            await finish(db, turn)
        made.append(turn)
    await a_conversation(db, "vis_2", "ws_2")
    return made


async def test_whole_turns_break_nothing(database: Database) -> None:
    await _two_whole_turns(database)
    assert await broken(database) == []


async def test_an_empty_database_breaks_nothing(database: Database) -> None:
    assert await broken(database) == []


_ended = turns.c.id == "turn_vis_1_1"
_running = turns.c.id == "turn_vis_1_2"
_of_ended = "turn_vis_1_1"

BREAKS: list[tuple[str, Any]] = [
    ("turn_end_has_its_moment", turns.update().where(_ended).values(finished_at=None)),
    ("turn_end_has_its_moment", turns.update().where(_running).values(finished_at=LATER)),
    ("answered_has_answer", turns.update().where(_ended).values(answer="  ")),
    ("refused_has_cause", turns.update().where(_ended).values(state="refused")),
    ("running_is_held", turns.update().where(_running).values(worker=None)),
    ("running_is_held", turns.update().where(_running).values(lease_until=None)),
    ("turn_keeps_its_visitor", turns.update().where(_ended).values(visitor_id="vis_2")),
    ("turn_keeps_its_visitor", turns.update().where(_ended).values(workspace_id="ws_2")),
    (
        "conversation_keeps_its_workspace",
        visitors.update().where(visitors.c.id == "vis_1").values(workspace_id="ws_2"),
    ),
    ("log_has_no_gap", turn_events.delete().where(turn_events.c.seq == 1)),
    (
        "ended_log_has_verdict",
        turn_events.update().where(turn_events.c.type == "verdict_given").values(type="text_added"),
    ),
    ("ended_log_has_verdict", turn_events.delete().where(turn_events.c.turn_id == _of_ended)),
    ("steps_have_no_gap", steps.update().where(steps.c.n == 2).values(n=3)),
    (
        "ended_turn_has_no_waiting_call",
        calls.update().where(calls.c.turn_id == _of_ended).values(state="waiting"),
    ),
    ("open_call_has_an_end", calls.update().values(state="running", expires_at=None)),
    ("decided_call_was_asked", calls.update().values(decided_at=NOW)),
    ("settled_call_says_how", calls.update().values(ok=None)),
    (
        "evidence_rises",
        evidence.update().where(evidence.c.turn_id == _of_ended).values(number=7),
    ),
    (
        "evidence_keeps_its_conversation",
        evidence.update()
        .where(evidence.c.number == 1)
        .values(
            conversation_id=conversations.select()
            .with_only_columns(conversations.c.id)
            .where(conversations.c.visitor_id == "vis_2")
            .scalar_subquery()
        ),
    ),
    ("done_offer_has_outcome", offers.update().values(state="done", reserved_at=NOW)),
    ("pressed_offer_has_its_moment", offers.update().values(state="reserved")),
    ("offer_keeps_its_visitor", offers.update().values(visitor_id="vis_2")),
]


@pytest.mark.parametrize(("name", "statement"), BREAKS)
async def test_each_invariant_finds_what_breaks_it(
    database: Database, name: str, statement: Any
) -> None:
    await _two_whole_turns(database)
    async with database.write() as connection:
        await connection.execute(statement)
    found = await broken(database)
    assert [line for line in found if line.startswith(f"{name}: ")], found


def test_each_invariant_is_broken_by_a_test() -> None:
    kept_by_an_index = {"one_open_turn"}
    assert {rule.name for rule in INVARIANTS} - {name for name, _ in BREAKS} == kept_by_an_index


async def test_a_second_open_turn_is_found_when_the_index_is_gone(database: Database) -> None:
    first, second = await _two_whole_turns(database)
    index = next(index for index in turns.indexes if index.name == "uq_turns_open")
    try:
        async with database.write() as connection:
            await connection.run_sync(index.drop)
            await connection.execute(turns.update().where(_ended).values(state="waiting"))
        lines = [line for line in await broken(database) if line.startswith("one_open_turn")]
        assert len(lines) == 1
        assert first.conversation_id == second.conversation_id
        assert first.conversation_id in lines[0]
    finally:
        async with database.write() as connection:
            await connection.execute(metadata.tables["turns"].delete())
            await connection.run_sync(index.create)


async def test_many_broken_rows_are_cut_short(database: Database) -> None:
    turn = await a_running_turn(database)
    await Offers(database).add([an_offer(turn, n, state="reserved") for n in range(8)])
    lines = [one for one in await broken(database) if one.startswith("pressed_offer")]
    assert len(lines) == 1
    assert lines[0].count("off_turn") == 5
    assert lines[0].endswith("and more.")
