"""Kinds, approvals, bound parameters, headers and all ways of running (SPEC A4-A5, B6, D2-D3)."""

from __future__ import annotations

import pytest

from docsteward.base.errors import ModelFault
from docsteward.base.values import JsonObject, JsonValue, Page, Visitor
from docsteward.toolspec.binding import Binding, Fixed, bound_values
from docsteward.toolspec.form import argument_line, fields
from docsteward.toolspec.load import load_tool
from docsteward.toolspec.runs import BrowserRun, FetchRun, Header, LinkRun, PythonRun
from docsteward.toolspec.tool import Approval, Tool

NAMED: JsonObject = {"properties": {"plan": {"type": "string"}}, "required": ["plan"]}
GET: JsonObject = {"fetch": "https://api.example.com/p/{plan}"}
POST: JsonObject = {"fetch": "https://api.example.com/p", "method": "POST"}
PYTHON: JsonObject = {"python": "acme.tools:limits"}
BROWSER: JsonObject = {"browser": True}
ASK: JsonObject = {"ask": "Restart it?", "icon": "bolt", "context": ["It takes a minute."]}


def raw(**more: JsonValue) -> JsonObject:
    return {"description": "d", "parameters": NAMED, "run": GET, **more}


def tool(**more: JsonValue) -> Tool:
    loaded = load_tool("tool", raw(**more))
    assert isinstance(loaded, Tool), loaded
    return loaded


def faults(**more: JsonValue) -> dict[str, str]:
    loaded = load_tool("tool", raw(**more))
    assert isinstance(loaded, tuple), loaded
    return {fault.key: f"{fault.message} | {fault.cure}" for fault in loaded}


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({}, "function"),
        ({"run": {"link": "https://x.example/{plan}"}}, "function"),
        ({"run": PYTHON, "read_only": True}, "function"),
        ({"run": BROWSER, "read_only": True}, "function"),
        ({"run": PYTHON}, "approval"),
        ({"run": BROWSER}, "approval"),
        ({"run": PYTHON, "read_only": False}, "approval"),
        ({"run": POST, "confirm": ASK}, "approval"),
        ({"confirm": ASK}, "approval"),
        ({"run": PYTHON, "confirm": ASK, "read_only": True}, "approval"),
        ({"run": POST, "confirm": True}, "action_button"),
        ({"run": PYTHON, "confirm": True}, "action_button"),
        ({"run": BROWSER, "confirm": "form"}, "action_form"),
    ],
)
def test_a4_a5_the_kind_is_derived_from_confirm_and_run(more: JsonObject, kind: str) -> None:
    made = tool(**more)
    assert made.kind == kind
    assert made.is_action == kind.startswith("action")
    assert made.needs_approval == (kind == "approval")


def test_a4_an_approval_asks_in_the_sites_words() -> None:
    assert tool(run=POST, confirm=ASK).approval == Approval(
        ask="Restart it?", icon="bolt", context=("It takes a minute.",)
    )


def test_a5_code_that_nobody_marked_asks_a_neutral_question() -> None:
    approval = tool(run=PYTHON, title="Look up").approval
    assert approval is not None
    assert "Look up" in approval.ask
    assert not approval.icon


@pytest.mark.parametrize(
    ("confirm", "key"),
    [
        ({}, "confirm.ask"),
        ({"ask": " "}, "confirm.ask"),
        ({"ask": "x", "icon": "A B"}, "confirm.icon"),
        ({"ask": "x", "context": "no list"}, "confirm.context"),
        ({"ask": "x", "context": ["a"] * 6}, "confirm.context"),
        ({"ask": "x", "label": "y"}, "confirm.label"),
        ("yes", "confirm"),
    ],
)
def test_a5_faults_of_an_approval(confirm: JsonValue, key: str) -> None:
    assert key in faults(confirm=confirm, run=POST)


