"""Streams as networks and proxies leave them: line ends, comments, events without text."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable

import httpx2
import pytest
from test_wires import ASK, each
from wires import OneWire, run

from docsteward.base.values import JsonObject
from docsteward.llm.model import ModelUnavailable
from docsteward.testing.provider_server import (
    Chunks,
    Completion,
    Delivery,
    ProviderServer,
    Raw,
    Seen,
    Step,
    ToolCall,
    sse,
)

STEP = Completion(
    text=("Größe ", "🙂"),
    calls=(ToolCall(id="abcdef001", name="search_docs", pieces=('{"query":', '"plän"}')),),
)
Script = Callable[[Seen], Step]
# What each wire sends that says nothing, or that a later version of it may send.
EMPTY: dict[str, tuple[JsonObject, ...]] = {
    "chat": (
        {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": []},
        {
            "id": "x",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "m",
            "choices": [{"index": 0, "delta": {}, "finish_reason": None}],
        },
        {"object": "something.new", "text": "Hi"},
    ),
    "responses": (),
    "anthropic": ({"type": "ping"},),
    "gemini": ({"candidates": [], "modelVersion": "m"},),
    "mistral": (
        {
            "id": "x",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "m",
            "choices": [{"index": 0, "delta": {"content": ""}, "finish_reason": None}],
        },
    ),
}


def changed(server: ProviderServer, change: Callable[[list[bytes]], bytes], piece: int) -> Script:
    """Return a script that sends what the wire would send, changed on its way."""

    def step(seen: Seen) -> Step:
        if not server.speaks.wants_stream(seen):
            return STEP
        sent = change(server.speaks.events(STEP, seen))
        return Chunks(payloads=(Raw(sent),), delivery=Delivery(piece=piece))

    return step


def crlf(events: list[bytes]) -> bytes:
    return b"".join(events).replace(b"\n", b"\r\n")


def with_comments(events: list[bytes]) -> bytes:
    return b": ping\n\n" + b": keep-alive\n\n".join(events) + b": bye\n\n"


@each
@pytest.mark.parametrize("change", [crlf, with_comments])
@pytest.mark.parametrize("piece", [1, 5, 10_000])
async def test_line_ends_and_comments_change_nothing(
    wire: OneWire,
    change: Callable[[list[bytes]], bytes],
    piece: int,
    client: httpx2.AsyncClient,
) -> None:
    """Neither for our Model nor for the provider's own client."""
    async with wire.server([]) as server:
        server.script = changed(server, change, piece)
        said, ended = await run(wire.at(server, client), ASK)
        if change is crlf or wire.takes_comments:
            await wire.read(server.base_url)
    assert said == "Größe 🙂"
    assert [json.loads(call.arguments) for call in ended.reply.calls] == [{"query": "plän"}]


@each
async def test_b097_events_without_text_add_nothing(
    wire: OneWire, client: httpx2.AsyncClient
) -> None:
    def between(events: list[bytes]) -> bytes:
        kinds = EMPTY[wire.name]
        empty = b"".join(sse(one, event=str(one.get("type") or "")) for one in kinds)
        return events[0] + empty + b"".join(events[1:2]) + empty + b"".join(events[2:])

    async with wire.server([]) as server:
        server.script = changed(server, between, 10_000)
        said, ended = await run(wire.at(server, client), ASK)
    assert said == "Größe 🙂"
    assert len(ended.reply.calls) == 1


@each
async def test_a_reply_that_holds_no_json_is_a_bad_one(
    wire: OneWire, client: httpx2.AsyncClient
) -> None:
    step = Chunks(payloads=(b"{not json", b"<html>"))
    async with wire.server([step]) as server:
        with pytest.raises(ModelUnavailable) as caught:
            await run(wire.at(server, client), ASK)
    assert caught.value.code == "bad_reply"


@each
async def test_a_line_without_end_is_given_up(wire: OneWire, client: httpx2.AsyncClient) -> None:
    step = Chunks(payloads=(Raw(b"data: " + b"x" * 4_100_000),))
    async with wire.server([step]) as server:
        with pytest.raises(ModelUnavailable) as caught:
            await run(wire.at(server, client), ASK)
    assert caught.value.code == "bad_reply"


@each
async def test_whoever_stops_reading_ends_the_request_on_every_wire(
    wire: OneWire, client: httpx2.AsyncClient
) -> None:
    many = Completion(text=("one ",) * 20, delivery=Delivery(hold=asyncio.Event(), hold_after=12))
    async with wire.server([many]) as server:
        events = wire.at(server, client).stream(ASK)
        await anext(events)
        assert isinstance(events, AsyncGenerator)
        await asyncio.wait_for(events.aclose(), 5)
