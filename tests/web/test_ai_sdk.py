"""Our stream as the `ai` npm package's own reader sees it (docs/wire.md, SPEC J1).

Needs Node and `npm ci` in `widget/`.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loopback import serving

from docsteward.base.values import JsonObject, Visitor
from docsteward.llm.doubles import Says, ScriptedModel, ScriptStep
from docsteward.llm.model import ModelCall, ModelUnavailable
from docsteward.testing.house import ORIGIN, PAGE, PLAN, House, a_tool, ask
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.toolspec.call import PageReport
from docsteward.toolspec.tool import Tool
from docsteward.turn.decisions import Decision
from docsteward.turn.events import ApprovalAsked, PageAsked
from docsteward.wiring import Product

WIDGET = Path(__file__).parents[2] / "widget"
SCRIPT = WIDGET / "dev" / "read-stream.mjs"
COMPLAINS, HAS_ERROR_PART = 1, 3

PLAN_LIMITS = a_tool(
    "plan_limits", parameters=PLAN, run={"fetch": "https://api.example/plans/{plan}"}
)
IN_PAGE = a_tool("plan_limits", parameters=PLAN, run={"fetch": "/api/plans/{plan}"})
OPEN_PRICING = a_tool(
    "open_pricing", parameters=PLAN, confirm=True, run={"href": "/pricing?plan={plan}"}
)
GET_LIMITS = Says(calls=(ModelCall(id="c1", name="plan_limits", arguments='{"plan": "pro"}'),))
QUESTION = "What does the pro plan include?"


@dataclass(frozen=True, kw_only=True)
class Read:
    """What the script printed, and how it ended."""

    code: int
    chunks: list[str]
    errors: list[str]
    complaints: list[str]
    message: JsonObject

    def parts(self, kind: str) -> list[dict[str, Any]]:
        parts: Any = self.message["parts"]
        return [part for part in parts if part["type"] == kind]

    @property
    def text(self) -> str:
        return "".join(part["text"] for part in self.parts("text"))

    @property
    def verdict(self) -> dict[str, Any]:
        (part,) = self.parts("data-verdict")
        return part["data"]


@dataclass(frozen=True, kw_only=True)
class Stock:
    """A stock client with a session at a served product."""

    product: Product
    visitor: Visitor
    base: str
    token: str

    async def read(self, **request: object) -> Read:
        """Run the script and return what it made of the stream."""
        given = {"base": self.base, "token": self.token, **request}
        process = await asyncio.create_subprocess_exec(
            _node(),
            str(SCRIPT),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await process.communicate(json.dumps(given).encode())
        assert out, f"the script printed nothing: {err.decode()}"
        return Read(code=process.returncode or 0, **json.loads(out))


def _node() -> str:
    assert (WIDGET / "node_modules" / "ai").is_dir(), (
        "the `ai` package is not installed: run npm ci in widget/"
    )
    node = shutil.which("node")
    assert node is not None, "Node is not installed: this test needs Node 20 or newer"
    return node


@asynccontextmanager
async def stock_client(*script: ScriptStep, tools: Sequence[Tool] = ()) -> AsyncGenerator[Stock]:
    http = FakeHttp(
        {"https://api.example/plans/pro": FakeReply(body=b'{"requests_per_day": 50000}')}
    )
    house = House(model=ScriptedModel(script), tools=tools, http=http)
    async with house.open() as product, serving(product) as base:
        opened = await product.sessions.open(key="example", origin=ORIGIN)
        yield Stock(product=product, visitor=opened.visitor, base=base, token=opened.token)


async def test_an_answer_with_tool_source_offer_and_verdict_is_read_without_complaint() -> None:
    final = Says(
        text=(
            "It holds ten projects [1] ",
            "and allows 50,000 requests [3].\n",
            '@offer open_pricing {"plan": "pro"}',
        )
    )
    async with stock_client(GET_LIMITS, final, tools=[PLAN_LIMITS, OPEN_PRICING]) as client:
        read = await client.read(question=QUESTION, page={"url": PAGE.url, "title": PAGE.title})
    assert (read.code, read.errors, read.complaints) == (0, [], [])
    assert read.text == "It holds ten projects [1] and allows 50,000 requests [2]."
    (tool,) = read.parts("dynamic-tool")
    assert (tool["toolName"], tool["state"]) == ("plan_limits", "output-available")
    assert tool["input"] == {"plan": "pro"}
    assert "50000" not in json.dumps(tool)
    sources = read.parts("source-url")
    assert [source["sourceId"] for source in sources] == ["1", "2"]
    assert sources[0]["providerMetadata"]["docsteward"]["number"] == 1
    (offer,) = read.parts("data-offer")
    assert offer["data"]["args"] == {"plan": "pro"}
    assert read.verdict["state"] == "answered"
    assert read.parts("data-status") == []
    assert "data-status" in read.chunks
    assert read.chunks[0] == "start"
    assert read.chunks[-1] == "finish"


async def test_a_failed_call_is_an_output_error_and_no_error_of_the_stream() -> None:
    wrong = Says(calls=(ModelCall(id="c1", name="plan_limits", arguments='{"plan": "gold"}'),))
    final = Says(text=("It holds ten projects [1].",))
    async with stock_client(wrong, final, tools=[PLAN_LIMITS]) as client:
        read = await client.read(question=QUESTION)
    assert (read.code, read.complaints) == (0, [])
    (tool,) = read.parts("dynamic-tool")
    assert (tool["state"], tool["errorText"]) == ("output-error", "arguments_invalid")


ORDER = a_tool(
    "order",
    parameters=PLAN,
    confirm={"ask": "Order it?"},
    run={"fetch": "https://api.example/plans/pro", "method": "POST"},
)
DO_ORDER = Says(calls=(ModelCall(id="c1", name="order", arguments='{"plan": "pro"}'),))


async def read_decided(word: Decision) -> Read:
    async with stock_client(DO_ORDER, Says(text=("So [3].",)), tools=[ORDER]) as client:
        turn = await ask(client.product, client.visitor, QUESTION)
        async for numbered in client.product.turns.follow(turn):
            if isinstance(numbered.event, ApprovalAsked):
                await client.product.decisions.decide(numbered.event.call, word, client.visitor)
        return await client.read(turn=turn)


async def test_n2_a_declined_call_ends_as_any_other_for_a_stock_client() -> None:
    read = await read_decided(Decision(approve=False))
    assert (read.code, read.errors, read.complaints) == (0, [], [])
    (tool,) = read.parts("dynamic-tool")
    assert (tool["state"], tool["errorText"]) == ("output-error", "declined")
    (card,) = read.parts("data-call")
    assert card["data"]["state"] == "declined"


async def test_n2_an_approved_call_ends_as_any_other_for_a_stock_client() -> None:
    read = await read_decided(Decision(approve=True))
    assert (read.code, read.errors, read.complaints) == (0, [], [])
    (tool,) = read.parts("dynamic-tool")
    assert (tool["state"], tool["output"]["ok"]) == ("output-available", True)


async def test_a_refused_turn_is_read_without_complaint() -> None:
    async with stock_client() as client:
        read = await client.read(question="Sourdough?")
    assert (read.code, read.errors, read.complaints) == (0, [], [])
    assert (read.verdict["state"], read.verdict["cause"]) == ("refused", "no_support")
    assert read.text == read.verdict["message"]
    assert len(read.verdict["closest"]) == 3


async def test_a_withdrawn_turn_is_read_without_complaint() -> None:
    async with stock_client(Says(text=("The pro plan is free.",))) as client:
        read = await client.read(question=QUESTION)
    assert (read.code, read.errors, read.complaints) == (0, [], [])
    assert (read.verdict["state"], read.verdict["cause"]) == ("withdrawn", "uncited")


async def test_a_failed_turn_ends_with_an_error_part_after_its_verdict() -> None:
    down = Says(
        text=("It holds ten projects [1]",),
        error=ModelUnavailable("overloaded", "the model is overloaded"),
    )
    async with stock_client(down) as client:
        read = await client.read(question=QUESTION)
    assert (read.code, read.complaints) == (HAS_ERROR_PART, [])
    assert read.verdict["state"] == "failed"
    assert read.errors == [read.verdict["message"]]
    assert "overloaded" not in read.errors[0]
    assert read.chunks[-3:] == ["data-verdict", "error", "finish"]


async def test_j1_a_turn_read_again_from_its_start_gives_the_same_message() -> None:
    final = Says(text=("It holds ten projects [1] ", "and allows 50,000 requests [3]."))
    async with stock_client(GET_LIMITS, final, tools=[PLAN_LIMITS]) as client:
        first = await client.read(question=QUESTION)
        again = await client.read(turn=first.message["id"])
    assert again.code == 0
    assert again.message == first.message
    assert again.chunks[0] == "start"


async def test_b082_the_same_message_sent_again_gives_the_same_message() -> None:
    async with stock_client(Says(text=("It holds ten projects [1].",))) as client:
        first = await client.read(question=QUESTION, message="m7")
        again = await client.read(question=QUESTION, message="m7")
    assert (again.code, again.message) == (0, first.message)


async def test_a_turn_that_waits_for_the_page_is_read_to_its_end() -> None:
    final = Says(text=("It allows 50,000 requests [3].",))
    async with stock_client(GET_LIMITS, final, tools=[IN_PAGE]) as client:
        asked = await ask(client.product, client.visitor, QUESTION)
        reading = asyncio.create_task(client.read(turn=asked))
        report = PageReport(status=200, content_type="application/json", body='{"n": 50000}')
        await client.product.turns.report(
            await _call_for_the_page(client.product, asked), report, client.visitor
        )
        read = await reading
    assert (read.code, read.complaints) == (0, [])
    (part,) = read.parts("data-call")
    assert part["data"]["request"]["url"] == "/api/plans/pro"
    assert read.verdict["state"] == "answered"


async def _call_for_the_page(product: Product, turn: str) -> str:
    async for numbered in product.turns.follow(turn):
        if isinstance(numbered.event, PageAsked):
            return numbered.event.call
    raise AssertionError("the turn ended and never asked the page")


async def test_a_reader_that_is_not_known_is_a_complaint() -> None:
    async with stock_client() as client:
        stranger = Stock(
            product=client.product, visitor=client.visitor, base=client.base, token="none"
        )
        read = await stranger.read(question=QUESTION)
    assert read.code == COMPLAINS
    assert "session_expired" in read.complaints[0]
