"""A call that waits for the reader's word, over the wire (SPEC N2, docs/wire.md)."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import pytest

from docsteward.base.values import JsonValue
from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.llm.model import ModelCall
from docsteward.testing.client import AppClient, Frame, Live, parts_of
from docsteward.testing.house import PLAN, House, a_reader, a_tool, asking
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.wiring import Product

API = "https://api.example/orders"
ON_SERVER: JsonValue = {"fetch": API, "method": "POST"}
IN_PAGE: JsonValue = {"fetch": "/orders", "method": "POST"}
CALL = ModelCall(id="c1", name="order", arguments='{"plan":"pro"}')


@dataclass(kw_only=True)
class Waiting:
    """A reader whose turn waits for their word, with what the stream has brought so far."""

    product: Product
    reader: AppClient
    http: FakeHttp
    live: Live
    frames: list[Frame]
    card: dict[str, Any]

    @property
    def path(self) -> str:
        return f"/api/v1/calls/{self.card['call']}/decision"

    async def rest(self) -> list[dict[str, Any]]:
        self.frames += [frame async for frame in self.live.frames()]
        return parts_of(self.frames)

    async def stored(self) -> list[dict[str, Any]]:
        """Return the cards of the stored conversation."""
        found = await self.reader.get("/api/v1/conversations/talk")
        parts = found.json["turns"][0]["parts"]
        return [part["data"] for part in parts if part["type"] == "data-call"]


@asynccontextmanager
async def waiting(run: JsonValue = ON_SERVER) -> AsyncGenerator[Waiting]:
    order = a_tool("order", parameters=PLAN, confirm={"ask": "Order it?"}, run=run)
    model = ScriptedModel([Says(calls=(CALL,)), Says(text=("It is ordered [3].",))])
    http = FakeHttp({API: FakeReply(body=b'{"order":"A-7"}')})
    async with House(model=model, tools=[order], http=http).open() as product:
        reader = await a_reader(product)
        live = await reader.open("POST", "/api/v1/chat", chunks=[encoded("order the pro plan")])
        frames: list[Frame] = []
        async for frame in live.frames():
            frames.append(frame)
            if frame.data and frame.part["type"] == "data-call":
                yield Waiting(
                    product=product,
                    reader=reader,
                    http=http,
                    live=live,
                    frames=frames,
                    card=cast("dict[str, Any]", frame.part["data"]),
                )
                return


def encoded(question: str) -> bytes:
    return json.dumps(asking(question)).encode()


async def test_n2_the_card_says_what_will_run_in_the_sites_words() -> None:
    async with waiting() as turn:
        assert turn.card == {
            "call": turn.card["call"],
            "tool": "order",
            "title": "Order",
            "args": {"plan": "pro"},
            "approval": {
                "ask": "Order it?",
                "icon": "",
                "context": [],
                "rows": [{"name": "Plan", "value": "pro"}],
            },
            "state": "waiting",
        }
        kinds = [part["type"] for part in parts_of(turn.frames)]
        assert kinds[-2:] == ["tool-input-available", "data-call"]
        await turn.live.leave()


async def test_n2_approved_in_the_server() -> None:
    async with waiting() as turn:
        taken = await turn.reader.post(turn.path, {"approve": True})
        assert (taken.status, taken.json) == (200, {"state": "approved", "request": None})
        parts = await turn.rest()
        assert len(turn.http.sent) == 1
        cards = [part["data"]["state"] for part in parts if part["type"] == "data-call"]
        assert cards == ["waiting", "approved"]
        assert "tool-output-available" in [part["type"] for part in parts]
        assert [card["state"] for card in await turn.stored()] == ["done"]
        again = await turn.reader.post(turn.path, {"approve": True})
        assert (again.status, again.code) == (409, "call_closed")
        assert again.json["error"]["details"] == {"state": "done"}


async def test_n2_declined_with_a_reason() -> None:
    async with waiting() as turn:
        taken = await turn.reader.post(turn.path, {"approve": False, "reason": "too dear"})
        assert (taken.status, taken.json) == (200, {"state": "declined", "request": None})
        parts = await turn.rest()
        assert turn.http.sent == []
        errors = [part["errorText"] for part in parts if part["type"] == "tool-output-error"]
        assert errors == ["declined"]
        assert [card["state"] for card in await turn.stored()] == ["declined"]


async def test_n2_the_page_that_approved_carries_it_out() -> None:
    async with waiting(IN_PAGE) as turn:
        taken = await turn.reader.post(turn.path, {"approve": True})
        request = taken.json["request"]
        assert (request["method"], request["url"]) == ("POST", "/orders")
        assert request["headers"]["Idempotency-Key"] == turn.card["call"]
        report: JsonValue = {
            "status": 200,
            "content_type": "application/json",
            "body": '{"order":"B-2"}',
        }
        done = await turn.reader.post(f"/api/v1/calls/{turn.card['call']}", report)
        assert done.status == 202
        parts = await turn.rest()
        assert "orders" not in str(parts), "the request is in no stream"
        assert [card["state"] for card in await turn.stored()] == ["done"]


async def test_b084_a_reload_finds_the_card_as_it_stands() -> None:
    async with waiting() as turn:
        await turn.live.leave()
        assert [card["state"] for card in await turn.stored()] == ["waiting"]
        again = await turn.reader.open(
            "GET", f"/api/v1/turns/{parts_of(turn.frames)[0]['messageId']}/events"
        )
        async for frame in again.frames():
            if frame.data and frame.data != "[DONE]" and frame.part["type"] == "data-call":
                assert frame.part["data"] == turn.card
                break
        await turn.reader.post(turn.path, {"approve": True})
        rest = [frame async for frame in again.frames()]
        assert parts_of(rest)[-1]["type"] == "finish"


async def test_b062_another_session_has_no_say() -> None:
    async with waiting() as turn:
        other = await a_reader(turn.product)
        refused = await other.post(turn.path, {"approve": True})
        assert (refused.status, refused.code) == (404, "not_found")
        nobody = AppClient(app=turn.reader.app, origin=turn.reader.origin)
        assert (await nobody.post(turn.path, {"approve": True})).status == 401
        assert turn.http.sent == []
        await turn.live.leave()


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"approve": None},
        {"approve": "true"},
        {"approve": 1},
        {"approve": False, "reason": "x" * 501},
        [],
    ],
)
async def test_m2_a_word_that_is_none_is_refused_and_the_call_waits(body: JsonValue) -> None:
    async with waiting() as turn:
        refused = await turn.reader.post(turn.path, body)
        assert (refused.status, refused.code) == (422, "request_invalid")
        assert [card["state"] for card in await turn.stored()] == ["waiting"]
        await turn.live.leave()
