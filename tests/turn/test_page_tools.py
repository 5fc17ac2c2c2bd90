"""Tools and handlers that a page brings to its question (SPEC A1, A5, A6, D1, D11, I2)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docsteward.base.values import JsonObject, JsonValue, Visitor
from docsteward.config.values import PageToolSettings
from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.llm.model import CallResult, ModelCall
from docsteward.storage.invariants import broken
from docsteward.testing.client import AppClient, parts_of, read_frames
from docsteward.testing.house import PAGE, PLAN, House, a_reader, a_tool, asking
from docsteward.toolrun.door import Means, ToolRunner
from docsteward.toolspec.call import (
    Call,
    Failed,
    NeedsApproval,
    NeedsPage,
    PageReport,
    Ran,
    RunHandler,
    Setting,
)
from docsteward.toolspec.tool import Tool
from docsteward.turn.doors import MOST_TOOLS, Brought, Doors, notes_of
from docsteward.turn.ports import Runner
from docsteward.turn.state import REPORTED_BY_BROWSER
from docsteward.wiring import Product

CART: JsonObject = {
    "name": "cart",
    "title": "Cart",
    "description": "What is in the reader's cart. Use it when asked.",
    "inputSchema": {"type": "object", "properties": {"currency": {"type": "string"}}},
    "annotations": {"readOnlyHint": True},
}
TICKET: JsonObject = {
    "name": "create_ticket",
    "description": "Opens a ticket for the reader. Use it when they ask for one.",
    "confirmation": {"label": "Create a support ticket?", "icon": "circle-question"},
}
READER = Visitor(id="vis_1")
WANTS_CART = ModelCall(id="c1", name="cart", arguments='{"currency": "EUR"}')
IN_PAGE = a_tool("plan_limits", parameters=PLAN, run={"fetch": "/api/plans/{plan}"})
WANTS_LIMITS = ModelCall(id="c1", name="plan_limits", arguments='{"plan": "pro"}')


def toolless() -> ToolRunner:
    return ToolRunner({}, Means(http=House(model=ScriptedModel([])).http))


def a_setting() -> Setting:
    return Setting(question="What?", page=PAGE)


def runner_of(tools: Sequence[Tool]) -> ToolRunner:
    means = Means(http=House(model=ScriptedModel([])).http)
    return ToolRunner({tool.name: tool for tool in tools}, means)


def doors(*tools: Tool) -> Doors:
    return Doors(runner_of(tools) if tools else None, toolless)


def kept(door: Doors, tools: JsonValue = None, handlers: JsonValue = None) -> JsonObject:
    stored = door.keep(Brought(tools=tools, handlers=handlers), READER, has_page=True).stored
    assert stored is not None
    return stored


def opened(door: Doors, tools: JsonValue = None, handlers: JsonValue = None) -> Runner:
    runner = door.of(kept(door, tools, handlers))
    assert runner is not None
    return runner


def names(runner: Runner) -> list[str]:
    return [declared.name for declared in runner.functions(READER, has_page=True)]


def sizes(stored: JsonObject) -> tuple[int, int]:
    tools, handlers = stored["tools"], stored["handlers"]
    assert isinstance(tools, list)
    assert isinstance(handlers, list)
    return len(tools), len(handlers)


def a_call(tool: str, args: JsonObject, **more: bool) -> Call:
    return Call(id="call_1", tool=tool, arguments=args, **more)


# ---- what is kept ----------------------------------------------------------------------------


def test_a1_a_page_brings_tools_to_a_site_that_has_none() -> None:
    assert names(opened(doors(), [CART])) == ["cart"]
    assert doors().of(None) is None, "and a page that brings none changes nothing (A7)"
    made: list[str] = []

    def make() -> ToolRunner:
        made.append("made")
        return toolless()

    lazy = Doors(None, make)
    lazy.of(kept(lazy, None, ["plan_limits"]))
    assert made == []


def test_a6_configured_tools_come_first_and_a_turn_has_twelve() -> None:
    site = [a_tool(f"site_{n}", run={"fetch": "/a"}) for n in range(MOST_TOOLS - 2)]
    action = a_tool("pricing", confirm=True, run={"href": "/pricing"})
    brought: list[JsonValue] = [{**CART, "name": f"page_{n}"} for n in range(3)]
    door = doors(*site, action)
    stored = kept(door, brought)
    runner = door.of(stored)
    assert runner is not None
    assert names(runner) == [*(tool.name for tool in site), "page_0"]
    assert [tool for tool, _ in notes_of(stored)] == ["page_1", "page_2"]
    assert runner.tool("page_1") is None, "what is left out cannot be called either"


def test_a6_more_than_a_page_may_send_is_left_out_and_told() -> None:
    many: list[JsonValue] = [{**CART, "name": f"page_{n}"} for n in range(40)]
    stored = kept(doors(), many, [f"handler_{n}" for n in range(60)])
    assert sizes(stored) == (12, 50)
    large: JsonObject = {"properties": {"a": {"description": "x" * 15_000}}}
    heavy: list[JsonValue] = [{**CART, "name": f"page_{n}", "inputSchema": large} for n in range(8)]
    stored = kept(doors(), heavy)
    assert sizes(stored) == (4, 0)
    assert "bytes of JSON" in notes_of(stored)[0][1]


def test_d1_a_configured_name_is_refused_and_the_page_told() -> None:
    off = a_tool("cart", enabled=False, run={"fetch": "/cart"})
    for door, taken in ((doors(IN_PAGE), "plan_limits"), (doors(off, IN_PAGE), "cart")):
        stored = kept(door, [{**CART, "name": taken}])
        assert stored["tools"] == []
        assert notes_of(stored) == (
            (
                taken,
                f"left out: name: the name '{taken}' is that of a configured tool; choose another",
            ),
        )


def test_a5_faults_of_one_tool_are_one_line() -> None:
    stored = kept(doors(), [{"name": "Cart", "inputSchema": []}, CART])
    ((name, text),) = notes_of(stored)
    assert name == "Cart"
    assert "description" in text
    assert "inputSchema" in text
    assert names(opened(doors(), [{"name": "Cart"}, CART])) == ["cart"]


def test_a5_a_computed_confirmation_is_an_approval_with_a_neutral_question() -> None:
    runner = opened(doors(), [{**TICKET, "confirmation": {"computed": True, "icon": "tag"}}])
    tool = runner.tool("create_ticket")
    assert tool is not None
    assert tool.approval is not None
    assert (tool.approval.ask, tool.approval.icon) == (
        "May the assistant run “Create ticket”?",
        "tag",
    )


def test_without_a_page_nothing_of_it_stands() -> None:
    door = doors()
    stored = door.keep(Brought(tools=[CART]), READER, has_page=False).stored
    assert door.of(stored) is None
    assert "page" in notes_of(stored)[0][1]


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=6) | st.just("\ud800"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["name", "description", "inputSchema", "confirmation", "type"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(tools=JSON, handlers=JSON)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_m2_whatever_a_page_brings_is_kept_or_noted(tools: JsonValue, handlers: JsonValue) -> None:
    door = doors(IN_PAGE)
    stored = door.keep(Brought(tools=tools, handlers=handlers), READER, has_page=True).stored
    json.dumps(stored, allow_nan=False, ensure_ascii=False).encode()
    assert door.of(stored) is not None
    assert all(text for _, text in notes_of(stored))


# ---- what a handler stands in for ------------------------------------------------------------


@pytest.mark.parametrize(
    "tool",
    [
        IN_PAGE,
        a_tool("plan_limits", parameters=PLAN, read_only=True, run={"browser": True}),
        a_tool("plan_limits", parameters=PLAN, confirm=True, run={"href": "/p?plan={plan}"}),
        a_tool("plan_limits", parameters=PLAN, confirm=True, run={"event": "acme:plan"}),
    ],
    ids=["fetch", "browser", "href", "event"],
)
async def test_d1_a_handler_stands_in_for_what_runs_in_a_page(tool: Tool) -> None:
    runner = opened(doors(tool), None, ["plan_limits"])
    call = a_call("plan_limits", {"plan": "pro"}, pressed=tool.is_action)
    outcome = await runner.run(call, READER, a_setting())
    assert isinstance(outcome, NeedsPage)
    assert isinstance(outcome.request, RunHandler)
    assert outcome.request.args == {"plan": "pro"}
    assert runner.link(tool, {"plan": "pro"}, READER, a_setting()) is None
    report = PageReport(ok=True, content_type="application/json", body='{"limit": 5}')
    ran = runner.receive("plan_limits", {"plan": "pro"}, report)
    assert isinstance(ran, Ran)
    assert ran.text == '{"limit": 5}'
    wrong = await runner.run(a_call("plan_limits", {"plan": "x"}), READER, a_setting())
    assert isinstance(wrong, Failed), "the check comes first all the same"


@pytest.mark.parametrize(
    "run",
    [{"fetch": "https://api.example/{plan}"}, {"link": "https://example.com/{plan}"}],
    ids=["absolute", "link"],
)
async def test_d1_a_handler_never_stands_in_for_the_servers_own_runs(run: JsonObject) -> None:
    tool = a_tool("plan_limits", parameters=PLAN, run=run)
    door = doors(tool)
    stored = kept(door, None, ["plan_limits"])
    runner = door.of(stored)
    assert runner is not None
    outcome = await runner.run(a_call("plan_limits", {"plan": "pro"}), READER, a_setting())
    assert not isinstance(outcome, NeedsPage)
    assert "runs in the server" in notes_of(stored)[0][1]


async def test_d1_python_is_never_stood_in_for() -> None:
    tool = a_tool("plan_limits", parameters=PLAN, read_only=True, run={"python": "site:f"})
    runner = opened(doors(tool), None, ["plan_limits"])
    outcome = await runner.run(a_call("plan_limits", {"plan": "pro"}), READER, a_setting())
    assert isinstance(outcome, Failed)
    assert "owner must mend" in outcome.message


async def test_d3_a_browser_tool_is_told_of_only_where_the_page_has_its_handler() -> None:
    tool = a_tool("cart", read_only=True, run={"browser": True})
    bare = doors(tool).of(None)
    assert bare is not None
    assert names(bare) == []
    refused = await bare.run(a_call("cart", {}), READER, a_setting())
    assert isinstance(refused, Failed)
    assert refused.code == "no_handler"
    assert names(opened(doors(tool), None, ["cart"])) == ["cart"]


async def test_a5_a_confirmed_page_tool_asks_first_and_runs_in_the_page_once_approved() -> None:
    runner = opened(doors(), [TICKET])
    outcome = await runner.run(a_call("create_ticket", {}), READER, a_setting())
    assert isinstance(outcome, NeedsApproval)
    assert outcome.approval.ask == "Create a support ticket?"
    approved = await runner.run(a_call("create_ticket", {}, approved=True), READER, a_setting())
    assert isinstance(approved, NeedsPage)
    assert isinstance(approved.request, RunHandler)


@pytest.mark.parametrize(
    ("report", "code", "words"),
    [
        (PageReport(ok=True), "no_result", "do not say that it did"),
        (PageReport(error="no_result"), "no_result", "returned nothing"),
        (PageReport(error="threw", body="out\nof stock"), "failed", "page: out of stock"),
        (PageReport(error="threw"), "failed", "failed in the reader's page."),
        (PageReport(error="timeout"), "timeout", "10 seconds"),
        (PageReport(error="aborted"), "failed", "broken off"),
        (PageReport(error="unregistered"), "no_handler", "no handler"),
        (PageReport(ok=False), "failed", "refused"),
    ],
)
def test_b071_no_result_is_a_failure_and_never_a_silent_yes(
    report: PageReport, code: str, words: str
) -> None:
    failed = opened(doors(), [CART]).receive("cart", {}, report)
    assert isinstance(failed, Failed)
    assert (failed.code, failed.sent) == (code, True)
    assert words in failed.message


# ---- a whole turn ----------------------------------------------------------------------------


def a_house(*calls: ModelCall, then: str = "There are 2 items [3].", **changed: object) -> House:
    model = ScriptedModel([Says(calls=calls or (WANTS_CART,)), Says(text=(then,))])
    return replace(House(model=model), **changed)  # pyright: ignore[reportArgumentType]


def brings(text: str = "what is in my cart on the pro plan?", **more: JsonValue) -> JsonObject:
    return {**asking(text), **more}


async def answered(
    reader: AppClient, body: JsonObject, report: JsonObject
) -> tuple[list[JsonObject], JsonObject]:
    """Ask, answer the one call of the page, and return the stream's parts and the request."""
    live = await reader.open("POST", "/api/v1/chat", chunks=[json.dumps(body).encode()])
    parts: list[JsonObject] = []
    request: JsonObject = {}
    async for frame in live.frames():
        if frame.data is None or frame.data == "[DONE]":
            continue
        parts.append(frame.part)
        if frame.part["type"] == "data-call":
            data = frame.part["data"]
            assert isinstance(data, dict)
            assert isinstance(data["request"], dict)
            request = data["request"]
            taken = await reader.post(f"/api/v1/calls/{frame.part['id']}", report)
            assert taken.status == 202, taken.body
    return parts, request


