"""Asking: `POST /chat` starts a turn and streams it; a turn's stream can be resumed or stopped."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header
from starlette.responses import JSONResponse, StreamingResponse

from docsteward.base.errors import ReaderFault
from docsteward.base.values import Page
from docsteward.turn.doors import Brought
from docsteward.turn.service import Question
from docsteward.web.api.bodies import MOST_QUESTION, ChatBody
from docsteward.web.api.depends import Reader, Served
from docsteward.web.api.stream import stream_response
from docsteward.wiring import Product

router = APIRouter()


def _stream(product: Product, turn_id: str, *, after: int = 0) -> StreamingResponse:
    events = product.turns.follow(turn_id)
    return stream_response(events, heartbeat_seconds=product.heartbeat_seconds, after=after)


@router.post("/chat")
async def ask(body: ChatBody, visitor: Reader, product: Served) -> StreamingResponse:
    turn = await product.turns.begin(_question(body), visitor)
    return _stream(product, turn.id)


@router.get("/turns/{turn_id}/events")
async def resume(
    turn_id: str,
    visitor: Reader,
    product: Served,
    last_event_id: Annotated[str, Header()] = "0",
) -> StreamingResponse:
    if not last_event_id.isascii() or not last_event_id.isdigit() or len(last_event_id) > 9:
        raise ReaderFault("request_invalid", "Last-Event-ID must be the number of an event.")
    turn = await product.turns.owned(turn_id, visitor)
    return _stream(product, turn.id, after=int(last_event_id))


@router.post("/turns/{turn_id}/stop")
async def stop(turn_id: str, visitor: Reader, product: Served) -> JSONResponse:
    return JSONResponse({"state": await product.turns.stop(turn_id, visitor)})


def _question(body: ChatBody) -> Question:
    """Read the last message; the history that a client sends along is not looked at."""
    message = body.messages[-1]
    if message.role != "user":
        raise ReaderFault("request_invalid", "The last message must be the user's.", status=422)
    if not message.text:
        raise ReaderFault("request_invalid", "The question is empty.", status=422)
    if len(message.text) > MOST_QUESTION:
        raise ReaderFault(
            "request_invalid",
            f"A question may have {MOST_QUESTION:,} characters, not {len(message.text):,}.",
            status=422,
        )
    page = Page(url=body.page.url, title=body.page.title) if body.page else None
    return Question(
        conversation=body.id,
        message=message.id,
        text=message.text,
        page=page,
        quote=body.quote.strip(),
        brought=Brought(tools=body.page_tools, handlers=body.handlers),
    )
