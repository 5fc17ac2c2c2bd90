"""What is opaque survives storage, and nothing in it can break storage (fault B015)."""

from __future__ import annotations

import json
from dataclasses import replace

import httpx2
import pytest
from test_wires import ASK, each, results, search
from wires import OneWire, run

from docsteward.llm.carried import kept_json
from docsteward.llm.model import ModelRequest
from docsteward.testing.openai_server import OpenAIServer
from docsteward.testing.provider_server import Chunks, Completion


@each
async def test_b015_what_storage_refuses_is_not_in_it(
    wire: OneWire, client: httpx2.AsyncClient
) -> None:
    step = replace(search(wire), thinking=("a\x00b",))
    async with wire.server([step]) as server:
        _, ended = await run(wire.at(server, client), ASK)
    assert "\\u0000" not in json.dumps(ended.reply.opaque)


def test_more_than_a_model_ever_thinks_is_not_kept() -> None:
    assert kept_json({"system": "x", "parts": ["y" * 100]}) is not None
    assert kept_json({"system": "x", "parts": ["y" * 2_000_000]}) is None


@each
@pytest.mark.parametrize("change", ["ids", "parts", "kind"])
async def test_what_was_kept_and_no_longer_fits_is_left_out(
    wire: OneWire, change: str, client: httpx2.AsyncClient
) -> None:
    """A turn that waited through an upgrade, or whose calls were told apart anew, goes on."""
    async with wire.server([search(wire), Completion(text=("ok",))]) as server:
        _, ended = await run(wire.at(server, client), ASK)
        reply = ended.reply
        if change == "ids":
            calls = tuple(replace(call, id=f"zzzzzzz0{n}") for n, call in enumerate(reply.calls))
            reply = replace(reply, calls=calls)
        elif isinstance(reply.opaque, dict):
            broken = {"parts": [{"part_kind": "of tomorrow"}], "thinking": 3, "details": "x"}
            opaque = {**reply.opaque, **broken} if change == "parts" else ["x"]
            reply = replace(reply, opaque=opaque)
        messages = (*ASK.messages, reply, *results(reply))
        said, _ = await run(wire.at(server, client), ModelRequest(messages=messages))
    assert said == "ok"


async def test_b015_openrouters_details_go_back_whole(client: httpx2.AsyncClient) -> None:
    from wires import WIRES

    (wire,) = [one for one in WIRES if one.name == "chat"]

    def delta(**fields: object) -> dict[str, object]:
        choice = {"index": 0, "delta": fields, "finish_reason": None}
        return {"id": "x", "object": "chat.completion.chunk", "model": "m", "choices": [choice]}

    def piece(text: str, **more: object) -> dict[str, object]:
        return {"type": "reasoning.text", "index": 0, "text": text, **more}

    call = {"index": 0, "id": "c1", "function": {"name": "search_docs", "arguments": "{}"}}
    payloads = [
        delta(reasoning_details=[piece("Let "), piece("me ")]),
        delta(reasoning_details=[piece("think.", signature="sig")]),
        delta(reasoning_details=[{"type": "reasoning.encrypted", "index": 1, "data": "enc"}]),
        delta(tool_calls=[call]),
    ]
    end = [json.dumps(one).encode() for one in payloads]
    chunks = Chunks(payloads=(*end, b"[DONE]"))
    async with OpenAIServer([chunks, Completion(text=("ok",))]) as server:
        _, ended = await run(wire.at(server, client), ASK)
        messages = (*ASK.messages, ended.reply, *results(ended.reply))
        await run(wire.at(server, client), ModelRequest(messages=messages))
        sent = json.loads(server.seen[1].raw)["messages"][2]
    assert sent["reasoning_details"] == [
        piece("Let me think.", signature="sig"),
        {"type": "reasoning.encrypted", "index": 1, "data": "enc"},
    ]