def of_type(parts: list[JsonObject], kind: str) -> list[JsonObject]:
    return [part for part in parts if part["type"] == kind]


async def log_of(product: Product, parts: list[JsonObject]) -> list[JsonObject]:
    turn = await product.records.turns.get(str(parts[0]["messageId"]))
    assert turn is not None
    return turn.log


REPORT: JsonObject = {
    "ok": True,
    "content_type": "application/json",
    "body": '{"items": 2}',
    "summary": "2 items\u202e in your\ncart",
}


async def test_d11_i2_a_page_tool_is_called_cited_and_its_summary_shown(migrated_url: str) -> None:
    house = a_house(database_url=migrated_url)
    async with house.open() as product:
        reader = await a_reader(product)
        parts, request = await answered(reader, brings(page_tools=[CART]), REPORT)
        assert request == {
            "kind": "handler",
            "tool": "cart",
            "args": {"currency": "EUR"},
            "context": {"question": "what is in my cart on the pro plan?", "page": PAGE.url},
            "seconds": 10,
        }
        (output,) = of_type(parts, "tool-output-available")
        said = output["output"]
        assert isinstance(said, dict)
        assert said["summary"] == "2 items in your cart"
        (source,) = of_type(parts, "source-document")
        assert source["title"] == "Cart · from the site"
        assert isinstance(house.model, ScriptedModel)
        (result,) = [m for m in house.model.requests[1].messages if isinstance(m, CallResult)]
        assert '{"items": 2}' in result.text
        assert "in your cart" not in result.text, "the summary is the reader's"
        (entry,) = await log_of(product, parts)
        assert entry["by"] == REPORTED_BY_BROWSER
        stored = (await reader.get("/api/v1/conversations/talk")).json["turns"][0]["parts"]
        (tool,) = [part for part in stored if part["type"] == "dynamic-tool"]
        assert tool["output"]["summary"] == "2 items in your cart", "restored as it was live (B086)"
        assert of_type(parts, "data-page-tools") == []
        assert await broken(product.database) == []


