"""Presses: checked again, dispatched at most once, their outcome as text (SPEC F3, F4)."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from docsteward.base.values import JsonObject, JsonValue
from docsteward.config.values import ActionSettings
from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.storage.invariants import broken
from docsteward.testing.client import AppClient, Reply, parts_of, read_frames
from docsteward.testing.clock import FakeClock
from docsteward.testing.house import PLAN, House, a_reader, a_tool, an_app, asking
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.toolrun.door import Means, ToolRunner
from docsteward.toolspec.tool import Tool
from docsteward.turn.press import PressService
from docsteward.turn.service import PRESS_LASTS
from docsteward.wiring import Product

FORM: JsonValue = {
    "type": "object",
    "properties": {
        "email": {"type": "string", "format": "email", "description": "Where we reply"},
        "message": {"type": "string", "format": "multiline", "description": "The problem"},
        "urgent": {"type": "boolean", "description": "It stops your work"},
    },
    "required": ["email", "message"],
}
ENDPOINT = "https://api.example/support"
ON_SERVER = a_tool(
    "contact", parameters=FORM, confirm="form", run={"fetch": ENDPOINT, "method": "POST"}
)
IN_PAGE = a_tool(
    "contact", parameters=FORM, confirm="form", run={"fetch": "/api/support", "method": "POST"}
)
PRICING = a_tool(
    "open_pricing", parameters=PLAN, confirm=True, run={"href": "/pricing?plan={plan}"}
)
STATUS = a_tool("status", confirm=True, run={"href": "https://status.example/"})
DEMO = a_tool("book_demo", parameters=PLAN, confirm=True, run={"event": "acme:open-demo"})
CLEAR = a_tool("clear", parameters=PLAN, confirm=True, run={"fetch": ENDPOINT, "method": "POST"})
FILLED: JsonObject = {"email": "ada@customer.example", "message": "It is down.", "urgent": True}
WRONG: JsonObject = {"email": "nonsense", "message": ""}


def offering(tool: Tool, args: str = "{}", **changed: object) -> House:
    model = ScriptedModel([Says(text=(f"Ten [1].\n\n@offer {tool.name} {args}",))])
    return replace(House(model=model, tools=[tool]), **changed)  # pyright: ignore[reportArgumentType]


async def offered(product: Product) -> tuple[AppClient, str]:
    """Ask, and return the reader with the one offer that came of it."""
    reader = await a_reader(product)
    said = await reader.post("/api/v1/chat", asking("the pro plan?"))
    offers = [p for p in parts_of(read_frames(said.body)) if p["type"] == "data-offer"]
    assert len(offers) == 1, said.body
    return reader, str(offers[0]["id"])


async def press(reader: AppClient, offer: str, args: JsonObject | None = None) -> Reply:
    return await reader.post(f"/api/v1/offers/{offer}/press", {"args": args or {}})


async def report(reader: AppClient, offer: str, body: JsonObject) -> Reply:
    return await reader.post(f"/api/v1/offers/{offer}/outcome", body)


async def kept_state(reader: AppClient) -> tuple[str, str | None]:
    """Return the offer's state and outcome as a restored conversation shows them."""
    whole = await reader.get("/api/v1/conversations/talk")
    (data,) = [p["data"] for p in whole.json["turns"][0]["parts"] if p["type"] == "data-offer"]
    return data["state"], data["outcome"]


async def test_f3_a_link_is_handed_out_and_reported() -> None:
    async with offering(PRICING, '{"plan":"pro"}').open() as product:
        reader, offer = await offered(product)
        pressed = await press(reader, offer)
        assert pressed.status == 200
        assert pressed.json == {
            "state": "reserved",
            "request": {"kind": "href", "url": "/pricing?plan=pro", "new_tab": False},
        }
        told = await report(reader, offer, {"ok": True})
        assert (told.status, told.json) == (200, {"state": "done", "outcome": "Done."})
        assert await kept_state(reader) == ("done", "Done.")
        assert await broken(product.database) == []


async def test_a_buttons_values_are_those_that_were_shown_whatever_is_sent() -> None:
    async with offering(PRICING, '{"plan":"pro"}').open() as product:
        reader, offer = await offered(product)
        pressed = await press(reader, offer, {"plan": "free"})
        assert pressed.json["request"]["url"] == "/pricing?plan=pro"


