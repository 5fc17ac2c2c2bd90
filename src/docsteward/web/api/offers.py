"""Pressing an offer, and reporting what the page did of it (SPEC F3)."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import JSONResponse

from docsteward.base.values import JsonObject
from docsteward.turn.press import ForThePage, Pressed
from docsteward.web.api.bodies import PressBody, ReportBody
from docsteward.web.api.calls import report_from
from docsteward.web.api.depends import Reader, Served

router = APIRouter()


@router.post("/offers/{offer_id}/press")
async def press(offer_id: str, body: PressBody, visitor: Reader, product: Served) -> JSONResponse:
    args: JsonObject = {**body.args}
    return _shown(await product.presses.press(offer_id, args, visitor, handlers=body.handlers))


@router.post("/offers/{offer_id}/outcome")
async def outcome(
    offer_id: str, body: ReportBody, visitor: Reader, product: Served
) -> JSONResponse:
    return _shown(await product.presses.report(offer_id, report_from(body), visitor))


def _shown(pressed: Pressed) -> JSONResponse:
    if isinstance(pressed, ForThePage):
        return JSONResponse({"state": "reserved", "request": pressed.request.to_json()})
    state = "done" if pressed.done else "failed"
    return JSONResponse({"state": state, "outcome": pressed.outcome})