async def test_a7_in_a_turn_without_them_the_page_tools_of_another_are_gone() -> None:
    house = a_house(then="Ten [1].")
    async with house.open() as product:
        reader = await a_reader(product)
        await answered(reader, brings(page_tools=[CART]), REPORT)
        assert isinstance(house.model, ScriptedModel)
        assert "cart" in [f.name for f in house.model.requests[0].functions]
        assert house.model.requests[0].actions == ()


async def test_m2_a_bad_tool_never_loses_the_question() -> None:
    model = ScriptedModel([Says(text=("Ten [1].",))])
    async with House(model=model).open() as product:
        reader = await a_reader(product)
        sent: list[JsonValue] = [7, "x", {"a": 1}, [None, {"name": "X"}], [[[]]]]
        for n, bad in enumerate(sent):
            body = brings(f"the pro plan? {n}", page_tools=bad, handlers=bad)
            said = await reader.post("/api/v1/chat", body)
            assert said.status == 200
            parts = parts_of(read_frames(said.body))
            assert parts[-1]["type"] == "finish"
            (told,) = of_type(parts, "data-page-tools")
            assert told["transient"] is True
            assert parts[1] == told, "told first of all"


@pytest.mark.parametrize("depth", [50, 300, 800, 950])
async def test_m2_what_is_nested_deeply_is_left_out_and_costs_nothing(depth: int) -> None:
    deep = "[" * depth + "]" * depth
    tools = json.dumps([{**CART, "name": "other", "annotations": "DEEP", "confirmation": "DEEP"}])
    model = ScriptedModel([Says(text=("Ten [1].",)) for _ in range(2)])
    async with House(model=model).open() as product:
        reader = await a_reader(product)
        for n, sent in enumerate([tools, '"DEEP"']):
            body = json.dumps(brings(f"the pro plan? {n}", page_tools="TOOLS", handlers="DEEP"))
            raw = body.replace('"TOOLS"', sent).replace('"DEEP"', deep)
            said = await reader.send("POST", "/api/v1/chat", content=raw.encode())
            assert said.status in (200, 400), "so deep that no reader of JSON takes it, or told"
            if said.status == 200:
                assert of_type(parts_of(read_frames(said.body)), "data-page-tools")


