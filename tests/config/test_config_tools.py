"""Tools, secrets and their faults in a site's file (SPEC A5, A6, A9, B6, C5, D2)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from docsteward.base.errors import OperatorFault
from docsteward.base.values import JsonObject
from docsteward.config.environment import secret_values
from docsteward.config.faults import ConfigFaults, Fault
from docsteward.config.load import parse_config
from docsteward.config.tools import with_python_tools
from docsteward.config.values import Config
from docsteward.toolspec.load import load_tool
from docsteward.toolspec.runs import FetchRun, LinkRun
from docsteward.toolspec.secrets import Secret, is_host
from docsteward.toolspec.tool import Tool
from docsteward.urls.origin import Origin

HEAD = "site: {name: Acme, url: 'https://docs.example.com'}\nsources: [{folder: docs}]\n"
SECRETS = "secrets:\n  KEY: {env: ACME_KEY, hosts: [api.example.com]}\n"
WITH_SECRET = """\
tools:
  orders:
    description: Open orders. Use it when asked.
    run:
      fetch: https://api.example.com/orders
      headers: {Authorization: "Bearer ${secret:KEY}"}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    return tmp_path


def good(folder: Path, text: str, **environ: str) -> Config:
    return parse_config(text, file="docsteward.yml", folder=folder, environ=environ)


def bad(folder: Path, text: str, **environ: str) -> tuple[Fault, ...]:
    with pytest.raises(ConfigFaults) as caught:
        good(folder, text, **environ)
    return caught.value.faults


def a_tool(name: str, **more: object) -> Tool:
    raw: JsonObject = {"description": "d", "run": {"python": "a:b"}, **more}  # pyright: ignore[reportAssignmentType]
    made = load_tool(name, raw)
    assert isinstance(made, Tool), made
    return made


def test_a5_fifteen_faults_come_in_one_report_each_at_its_line(folder: Path) -> None:
    file = Path(__file__).parent / "fifteen_faults.yml"
    text = file.read_text(encoding="utf-8")
    marked = [at for at, line in enumerate(text.splitlines(), 1) if "# fault:" in line]
    faults = bad(folder, text, CRM_KEY_OF_ACME="value")
    assert [fault.line for fault in faults] == marked
    assert len(faults) == 15
    # Fifteen different ones, three of them of one tool, each with its key, cause and cure.
    assert len({fault.message for fault in faults}) == 15
    assert len([one for one in faults if one.place.startswith("tools.customer.")]) == 3
    assert all(fault.place and fault.message and fault.cure for fault in faults)
    report = str(ConfigFaults(faults))
    assert report.startswith("docsteward.yml has 15 faults.\n")
    assert report.count("To mend it: ") == 15


def test_a9_tools_may_be_a_list_with_names(folder: Path) -> None:
    text = """\
tools:
  - name: search_listings
    kind: link
    description: Finds listings. Use it when someone looks for a place.
    url_template: https://yoursite.com/search?q={query}&product_types[]=retail
    parameters: [{name: query, description: Keywords, required: true}]
    follow_origin: true
  - name: state
    description: Whether it works. Use it when something seems down.
    run: {fetch: /state}
"""
    tools = good(folder, HEAD + text).tools
    assert tools is not None
    assert [tool.name for tool in tools] == ["search_listings", "state"]
    assert isinstance(tools[0].run, LinkRun)
    assert tools[0].follow_origin


def test_a9_faults_of_a_list_stand_at_their_lines(folder: Path) -> None:
    text = """\
tools:
  - name: state
    description: d
    run: {fetch: /state}
  - description: d
    run: {fetch: /x}
  - name: state
    description: d
    kind: link
    url_template: /relative
"""
    faults = bad(folder, HEAD + text)
    assert [(one.line, one.place) for one in faults] == [
        (7, "tools[1]"),
        (9, "tools[2].name"),
        (12, "tools[2].url_template"),
    ]


def test_a6_more_than_twelve_is_one_clear_fault(folder: Path) -> None:
    one = "  tool_{}: {{description: d, run: {{fetch: /x}}{}}}\n"
    many = "".join(one.format(n, "") for n in range(12))
    off = one.format("off", ", enabled: false")
    config = good(folder, HEAD + "tools:\n" + many + off)
    assert len(config.tools or ()) == 13
    faults = bad(folder, HEAD + "tools:\n" + many + one.format(12, ""))
    assert [(fault.line, fault.place) for fault in faults] == [(3, "tools")]
    assert "the ceiling is 12" in faults[0].message
    listed = "tools: [" + "{name: state, description: d, run: {fetch: /x}}, " * 13 + "]\n"
    assert sum("ceiling" in fault.message for fault in bad(folder, HEAD + listed)) == 1


def test_d2_a_secret_stays_in_the_environment_and_has_its_hosts(folder: Path) -> None:
    config = good(folder, HEAD + SECRETS + WITH_SECRET, ACME_KEY="very-secret")
    assert config.secrets == (Secret(name="KEY", env="ACME_KEY", hosts=("api.example.com",)),)
    assert "very-secret" not in repr(config)
    assert config.tools
    run = config.tools[0].run
    assert isinstance(run, FetchRun)
    assert run.secrets == ("KEY",)