@pytest.mark.parametrize(
    ("more", "key", "word"),
    [
        ({"run": {"href": "/x/{plan}"}, "confirm": ASK}, "run.href", "gives none"),
        ({"run": {"event": "a:b"}, "confirm": ASK}, "run.event", "gives none"),
        ({"run": {"link": "https://x.example/{plan}"}, "confirm": True}, "run.link", "href"),
        ({"run": {"link": "/x/{plan}"}}, "run.link", "relative"),
        ({"run": POST}, "run.method", "confirm: {ask: ...}"),
        ({"read_only": True}, "read_only", "python"),
        ({"run": {"python": "acme.tools"}}, "run.python", "module:function"),
        ({"run": {"python": "acme tools:x"}}, "run.python", "module:function"),
        ({"run": {"browser": False}}, "run.browser", "browser"),
        ({"run": {"python": "a:b", "browser": True}}, "run", "keep one"),
        ({"run": {"link": "https://x.example/{plan}", "method": "GET"}}, "run.method", "fetch"),
        ({"run": {**PYTHON, "headers": {}}}, "run.headers", "fetch"),
        ({"run": {"link": "https://x.example/{plan}"}, "reply": {"pick": [""]}}, "reply", "narrow"),
        ({"reply": {"pick": ["limits"]}}, "reply.pick[0]", "start it with '/'"),
        ({"reply": {"pick": ["/a~2"]}}, "reply.pick[0]", "pointer"),
        ({"reply": {"pick": ["/a"] * 21}}, "reply.pick", "keep to 20"),
        ({"reply": {}}, "reply.pick", "missing"),
    ],
)
def test_a5_what_does_not_go_together_is_refused(more: JsonObject, key: str, word: str) -> None:
    found = faults(**more)
    assert word in found[key]


def test_d3_each_way_of_running_is_a_value() -> None:
    assert isinstance(tool(run={"link": "https://x.example/{plan}"}).run, LinkRun)
    assert tool(run=PYTHON).run == PythonRun(target="acme.tools:limits")
    assert tool(run=BROWSER).run == BrowserRun()
    assert tool(run=BROWSER).runs_in_page
    assert not tool(run=PYTHON).runs_in_page
    assert not tool(run={"link": "https://x.example/{plan}"}).runs_in_page
    assert tool(reply={"pick": ["/limits", "/a~1b"]}).reply_pick == ("/limits", "/a~1b")


def test_d2_headers_hold_secrets_by_name_only() -> None:
    made = tool(run={**GET, "headers": {"Authorization": "Bearer ${secret:KEY}", "X-V": "1"}})
    assert isinstance(made.run, FetchRun)
    assert made.run.secrets == ("KEY",)
    first = made.run.headers[0]
    assert first == Header(name="Authorization", template="Bearer ${secret:KEY}")
    assert first.value({"KEY": "s${secret:KEY}"}) == "Bearer s${secret:KEY}"


@pytest.mark.parametrize(
    ("headers", "key"),
    [
        ({"Host": "x"}, "run.headers.Host"),
        ({"content-length": "1"}, "run.headers.content-length"),
        ({"Cookie": "a=b"}, "run.headers.Cookie"),
        ({"Proxy-Auth": "x"}, "run.headers.Proxy-Auth"),
        ({"X Y": "x"}, "run.headers.X Y"),
        ({"X-A": "1", "x-a": "2"}, "run.headers.x-a"),
        ({"X": "é"}, "run.headers.X"),
        ({"X": "a\r\nY: b"}, "run.headers.X"),
        ({"X": "${secret:}"}, "run.headers.X"),
        ({"X": "${env:KEY}"}, "run.headers.X"),
        ({"X": "{plan}"}, "run.headers.X"),
        ({"X": 3}, "run.headers.X"),
        ({f"X-{n}": "v" for n in range(21)}, "run.headers"),
    ],
)
def test_d2_faults_of_headers(headers: JsonObject, key: str) -> None:
    assert key in faults(run={**GET, "headers": headers})


def test_d2_a_secret_never_goes_through_the_readers_browser() -> None:
    found = faults(run={"fetch": "/p/{plan}", "headers": {"X": "${secret:KEY}"}})
    assert "reader's browser" in found["run.headers.X"]
    assert tool(run={"fetch": "/p/{plan}", "headers": {"X": "1"}}).runs_in_page


def test_c5_follow_origin_goes_with_whole_urls_and_no_secrets() -> None:
    assert tool(follow_origin=True).follow_origin
    secret: JsonObject = {**GET, "headers": {"X": "${secret:KEY}"}}
    assert "secret" in faults(follow_origin=True, run=secret)["follow_origin"]
    assert "relative" in faults(follow_origin=True, run={"fetch": "/{plan}"})["follow_origin"]
    assert "URL" in faults(follow_origin=True, run=PYTHON)["follow_origin"]