async def test_a5_a_site_may_trust_its_pages_with_unconfirmed_run() -> None:
    unmarked = {key: value for key, value in CART.items() if key != "annotations"}

    asks = Doors(None, toolless)
    trusts = Doors(None, toolless, unconfirmed=PageToolSettings(unconfirmed="run").unconfirmed)
    for door, kind in ((asks, "approval"), (trusts, "function")):
        tool = opened(door, [unmarked]).tool("cart")
        assert tool is not None
        assert tool.kind == kind


async def test_d1_a_press_goes_to_the_handler_that_the_page_has_at_that_moment() -> None:
    pricing = a_tool("pricing", parameters=PLAN, confirm=True, run={"href": "/p?plan={plan}"})
    model = ScriptedModel([Says(text=('Ten [1].\n\n@offer pricing {"plan": "pro"}',))])
    async with House(model=model, tools=[pricing]).open() as product:
        reader = await a_reader(product)
        said = await reader.post("/api/v1/chat", brings(handlers=["pricing"]))
        (offer,) = of_type(parts_of(read_frames(said.body)), "data-offer")
        data = offer["data"]
        assert isinstance(data, dict)
        assert data["link"] is None, "a link would go past the handler"
        path = f"/api/v1/offers/{offer['id']}"
        pressed = await reader.post(f"{path}/press", {"args": {}, "handlers": ["pricing"]})
        assert pressed.json["request"]["kind"] == "handler"
        report: JsonObject = {"ok": True, "body": '{"message": "Opened."}'}
        done = await reader.post(f"{path}/outcome", report)
        assert done.json == {"state": "done", "outcome": "Opened."}


