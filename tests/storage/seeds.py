"""Rows to begin with, so that a test says only what it is about."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from docsteward.storage import Calls, Conversations, Database, Offers, Turns, Visitors, Workspaces
from docsteward.storage.records import (
    CallOutcome,
    CallRecord,
    ConversationRecord,
    EventRecord,
    OfferRecord,
    TurnRecord,
    VisitorRecord,
)

NOW = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(minutes=5)
HOUR = timedelta(hours=1)


async def a_visitor(db: Database, id: str = "vis_1", workspace: str = "ws_1") -> VisitorRecord:
    await Workspaces(db).ensure(id=workspace, key=f"key-{workspace}", name="Acme Docs")
    visitor = VisitorRecord(
        id=id,
        workspace_id=workspace,
        session_hash=f"hash-{id}",
        origin="https://docs.acme.dev",
        created_at=NOW,
        expires_at=NOW + HOUR,
    )
    await Visitors(db).create(visitor)
    return visitor


async def a_conversation(
    db: Database, visitor: str = "vis_1", workspace: str = "ws_1"
) -> ConversationRecord:
    await a_visitor(db, visitor, workspace)
    return await Conversations(db).open(
        workspace_id=workspace, visitor_id=visitor, client_id="chat-1", now=NOW
    )


def a_turn(conversation: ConversationRecord, n: int = 1, **change: Any) -> TurnRecord:
    turn = TurnRecord(
        id=f"turn_{conversation.visitor_id}_{n}",
        conversation_id=conversation.id,
        visitor_id=conversation.visitor_id,
        workspace_id=conversation.workspace_id,
        message_id=f"message-{n}",
        question="How many requests has the pro plan?",
        page={"url": "https://docs.acme.dev/plans/", "title": "Plans"},
        mode="agentic",
        index_digest="sha256:0",
        created_at=NOW,
        lease_until=NOW + timedelta(seconds=30),
        worker="worker-1",
    )
    return replace(turn, **change)


async def a_running_turn(db: Database, visitor: str = "vis_1") -> TurnRecord:
    turn, _ = await Turns(db).begin(a_turn(await a_conversation(db, visitor)))
    return turn


def a_call(turn: TurnRecord, n: int = 1, **change: Any) -> CallRecord:
    call = CallRecord(
        id=f"call_{turn.id}_{n}",
        turn_id=turn.id,
        step=1,
        model_call_id=f"model-{n}",
        tool="plan_limits",
        args={"plan": "pro"},
        memo_key='plan_limits{"plan":"pro"}',
        place="page",
        state="waiting",
        expires_at=LATER,
        created_at=NOW,
    )
    return replace(call, **change)


async def a_waiting_turn(db: Database) -> tuple[TurnRecord, CallRecord]:
    turn = await a_running_turn(db)
    call = a_call(turn)
    await Calls(db).propose(call)
    assert await Turns(db).wait(turn.id)
    return turn, call


def an_offer(turn: TurnRecord, n: int = 1, **change: Any) -> OfferRecord:
    offer = OfferRecord(
        id=f"off_{turn.id}_{n}",
        turn_id=turn.id,
        conversation_id=turn.conversation_id,
        visitor_id=turn.visitor_id,
        tool="open_pricing",
        kind="button",
        args={"plan": "pro"},
        data={"label": "Open pricing"},
        expires_at=NOW + HOUR,
        created_at=NOW,
    )
    return replace(offer, **change)


async def an_offered(db: Database) -> OfferRecord:
    offer = an_offer(await a_running_turn(db))
    await Offers(db).add([offer])
    return offer


def an_event(turn_id: str, seq: int, type: str = "text_added") -> EventRecord:
    return EventRecord(
        turn_id=turn_id, seq=seq, type=type, data={"text": f"word {seq} "}, created_at=NOW
    )


async def finish(db: Database, turn: TurnRecord, **change: Any) -> bool:
    outcome: dict[str, Any] = {
        "state": "answered",
        "cause": None,
        "answer": "50,000 a day [1].",
        "log": [{"tool": "plan_limits", "ok": True, "ms": 12}],
        "steps_used": 1,
        "model_calls": 2,
        "now": LATER,
        "closing": [("verdict_given", {"state": "answered"}), ("turn_ended", {})],
    }
    return await Turns(db).finish(turn.id, **(outcome | change))


async def settle(db: Database, call_id: str, **change: Any) -> bool:
    outcome: dict[str, Any] = {
        "state": "done",
        "ok": True,
        "ms": 12,
        "result": {"requests_per_day": 50000},
    }
    call = await Calls(db).get(call_id)
    assert call is not None
    return await Calls(db).settle(call, CallOutcome(**(outcome | change)), now=LATER)
