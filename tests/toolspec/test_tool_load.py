"""From what a site wrote to a tool, or to all of its faults (SPEC A, C3)."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.keys import KeyFault
from docsteward.toolspec.load import load_tool
from docsteward.toolspec.tool import RESERVED_NAMES, EventRun, FetchRun, HrefRun, Tool

PLAN: JsonObject = {
    "type": "object",
    "properties": {"plan": {"type": "string", "enum": ["free", "pro", "team"]}},
    "required": ["plan"],
}
PLAN_LIMITS: JsonObject = {
    "description": "Requests per day, seats and storage of one plan, as they are now.",
    "parameters": PLAN,
    "run": {"fetch": "/api/plans/{plan}"},
}
CONTACT_SUPPORT: JsonObject = {
    "title": "Contact support",
    "label": "Write to support",
    "description": "Hands the question to people when no page answers it.",
    "parameters": {
        "type": "object",
        "properties": {
            "email": {"type": "string", "format": "email", "description": "Where to reply"},
            "message": {"type": "string", "format": "multiline", "description": "The problem"},
        },
        "required": ["email", "message"],
    },
    "confirm": "form",
    "run": {"fetch": "/api/support", "method": "POST"},
}
OPEN_PRICING: JsonObject = {
    "description": "Opens the pricing page at one plan.",
    "label": "Open pricing",
    "parameters": PLAN,
    "confirm": True,
    "run": {"href": "/pricing?plan={plan}"},
}


def tool(raw: JsonObject, name: str = "tool") -> Tool:
    loaded = load_tool(name, raw)
    assert isinstance(loaded, Tool), loaded
    return loaded


def faults(raw: JsonValue, name: str = "tool") -> dict[str, KeyFault]:
    loaded = load_tool(name, raw)
    assert isinstance(loaded, tuple)
    return {fault.key: fault for fault in loaded}


def test_a4_the_three_published_examples_load() -> None:
    limits = tool(PLAN_LIMITS, "plan_limits")
    assert (limits.kind, limits.title, limits.label) == ("function", "Plan limits", "Plan limits")
    assert isinstance(limits.run, FetchRun)
    assert limits.run.url.fill({"plan": "pro"}) == "/api/plans/pro"
    assert limits.runs_in_page

    support = tool(CONTACT_SUPPORT, "contact_support")
    assert (support.kind, support.label) == ("action_form", "Write to support")
    assert isinstance(support.run, FetchRun)
    assert support.run.method == "POST"

    pricing = tool(OPEN_PRICING, "open_pricing")
    assert (pricing.kind, pricing.title) == ("action_button", "Open pricing")
    assert isinstance(pricing.run, HrefRun)
    assert pricing.run.url.fill({"plan": "pro"}) == "/pricing?plan=pro"


def test_a3_what_is_left_out_has_its_default() -> None:
    loaded = tool({"description": "d", "run": {"event": "acme:open-demo"}, "confirm": True})
    assert loaded.run == EventRun(name="acme:open-demo")
    assert (loaded.access, loaded.enabled, loaded.examples) == ("public", True, ())
    assert loaded.parameters.names == ()
    assert tool({**PLAN_LIMITS, "title": "Limits"}).label == "Limits"


@pytest.mark.parametrize("name", sorted(RESERVED_NAMES))
def test_a2_reserved_names_are_refused(name: str) -> None:
    assert "reserved" in faults(PLAN_LIMITS, name)[""].message


@pytest.mark.parametrize("name", ["a", "A_b", "1ab", "_ab", "a-b", "a" * 41, "ä_b", "ab\n", ""])
def test_a2_other_names_are_refused(name: str) -> None:
    assert "can't name a tool" in faults(PLAN_LIMITS, name)[""].message


@pytest.mark.parametrize(
    ("run", "key"),
    [
        ({"fetch": "/x/{plan}", "method": "POST"}, "run.method"),
        ({"href": "/x?p={plan}"}, "run.href"),
        ({"event": "acme:x"}, "run.event"),
    ],
)
def test_a5_a_function_may_only_read(run: JsonObject, key: str) -> None:
    raw: JsonObject = {**PLAN_LIMITS, "run": run}
    fault = faults(raw)[key]
    assert "may only read" in fault.message
    assert "confirm: true" in fault.cure
    assert "registerTool" in fault.cure
    assert tool({**raw, "confirm": True}).is_action
    assert faults({**raw, "confirm": False}).keys() == {key}


@pytest.mark.parametrize("extra", [{"run": {"host": "x"}}, {"run": {"mcp": "x"}}])
def test_a5_keys_that_come_later_are_never_taken_in_silence(extra: JsonObject) -> None:
    found = faults({**PLAN_LIMITS, **extra})
    assert len(found) == 1
    assert "not supported by this version" in next(iter(found.values())).message


def test_a5_a_page_handler_is_told_of_register_tool() -> None:
    found = faults({**PLAN_LIMITS, "run": {}})
    assert "registerTool" in found["run"].cure


def test_a5_all_faults_of_a_tool_come_together() -> None:
    found = faults(
        {
            "descripton": "x",
            "title": " ",
            "label": 3,
            "access": "publc",
            "enabled": "yes",
            "confirm": "from",
            "examples": ["ok", 4],
            "parameters": {"properties": {"p": {"type": "objekt"}}},
            "run": {"fetch": "ftp://x/{p}", "method": "PUT"},
        }
    )
    assert found.keys() == {
        "descripton",
        "description",
        "title",
        "label",
        "access",
        "enabled",
        "confirm",
        "examples[1]",
        "parameters.properties.p.type",
        "run.fetch",
        "run.method",
    }
    assert "'description'" in found["descripton"].cure
    assert "'public'" in found["access"].cure
    assert "'form'" in found["confirm"].cure
    assert all(fault.message and fault.cure for fault in found.values())


@pytest.mark.parametrize("raw", [None, "x", [], 3])
def test_a5_a_tool_that_is_no_group_of_keys(raw: JsonValue) -> None:
    assert "no keys" in faults(raw)[""].message


def test_c3_placeholders_and_parameters_belong_together() -> None:
    found = load_tool("tool", {**PLAN_LIMITS, "run": {"fetch": "/x/{plam}"}})
    assert isinstance(found, tuple)
    assert [fault.key for fault in found] == ["run.fetch", "run.fetch"]
    assert "{plam}" in found[0].message
    assert "'plan'" in found[1].message


def test_c3_a_post_may_carry_parameters_in_its_body() -> None:
    raw: JsonObject = {**PLAN_LIMITS, "confirm": True, "run": {"fetch": "/x", "method": "POST"}}
    assert tool(raw).kind == "action_button"


def test_c3_an_optional_parameter_in_the_path_is_the_last_segment() -> None:
    optional: JsonObject = {"properties": {"plan": {"type": "string"}}}
    raw: JsonObject = {**PLAN_LIMITS, "parameters": optional}
    assert "last segment" in faults({**raw, "run": {"fetch": "/x/{plan}/y"}})["run.fetch"].message
    loaded = tool(raw)
    assert isinstance(loaded.run, FetchRun)
    assert loaded.run.url.fill({}) == "/api/plans/"


def test_a6_at_most_eight_parameters_in_a_template() -> None:
    names = [f"p{n}" for n in range(9)]
    raw: JsonObject = {
        "description": "d",
        "parameters": [{"name": name} for name in names],
        "run": {"fetch": "/x?" + "&".join(f"{name}={{{name}}}" for name in names)},
    }
    assert "keep to 8" in faults(raw)["parameters"].cure
    whole: JsonObject = {**raw, "confirm": "form", "run": {"fetch": "/x", "method": "POST"}}
    assert tool(whole).kind == "action_form"


def test_d2_a_secret_outside_headers_is_refused_wherever_it_stands() -> None:
    extras: tuple[JsonObject, ...] = (
        {"run": {"fetch": "/x/{plan}?k=${secret:KEY}"}},
        {"description": "use ${secret:KEY}"},
        {"examples": ["${secret:KEY}"]},
    )
    for extra in extras:
        found = faults({**PLAN_LIMITS, **extra})
        assert any("secret" in fault.message for fault in found.values())


@pytest.mark.parametrize(
    ("run", "key"),
    [
        ({"fetch": "/x/{plan}", "href": "/y/{plan}"}, "run"),
        ({"href": "/x/{plan}", "method": "GET"}, "run.method"),
        ({"event": "a b"}, "run.event"),
        ({"event": ""}, "run.event"),
        ({"fetch": 3}, "run.fetch"),
        ({"fetch": None}, "run.fetch"),
        ({"fetsh": "/x/{plan}"}, "run.fetsh"),
        ("x", "run"),
    ],
)
def test_a5_other_faults_of_run(run: JsonValue, key: str) -> None:
    assert key in faults({**PLAN_LIMITS, "confirm": True, "run": run})


WORDS = st.sampled_from(
    [
        *("description", "title", "label", "access", "enabled", "parameters", "confirm", "run"),
        *("fetch", "href", "event", "method", "examples", "type", "properties", "required"),
        *("enum", "const", "default", "format", "pattern", "minLength", "maximum", "multipleOf"),
        *("string", "integer", "number", "form", "GET", "POST", "public", "/x/{p}", "p", "("),
    ]
)
RAW = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=6),
    max_leaves=20,
)


@given(raw=RAW, parameters=RAW, run=RAW, prop=RAW)
def test_a5_whatever_is_written_gives_a_tool_or_faults(
    raw: JsonValue, parameters: JsonValue, run: JsonValue, prop: JsonValue
) -> None:
    whole: JsonObject = {**PLAN_LIMITS, "parameters": parameters, "run": run}
    one: JsonObject = {**PLAN_LIMITS, "parameters": {"properties": {"plan": prop}}}
    for written in (raw, whole, one):
        loaded = load_tool("tool", written)
        assert isinstance(loaded, Tool) or (loaded and all(fault.cure for fault in loaded))


@given(value=st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False)))
@example(value=10**299)
@example(value=5e-324)
@example(value=1.7e308)
def test_b1_bounds_of_any_size_load_and_check(value: float) -> None:
    for word in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"):
        for kind in ("integer", "number"):
            prop: JsonObject = {"type": kind, word: value}
            raw: JsonObject = {**PLAN_LIMITS, "parameters": {"properties": {"plan": prop}}}
            loaded = load_tool("tool", raw)
            if isinstance(loaded, Tool):
                loaded.parameters.check({"plan": 3})
                loaded.parameters.check({"plan": value})
