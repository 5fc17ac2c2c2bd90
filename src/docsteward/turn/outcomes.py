"""What became of a call, between the door and its row in storage."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeAlias, cast

from docsteward.base.values import JsonObject, JsonValue
from docsteward.index.values import Hit
from docsteward.llm.model import ModelCall
from docsteward.storage.records import CallOutcome, CallRecord
from docsteward.toolspec.call import (
    Failed,
    FetchInPage,
    NeedsApproval,
    NeedsPage,
    PageRequest,
    Ran,
    Repeated,
    RunCode,
    RunHandler,
    memo_key,
)

# The page has ten seconds for the request itself; the rest is for the way there and back.
_PAGE_GRACE = timedelta(seconds=5)

# The last is what a built-in found.
Outcome: TypeAlias = Ran | Failed | NeedsPage | NeedsApproval | Repeated | tuple[Hit, ...]


def failed(message: str, code: RunCode) -> Failed:
    """Return a failure before there were any arguments."""
    return Failed(code=code, message=message, args={})


def record_of(
    call: ModelCall, outcome: Outcome, *, id: str, turn_id: str, step: int, now: datetime
) -> CallRecord:
    """Return the row of a model's call; one that waits is completed by whoever knows how long."""
    settled = outcome_of(outcome, now=now)
    args = {} if isinstance(outcome, tuple) else outcome.args
    return CallRecord(
        id=id,
        turn_id=turn_id,
        step=step,
        model_call_id=call.id,
        tool=call.name,
        args=args,
        memo_key=memo_key(call.name, args) if isinstance(outcome, Ran | NeedsPage) else "",
        place="page" if isinstance(outcome, NeedsPage) else "server",
        state=settled.state,
        ok=settled.ok,
        code=settled.code,
        result=settled.result,
        expires_at=settled.expires_at,
        created_at=now,
    )


def outcome_of(outcome: Outcome, *, now: datetime, ms: int | None = None) -> CallOutcome:
    """Return what a call's row says of an outcome; a wait has an end and no time taken yet."""
    match outcome:
        case NeedsPage(request=request):
            return CallOutcome(state="waiting", expires_at=now + page_time(request))
        case NeedsApproval():
            return CallOutcome(state="waiting")
        case Failed(code=code):
            settled = CallOutcome(state="failed", ok=False, code=code)
        case Repeated():
            settled = CallOutcome(state="done", ok=True, code="repeated")
        case _:
            settled = CallOutcome(state="done", ok=True)
    return replace(settled, ms=ms, result=_result(outcome))


def page_time(request: PageRequest) -> timedelta:
    """Return how long a page may take for a request, the way there and back included."""
    seconds = request.seconds if isinstance(request, FetchInPage | RunHandler) else 0
    return timedelta(seconds=seconds) + _PAGE_GRACE


def _result(outcome: Outcome) -> JsonValue:
    match outcome:
        case Ran():
            return {
                "kind": "ran",
                "text": outcome.text,
                "source": outcome.source,
                "document": outcome.document,
                "said": outcome.said,
                "url": outcome.url,
                "guidance": outcome.guidance,
            }
        case Failed():
            return {"kind": "failed", "message": outcome.message}
        case Repeated():
            return {"kind": "repeated", "call": outcome.call}
        case NeedsPage() | NeedsApproval():
            return None
        case _:
            return {"kind": "hits", "hits": [_hit_to_json(hit) for hit in outcome]}


def ran_from(args: JsonObject, result: JsonObject) -> Ran:
    """Return the run that a row's result tells of."""
    return Ran(
        args=args,
        text=str(result["text"]),
        source=str(result["source"]),
        document=str(result["document"]),
        said=str(result["said"]),
        url=cast("str | None", result["url"]),
        guidance=str(result["guidance"]),
    )


def _hit_to_json(hit: Hit) -> JsonObject:
    return {"source": hit.source, "document": hit.section_id, "text": hit.text, "url": hit.url}
