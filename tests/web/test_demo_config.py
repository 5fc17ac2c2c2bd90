"""The demo's configuration agrees with its site, its questions and its pages."""

from __future__ import annotations

from typing import Any, cast

import pytest
from ruamel.yaml import YAML
from starlette.testclient import TestClient

from docsteward.web.demo.live import PLANS
from docsteward.web.demo.questions import QUESTIONS
from docsteward.web.demo.site import CONFIG_FILE, DOCS_FOLDER, demo_site

SITE = "http://127.0.0.1:8401"


@pytest.fixture(scope="module")
def config() -> dict[str, Any]:
    loaded = cast(object, YAML(typ="safe").load(CONFIG_FILE))  # pyright: ignore[reportUnknownMemberType]
    return cast(dict[str, Any], loaded)


def test_it_needs_no_model_and_no_key(config: dict[str, Any]) -> None:
    assert set(config) == {"site", "sources", "tools"}


def test_site_and_sources_are_where_the_demo_serves_them(config: dict[str, Any]) -> None:
    assert config["site"]["url"] == SITE
    assert SITE in config["site"]["allowed_origins"]
    (source,) = config["sources"]
    assert (CONFIG_FILE.parent / source["folder"]).resolve() == DOCS_FOLDER.resolve()
    assert source["url"] == f"{SITE}/docs/"
    assert source["page_urls"] == "directory"


def test_the_plans_of_each_tool_are_those_of_the_site(config: dict[str, Any]) -> None:
    for name in ("plan_limits", "open_pricing"):
        assert config["tools"][name]["parameters"]["properties"]["plan"]["enum"] == list(PLANS)


def test_each_tool_leads_to_something_that_the_site_serves(config: dict[str, Any]) -> None:
    tools = config["tools"]
    app = demo_site(docs_folder=DOCS_FOLDER, widget_origin="http://127.0.0.1:8400", widget_key="k")
    with TestClient(app, base_url=SITE) as client:
        for plan in PLANS:
            for url in (tools["plan_limits"]["run"]["fetch"], tools["open_pricing"]["run"]["href"]):
                assert client.get(url.replace("{plan}", plan)).status_code == 200
        support = tools["contact_support"]
        args = {"email": "ada@customer.example", "message": "Help"}
        assert set(args) == set(support["parameters"]["properties"])
        reply = client.request(
            support["run"]["method"],
            support["run"]["fetch"],
            json={"tool": "contact_support", "args": args, "context": {}},
        )
    assert reply.status_code == 200


def test_a4_there_is_one_function_one_button_and_one_form(config: dict[str, Any]) -> None:
    confirm = {name: tool.get("confirm") for name, tool in config["tools"].items()}
    assert confirm == {"plan_limits": None, "open_pricing": True, "contact_support": "form"}


def test_each_question_for_a_tool_is_one_of_its_examples(config: dict[str, Any]) -> None:
    examples = {example for tool in config["tools"].values() for example in tool["examples"]}
    asked = {question.text for question in QUESTIONS if "tool" in question.topic.lower()}
    asked |= {question.text for question in QUESTIONS if "action" in question.topic.lower()}
    assert len(asked) == 2
    assert asked <= examples


def test_what_a_question_is_about_stands_in_the_pages_or_nowhere() -> None:
    text = "\n".join(file.read_text("utf-8") for file in DOCS_FOLDER.rglob("*.md")).lower()
    assert "lp-1042" in text
    assert "verify the signature" in text
    assert "lemon" not in text
    assert "cake" not in text
