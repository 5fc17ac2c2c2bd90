"""Closing a model's stream at once when its reader goes, not when it is collected."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

from docsteward.llm.model import ModelEvent


@asynccontextmanager
async def closing(events: AsyncIterator[ModelEvent]) -> AsyncGenerator[AsyncIterator[ModelEvent]]:
    """Hold a stream and close it on the way out, where it is one that can be closed.

    Leaving an `async for` early closes nothing by itself: the provider would go on writing, and
    be paid for it.
    """
    try:
        yield events
    finally:
        if isinstance(events, AsyncGenerator):
            await events.aclose()
