"""Reading one reply of a model: bounded in length, calls and time, and made of text that can be
kept.

A model's stream is as little to be trusted as its words: it may never end, end without saying
so, call a hundred functions, or give two calls one id.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace

from docsteward.base.ids import new_id
from docsteward.base.text import storable
from docsteward.llm.closing import closing
from docsteward.llm.model import (
    Model,
    ModelCall,
    ModelEvent,
    ModelReply,
    ModelRequest,
    ModelUnavailable,
    ReplyEnded,
)

MOST_TEXT = 40_000  # Ten times what a reader would read; a model that repeats itself goes on.
MOST_CALLS = 16
MOST_ARGUMENTS = 100_000  # Of one call; a form's longest text is a small part of it.
REPLY_SECONDS = 300.0  # A small model on a slow machine takes minutes; for ever is a fault.
_LONGEST_NAME = 64


async def read_stream(
    model: Model,
    request: ModelRequest,
    take: Callable[[str], Awaitable[None]],
    *,
    seconds: float = REPLY_SECONDS,
) -> ReplyEnded:
    """Hand each piece of a reply's text to `take` and return the reply.

    What goes beyond the bounds is left out: text ends there, as if the model had, without calls.
    Raises ModelUnavailable, also for a stream that stays open or says no end.
    """
    try:
        async with asyncio.timeout(seconds), closing(model.stream(request)) as events:
            return await _read(events, take)
    except TimeoutError:
        raise ModelUnavailable(
            "unreachable", f"The model {model.name!r} did not finish within {seconds:g} seconds."
        ) from None


async def _read(
    events: AsyncIterator[ModelEvent], take: Callable[[str], Awaitable[None]]
) -> ReplyEnded:
    said: list[str] = []
    room = MOST_TEXT
    async for event in events:
        if isinstance(event, ReplyEnded):
            return _tidy(event)
        text = storable(event.text)[:room]
        room -= len(text)
        said.append(text)
        await take(text)
        if room <= 0:
            return ReplyEnded(reply=ModelReply(text="".join(said)), reason="length")
    raise ModelUnavailable("bad_reply", "The model's stream ended without the end of its reply.")


def _tidy(ended: ReplyEnded) -> ReplyEnded:
    reply = ended.reply
    calls = _told_apart(reply.calls[:MOST_CALLS])
    text = storable(reply.text)[:MOST_TEXT]
    return replace(ended, reply=replace(reply, text=text, calls=calls))


def _told_apart(calls: Sequence[ModelCall]) -> tuple[ModelCall, ...]:
    """Give a call an id of ours where it has none, or one that another call of the reply has."""
    apart: dict[str, ModelCall] = {}
    for call in calls:
        id = storable(call.id)
        if not id or id in apart:
            id = new_id("call")
        # Too long is as good as cut: it is neither kept nor run.
        fits = len(call.arguments) <= MOST_ARGUMENTS
        apart[id] = replace(
            call,
            id=id,
            name=storable(call.name)[:_LONGEST_NAME],
            arguments=storable(call.arguments) if fits else "",
            cut=call.cut or not fits,
        )
    return tuple(apart.values())
