"""A turn's stream, resumed (docs/wire.md#resume, SPEC J1)."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from docsteward.turn.eventlog import Numbered
from docsteward.turn.events import TextAdded, TurnEnded, TurnEvent, TurnStarted, VerdictGiven
from docsteward.web.api.stream import stream_response

EVENTS: tuple[TurnEvent, ...] = (
    TurnStarted(turn="turn_1"),
    TextAdded(text="Ten"),
    VerdictGiven(state="interrupted", message="Please ask again."),
    TurnEnded(state="interrupted"),
)


async def numbered() -> AsyncGenerator[Numbered]:
    for seq, event in enumerate(EVENTS, 1):
        yield Numbered(seq, event)


async def resumed(after: int) -> str:
    response = stream_response(numbered(), heartbeat_seconds=60, after=after)
    return "".join([str(piece, "utf-8") async for piece in response.body_iterator])  # pyright: ignore[reportArgumentType]


async def test_j1_a_resumed_stream_holds_what_came_after() -> None:
    body = await resumed(2)
    assert '"delta":"Ten"' not in body
    assert '"data-verdict"' in body
    assert '"finish"' in body


async def test_m1_a_client_that_saw_more_than_a_crash_left_still_gets_the_end() -> None:
    body = await resumed(9)
    assert '"delta":"Ten"' not in body
    assert body.count('"data-verdict"') == 1
    assert '"Please ask again."' in body
    assert '"finish"' in body


async def test_j1_a_client_that_has_everything_gets_nothing_twice() -> None:
    assert '"type"' not in await resumed(4)