async def test_a_link_to_another_host_opens_in_a_new_tab() -> None:
    async with offering(STATUS).open() as product:
        reader, offer = await offered(product)
        request = (await press(reader, offer)).json["request"]
        assert request == {"kind": "href", "url": "https://status.example/", "new_tab": True}


async def test_d3_an_event_carries_the_call_and_its_context() -> None:
    async with offering(DEMO, '{"plan":"team"}').open() as product:
        reader, offer = await offered(product)
        request = (await press(reader, offer)).json["request"]
        assert request == {
            "kind": "event",
            "name": "acme:open-demo",
            "detail": {
                "tool": "book_demo",
                "args": {"plan": "team"},
                "context": {"question": "the pro plan?", "page": "https://docs.example/plans/"},
            },
        }
        assert (await report(reader, offer, {"ok": True})).json["state"] == "done"


async def test_d2_a_form_in_the_page_gets_the_exact_request() -> None:
    async with offering(IN_PAGE).open() as product:
        reader, offer = await offered(product)
        pressed = await press(reader, offer, FILLED)
        assert pressed.json == {
            "state": "reserved",
            "request": {
                "kind": "fetch",
                "method": "POST",
                "url": "/api/support",
                "headers": {"Idempotency-Key": offer},
                "body": {
                    "tool": "contact",
                    "args": FILLED,
                    "context": {"question": "the pro plan?", "page": "https://docs.example/plans/"},
                },
                "seconds": 10,
            },
        }
        reply: JsonObject = {
            "status": 201,
            "content_type": "application/json",
            "body": '{"message": "We write back <b>soon</b>."}',
        }
        told = await report(reader, offer, reply)
        assert told.json == {"state": "done", "outcome": "We write back <b>soon</b>."}


async def test_b5_a_form_that_does_not_fit_says_where_and_reserves_nothing() -> None:
    async with offering(ON_SERVER, http=FakeHttp({ENDPOINT: FakeReply()})).open() as product:
        reader, offer = await offered(product)
        refused = await press(reader, offer, WRONG)
        assert (refused.status, refused.code) == (422, "arguments_invalid")
        faults = refused.json["error"]["details"]["faults"]
        assert [set(fault) for fault in faults] == [{"field", "message"}] * 2
        assert {fault["field"] for fault in faults} == {"email", "message"}
        assert "Enter an e-mail address, such as name@example.com." in {
            fault["message"] for fault in faults
        }
        assert "(" not in refused.json["error"]["message"], "no rule's name reaches a reader"
        assert await kept_state(reader) == ("offered", None)
        assert (await press(reader, offer, FILLED)).json["state"] == "done"


async def test_d2_a_form_on_the_server_posts_the_call_with_its_context_and_key() -> None:
    http = FakeHttp({ENDPOINT: FakeReply(body=b'{"message": "Ticket 7 is open."}')})
    async with offering(ON_SERVER, http=http).open() as product:
        reader, offer = await offered(product)
        pressed = await press(reader, offer, FILLED)
        assert pressed.json == {"state": "done", "outcome": "Ticket 7 is open."}
        (sent,) = http.sent
        assert (sent.method, sent.url) == ("POST", ENDPOINT)
        assert sent.headers["Idempotency-Key"] == offer
        assert sent.headers["Content-Type"] == "application/json"
        assert json.loads(sent.content) == {
            "tool": "contact",
            "args": FILLED,
            "context": {"question": "the pro plan?", "page": "https://docs.example/plans/"},
        }


@pytest.mark.parametrize("parallel", [2, 8])
async def test_b081_a_double_press_is_dispatched_once(parallel: int, migrated_url: str) -> None:
    http = FakeHttp({ENDPOINT: FakeReply()})
    async with offering(ON_SERVER, http=http, database_url=migrated_url).open() as product:
        reader, offer = await offered(product)
        replies = await asyncio.gather(*(press(reader, offer, FILLED) for _ in range(parallel)))
        assert len(http.sent) == 1
        assert sorted(reply.status for reply in replies) == [200] + [409] * (parallel - 1)
        late = await press(reader, offer, FILLED)
        assert (late.status, late.code) == (409, "offer_closed")
        assert late.json["error"]["details"] == {"state": "done", "outcome": "Done."}
        assert await broken(product.database) == []


async def test_what_was_done_reads_so_even_to_values_that_do_not_fit() -> None:
    async with offering(ON_SERVER, http=FakeHttp({ENDPOINT: FakeReply()})).open() as product:
        reader, offer = await offered(product)
        await press(reader, offer, FILLED)
        again = await press(reader, offer, WRONG)
        assert (again.status, again.json["error"]["details"]["state"]) == (409, "done")


