"""The end of a turn: what it comes to, stored once, in one transaction with its last events."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Literal, TypeAlias

from docsteward.base.clock import Clock
from docsteward.base.ids import new_id
from docsteward.index.values import ClosestPage
from docsteward.storage.records import CallState, OfferRecord
from docsteward.turn import credentials, words
from docsteward.turn.answer import is_question_back
from docsteward.turn.events import (
    Cause,
    ClaimsChecked,
    EndState,
    OfferMade,
    TextAdded,
    TurnEnded,
    VerdictGiven,
    to_json,
)
from docsteward.turn.judging import judge
from docsteward.turn.offers import Offer
from docsteward.turn.state import TurnState

# One that was superseded waited when the reader asked something else.
Unanswered: TypeAlias = Literal["stopped", "superseded", "interrupted", "failed"]


class Seal:
    """Ends turns."""

    def __init__(self, clock: Clock, *, offers_last: timedelta, site: str) -> None:
        self._clock = clock
        self._site = site
        self._offers_last = offers_last

    async def answer(
        self, state: TurnState, offers: Sequence[Offer], *, closest: Sequence[ClosestPage]
    ) -> bool:
        """End a turn whose model has answered: keep the answer, or withdraw it (SPEC E10, D7)."""
        text = state.text.strip()
        if state.cited or (text and is_question_back(text)):
            return await self._end(state, "answered", offers=offers)
        if text and state.cited_failed:
            return await self._end(state, "answered", cause="unresolved", offers=offers)
        return await self._end(
            state,
            "withdrawn",
            cause="uncited",
            message=words.NEXT_STEP if offers else words.NOT_SUPPORTED,
            closest=closest,
            offers=offers,
        )

    async def refuse(
        self, state: TurnState, closest: Sequence[ClosestPage], *, needs_page: str = ""
    ) -> bool:
        """End a turn at the gate, with no model asked (SPEC E4).

        `needs_page` names a tool that could have told, but for want of a page.
        """
        message = words.NOT_IN_DOCS
        if needs_page:
            message += " " + words.NEEDS_PAGE.format(title=needs_page)
        await state.emit(TextAdded(text=message))
        return await self._end(
            state, "refused", cause="no_support", message=message, closest=closest
        )

    async def refuse_credential(self, state: TurnState) -> bool:
        """End a turn whose question held a credential; what is stored of it is masked (SPEC E2)."""
        masked = state.question
        message = words.CREDENTIAL.format(names=", ".join(credentials.names_in(masked)))
        await state.emit(TextAdded(text=message))
        return await self._end(state, "refused", cause="credential", message=message, masked=masked)

    async def reply(self, state: TurnState, text: str) -> bool:
        """End a turn that asked nothing with words of the host; they need no source (SPEC E3)."""
        await state.emit(TextAdded(text=text))
        return await self._end(state, "answered")

    async def stop(self, state: TurnState, how: Unanswered) -> bool:
        """End a turn that came to no answer: the reader stopped it, or something broke."""
        messages = {
            "stopped": words.STOPPED,
            "superseded": words.SUPERSEDED,
            "interrupted": words.INTERRUPTED,
            "failed": words.BROKEN,
        }
        end: EndState = "stopped" if how == "superseded" else how
        return await self._end(
            state,
            end,
            message=messages[how],
            waiting_become="declined" if how == "superseded" else "expired",
        )

    async def fail(self, state: TurnState, message: str) -> bool:
        """End a turn that broke, with words for the reader."""
        return await self._end(state, "failed", message=message)

    async def _end(  # noqa: PLR0913 - all that a turn may end with
        self,
        state: TurnState,
        end: EndState,
        *,
        cause: Cause | None = None,
        message: str = "",
        closest: Sequence[ClosestPage] = (),
        offers: Sequence[Offer] = (),
        waiting_become: CallState = "expired",
        masked: str = "",
    ) -> bool:
        records = [self._offer_record(state, offer) for offer in offers]
        pages = tuple((page.title, page.url) for page in closest)
        verdict = VerdictGiven(
            state=end, cause=cause, message=message, closest=pages, masked=masked
        )
        claims = await self._claims(state) if end == "answered" and state.cited else ()
        last = (*claims, *map(_offer_event, records), verdict, TurnEnded(state=end))
        kept = state.text.strip() if end == "answered" else ""
        # Stored before the end: an offer that nobody was shown yet does no harm.
        await state.records.offers.add(records)
        await state.recorder.flush()
        done = await state.records.turns.finish(
            state.id,
            state=end,
            cause=cause,
            answer=kept,
            log=state.log,
            steps_used=state.steps_used,
            model_calls=state.model_calls,
            now=self._clock.now(),
            closing=[to_json(event) for event in last],
            waiting_become=waiting_become,
        )
        if done:
            state.recorder.show_stored(last)
        return done

    async def _claims(self, state: TurnState) -> tuple[ClaimsChecked, ...]:
        """Look up what the answer claims; on a thread, for a long one takes its time (SPEC N7)."""
        judged = await asyncio.to_thread(
            judge,
            state.text,
            dict(state.numbering.numbers),
            list(state.evidence.values()),
            site=self._site,
        )
        return () if judged is None else (judged,)

    def _offer_record(self, state: TurnState, offer: Offer) -> OfferRecord:
        now = self._clock.now()
        return OfferRecord(
            id=new_id("off"),
            turn_id=state.id,
            conversation_id=state.record.conversation_id,
            visitor_id=state.record.visitor_id,
            tool=offer.tool.name,
            kind=offer.kind,
            args=offer.args,
            state="offered",
            outcome=None,
            data=offer.to_show(),
            reserved_at=None,
            expires_at=now + self._offers_last,
            created_at=now,
        )


def _offer_event(record: OfferRecord) -> OfferMade:
    return OfferMade(
        offer=record.id,
        tool=record.tool,
        kind="form" if record.kind == "form" else "button",
        args=record.args,
        data=record.data,
    )