async def test_n2_another_process_has_the_pages_tools_too(migrated_url: str) -> None:
    """The turn is taken up by a second server, which never saw the question (SPEC M1)."""
    first, second = a_house(database_url=migrated_url), a_house(database_url=migrated_url)
    second.model = ScriptedModel([Says(text=("There are 2 items [3].",))])
    async with first.open() as asked, second.open() as other:
        reader = await a_reader(asked)
        body = brings(page_tools=[CART])
        live = await reader.open("POST", "/api/v1/chat", chunks=[json.dumps(body).encode()])
        call = ""
        async for frame in live.frames():
            if frame.data and frame.part["type"] == "data-call":
                call = str(frame.part["id"])
                break
        while asked.turns.carrying:
            await asyncio.wait(asked.turns.carrying)
        elsewhere = await a_reader(other)
        elsewhere = replace(elsewhere, token=reader.token)
        assert (await elsewhere.post(f"/api/v1/calls/{call}", REPORT)).status == 202
        while other.turns.carrying:
            await asyncio.wait(other.turns.carrying)
        stored = (await elsewhere.get("/api/v1/conversations/talk")).json["turns"][0]
        assert stored["state"] == "answered"
        await live.leave()


async def test_a5_n2_a_confirmed_page_tool_waits_for_the_reader_then_runs_in_the_page() -> None:
    wants = ModelCall(id="c1", name="create_ticket", arguments="{}")
    house = a_house(wants, then="Your ticket is open [3].")
    async with house.open() as product:
        reader = await a_reader(product)
        body = brings("open a ticket for the pro plan", page_tools=[TICKET])
        live = await reader.open("POST", "/api/v1/chat", chunks=[json.dumps(body).encode()])
        parts: list[JsonObject] = []
        async for frame in live.frames():
            if frame.data is None or frame.data == "[DONE]":
                continue
            parts.append(frame.part)
            data = frame.part.get("data")
            if not isinstance(data, dict) or data.get("state") != "waiting":
                continue
            assert isinstance(data["approval"], dict)
            assert data["approval"]["ask"] == "Create a support ticket?"
            path = f"/api/v1/calls/{frame.part['id']}"
            early = await reader.post(path, REPORT)
            assert early.code == "call_closed", "a report is no approval (B062)"
            decided = (await reader.post(f"{path}/decision", {"approve": True})).json
            assert decided["request"]["kind"] == "handler"
            assert (await reader.post(path, REPORT)).status == 202
            again = await reader.post(f"{path}/decision", {"approve": True})
            assert again.code == "call_closed"
        (verdict,) = of_type(parts, "data-verdict")
        assert isinstance(verdict["data"], dict)
        assert verdict["data"]["state"] == "answered"
        (output,) = of_type(parts, "tool-output-available")
        assert isinstance(output["output"], dict)
        assert output["output"]["summary"] == "2 items in your cart"
        (entry,) = await log_of(product, parts)
        assert entry["by"] == REPORTED_BY_BROWSER
        assert await broken(product.database) == []