@pytest.mark.parametrize("tended", [False, True])
async def test_an_offer_runs_out(tended: bool) -> None:
    clock = FakeClock()
    async with offering(PRICING, '{"plan":"pro"}', clock=clock).open() as product:
        reader, offer = await offered(product)
        clock.advance(ActionSettings().expire_minutes * 60 + 1)
        if tended:
            await product.turns.tend()
            assert await kept_state(reader) == ("expired", None)
        refused = await press(reader, offer)
        assert (refused.status, refused.code) == (409, "offer_closed")
        assert refused.json["error"]["details"] == {"state": "expired", "outcome": None}


@pytest.mark.parametrize("bad", [FakeReply(status=500, body=b'{"message":"down"}'), "timeout"])
async def test_f4_a_failure_brings_the_button_back_with_its_reason(bad: object) -> None:
    http = FakeHttp({ENDPOINT: bad})  # pyright: ignore[reportArgumentType] - either of the two
    async with offering(ON_SERVER, http=http).open() as product:
        reader, offer = await offered(product)
        failed = await press(reader, offer, FILLED)
        assert failed.status == 200
        assert failed.json["state"] == "failed"
        assert failed.json["outcome"]
        assert await kept_state(reader) == ("failed", failed.json["outcome"])
        http.answer(ENDPOINT, FakeReply())
        changed: JsonObject = {**FILLED, "message": "It is still down."}
        assert (await press(reader, offer, changed)).json == {"state": "done", "outcome": "Done."}
        keys = {sent.headers["Idempotency-Key"] for sent in http.sent}
        assert keys == {offer}
        assert len(http.sent) == 2


async def test_f4_a_failure_in_the_page_brings_the_button_back() -> None:
    async with offering(IN_PAGE).open() as product:
        reader, offer = await offered(product)
        await press(reader, offer, FILLED)
        failed = await report(reader, offer, {"error": "network"})
        assert failed.json["state"] == "failed"
        again = await press(reader, offer, FILLED)
        assert again.json["request"]["headers"] == {"Idempotency-Key": offer}


async def test_a_report_of_a_page_that_could_not_is_a_failure() -> None:
    async with offering(DEMO, '{"plan":"team"}').open() as product:
        reader, offer = await offered(product)
        await press(reader, offer)
        assert (await report(reader, offer, {"ok": False})).json["state"] == "failed"


async def test_an_outcome_is_reported_once() -> None:
    async with offering(IN_PAGE).open() as product:
        reader, offer = await offered(product)
        early = await report(reader, offer, {"ok": True})
        assert (early.status, early.code) == (409, "offer_closed")
        assert early.json["error"]["details"]["state"] == "offered"
        await press(reader, offer, FILLED)
        pair = await asyncio.gather(
            report(reader, offer, {"status": 200, "body": '{"message":"one"}'}),
            report(reader, offer, {"status": 500, "body": "two"}),
        )
        assert sorted(reply.status for reply in pair) == [200, 409]
        late = await report(reader, offer, {"ok": True})
        assert late.json["error"]["details"]["state"] in ("done", "failed")


async def test_d11_the_page_cannot_report_for_what_the_server_runs() -> None:
    http = FakeHttp({ENDPOINT: None})
    async with offering(ON_SERVER, http=http, run_seconds=0.2).open() as product:
        reader, offer = await offered(product)
        under_way = asyncio.create_task(press(reader, offer, FILLED))
        await http.asked.wait()
        claimed = await report(reader, offer, {"ok": True})
        assert (claimed.status, claimed.json["error"]["details"]["state"]) == (409, "reserved")
        assert (await under_way).json["state"] == "failed"


async def test_b066_what_was_pressed_and_never_heard_of_may_have_run(migrated_url: str) -> None:
    clock = FakeClock()
    house = offering(IN_PAGE, clock=clock, database_url=migrated_url)
    async with house.open() as product:
        reader, offer = await offered(product)
        await press(reader, offer, FILLED)
        clock.advance(PRESS_LASTS.total_seconds() - 1)
        await product.turns.tend()
        assert await kept_state(reader) == ("reserved", None)
        clock.advance(2)
        await product.turns.tend()
        assert await kept_state(reader) == ("unknown", None)
        for attempt in (press(reader, offer, FILLED), report(reader, offer, {"ok": True})):
            refused = await attempt
            assert (refused.status, refused.code) == (409, "offer_closed")
            assert refused.json["error"]["details"]["state"] == "unknown"
            assert "may have run" in refused.json["error"]["message"]
        assert await broken(product.database) == []