@pytest.mark.parametrize(
    ("secrets", "place", "word"),
    [
        ("", "tools.orders.run.headers.Authorization", "no secret named 'KEY'"),
        (
            "secrets: {KEY: {env: ACME_KEY, hosts: [other.example.com]}}\n",
            "tools.orders.run.headers.Authorization",
            "is not for 'https://api.example.com'",
        ),
        (
            "secrets: {KEY: {env: ACME_KEY, hosts: ['api.example.com:8443']}}\n",
            "tools.orders.run.headers.Authorization",
            "is not for",
        ),
        (
            "secrets: {KEY: {env: MISSING, hosts: [api.example.com]}}\n",
            "secrets.KEY.env",
            "no variable 'MISSING'",
        ),
        (
            "secrets: {KEY: {env: 'sk-live 1', hosts: [api.example.com]}}\n",
            "secrets.KEY.env",
            "not the name of a variable",
        ),
        ("secrets: {KEY: {env: ACME_KEY}}\n", "secrets.KEY.hosts", "missing"),
        ("secrets: {KEY: {env: ACME_KEY, hosts: []}}\n", "secrets.KEY.hosts", "empty"),
        (
            "secrets: {KEY: {env: ACME_KEY, hosts: ['https://api.example.com']}}\n",
            "secrets.KEY.hosts[0]",
            "not a host",
        ),
        ("secrets: {'K-Y': {env: ACME_KEY, hosts: [a.example]}}\n", "secrets.K-Y", "can't name"),
        ("secrets: [KEY]\n", "secrets", "named entries"),
    ],
)
def test_d2_faults_of_secrets(folder: Path, secrets: str, place: str, word: str) -> None:
    faults = bad(folder, HEAD + secrets + WITH_SECRET, ACME_KEY="v")
    messages = {fault.place: fault.message for fault in faults}
    assert word in messages[place]
    assert not any("sk-live" in str(fault) for fault in faults)


@pytest.mark.parametrize(
    ("hosts", "origin", "covered"),
    [
        (("api.example.com",), "https://api.example.com", True),
        (("API.example.com",), "http://api.example.com", True),
        (("api.example.com",), "https://api.example.com:8443", False),
        (("api.example.com:8443",), "https://api.example.com:8443", True),
        (("api.example.com:8443",), "https://api.example.com", False),
        (("example.com",), "https://api.example.com", False),
        (("api.example.com",), "https://api.example.com.evil.example", False),
        (("[::1]:80",), "http://[::1]", True),
    ],
)
def test_b051_d2_hosts_are_compared_as_parsed_values(
    hosts: tuple[str, ...], origin: str, covered: bool
) -> None:
    assert all(map(is_host, hosts))
    assert Secret(name="K", env="K", hosts=hosts).covers(Origin.parse(origin)) == covered


def test_a5_a_site_may_trust_its_own_pages(folder: Path) -> None:
    assert good(folder, HEAD).page_tools.unconfirmed == "ask"
    trusted = good(folder, HEAD + "page_tools: {unconfirmed: run}\n")
    assert trusted.page_tools.unconfirmed == "run"


def test_e7_python_modules_may_hold_functions(folder: Path) -> None:
    config = good(folder, HEAD + "python_tools: [acme.tools, more]\n")
    assert config.python_tools == ("acme.tools", "more")
    assert config.turn.mode == "agentic"
    faults = bad(folder, HEAD + "python_tools: [acme/tools.py, 3]\n")
    assert {fault.place for fault in faults} == {"python_tools[0]", "python_tools[1]"}


def test_a1_python_tools_join_the_others(folder: Path) -> None:
    config = good(folder, HEAD)
    assert with_python_tools(config, ()) == config
    joined = with_python_tools(config, [a_tool("one"), a_tool("two")])
    assert joined.tools is not None
    assert [tool.name for tool in joined.tools] == ["one", "two"]


def test_a2_a6_python_tools_keep_names_unique_and_the_ceiling(folder: Path) -> None:
    config = replace(good(folder, HEAD), tools=(a_tool("one"),))
    many = [a_tool(f"tool_{n}") for n in range(12)]
    with pytest.raises(ConfigFaults) as caught:
        with_python_tools(config, [a_tool("one"), *many])
    messages = [fault.message for fault in caught.value.faults]
    assert any("'one'" in message for message in messages)
    assert any("14 tools are enabled" in message for message in messages)
    off = [replace(tool, enabled=False) for tool in many]
    assert len(with_python_tools(config, off).tools or ()) == 13


def test_d2_the_values_of_secrets_are_in_no_repr(folder: Path) -> None:
    secrets = good(folder, HEAD + SECRETS, ACME_KEY="very-secret").secrets
    values = secret_values(secrets, {"ACME_KEY": " very-secret\n"})
    assert values["KEY"].get_secret_value() == "very-secret"
    assert "very-secret" not in repr(values)
    for environ, code in (({}, "secret_missing"), ({"ACME_KEY": "a\nb"}, "secret_unusable")):
        with pytest.raises(OperatorFault) as caught:
            secret_values(secrets, environ)
        assert caught.value.code == code
        assert "a\nb" not in caught.value.message


def test_b050_tools_of_one_host_are_told_apart_by_their_names(folder: Path) -> None:
    text = """\
tools:
  fetch_page: {description: d, confirm: true, run: {fetch: "https://x.example/f", method: POST}}
  render_page: {description: d, confirm: true, run: {fetch: "https://x.example/r", method: POST}}
"""
    assert len(good(folder, HEAD + text).tools or ()) == 2
    twice = text.replace("render_page", "fetch_page")
    assert any("there twice" in fault.message for fault in bad(folder, HEAD + twice))
