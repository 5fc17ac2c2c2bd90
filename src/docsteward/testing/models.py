"""Models that do what a provider does on a bad day."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

from docsteward.llm.doubles import Says, ended
from docsteward.llm.model import ModelEvent, ModelRequest, TextDelta


class HeldModel:
    """Says its first reply up to a place, waits there until it is let go, then says the rest.

    `reached` is set when it waits; `closed` when its stream was given up or ended.
    """

    def __init__(self, says: Says, *, after: int = 1, then: Sequence[Says] = ()) -> None:
        self._replies = (says, *then)
        self._after = after
        self.reached = asyncio.Event()
        self.go = asyncio.Event()
        self.closed = asyncio.Event()
        self.requests: list[ModelRequest] = []

    @property
    def name(self) -> str:
        return "held"

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Yield the next reply; the first one with its wait."""
        says = self._replies[len(self.requests)]
        held = not self.requests
        self.requests.append(request)
        try:
            for number, chunk in enumerate(says.text):
                if held and number == self._after:
                    self.reached.set()
                    await self.go.wait()
                yield TextDelta(text=chunk)
            if held and self._after >= len(says.text):
                self.reached.set()
                await self.go.wait()
            yield ended(says)
        finally:
            self.closed.set()


class EventsModel:
    """Streams exactly these events, whether or not they make a reply."""

    def __init__(self, *replies: Sequence[ModelEvent]) -> None:
        self._replies = replies
        self.requests: list[ModelRequest] = []

    @property
    def name(self) -> str:
        return "events"

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Yield the events of the next reply."""
        self.requests.append(request)
        for event in self._replies[len(self.requests) - 1]:
            yield event
