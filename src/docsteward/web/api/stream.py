"""A turn's events as server-sent events: numbered, kept alive by comments, resumable."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.responses import StreamingResponse

from docsteward.base.values import JsonObject
from docsteward.turn.eventlog import Numbered
from docsteward.turn.events import TurnEnded, VerdictGiven
from docsteward.web.api.parts import PartWriter

# `no-transform` and `X-Accel-Buffering` keep proxies from holding or compressing the stream.
STREAM_HEADERS = {
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
    "x-vercel-ai-ui-message-stream": "v1",
}
_HEARTBEAT = b": keep-alive\n\n"
_DONE = b"data: [DONE]\n\n"


def stream_response(
    events: AsyncGenerator[Numbered], *, heartbeat_seconds: float, after: int = 0
) -> StreamingResponse:
    """Return the response that streams a turn from behind event `after` to its end.

    `events` run from the turn's first one on: the parts of a stream depend on those before.
    """
    body = _with_heartbeats(_encoded(events, after=after), heartbeat_seconds)
    return StreamingResponse(body, media_type="text/event-stream", headers=STREAM_HEADERS)


async def _encoded(events: AsyncGenerator[Numbered], *, after: int) -> AsyncGenerator[bytes]:
    writer = PartWriter()
    verdict = b""
    async with aclosing(events):
        async for numbered in events:
            parts = writer.write(numbered.event)
            frames = _frames(numbered.seq, parts) if parts else b""
            if numbered.seq > after:
                if frames:
                    yield frames
            elif isinstance(numbered.event, VerdictGiven):
                verdict = frames
            elif isinstance(numbered.event, TurnEnded) and numbered.seq < after:
                # A crash lost what this client saw last: the end has a lower number than that.
                yield verdict + frames
    yield _DONE


def _frames(seq: int, parts: list[JsonObject]) -> bytes:
    """Encode the parts of one event. Only the last has the event's number: a stream that breaks
    between two parts is resumed with the whole event."""
    *firsts, last = (json.dumps(part, ensure_ascii=False, separators=(",", ":")) for part in parts)
    lines = [f"data: {part}\n\n" for part in firsts]
    return "".join([*lines, f"id: {seq}\ndata: {last}\n\n"]).encode()


async def _with_heartbeats(
    frames: AsyncGenerator[bytes], heartbeat_seconds: float
) -> AsyncGenerator[bytes]:
    """Yield frames as they come, and a comment whenever none came for so long."""
    yield _HEARTBEAT  # The first bytes leave at once, so that every proxy opens the stream.
    pending: asyncio.Task[bytes] | None = None
    try:
        while True:
            pending = pending or asyncio.ensure_future(_next(frames))
            done, _ = await asyncio.wait({pending}, timeout=heartbeat_seconds)
            if not done:
                yield _HEARTBEAT
                continue
            frame, pending = pending.result(), None
            if not frame:
                return
            yield frame
    finally:
        # The client may be gone: nothing of its stream stays behind, the turn goes on without it.
        if pending is not None:
            pending.cancel()
            await asyncio.wait({pending})
        await frames.aclose()


async def _next(frames: AsyncGenerator[bytes]) -> bytes:
    return await anext(frames, b"")
