"""Older ways of writing, read and written anew (SPEC A9)."""

from __future__ import annotations

import pytest

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.load import load_tool
from docsteward.toolspec.rewrite import rewritten, rewritten_tools
from docsteward.toolspec.runs import FetchRun, LinkRun
from docsteward.toolspec.tool import Tool

LISTINGS: JsonObject = {
    "kind": "link",
    "description": "Finds listings. Use it whenever a visitor wants to browse properties.",
    "url_template": "https://yoursite.com/search?q={query}&location={location}&product_types[]=retail",
    "parameters": [
        {"name": "query", "description": "Keywords, e.g. retail", "required": True},
        {"name": "location", "description": "City or region"},
    ],
}


def test_a9_the_published_link_tool_loads_unchanged_in_meaning() -> None:
    tool = load_tool("search_listings", LISTINGS)
    assert isinstance(tool, Tool), tool
    assert isinstance(tool.run, LinkRun)
    assert tool.kind == "function"
    assert tool.parameters.required == {"query"}
    filled = tool.run.url.fill({"query": "retail space", "location": "San Francisco"})
    assert filled == (
        "https://yoursite.com/search?q=retail%20space&location=San%20Francisco"
        "&product_types[]=retail"
    )
    assert tool.run.url.fill({"query": "a"}) == (
        "https://yoursite.com/search?q=a&product_types[]=retail"
    )


def test_a9_the_new_form_means_the_same() -> None:
    new = rewritten(LISTINGS)
    assert new.keys() == {"description", "run", "parameters"}
    assert new["run"] == {"link": LISTINGS["url_template"]}
    assert new["parameters"] == {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "Keywords, e.g. retail"},
            "location": {"type": "string", "description": "City or region"},
        },
        "required": ["query"],
    }
    assert load_tool("search_listings", new) == load_tool("search_listings", LISTINGS)
    assert rewritten(new) == new


def test_a9_kind_fetch_asks_from_the_server() -> None:
    tool = load_tool("search_listings", {**LISTINGS, "kind": "fetch", "label": "Find"})
    assert isinstance(tool, Tool)
    assert isinstance(tool.run, FetchRun)
    assert (tool.run.method, tool.label) == ("GET", "Find")


def test_a9_a_list_of_tools_becomes_a_group_by_name() -> None:
    listed: JsonValue = [{"name": "search_listings", **LISTINGS}, {"name": "other", "run": {}}]
    assert rewritten_tools(listed) == {"search_listings": rewritten(LISTINGS), "other": {"run": {}}}
    assert rewritten_tools({"search_listings": LISTINGS, "x": 3}) == {
        "search_listings": rewritten(LISTINGS),
        "x": 3,
    }


@pytest.mark.parametrize(
    "raw", [None, "x", [1], [{"description": "d"}], [{"name": "a"}, {"name": "a"}]]
)
def test_a9_what_can_not_be_read_stays_as_it_is(raw: JsonValue) -> None:
    assert rewritten_tools(raw) == raw


@pytest.mark.parametrize(
    ("more", "key", "word"),
    [
        ({"kind": "post"}, "kind", "link and fetch"),
        ({"kind": None}, "kind", "link and fetch"),
        ({"url_template": "ftp://x/{query}/{location}"}, "url_template", "refused"),
        ({"url_template": 3}, "url_template", "text"),
        ({"run": {"fetch": "/x"}}, "kind", "beside 'run'"),
    ],
)
def test_a9_faults_stand_at_the_keys_that_were_written(
    more: JsonObject, key: str, word: str
) -> None:
    found = load_tool("search_listings", {**LISTINGS, **more})
    assert isinstance(found, tuple)
    faults = {fault.key: fault for fault in found}
    assert word in faults[key].message
    assert not any(fault.key.startswith("run.") and "run" not in more for fault in found)


@pytest.mark.parametrize("left", ["kind", "url_template"])
def test_a9_half_of_the_older_form_is_one_fault(left: str) -> None:
    raw = {key: value for key, value in LISTINGS.items() if key in {left, "description"}}
    found = load_tool("search_listings", raw)
    assert isinstance(found, tuple)
    assert [fault.key for fault in found] == [left]
