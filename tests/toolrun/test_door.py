"""The one door for running a tool: kind, access, arguments, memory, time (SPEC D, F1, G3)."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from docsteward.base.values import JsonObject, JsonValue, Page, Visitor
from docsteward.testing.house import PAGE, PLAN, a_tool
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.toolrun.door import Means, ToolRunner
from docsteward.toolspec.call import (
    Call,
    DispatchEvent,
    Failed,
    FetchInPage,
    NeedsPage,
    OpenLink,
    Outcome,
    PageReport,
    Ran,
    Repeated,
    Setting,
)
from docsteward.toolspec.tool import Tool

BASE = "https://api.example/plans/"
ON_SERVER = a_tool("limits", parameters=PLAN, run={"fetch": BASE + "{plan}"})
IN_PAGE = a_tool("limits", parameters=PLAN, run={"fetch": "/plans/{plan}"})
ACTION = a_tool("buy", parameters=PLAN, confirm=True, run={"fetch": BASE, "method": "POST"})
READER = Visitor(id="vis_1")
PRO: JsonObject = {"plan": "pro"}


def a_call(tool: Tool, arguments: object = None, *, pressed: bool | None = None) -> Call:
    raw = json.dumps(PRO) if arguments is None else arguments
    is_press = tool.is_action if pressed is None else pressed
    return Call(id="call_1", tool=tool.name, arguments=raw, pressed=is_press)  # pyright: ignore[reportArgumentType]


def setting(page: Page | None = PAGE) -> Setting:
    return Setting(question="What does pro allow?", page=page)


def door(*tools: Tool, http: FakeHttp | None = None, seconds: float = 10) -> ToolRunner:
    means = Means(http=http or FakeHttp({}), run_seconds=seconds)
    return ToolRunner({t.name: t for t in tools}, means)


async def failed(runner: ToolRunner, call: Call, where: Setting | None = None) -> Failed:
    outcome = await runner.run(call, READER, where or setting())
    assert isinstance(outcome, Failed), outcome
    return outcome


async def test_d6_a_fetch_of_the_server_is_read_and_guided() -> None:
    http = FakeHttp({BASE + "pro": FakeReply(body=b'{"requests_per_day": 50000}')})
    ran = await door(ON_SERVER, http=http).run(a_call(ON_SERVER), READER, setting())
    assert isinstance(ran, Ran)
    assert ran.text == '{"requests_per_day": 50000}'
    assert (ran.source, ran.document, ran.url) == (
        "Limits · from api.example",
        BASE + "pro",
        BASE + "pro",
    )
    assert BASE + "pro" in ran.guidance
    (sent,) = http.sent
    assert (sent.method, sent.url, sent.content) == ("GET", BASE + "pro", b"")
    assert set(sent.headers) == {"Accept"}, "a GET sends nothing else (SPEC D2)"


async def test_d2_a_post_of_the_server_carries_context_and_key_without_a_page_too() -> None:
    http = FakeHttp({BASE: FakeReply(body=b'"Bought."')})
    ran = await door(ACTION, http=http).run(a_call(ACTION), READER, setting(page=None))
    assert isinstance(ran, Ran)
    assert ran.said == "Bought."
    (sent,) = http.sent
    assert sent.headers["Idempotency-Key"] == "call_1"
    assert json.loads(sent.content) == {
        "tool": "buy",
        "args": PRO,
        "context": {"question": "What does pro allow?"},
    }


async def test_f1_an_action_runs_by_a_press_alone_and_a_function_never_by_one() -> None:
    http = FakeHttp({})
    runner = door(ACTION, ON_SERVER, http=http)
    called = await failed(runner, a_call(ACTION, pressed=False))
    assert called.code == "tool_is_action"
    assert "only offer it" in called.message
    assert (await failed(runner, a_call(ON_SERVER, pressed=True))).code == "tool_is_function"
    assert http.sent == []


async def test_g3_access_is_checked_at_the_call() -> None:
    locked = replace(ON_SERVER, access="user")
    runner = door(locked, http=FakeHttp({BASE + "pro": FakeReply()}))
    assert [each.name for each in runner.functions(READER, has_page=True)] == []
    refused = await failed(runner, a_call(locked))
    assert refused.code == "access_denied"
    assert "sign in" in refused.message
    member = Visitor(id="vis_1", level="user", verified=True)
    assert [each.name for each in runner.functions(member, has_page=True)] == ["limits"]
    assert isinstance(await runner.run(a_call(locked), member, setting()), Ran)


async def test_d2_without_a_page_what_needs_one_is_neither_offered_nor_run() -> None:
    link = a_tool("see", confirm=True, run={"href": "/x"})
    runner = door(IN_PAGE, link)
    assert list(runner.functions(READER, has_page=False)) == []
    assert list(runner.actions(READER, has_page=False)) == []
    assert len(runner.functions(READER, has_page=True)) == 1
    assert len(runner.actions(READER, has_page=True)) == 1
    refused = await failed(runner, a_call(IN_PAGE), setting(page=None))
    assert refused.code == "needs_page"


async def test_a_disabled_or_unknown_tool_is_not_there() -> None:
    runner = door(replace(ON_SERVER, enabled=False))
    assert runner.tool("limits") is None
    assert (await failed(runner, a_call(ON_SERVER))).code == "tool_unknown"
    assert (await failed(runner, a_call(replace(ON_SERVER, name="odd")))).code == "tool_unknown"


@pytest.mark.parametrize(
    "arguments", ["{", "[]", '{"plan":"gold"}', "{}", '{"plan":"pro","x":1}', '{"plan":"pro"}{}']
)
async def test_b3_a_call_that_does_not_fit_is_never_sent(arguments: str) -> None:
    http = FakeHttp({BASE + "pro": FakeReply()})
    refused = await failed(door(ON_SERVER, http=http), a_call(ON_SERVER, arguments))
    assert (refused.code, refused.sent) == ("arguments_invalid", False)
    assert refused.faults
    assert http.sent == []


@pytest.mark.parametrize("value", ["..", "a/../b", "..%2Fadmin", "x" * 201, "a\nb"])
async def test_c2_a_value_that_cannot_stand_in_the_url_is_found_by_the_check(value: str) -> None:
    free: JsonValue = {
        "type": "object",
        "properties": {"plan": {"type": "string"}},
        "required": ["plan"],
    }
    tool = a_tool("limits", parameters=free, run={"fetch": BASE + "{plan}"})
    http = FakeHttp({})
    runner = door(tool, http=http)
    checked = runner.check(a_call(tool, {"plan": value}), READER, setting())
    assert isinstance(checked, Failed)
    assert checked.code == "arguments_invalid"
    assert [name for name, _ in checked.faults] == ["plan"]
    assert (await failed(runner, a_call(tool, {"plan": value}))).code == "arguments_invalid"
    assert http.sent == []


async def test_d8_the_same_call_is_made_once_and_a_failed_one_may_be_made_again() -> None:
    http = FakeHttp({BASE + "pro": FakeReply(status=500)})
    runner, where = door(ON_SERVER, http=http), setting()
    assert (await failed(runner, a_call(ON_SERVER), where)).code == "http_status"
    http.answer(BASE + "pro", FakeReply())
    assert isinstance(await runner.run(a_call(ON_SERVER), READER, where), Ran)
    again = await runner.run(a_call(ON_SERVER, ' {"plan" : "pro"} '), READER, where)
    assert again == Repeated(args=PRO, call="call_1")
    assert len(http.sent) == 2
    assert isinstance(await runner.run(a_call(ON_SERVER), READER, setting()), Ran), "another turn"


async def test_d4_a_run_that_takes_too_long_is_given_up_and_may_have_happened() -> None:
    runner = door(ACTION, http=FakeHttp({BASE: None}), seconds=0.01)
    late = await failed(runner, a_call(ACTION))
    assert (late.code, late.sent) == ("timeout", True)
    assert "0.01 seconds" in late.message


@pytest.mark.parametrize(
    ("refusal", "code", "sent"),
    [
        ("timeout", "timeout", True),
        ("connect_failed", "unreachable", True),
        ("too_large", "reply_unreadable", True),
        ("scheme", "request_refused", True),
    ],
)
async def test_d5_what_the_guard_refuses_is_a_failure_with_its_kind(
    refusal: str, code: str, sent: bool
) -> None:
    http = FakeHttp({BASE + "pro": refusal})  # pyright: ignore[reportArgumentType] - one of its codes
    refused = await failed(door(ON_SERVER, http=http), a_call(ON_SERVER))
    assert (refused.code, refused.sent) == (code, sent)
    unknown = await failed(door(ON_SERVER), a_call(ON_SERVER))
    assert (unknown.code, unknown.sent) == ("request_refused", False)


@pytest.mark.parametrize(
    ("status", "body", "words"), [(404, b"{}", "404"), (503, b'"down"', "down")]
)
async def test_d7_a_status_is_a_failure_with_the_endpoints_words(
    status: int, body: bytes, words: str
) -> None:
    http = FakeHttp({BASE + "pro": FakeReply(status=status, body=body)})
    refused = await failed(door(ON_SERVER, http=http), a_call(ON_SERVER))
    assert (refused.code, refused.sent) == ("http_status", True)
    assert words in refused.message


async def test_d4_a_binary_reply_is_named() -> None:
    reply = FakeReply(headers={"content-type": "image/png"}, body=b"\x89PNG\x00")
    refused = await failed(door(ON_SERVER, http=FakeHttp({BASE + "pro": reply})), a_call(ON_SERVER))
    assert refused.code == "reply_binary"
    assert "image/png" in refused.message


async def in_page(tool: Tool, arguments: object = None, page: Page = PAGE) -> Outcome:
    return await door(tool).run(a_call(tool, arguments), READER, setting(page))


async def test_d2_a_page_gets_a_get_with_nothing_but_its_address() -> None:
    outcome = await in_page(IN_PAGE)
    assert isinstance(outcome, NeedsPage)
    assert isinstance(outcome.request, FetchInPage)
    assert outcome.request.to_json() == {"kind": "fetch", "method": "GET", "url": "/plans/pro"}
    assert outcome.request.seconds == 10


async def test_d3_an_event_goes_to_the_page() -> None:
    outcome = await in_page(a_tool("demo", confirm=True, run={"event": "acme:demo"}), {})
    assert isinstance(outcome, NeedsPage)
    assert outcome.request == DispatchEvent(
        name="acme:demo",
        detail={
            "tool": "demo",
            "args": {},
            "context": {"question": "What does pro allow?", "page": PAGE.url},
        },
    )


@pytest.mark.parametrize(
    ("href", "page", "new_tab"),
    [
        ("/pricing", "https://docs.example/plans/", False),
        ("https://docs.example/x", "https://DOCS.example/plans/", False),
        ("https://docs.example:8443/x", "https://docs.example/", True),
        ("https://other.example/", "https://docs.example/", True),
        ("https://other.example/", "http://[::1", True),
        ("/pricing", "http://[::1", False),
        ("mailto-is-a-path", "https://docs.example/", False),
    ],
)
async def test_d3_the_own_host_opens_in_place(href: str, page: str, new_tab: bool) -> None:
    if not href.startswith(("/", "https:")):
        href = "/" + href
    outcome = await in_page(a_tool("see", confirm=True, run={"href": href}), {}, Page(url=page))
    assert isinstance(outcome, NeedsPage)
    assert outcome.request == OpenLink(url=href, new_tab=new_tab)


@pytest.mark.parametrize(
    ("report", "code"),
    [
        (PageReport(error="network"), "unreachable"),
        (PageReport(error="timeout"), "timeout"),
        (PageReport(error="refused"), "unreachable"),
        (PageReport(error="silent"), "page_silent"),
        (PageReport(ok=False), "failed"),
        (PageReport(ok=True), "reply_unreadable"),
        (PageReport(), "reply_unreadable"),
        (PageReport(status=404, body="no"), "http_status"),
        (PageReport(status=302), "http_status"),
        (PageReport(status=200, content_type="image/png", body="\x00"), "reply_binary"),
    ],
)
def test_d11_a_bad_report_is_a_failure_that_may_have_been_sent(
    report: PageReport, code: str
) -> None:
    outcome = door(IN_PAGE).receive("limits", PRO, report)
    assert isinstance(outcome, Failed)
    assert (outcome.code, outcome.sent, outcome.args) == (code, True, PRO)


def test_e11_a_report_is_a_source_of_the_site() -> None:
    report = PageReport(status=200, content_type="application/json", body='{"message": "Hi"}')
    outcome = door(IN_PAGE).receive("limits", PRO, report)
    assert isinstance(outcome, Ran)
    assert (outcome.source, outcome.said, outcome.url) == ("Limits · from the site", "Hi", None)
    assert outcome.text == '{"message": "Hi"}'
    other = door(IN_PAGE).receive("limits", {"plan": "free"}, report)
    assert isinstance(other, Ran)
    assert other.document != outcome.document


def test_a_report_for_a_tool_that_is_gone_fails() -> None:
    outcome = door(IN_PAGE).receive("other", PRO, PageReport(ok=True))
    assert isinstance(outcome, Failed)
    assert outcome.code == "tool_unknown"


async def test_d4_a_run_that_is_cancelled_is_not_a_failure_of_the_tool() -> None:
    http = FakeHttp({BASE + "pro": None})
    task = asyncio.create_task(door(ON_SERVER, http=http).run(a_call(ON_SERVER), READER, setting()))
    await http.asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
