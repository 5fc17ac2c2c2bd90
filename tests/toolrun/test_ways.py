"""The ways of running: links, Python functions, page handlers, bound values, approvals (SPEC D)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from docsteward.base.values import JsonObject, JsonValue, Page, Visitor
from docsteward.testing.house import ORIGIN, PAGE, PLAN, a_tool
from docsteward.testing.http import FakeHttp, FakeReply
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
from docsteward.toolspec.pythontools import PythonCall
from docsteward.toolspec.tool import Tool
from docsteward.urls.origin import Origin
from tests.toolrun import running_samples as samples

READER = Visitor(id="vis_1", claims={"origin": ORIGIN})
MEMBER = Visitor(id="vis_2", level="user", verified=True, claims={"external_id": "cus_9"})
ARGS = '{"plan":"pro"}'


def door(
    tool: Tool, http: FakeHttp | None = None, function: Callable[..., Any] | None = None
) -> ToolRunner:
    functions = {"site:f": PythonCall(function)} if function else {}
    means = Means(http=http or FakeHttp({}), functions=functions, origins=(Origin.parse(ORIGIN),))
    return ToolRunner({tool.name: tool}, means)


def setting(page: Page | None = PAGE) -> Setting:
    return Setting(question="What?", page=page)


def a_call(tool: Tool, arguments: str = ARGS, *, approved: bool = False) -> Call:
    return Call(
        id="call_1",
        tool=tool.name,
        arguments=arguments,
        pressed=tool.is_action,
        approved=approved,
    )


async def test_d3_a_link_is_built_and_nothing_is_requested() -> None:
    tool = a_tool("see", parameters=PLAN, run={"link": "https://shop.example/{plan}?x[]=a"})
    http = FakeHttp({})
    ran = await door(tool, http).run(a_call(tool), READER, setting(page=None))
    assert isinstance(ran, Ran)
    assert ran.url == "https://shop.example/pro?x[]=a"
    assert ran.url in ran.text
    assert f"Share exactly this URL with the reader: {ran.url}" in ran.guidance
    assert http.sent == []


@pytest.mark.parametrize(
    ("origin", "url", "allowed"),
    [
        (ORIGIN, "https://docs.example/p?plan=pro", False),
        ("https://docs.example.evil.example", "https://api.example/p?plan=pro", True),
        ("https://docs.example:8443", "https://api.example/p?plan=pro", True),
        (None, "https://api.example/p?plan=pro", True),
    ],
)
async def test_c5_a_url_follows_the_sessions_origin_where_it_is_exactly_allowed(
    origin: str | None, url: str, allowed: bool
) -> None:
    template = "https://api.example/p?plan={plan}"
    tool = a_tool("limits", parameters=PLAN, follow_origin=True, run={"fetch": template})
    http = FakeHttp({url: FakeReply()})
    visitor = Visitor(id="v", claims={} if origin is None else {"origin": origin})
    # What the page says of itself decides nothing.
    said = Page(url="https://evil.example/")
    assert isinstance(await door(tool, http).run(a_call(tool), visitor, setting(said)), Ran)
    assert [(sent.url, sent.allowed) for sent in http.sent] == [(url, allowed)]


async def test_d3_a_function_runs_in_a_thread_and_its_json_is_read() -> None:
    tool = a_tool("limits", parameters=PLAN, read_only=True, run={"python": "site:f"})
    ran = await door(tool, function=samples.limits).run(a_call(tool), READER, setting())
    assert isinstance(ran, Ran)
    assert (ran.text, ran.said) == ('{"plan": "pro", "message": "Fine."}', "Fine.")


async def test_d3_an_async_function_is_given_its_context() -> None:
    tool = a_tool("limits", parameters=PLAN, read_only=True, run={"python": "site:f"})
    http = FakeHttp({"https://api.example/pro": FakeReply(status=204)})
    ran = await door(tool, http, samples.later).run(a_call(tool), READER, setting())
    assert isinstance(ran, Ran)
    assert ran.text == "What? vis_1 204"


@pytest.mark.parametrize(
    ("function", "code"),
    [
        (samples.breaks, "failed"),
        (samples.stops, "failed"),
        (samples.odd, "reply_unreadable"),
        (None, "failed"),
    ],
)
async def test_d7_what_a_function_raises_is_a_short_failure_without_its_text(
    function: Callable[..., Any] | None, code: str
) -> None:
    tool = a_tool("limits", parameters=PLAN, read_only=True, run={"python": "site:f"})
    failed = await door(tool, function=function).run(a_call(tool), READER, setting())
    assert isinstance(failed, Failed)
    assert failed.code == code
    assert "password" not in failed.message


async def test_d3_a_function_that_returns_nothing_is_done() -> None:
    tool = a_tool("limits", parameters=PLAN, read_only=True, run={"python": "site:f"})
    ran = await door(tool, function=samples.nothing).run(a_call(tool), READER, setting())
    assert isinstance(ran, Ran)
    assert ran.text == "Done."


async def test_d3_a_page_handler_is_asked_for_and_read() -> None:
    tool = a_tool("limits", parameters=PLAN, read_only=True, run={"browser": True})
    runner = door(tool).with_page((), {"limits"})
    outcome = await runner.run(a_call(tool), READER, setting())
    assert isinstance(outcome, NeedsPage)
    assert outcome.request == RunHandler(
        tool="limits",
        args={"plan": "pro"},
        context={"question": "What?", "page": PAGE.url},
        seconds=10,
    )
    assert outcome.request.to_json()["kind"] == "handler"
    report = PageReport(ok=True, content_type="application/json", body='{"total": 12.5}')
    ran = runner.receive("limits", outcome.args, report)
    assert isinstance(ran, Ran)
    assert ran.text == '{"total": 12.5}'
    silent = runner.receive("limits", outcome.args, PageReport(ok=False))
    assert isinstance(silent, Failed)


WITH_CUSTOMER: JsonValue = {
    "type": "object",
    "properties": {"customer": {"type": "string"}, "plan": {"type": "string"}},
    "required": ["customer", "plan"],
}
BOUND: dict[str, JsonValue] = {
    "parameters": WITH_CUSTOMER,
    "read_only": True,
    "bind": {"customer": "visitor.external_id"},
    "run": {"python": "site:f"},
}


async def test_b6_a_bound_value_comes_from_the_verified_visitor_alone() -> None:
    tool = a_tool("mine", **BOUND)
    runner = door(tool, function=samples.mine)
    assert [each.name for each in runner.functions(MEMBER, has_page=False)] == ["mine"]
    (declared,) = runner.functions(MEMBER, has_page=False)
    assert "customer" not in str(declared.schema)
    ran = await runner.run(a_call(tool), MEMBER, setting())
    assert isinstance(ran, Ran)
    assert ran.text == "cus_9 has pro"
    assert ran.args == {"plan": "pro"}
    assert "cus_9" not in ran.document


@pytest.mark.parametrize(
    ("visitor", "code"),
    [
        (READER, "access_denied"),
        (replace(MEMBER, verified=False), "access_denied"),
        (replace(MEMBER, claims={}), "binding_missing"),
    ],
)
async def test_b6_g4_without_a_verified_identity_a_bound_tool_is_out_of_reach(
    visitor: Visitor, code: str
) -> None:
    tool = a_tool("mine", **BOUND)
    runner = door(tool, function=samples.mine)
    refused = await runner.run(a_call(tool), visitor, setting())
    assert isinstance(refused, Failed)
    assert refused.code == code
    assert list(runner.functions(visitor, has_page=True)) == []


async def test_b6_a_model_cannot_fill_a_bound_parameter() -> None:
    tool = a_tool("mine", **BOUND)
    forged = '{"plan":"pro","customer":"cus_1"}'
    refused = await door(tool, function=samples.mine).run(a_call(tool, forged), MEMBER, setting())
    assert isinstance(refused, Failed)
    assert refused.code == "arguments_invalid"


async def test_b6_a_bound_value_in_a_url_is_told_to_no_model() -> None:
    params: JsonObject = {
        "type": "object",
        "properties": {"customer": {"type": "string"}},
        "required": ["customer"],
    }
    tool = a_tool(
        "mine",
        parameters=params,
        bind={"customer": "visitor.external_id"},
        run={"fetch": "https://api.example/{customer}"},
    )
    http = FakeHttp({"https://api.example/cus_9": FakeReply()})
    ran = await door(tool, http).run(a_call(tool, "{}"), MEMBER, setting())
    assert isinstance(ran, Ran)
    assert http.sent[0].url == "https://api.example/cus_9"
    assert "cus_9" not in ran.text + ran.guidance + ran.source
    assert ran.url is None


async def test_a4_a_tool_that_needs_approval_waits_for_it_before_it_runs() -> None:
    tool = a_tool("order", parameters=PLAN, run={"python": "site:f"})
    runner = door(tool, function=samples.limits)
    assert [told.name for told in runner.functions(READER, has_page=True)] == ["order"]
    waits = await runner.run(a_call(tool), READER, setting())
    assert isinstance(waits, NeedsApproval)
    assert (waits.args, waits.approval) == ({"plan": "pro"}, tool.approval)
    assert isinstance(await runner.run(a_call(tool, approved=True), READER, setting()), Ran)


async def test_d8_a_write_in_between_clears_what_is_remembered() -> None:
    read = a_tool("limits", parameters=PLAN, run={"fetch": "https://api.example/{plan}"})
    write = a_tool(
        "order",
        parameters=PLAN,
        confirm={"ask": "Order?"},
        run={"fetch": "https://api.example/", "method": "POST"},
    )
    http = FakeHttp({"https://api.example/pro": FakeReply(), "https://api.example/": FakeReply()})
    runner = ToolRunner({"limits": read, "order": write}, Means(http=http))
    where = setting()
    await runner.run(a_call(read), READER, where)
    assert len(where.memo) == 1
    assert isinstance(await runner.run(a_call(write, approved=True), READER, where), Ran)
    assert where.memo == {}
    assert isinstance(await runner.run(a_call(read), READER, where), Ran)
    assert [sent.method for sent in http.sent] == ["GET", "POST", "GET"]


async def test_d6_a_reply_is_narrowed_before_it_is_cut() -> None:
    tool = a_tool(
        "limits",
        parameters=PLAN,
        reply={"pick": ["/b"]},
        run={"fetch": "https://api.example/{plan}"},
    )
    body = ('{"a": "' + "x" * 9000 + '", "b": {"c": 1}}').encode()
    http = FakeHttp({"https://api.example/pro": FakeReply(body=body)})
    ran = await door(tool, http).run(a_call(tool), READER, setting())
    assert isinstance(ran, Ran)
    assert ran.text == '{"c": 1}'


@pytest.mark.parametrize(("way", "limit"), [("server", 6000), ("page", 4000)])
async def test_d6_a_reply_is_cut_and_said_to_be(way: str, limit: int) -> None:
    base = "https://api.example" if way == "server" else ""
    tool = a_tool("limits", parameters=PLAN, run={"fetch": base + "/{plan}"})
    long = "word " * 5000
    reply = FakeReply(headers={"content-type": "text/plain"}, body=long.encode())
    runner = door(tool, FakeHttp({base + "/pro": reply}))
    if way == "server":
        ran = await runner.run(a_call(tool), READER, setting())
    else:
        report = PageReport(status=200, content_type="text/plain", body=long)
        ran = runner.receive("limits", {"plan": "pro"}, report)
    assert isinstance(ran, Ran)
    assert limit - 100 < len(ran.text) <= limit
    assert ran.text.endswith("[The reply is cut here.]")


async def test_f4_begun_is_told_before_anything_is_sent() -> None:
    tool = a_tool("limits", parameters=PLAN, run={"fetch": "https://api.example/{plan}"})
    http = FakeHttp({"https://api.example/pro": FakeReply()})
    told: list[tuple[JsonObject, int]] = []

    async def begun(args: JsonObject) -> None:
        told.append((args, len(http.sent)))

    runner, where = door(tool, http), setting()
    await runner.run(a_call(tool), READER, where, begun=begun)
    await runner.run(a_call(tool), READER, where, begun=begun)
    assert told == [({"plan": "pro"}, 0)]
