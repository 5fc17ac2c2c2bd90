"""`GET /conversations/{id}`: a conversation as it stands, from the same log as the stream."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import JSONResponse

from docsteward.base.errors import ReaderFault
from docsteward.base.values import JsonObject, JsonValue
from docsteward.storage.records import TurnRecord
from docsteward.turn.decisions import decision_state
from docsteward.web.api.depends import Reader, Served
from docsteward.web.api.parts import message_parts
from docsteward.wiring import Product

router = APIRouter()


# A client's own name may hold slashes.
@router.get("/conversations/{name:path}")
async def conversation(name: str, visitor: Reader, product: Served) -> JSONResponse:
    found = await product.records.conversations.find(visitor_id=visitor.id, client_id=name)
    if found is None:
        raise ReaderFault("not_found", "There is no such conversation in this session.", status=404)
    turns = await product.records.conversations.turns(found.id)
    shown: list[JsonValue] = [await _turn(product, turn) for turn in turns]
    return JSONResponse({"id": name, "turns": shown})


async def _turn(product: Product, turn: TurnRecord) -> JsonObject:
    offers = await product.records.offers.of_turn(turn.id)
    states = {offer.id: (offer.state, offer.outcome) for offer in offers}
    calls = await product.records.calls.of_turn(turn.id)
    approvals = {call.id: decision_state(call) for call in calls if call.approval is not None}
    events = await product.events.read(turn.id)
    parts: list[JsonValue] = [*message_parts(events, offers=states, approvals=approvals)]
    shown: JsonObject = {"turn": turn.id, "question": turn.question, "state": turn.state}
    if turn.quote:
        shown["quote"] = turn.quote
    shown["parts"] = parts
    return shown
