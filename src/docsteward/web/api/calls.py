"""`POST /calls/{id}`: what the reader's page reports of a request that a turn waits for."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import JSONResponse

from docsteward.base.errors import ReaderFault
from docsteward.base.text import shorten
from docsteward.toolspec.call import PageReport
from docsteward.toolspec.form import without_unseen
from docsteward.web.api.bodies import ReportBody
from docsteward.web.api.depends import Reader, Served

_LONGEST_SUMMARY = 300

router = APIRouter()


@router.post("/calls/{call_id}")
async def report(call_id: str, body: ReportBody, visitor: Reader, product: Served) -> JSONResponse:
    await product.turns.report(call_id, report_from(body), visitor)
    return JSONResponse({"state": "taken"}, status_code=202)


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
