"""A page's own tools: a visitor's word, measured and checked (SPEC A1, A5, B7, D1, I2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.page import MAX_PAGE_TOOLS, page_tool, page_tool_notes, page_tools
from docsteward.toolspec.runs import BrowserRun
from docsteward.toolspec.tool import Approval, Tool

CREATE_TICKET: JsonObject = {
    "name": "create_ticket",
    "description": "Opens a ticket for the reader. Use it when they ask for one.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "ticket_issue": {"type": "string", "description": "What the ticket is about."}
        },
        "required": ["ticket_issue"],
    },
    "confirmation": {"icon": "circle-question", "label": "Create support ticket?"},
}
PLAIN: JsonObject = {"name": "cart", "description": "What is in the cart. Use it when asked."}


def made(raw: JsonObject, **more: JsonValue) -> Tool:
    tool = page_tool({**raw, **more})
    assert isinstance(tool, Tool), tool
    return tool


def keys(raw: JsonValue) -> set[str]:
    found = page_tool(raw)
    assert isinstance(found, tuple), found
    assert all(fault.message and fault.cure for fault in found)
    return {fault.key for fault in found}


def test_a1_the_published_page_tool_loads_unchanged_in_meaning() -> None:
    tool = made(CREATE_TICKET)
    assert (tool.name, tool.kind, tool.origin) == ("create_ticket", "approval", "page")
    assert tool.approval == Approval(ask="Create support ticket?", icon="circle-question")
    assert tool.run == BrowserRun()
    assert tool.runs_in_page
    assert tool.parameters.required == {"ticket_issue"}
    assert page_tool_notes(CREATE_TICKET) == ()


def test_a5_a_page_tool_is_read_only_by_the_pages_word_only() -> None:
    assert made(PLAIN).kind == "approval"
    assert made(PLAIN, annotations={"readOnlyHint": True}).kind == "function"
    assert made(PLAIN, annotations={"readOnlyHint": "true"}).kind == "approval"
    assert made(PLAIN, annotations=[]).kind == "approval"


def test_a5_a_site_may_trust_its_own_pages() -> None:
    trusted = page_tool(PLAIN, unconfirmed="run")
    assert isinstance(trusted, Tool)
    assert trusted.kind == "function"
    confirmed = page_tool(CREATE_TICKET, unconfirmed="run")
    assert isinstance(confirmed, Tool)
    assert confirmed.kind == "approval"


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({"name": "Cart"}, "name"),
        ({"name": "search_docs"}, "name"),
        ({"name": None}, "name"),
        ({"name": "a" * 5000}, "name"),
        ({"description": ""}, "description"),
        ({"description": "\u200b\u202e"}, "description"),
        ({"description": "a" * 1001}, "description"),
        ({"inputSchema": []}, "inputSchema"),
        ({"inputSchema": {"type": "string"}}, "inputSchema"),
        ({"inputSchema": {"properties": {"a": {"description": "x" * 17_000}}}}, "inputSchema"),
        (
            {"inputSchema": {"properties": {"a b": {"type": "string"}}}},
            "inputSchema.properties.a b",
        ),
        ({"inputSchema": {"properties": {"a": {"type": "date"}}}}, "inputSchema.properties.a.type"),
        ({"confirmation": {}}, "confirmation.label"),
        ({"confirmation": "sure?"}, "confirmation.label"),
        ({"confirmation": {"label": "a" * 201}}, "confirmation.label"),
    ],
)
def test_a5_faults_of_a_page_tool(more: JsonObject, key: str) -> None:
    assert keys({**PLAIN, **more}) == {key}


def test_a5_all_faults_of_a_page_tool_come_together() -> None:
    raw: JsonObject = {"name": "A", "confirmation": 1, "inputSchema": {"properties": {"a": 3}}}
    assert keys(raw) == {
        "name",
        "description",
        "inputSchema.properties.a",
        "confirmation.label",
    }
    assert keys(3) == {""}


def test_f2_what_a_reader_can_not_see_is_taken_out_of_a_pages_words() -> None:
    tool = made(PLAIN, title="Ca\u202ert", confirmation={"label": "Go\u200b?", "icon": "<b>"})
    assert (tool.title, tool.label) == ("Cart", "Cart")
    assert tool.approval == Approval(ask="Go?")


def test_i2_what_is_not_used_is_noted() -> None:
    notes = page_tool_notes(
        {
            **PLAIN,
            "execute": "f",
            "confirmation": {"label": "x", "icon": "A!"},
            "inputSchema": {"properties": {"a": {}}},
        }
    )
    words = ("'execute'", "icon", "text")
    assert all(word in note for word, note in zip(words, notes, strict=True))


def test_b7_a_pages_parameters_keep_their_spelling() -> None:
    tool = made(PLAIN, inputSchema={"properties": {"ticketIssue": {"type": ["string", "null"]}}})
    assert tool.parameters.names == ("ticketIssue",)


def test_d1_a_configured_name_is_never_redefined() -> None:
    other: JsonObject = {**PLAIN, "name": "basket"}
    found = page_tools([PLAIN, other, other, {"name": "X"}], taken={"cart"})
    assert [tool.name for tool in found.tools] == ["basket"]
    assert [(name, fault.key) for name, fault in found.faults] == [
        ("cart", "name"),
        ("basket", "name"),
        ("X", "name"),
        ("X", "description"),
    ]
    assert "configured" in found.faults[0][1].message


def test_a6_a_page_may_define_so_many_and_no_more() -> None:
    many: list[JsonValue] = [{**PLAIN, "name": f"tool_{n}"} for n in range(MAX_PAGE_TOOLS + 5)]
    found = page_tools(many)
    assert len(found.tools) == MAX_PAGE_TOOLS
    assert {name for name, _ in found.faults} == {f"tool_{MAX_PAGE_TOOLS + n}" for n in range(5)}
    assert page_tools("x").faults


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "properties", "label", "icon", "readOnlyHint", "items", "a"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)


@given(
    raw=st.fixed_dictionaries(
        {},
        optional={
            "name": st.just("cart") | JSON,
            "description": st.just("d") | JSON,
            "inputSchema": JSON,
            "confirmation": JSON,
            "annotations": JSON,
            "title": JSON,
        },
    )
)
def test_m2_whatever_a_page_sends_gives_a_tool_or_faults(raw: JsonObject) -> None:
    tool = page_tool(raw)
    if isinstance(tool, Tool):
        tool.parameters.check({"a": 1})
        page_tool_notes(raw)
        assert tool.kind in {"approval", "function"}
    else:
        assert tool
