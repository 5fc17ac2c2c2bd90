"""What a turn waits for: `POST /calls/{id}` brings the page's report, `.../decision` the reader's
word.
"""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import JSONResponse

from docsteward.base.errors import ReaderFault
from docsteward.base.text import shorten
from docsteward.toolspec.call import PageReport
from docsteward.toolspec.form import without_unseen
from docsteward.turn.decisions import Decision
from docsteward.web.api.bodies import DecisionBody, ReportBody
from docsteward.web.api.depends import Reader, Served

_LONGEST_SUMMARY = 300

router = APIRouter()


@router.post("/calls/{call_id}")
async def report(call_id: str, body: ReportBody, visitor: Reader, product: Served) -> JSONResponse:
    await product.turns.report(call_id, report_from(body), visitor)
    return JSONResponse({"state": "taken"}, status_code=202)


@router.post("/calls/{call_id}/decision")
async def decide(
    call_id: str, body: DecisionBody, visitor: Reader, product: Served
) -> JSONResponse:
    decision = Decision(approve=body.approve, reason=body.reason)
    taken = await product.decisions.decide(call_id, decision, visitor)
    request = taken.request.to_json() if taken.request else None
    return JSONResponse({"state": taken.state, "request": request})


def report_from(body: ReportBody) -> PageReport:
    """Return the report in a body. Raises ReaderFault when it says nothing."""
    if body.status is None and body.error is None and body.ok is None:
        raise ReaderFault(
            "request_invalid",
            "Report a `status` with the reply's `body`, an `error`, or `ok`.",
            status=422,
        )
    return PageReport(
        status=body.status or 0,
        content_type=body.content_type,
        body=body.body,
        error=body.error,
        ok=body.ok,
        summary=shorten(without_unseen(body.summary), _LONGEST_SUMMARY),
    )
