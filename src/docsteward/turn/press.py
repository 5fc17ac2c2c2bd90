"""Pressing an offer: checked again, dispatched at most once, its outcome as text (SPEC F3, F4).

An offer is reserved by compare-and-set before anything runs, so that of two presses only one
goes on. Its id is the idempotency key that the endpoint gets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from docsteward.base.clock import Clock
from docsteward.base.errors import ReaderFault
from docsteward.base.values import JsonObject, JsonValue, Visitor
from docsteward.storage.records import OfferRecord, OfferState
from docsteward.toolspec.call import (
    Call,
    Failed,
    NeedsApproval,
    NeedsPage,
    Outcome,
    PageReport,
    PageRequest,
    Ran,
    Repeated,
    Setting,
)
from docsteward.toolspec.page import handler_names
from docsteward.toolspec.tool import Tool
from docsteward.turn.ports import Runner
from docsteward.turn.state import Records, page_of


@dataclass(frozen=True, kw_only=True)
class Settled:
    """The press is over: `outcome` is the endpoint's own words, or why it failed."""

    done: bool
    outcome: str


@dataclass(frozen=True, kw_only=True)
class ForThePage:
    """The page is to carry out exactly this request, once, and to report."""

    request: PageRequest


Pressed: TypeAlias = Settled | ForThePage


class PressService:
    """Runs offers that a reader presses."""

    def __init__(self, *, runner: Runner | None, records: Records, clock: Clock) -> None:
        self._runner = runner
        self._records = records
        self._clock = clock

    async def press(
        self,
        offer_id: str,
        values: Mapping[str, JsonValue],
        visitor: Visitor,
        *,
        handlers: JsonValue = None,
    ) -> Pressed:
        """Check an offer of this visitor's and run it, or hand the page the request to make.

        A button's arguments are those that the offer showed; a form's are what the reader sends.
        `handlers` are the names that the page has handlers for at this moment (SPEC D1).
        Raises ReaderFault `not_found`, `arguments_invalid`, `offer_closed`.
        """
        offer = await self._owned(offer_id, visitor)
        if not self._is_open(offer):
            raise self._closed(offer)
        runner, _ = self._runner_for(offer)
        if handlers is not None:
            runner = runner.with_page((), handler_names(handlers)[0])
        call = Call(
            id=offer.id,
            tool=offer.tool,
            arguments=values if offer.kind == "form" else offer.args,
            pressed=True,
        )
        setting = await self._setting(offer)
        args = _checked(offer, runner.check(call, visitor, setting))
        if not await self._records.offers.reserve(offer.id, args=args, now=self._clock.now()):
            raise await self._closed_meanwhile(offer)
        return await self._dispatched(offer, await runner.run(call, visitor, setting))

    async def report(self, offer_id: str, report: PageReport, visitor: Visitor) -> Settled:
        """Take what the page reports of a reserved offer that the page carries out, once.

        Raises ReaderFault `not_found`, `offer_closed`.
        """
        offer = await self._owned(offer_id, visitor)
        runner, tool = self._runner_for(offer)
        if offer.state != "reserved" or not tool.runs_in_page:
            raise self._closed(offer)
        return await self._settle(offer, runner.receive(offer.tool, offer.args, report))

    async def _dispatched(self, offer: OfferRecord, outcome: Outcome) -> Pressed:
        match outcome:
            case NeedsPage(request=request):
                return ForThePage(request=request)
            case Ran() | Failed():
                return await self._settle(offer, outcome)
            case Repeated() | NeedsApproval():
                raise await self._closed_meanwhile(offer)

    async def _settle(self, offer: OfferRecord, outcome: Ran | Failed) -> Settled:
        done = isinstance(outcome, Ran)
        said = outcome.said if isinstance(outcome, Ran) else outcome.message
        state = "done" if done else "failed"
        if not await self._records.offers.settle(offer.id, state=state, outcome=said):
            raise await self._closed_meanwhile(offer)
        return Settled(done=done, outcome=said)

    async def _owned(self, offer_id: str, visitor: Visitor) -> OfferRecord:
        offer = await self._records.offers.get(offer_id)
        if offer is None or offer.visitor_id != visitor.id:
            raise _not_found()
        return offer

    def _runner_for(self, offer: OfferRecord) -> tuple[Runner, Tool]:
        tool = self._runner.tool(offer.tool) if self._runner else None
        if self._runner is None or tool is None:
            raise _withdrawn_by_site(offer)
        return self._runner, tool

    async def _setting(self, offer: OfferRecord) -> Setting:
        turn = await self._records.turns.get(offer.turn_id)
        if turn is None:
            raise _not_found()
        return Setting(question=turn.question, page=page_of(turn))

    def _is_open(self, offer: OfferRecord) -> bool:
        return offer.state in _OPEN and offer.expires_at > self._clock.now()

    def _closed(self, offer: OfferRecord) -> ReaderFault:
        # One that has run out may not have been marked so yet.
        aged = offer.state in _OPEN and not self._is_open(offer)
        return _closed("expired" if aged else offer.state, offer.outcome)

    async def _closed_meanwhile(self, offer: OfferRecord) -> ReaderFault:
        now = await self._records.offers.get(offer.id)
        return self._closed(now or offer)


_OPEN: tuple[OfferState, ...] = ("offered", "failed")
_WORDS: dict[OfferState, str] = {
    "offered": "This has not been pressed.",
    "reserved": "This was pressed and is under way.",
    "done": "This was done already.",
    "failed": "This was pressed and has failed; press it again.",
    "unknown": "This was pressed and may have run; whether it did is not known.",
    "expired": "This has expired; ask again.",
}


def _closed(state: OfferState, outcome: str | None) -> ReaderFault:
    details: JsonObject = {"state": state, "outcome": outcome}
    return ReaderFault("offer_closed", _WORDS[state], status=409, details=details)


def _withdrawn_by_site(offer: OfferRecord) -> ReaderFault:
    return ReaderFault(
        "offer_closed",
        "The site does not offer this any more; ask again.",
        status=409,
        details={"state": "expired", "outcome": offer.outcome},
    )


def _not_found() -> ReaderFault:
    return ReaderFault("not_found", "There is no such offer in this session.", status=404)


def _checked(offer: OfferRecord, checked: JsonObject | Failed) -> JsonObject:
    if not isinstance(checked, Failed):
        return checked
    if checked.code == "access_denied":
        raise ReaderFault("not_allowed", checked.message, status=403)
    if checked.code != "arguments_invalid" or offer.kind != "form":
        # The tool has changed since: a button's values are none that the reader could correct.
        raise _withdrawn_by_site(offer)
    faults: list[JsonValue] = [
        {"field": name, "message": message} for name, message in checked.faults
    ]
    message = "Some values do not fit; correct them and press again."
    raise ReaderFault("arguments_invalid", message, status=422, details={"faults": faults})
