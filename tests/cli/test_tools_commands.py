"""`docsteward tools`, run as a user runs it; a child process for each would cost a second."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from docsteward.base.values import Visitor
from docsteward.cli.main import app
from docsteward.cli.tools import tried
from docsteward.cli.tooltry import RecordingHttp
from docsteward.testing.house import a_tool
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.toolrun.door import Means, ToolRunner
from docsteward.toolrun.secrets import Secrets
from docsteward.toolspec.call import Call, Setting
from docsteward.toolspec.secrets import Secret

SITE = """
site: {name: Anvils, url: https://anvils.example}
sources: [{folder: docs}]
secrets: {CRM: {env: CRM_KEY, hosts: [api.anvils.example]}}
tools:
  order_status:
    description: Where an order is. Use it when a reader asks where an order is.
    parameters: {type: object, properties: {id: {type: string, maxLength: 9}}, required: [id]}
    run: {fetch: "https://api.anvils.example/o/{id}", headers: {X-Key: "${secret:CRM}"}}
  restock:
    description: Order more of a thing. Use it when the reader asks for more of it.
    confirm: {ask: "Restock?"}
    run: {fetch: "https://api.anvils.example/restock", method: POST}
  shop:
    description: Shop.
    kind: link
    url_template: https://anvils.example/shop
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / ".env").write_text("CRM_KEY=topsecret1\n", encoding="utf-8")
    path = tmp_path / "docsteward.yml"
    path.write_text(SITE, encoding="utf-8")
    return path


def run(site: Path, *args: str, ok: bool = True) -> Any:
    """Return the JSON that a command prints; with `ok` false it must end with status 1."""
    result = CliRunner().invoke(app, ["tools", *args, "--config", str(site), "--json"])
    assert (result.exit_code == 0) is ok, result.output
    assert "topsecret1" not in result.output
    return json.loads(result.stdout)


def test_check_says_what_is_not_told_to_a_model(site: Path) -> None:
    assert run(site, "check") == {
        "ok": True,
        "tools": 3,
        "need_approval": ["restock"],
        "faults": [],
    }


def test_a5_check_reports_every_fault(site: Path) -> None:
    site.write_text(SITE.replace("description: Shop.", "nam: Shop."), encoding="utf-8")
    found = run(site, "check", ok=False)
    assert not found["ok"]
    assert {fault["place"] for fault in found["faults"]} >= {"tools.shop.nam"}
    assert all(fault["line"] and fault["cure"] for fault in found["faults"])


def test_a9_check_rewrites_older_forms(site: Path) -> None:
    shop = run(site, "check", "--rewrite")["tools"]["shop"]
    assert shop == {"description": "Shop.", "run": {"link": "https://anvils.example/shop"}}


def test_list_and_show(site: Path) -> None:
    rows = {row["name"]: row for row in run(site, "list")}
    assert rows["order_status"]["run"] == "fetch GET from the server"
    assert rows["restock"]["kind"] == "approval"
    assert rows["restock"]["told_to_models"]
    shown = run(site, "show", "order_status")
    assert set(shown["sent"]) == {
        "openai_strict",
        "openai",
        "anthropic_strict",
        "anthropic",
        "gemini",
    }
    assert shown["sent"]["anthropic_strict"]["dropped"] == ["id: maxLength"]


def test_d2_build_prints_the_request_with_secrets_by_name(site: Path) -> None:
    built = run(site, "build", "order_status", "--args", '{"id": "a b"}')
    assert (built["method"], built["url"]) == ("GET", "https://api.anvils.example/o/a%20b")
    assert built["headers"]["X-Key"] == "${secret:CRM}"
    posted = run(site, "build", "restock", "--question", "More?")
    assert posted["body"] == {"tool": "restock", "args": {}, "context": {"question": "More?"}}


def test_c2_build_prints_the_refusal(site: Path) -> None:
    refused = run(site, "build", "order_status", "--args", '{"id": ".."}', ok=False)
    assert (refused["code"], refused["sent"]) == ("arguments_invalid", False)


def test_a8_lint_ends_with_a_status(site: Path) -> None:
    assert {one["tool"] for one in run(site, "lint", ok=False)} == {"shop"}


def test_try_of_a_link_needs_no_network(site: Path) -> None:
    told = run(site, "try", "shop")
    assert told["outcome"] == "ran"
    assert "https://anvils.example/shop" in told["model"]


async def test_try_shows_request_reply_and_what_the_model_sees_without_the_secret() -> None:
    url = "https://api.example/"
    tool = a_tool("peek", run={"fetch": url, "headers": {"X-Key": "${secret:K}"}})
    body = b'{"message": "key topsecret1"}'
    http = RecordingHttp(FakeHttp({url: FakeReply(body=body)}))
    secret = Secret(name="K", env="K", hosts=("api.example",))
    means = Means(http=http, secrets=Secrets([secret], {"K": "topsecret1"}))
    runner = ToolRunner({"peek": tool}, means)
    call = Call(id="c", tool="peek", arguments="{}")
    told = await tried(runner, http, call, Visitor(id="v"), Setting(question=""))
    assert "topsecret1" not in json.dumps(told)
    assert told["reply"] == {
        "status": 200,
        "url": url,
        "content_type": "application/json",
        "body": '{"message": "key [secret]"}',
        "truncated": False,
    }
    assert "key [secret]" in str(told["model"])


def test_doctor_says_what_is_not_told_to_a_model(site: Path) -> None:
    result = CliRunner().invoke(app, ["doctor", "--config", str(site), "--json"])
    found = {check["name"]: check for check in json.loads(result.stdout)}
    assert "restock (approval);" in found["tools"]["message"]


def test_d3_doctor_says_what_needs_a_handler_of_the_page(site: Path) -> None:
    seats = "{description: Free seats. Use it when asked., read_only: true, run: {browser: true}}"
    site.write_text(f"{SITE}  seats: {seats}\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["doctor", "--config", str(site), "--json"])
    found = {check["name"]: check for check in json.loads(result.stdout)}
    assert "seats (function), only where the page has a handler" in found["tools"]["message"]


def test_a1_a_module_that_is_not_there_is_named(site: Path) -> None:
    site.write_text(SITE + "python_tools: [no_such_module_here]\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["tools", "list", "--config", str(site)])
    assert result.exit_code == 1
    assert "no_such_module_here" in str(result.exception)


def test_a1_the_tools_of_a_module_are_among_the_others(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = site.parent / "anvil_tools_for_test.py"
    module.write_text(
        "from docsteward.toolspec.pythontools import tool\n\n"
        "@tool(read_only=True)\n"
        "def weight(anvil: str) -> str:\n"
        '    """What an anvil weighs. Use it when a reader asks for a weight."""\n'
        '    return f"{anvil} weighs 100 kg"\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(sys, "path", [str(site.parent), *sys.path])
    site.write_text(SITE + "python_tools: [anvil_tools_for_test]\n", encoding="utf-8")
    told = run(site, "try", "weight", "--args", '{"anvil": "Big"}')
    assert told["model"] == "Big weighs 100 kg"
    assert told["request"]["target"] == "anvil_tools_for_test:weight"