TWO: JsonObject = {
    "properties": {
        "plan": {"type": "string"},
        "customer": {"type": "string"},
        "region": {"type": "string", "enum": ["eu", "us"]},
    },
    "required": ["plan", "customer"],
}
BOUND: JsonObject = {
    "parameters": TWO,
    "bind": {"customer": "visitor.external_id", "region": "eu"},
    "run": {"fetch": "https://api.example.com/{customer}/{plan}?r={region}"},
}


def test_b6_a_model_never_sees_or_fills_a_bound_parameter() -> None:
    made = tool(**BOUND)
    assert made.declaration().schema == {
        "type": "object",
        "properties": {"plan": {"type": "string"}},
        "additionalProperties": False,
        "required": ["plan"],
    }
    assert [f.rule for f in made.parameters.check({"plan": "x", "customer": "7"}).faults] == [
        "additionalProperties"
    ]
    assert [one.name for one in fields(made, {})] == ["plan"]
    assert made.every_parameter.names == ("plan", "customer", "region")
    assert made.every_parameter.required == {"plan", "customer"}
    assert made.binds_visitor
    assert not tool().binds_visitor
    assert argument_line(made, {"plan": "pro", "region": "eu"}) == "With plan: pro, region: eu"


def test_b6_bound_values_come_from_the_host_alone() -> None:
    made = tool(**BOUND)
    assert made.bindings[1].source == Fixed(value="eu")
    verified = Visitor(id="v", verified=True, level="user", claims={"external_id": "c7"})
    values = bound_values(made.bindings, verified, None)
    assert values == {"customer": "c7", "region": "eu"}
    assert made.every_parameter.check({"plan": "pro", **values}).args == {
        "plan": "pro",
        "customer": "c7",
        "region": "eu",
    }


@pytest.mark.parametrize("source", ["visitor.external_id", "visitor.email", "visitor.level"])
def test_b6_a_visitor_that_nobody_vouched_for_gives_no_value(source: str) -> None:
    bind: JsonObject = {"customer": source}
    made = tool(**(BOUND | {"bind": bind}))
    claimed = Visitor(id="v", claims={"external_id": "c7", "email": "a@example.com"})
    with pytest.raises(ModelFault) as caught:
        bound_values(made.bindings, claimed, None)
    assert caught.value.code == "identity_needed"
    assert "sign in" in caught.value.message


def test_b6_a_required_value_that_is_not_there_stops_the_call() -> None:
    bind: JsonObject = {"customer": "page.url", "region": "eu"}
    made = tool(**(BOUND | {"bind": bind}))
    page = Page(url="https://docs.example.com/a", title="A")
    assert bound_values(made.bindings, Visitor(id="v"), page)["customer"] == page.url
    with pytest.raises(ModelFault) as caught:
        bound_values(made.bindings, Visitor(id="v"), None)
    assert caught.value.code == "binding_missing"
    optional = Binding(parameter="t", source="page.title", schema={"type": "string"})
    assert bound_values([optional], Visitor(id="v"), None) == {}


@pytest.mark.parametrize(
    ("bind", "key", "word"),
    [
        ({"custmer": "visitor.email"}, "bind.custmer", "'customer'"),
        ({"customer": "visitor.mail"}, "bind.customer", "visitor.email"),
        ({"customer": "page.path"}, "bind.customer", "page.url"),
        ({"region": "mars"}, "bind.region", "one of"),
        ({"region": None}, "bind.region", "required"),
        ("x", "bind", "named entries"),
    ],
)
def test_b6_faults_of_bindings(bind: JsonValue, key: str, word: str) -> None:
    assert word in faults(**{**BOUND, "bind": bind})[key]


def test_c3_a_list_can_not_stand_in_a_url() -> None:
    tags: JsonObject = {"properties": {"plan": {"type": "array", "items": {"type": "string"}}}}
    found = faults(parameters=tags, run={"fetch": "/x?p={plan}"})
    assert "type 'array'" in found["run.fetch"]


def test_b044_each_argument_goes_to_its_own_place() -> None:
    both: JsonObject = {
        "properties": {"task": {"type": "integer"}, "title": {"type": "string"}},
        "required": ["task", "title"],
    }
    made = tool(parameters=both, confirm=True, run={"fetch": "/tasks/{task}", "method": "POST"})
    assert isinstance(made.run, FetchRun)
    assert made.run.url.fill({"task": 5, "title": "x"}) == "/tasks/5"
    assert made.run.url.placeholders == ("task",)