async def test_b066_a_restart_finds_what_was_pressed_before_it(migrated_url: str) -> None:
    clock = FakeClock()
    house = offering(ON_SERVER, http=FakeHttp({ENDPOINT: FakeReply()}), clock=clock)
    house = replace(house, database_url=migrated_url)
    async with house.open() as product:
        reader, offer = await offered(product)
        # The server dies in between: it was reserved, and nobody settles it.
        await product.records.offers.reserve(offer, args=FILLED, now=clock.now())
    clock.advance(PRESS_LASTS.total_seconds() + 1)
    async with house.open() as product:
        reader = replace(reader, app=an_app(product))
        assert await kept_state(reader) == ("unknown", None)
        assert (await press(reader, offer, FILLED)).status == 409


def without(product: Product, tools: dict[str, Tool]) -> Product:
    """Return the product as it is after the site's file has changed."""
    runner = ToolRunner(tools, Means(http=FakeHttp({}))) if tools else None
    presses = PressService(runner=runner, records=product.records, clock=FakeClock())
    return replace(product, presses=presses)


async def test_an_action_that_the_site_has_removed_is_closed() -> None:
    clock = FakeClock()
    async with offering(PRICING, '{"plan":"pro"}', clock=clock).open() as product:
        reader, offer = await offered(product)
        other = {"other": a_tool("other", confirm=True, run={"href": "/x"})}
        for tools in ({}, other):
            later = replace(reader, app=an_app(without(product, tools)))
            for reply in (await press(later, offer), await report(later, offer, {"ok": True})):
                assert (reply.status, reply.code) == (409, "offer_closed")
                assert reply.json["error"]["details"] == {"state": "expired", "outcome": None}


async def test_an_action_whose_values_do_not_fit_any_more_is_closed() -> None:
    clock = FakeClock()
    async with offering(PRICING, '{"plan":"pro"}', clock=clock).open() as product:
        reader, offer = await offered(product)
        changed = a_tool(
            "open_pricing",
            parameters={
                "type": "object",
                "properties": {"plan": {"type": "string", "enum": ["gold"]}},
                "required": ["plan"],
            },
            confirm=True,
            run={"href": "/pricing?plan={plan}"},
        )
        later = replace(reader, app=an_app(without(product, {"open_pricing": changed})))
        assert (await press(later, offer)).code == "offer_closed"


async def test_g3_the_level_is_checked_at_the_moment_of_the_press() -> None:
    clock = FakeClock()
    async with offering(PRICING, '{"plan":"pro"}', clock=clock).open() as product:
        reader, offer = await offered(product)
        raised = {"open_pricing": replace(PRICING, access="admin")}
        later = replace(reader, app=an_app(without(product, raised)))
        refused = await press(later, offer)
        assert (refused.status, refused.code) == (403, "not_allowed")
        assert await kept_state(reader) == ("offered", None)


async def test_c2_a_value_that_cannot_stand_in_the_url_is_a_fault_of_its_field() -> None:
    tool = a_tool(
        "open_page",
        parameters={
            "type": "object",
            "properties": {"page": {"type": "string", "description": "Which page"}},
            "required": ["page"],
        },
        confirm="form",
        run={"href": "/docs/{page}"},
    )
    async with offering(tool).open() as product:
        reader, offer = await offered(product)
        refused = await press(reader, offer, {"page": ".."})
        assert (refused.status, refused.code) == (422, "arguments_invalid")
        assert refused.json["error"]["details"]["faults"] == [
            {"field": "page", "message": "This value can't be used here; enter another one."}
        ]
        assert await kept_state(reader) == ("offered", None)


async def test_an_outcome_with_odd_characters_is_kept(migrated_url: str) -> None:
    async with offering(IN_PAGE, database_url=migrated_url).open() as product:
        reader, offer = await offered(product)
        await press(reader, offer, FILLED)
        body = '{"message": "Fine \\u0000 \\ud800 \\u202e."}'
        told = await report(reader, offer, {"status": 200, "body": body})
        assert told.status == 200
        assert told.json["state"] == "done"
        assert await kept_state(reader) == ("done", told.json["outcome"])
