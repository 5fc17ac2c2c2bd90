"""What must hold in the tables at every moment, each as a query that finds what breaks it.

A constraint keeps the rest (see `tables`); these need more than one row, or a word's meaning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select

from docsteward.storage.database import Database
from docsteward.storage.records import OPEN_CALL_STATES, OPEN_TURN_STATES
from docsteward.storage.tables import (
    calls,
    conversations,
    evidence,
    offers,
    steps,
    turn_events,
    turns,
    visitors,
)

_SHOWN = 5
_VERDICT = "verdict_given"
# The last two events of an ended turn: how it ended, and that it ended.
_ENDING = 2

_open_turn = turns.c.state.in_(OPEN_TURN_STATES)


@dataclass(frozen=True, kw_only=True)
class Invariant:
    """A named sentence about the tables; `broken_by` selects one text per row that breaks it."""

    name: str
    sentence: str
    broken_by: Select[Any]


def _turns_where(*where: ColumnElement[bool]) -> Select[Any]:
    return select(turns.c.id).where(*where)


def _offers_where(*where: ColumnElement[bool]) -> Select[Any]:
    return select(offers.c.id).where(*where)


def _turn_rules() -> tuple[Invariant, ...]:
    return (
        Invariant(
            name="turn_end_has_its_moment",
            sentence="A turn has `finished_at` exactly when it is over.",
            broken_by=_turns_where(_open_turn == turns.c.finished_at.is_not(None)),
        ),
        Invariant(
            name="answered_has_answer",
            sentence="An answered turn has an answer.",
            broken_by=_turns_where(turns.c.state == "answered", func.trim(turns.c.answer) == ""),
        ),
        Invariant(
            name="refused_has_cause",
            sentence="A refused turn says its cause.",
            broken_by=_turns_where(turns.c.state == "refused", turns.c.cause.is_(None)),
        ),
        Invariant(
            name="one_open_turn",
            sentence="A conversation has at most one turn that is running or waiting.",
            broken_by=select(turns.c.conversation_id)
            .where(_open_turn)
            .group_by(turns.c.conversation_id)
            .having(func.count() > 1),
        ),
        Invariant(
            name="running_is_held",
            sentence="A running turn names the worker that holds it and how long.",
            broken_by=_turns_where(
                turns.c.state == "running",
                or_(turns.c.worker.is_(None), turns.c.lease_until.is_(None)),
            ),
        ),
        Invariant(
            name="turn_keeps_its_visitor",
            sentence="A turn's visitor and workspace are those of its conversation.",
            broken_by=_turns_where(
                turns.c.conversation_id == conversations.c.id,
                or_(
                    turns.c.visitor_id != conversations.c.visitor_id,
                    turns.c.workspace_id != conversations.c.workspace_id,
                ),
            ),
        ),
        Invariant(
            name="conversation_keeps_its_workspace",
            sentence="A conversation's workspace is that of its visitor.",
            broken_by=select(conversations.c.id).where(
                conversations.c.visitor_id == visitors.c.id,
                conversations.c.workspace_id != visitors.c.workspace_id,
            ),
        ),
    )


def _log_rules() -> tuple[Invariant, ...]:
    last = (
        select(turn_events.c.turn_id, func.max(turn_events.c.seq).label("seq"))
        .group_by(turn_events.c.turn_id)
        .subquery()
    )
    verdict_near_the_end = exists().where(
        last.c.turn_id == turns.c.id,
        turn_events.c.turn_id == turns.c.id,
        turn_events.c.type == _VERDICT,
        turn_events.c.seq > last.c.seq - _ENDING,
    )
    return (
        Invariant(
            name="log_has_no_gap",
            sentence="The events of a turn are numbered 1, 2, 3 and so on without a gap.",
            broken_by=select(turn_events.c.turn_id)
            .group_by(turn_events.c.turn_id)
            .having(
                or_(
                    func.min(turn_events.c.seq) != 1,
                    func.max(turn_events.c.seq) != func.count(),
                )
            ),
        ),
        Invariant(
            name="ended_log_has_verdict",
            sentence="One of the last two events of a turn that is over is its verdict.",
            broken_by=_turns_where(~_open_turn, ~verdict_near_the_end),
        ),
        Invariant(
            name="steps_have_no_gap",
            sentence="The steps of a turn are numbered without a gap.",
            broken_by=select(steps.c.turn_id)
            .group_by(steps.c.turn_id)
            .having(func.max(steps.c.n) - func.min(steps.c.n) + 1 != func.count()),
        ),
    )


def _call_rules() -> tuple[Invariant, ...]:
    return (
        Invariant(
            name="ended_turn_has_no_waiting_call",
            sentence="No call of a turn that is over is waiting.",
            broken_by=select(calls.c.id).where(
                calls.c.turn_id == turns.c.id,
                ~_open_turn,
                calls.c.state == "waiting",
            ),
        ),
        Invariant(
            name="open_call_has_an_end",
            sentence="A call that is running or waiting says until when.",
            broken_by=select(calls.c.id).where(
                calls.c.state.in_(OPEN_CALL_STATES), calls.c.expires_at.is_(None)
            ),
        ),
        Invariant(
            name="decided_call_was_asked",
            sentence="Only a call that the reader was asked about is decided.",
            broken_by=select(calls.c.id).where(
                calls.c.decided_at.is_not(None), calls.c.approval.is_(None)
            ),
        ),
        Invariant(
            name="settled_call_says_how",
            sentence="A call that is done or failed says whether it was ok.",
            broken_by=select(calls.c.id).where(
                calls.c.state.in_(("done", "failed")), calls.c.ok.is_(None)
            ),
        ),
    )


def _evidence_rules() -> tuple[Invariant, ...]:
    later_turn, later = turns.alias(), evidence.alias()
    return (
        Invariant(
            name="evidence_rises",
            sentence="Evidence numbers are unique in a conversation and rise from turn to turn.",
            broken_by=select(evidence.c.conversation_id)
            .distinct()
            .where(
                turns.c.id == evidence.c.turn_id,
                later_turn.c.id == later.c.turn_id,
                later.c.conversation_id == evidence.c.conversation_id,
                later_turn.c.position > turns.c.position,
                later.c.number <= evidence.c.number,
            ),
        ),
        Invariant(
            name="evidence_keeps_its_conversation",
            sentence="Evidence belongs to the conversation of its turn.",
            broken_by=select(evidence.c.conversation_id)
            .distinct()
            .where(
                turns.c.id == evidence.c.turn_id,
                turns.c.conversation_id != evidence.c.conversation_id,
            ),
        ),
    )


def _offer_rules() -> tuple[Invariant, ...]:
    pressed = offers.c.state.in_(("reserved", "done", "failed", "unknown"))
    return (
        Invariant(
            name="done_offer_has_outcome",
            sentence="An offer that is done has an outcome.",
            broken_by=_offers_where(offers.c.state == "done", offers.c.outcome.is_(None)),
        ),
        Invariant(
            name="pressed_offer_has_its_moment",
            sentence="An offer that was pressed has `reserved_at`.",
            broken_by=_offers_where(pressed, offers.c.reserved_at.is_(None)),
        ),
        Invariant(
            name="offer_keeps_its_visitor",
            sentence="An offer's visitor and conversation are those of its turn.",
            broken_by=_offers_where(
                and_(
                    offers.c.turn_id == turns.c.id,
                    or_(
                        offers.c.visitor_id != turns.c.visitor_id,
                        offers.c.conversation_id != turns.c.conversation_id,
                    ),
                )
            ),
        ),
    )


INVARIANTS: tuple[Invariant, ...] = (
    *_turn_rules(),
    *_log_rules(),
    *_call_rules(),
    *_evidence_rules(),
    *_offer_rules(),
)


async def broken(db: Database) -> list[str]:
    """Return one line per invariant that does not hold, with the first ids that break it.

    All are asked of one unchanging state, so a server at work does not blur the answer.
    """
    lines: list[str] = []
    async with db.read() as connection:
        for rule in INVARIANTS:
            found = await connection.execute(rule.broken_by.limit(_SHOWN + 1))
            ids = [str(row[0]) for row in found]
            if ids:
                more = " and more" if len(ids) > _SHOWN else ""
                lines.append(
                    f"{rule.name}: {rule.sentence} Not so: {', '.join(ids[:_SHOWN])}{more}."
                )
    return lines
