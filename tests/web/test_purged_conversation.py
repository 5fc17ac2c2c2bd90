"""A purged conversation is still told, without the values of what ran (SPEC D9)."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import select

from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.llm.model import ModelCall
from docsteward.storage.database import Database
from docsteward.storage.invariants import broken
from docsteward.storage.tables import metadata
from docsteward.testing.client import AppClient
from docsteward.testing.clock import FakeClock
from docsteward.testing.house import PLAN, House, a_reader, a_tool, asking
from docsteward.testing.http import FakeHttp, FakeReply

API = "https://api.example/orders"
ORDER = a_tool(
    "order",
    parameters={"type": "object", "properties": {"note": {"type": "string"}}, "required": ["note"]},
    confirm={"ask": "Order it?"},
    run={"fetch": API, "method": "POST"},
)
OPEN = a_tool("open_plan", confirm=True, parameters=PLAN, run={"href": "/plans/{plan}"})
NOTE = "sesame-7731"
MODEL = (
    Says(calls=(ModelCall(id="c1", name="order", arguments=json.dumps({"note": NOTE})),)),
    Says(text=('It is ordered [3].\n\n@offer open_plan {"plan":"pro"}',)),
)
DAY = 86_400


async def _parts(reader: AppClient) -> list[dict[str, Any]]:
    found = await reader.get("/api/v1/conversations/talk")
    (turn,) = found.json["turns"]
    assert (turn["question"], turn["state"]) == ("order the pro plan", "answered")
    return turn["parts"]


def _of(parts: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    (part,) = [part for part in parts if part["type"] == kind]
    return part


async def _everything(db: Database) -> str:
    async with db.read() as connection:
        rows = [list(await connection.execute(select(t))) for t in metadata.sorted_tables]
    return repr(rows)


async def test_d9_a_purged_conversation_still_shows_answer_sources_and_outcomes(
    migrated_url: str,
) -> None:
    clock = FakeClock()
    http = FakeHttp({API: FakeReply(body=b'{"order":"A-7"}')})
    house = House(
        model=ScriptedModel(list(MODEL)),
        tools=[ORDER, OPEN],
        http=http,
        clock=clock,
        keep_days=1,
        database_url=migrated_url,
    )
    async with house.open() as product:
        reader = await a_reader(product)
        live = await reader.open(
            "POST", "/api/v1/chat", chunks=[json.dumps(asking("order the pro plan")).encode()]
        )
        async for frame in live.frames():
            part: dict[str, Any] = {} if frame.data in (None, "[DONE]") else frame.part
            if part.get("type") == "data-call" and part["data"]["state"] == "waiting":
                path = f"/api/v1/calls/{part['data']['call']}/decision"
                assert (await reader.post(path, {"approve": True})).status == 200
        before = await _parts(reader)
        assert _of(before, "data-call")["data"]["args"] == {"note": NOTE}
        assert NOTE in await _everything(product.database)

        clock.advance(DAY + 60)
        await product.turns.tend()
        after = await _parts(reader)
        assert NOTE not in await _everything(product.database)
        for kind in ("text", "source-url", "data-verdict"):
            assert _of(after, kind) == _of(before, kind)
        assert _of(after, "dynamic-tool") == _of(before, "dynamic-tool") | {"input": {}}
        card = _of(after, "data-call")["data"]
        assert (card["title"], card["state"], card["args"]) == ("Order", "done", {})
        assert card["approval"] == {"ask": "Order it?", "icon": "", "context": [], "rows": []}
        offer = _of(after, "data-offer")["data"]
        assert (offer["label"], offer["state"]) == ("Open plan", "expired")
        assert (offer["args"], offer["line"], offer["link"]) == ({}, "", None)
        assert await broken(product.database) == []
