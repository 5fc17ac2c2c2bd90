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
from docsteward.base.values import JsonObject, JsonValue, Page, Visitor
from docsteward.storage.records import OfferRecord
from docsteward.toolspec.call import (
    Call,
    Failed,
    NeedsPage,
    PageReport,
    PageRequest,
    Ran,
    Repeated,
    Setting,
)
from docsteward.turn.ports import Runner
from docsteward.turn.state import Records


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
        self, offer_id: str, values: Mapping[str, JsonValue], visitor: Visitor
    ) -> Pressed:
        """Check an offer of this visitor's and run it, or hand the page the request to make.

        A button's arguments are those that the offer showed; a form's are what the reader sends.
        Raises ReaderFault `not_found`, `arguments_invalid`, `offer_closed`.
        """
        offer = await self._owned(offer_id, visitor)
        runner = self._runner_for(offer)
        call = Call(
            id=offer.id,
            tool=offer.tool,
            arguments=values if offer.kind == "form" else offer.args,
            pressed=True,
        )
        setting = await self._setting(offer)
        args = self._checked(runner.check(call, visitor, setting))
        if not await self._records.offers.reserve(offer.id, args=args, now=self._clock.now()):
            raise await self._closed(offer.id)
        return await self._dispatched(offer, await runner.run(call, visitor, setting))

    async def report(self, offer_id: str, report: PageReport, visitor: Visitor) -> Settled:
        """Take what the page reports of a reserved offer, once.

        Raises ReaderFault `not_found`, `offer_closed`.
        """
        offer = await self._owned(offer_id, visitor)
        outcome = self._runner_for(offer).receive(offer.tool, offer.args, report)
        return await self._settle(offer, outcome)

    async def _dispatched(self, offer: OfferRecord, outcome: object) -> Pressed:
        match outcome:
            case NeedsPage(request=request):
                return ForThePage(request=request)
            case Ran() | Failed():
                return await self._settle(offer, outcome)
            case _:
                assert isinstance(outcome, Repeated), "an action is never answered from memory"
                raise await self._closed(offer.id)

    async def _settle(self, offer: OfferRecord, outcome: Ran | Failed) -> Settled:
        done = isinstance(outcome, Ran)
        said = outcome.said if isinstance(outcome, Ran) else outcome.message
        state = "done" if done else "failed"
        if not await self._records.offers.settle(offer.id, state=state, outcome=said):
            raise await self._closed(offer.id)
        return Settled(done=done, outcome=said)

    def _checked(self, checked: JsonObject | Failed) -> JsonObject:
        if not isinstance(checked, Failed):
            return checked
        faults: list[JsonValue] = [
            {"field": name, "message": message} for name, message in checked.faults
        ]
        code = "arguments_invalid" if checked.code == "arguments_invalid" else "not_allowed"
        status = 422 if code == "arguments_invalid" else 403
        raise ReaderFault(code, checked.message, status=status, details={"faults": faults})

    async def _owned(self, offer_id: str, visitor: Visitor) -> OfferRecord:
        offer = await self._records.offers.get(offer_id)
        if offer is None or offer.visitor_id != visitor.id:
            raise ReaderFault("not_found", "There is no such offer in this session.", status=404)
        return offer

    def _runner_for(self, offer: OfferRecord) -> Runner:
        if self._runner is None or self._runner.tool(offer.tool) is None:
            raise ReaderFault(
                "offer_closed",
                "This action is no longer available on the site.",
                status=409,
                details={"state": "expired", "outcome": None},
            )
        return self._runner

    async def _setting(self, offer: OfferRecord) -> Setting:
        turn = await self._records.turns.get(offer.turn_id)
        assert turn is not None, "an offer belongs to a turn"
        page = turn.page
        return Setting(
            question=turn.question,
            page=Page(url=str(page.get("url", "")), title=str(page.get("title", "")))
            if page
            else None,
        )

    async def _closed(self, offer_id: str) -> ReaderFault:
        offer = await self._records.offers.get(offer_id)
        state = offer.state if offer else "expired"
        if offer is not None and state in ("offered", "failed"):
            state = "expired"  # It could still be reserved but for its age.
        return ReaderFault(
            "offer_closed",
            "This was pressed already, or it has expired.",
            status=409,
            details={"state": state, "outcome": offer.outcome if offer else None},
        )
