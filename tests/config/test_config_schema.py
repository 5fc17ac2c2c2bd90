"""The editors' schema agrees with the check and with what is committed."""

from __future__ import annotations

from pathlib import Path

import jsonschema_rs
import pytest

from docsteward.config.document import read_document
from docsteward.config.faults import ConfigFaults
from docsteward.config.load import parse_config
from docsteward.config.schema import config_schema, schema_text, write
from docsteward.config.starter import starter_text

COMMITTED = Path(__file__).parents[2] / "docs" / "docsteward.schema.json"
HEAD = "site: {name: Acme, url: 'https://docs.example.com'}\nsources: [{folder: docs}]\n"


def in_tool(text: str) -> str:
    return HEAD + "tools:\n  tool:\n    description: d\n    run: {fetch: /x}\n" + text


GOOD = (
    HEAD,
    HEAD + "tools: {}\n",
    HEAD + "models: [{provider: extractive}]\n",
    HEAD + "models: [{provider: openai_compatible, model: m, base_url: 'https://x.example'}]\n",
    HEAD + "turn: {mode: agentic, max_steps: 4}\nactions: {expire_minutes: 1}\n",
    in_tool("    confirm: true\n"),
    in_tool("    confirm: form\n    enabled: false\n    access: admin\n    examples: [a]\n"),
    in_tool("    parameters: {type: object, properties: {}}\n"),
    HEAD + "tools: []\n",
    HEAD + "tools: [{name: tool, description: d, run: {fetch: /x}}]\n",
    HEAD + "tools: {tool: {description: d, kind: fetch, url_template: /x}}\n",
    HEAD + "page_tools: {unconfirmed: run}\npython_tools: [acme.tools]\n",
    HEAD + "tools: {tool: {description: d, confirm: {ask: Sure?}, run: {python: 'a:b'}}}\n",
    HEAD + "tools: {tool: {description: d, read_only: true, run: {browser: true}}}\n",
    in_tool("    reply: {pick: [/a]}\n    bind: {}\n"),
    HEAD
    + "tools: {tool: {description: d, confirm: true, run: {event: 'a:b'}, parameters: {properties: "
    "{a: {type: array, items: {type: object, properties: {b: {type: string}}}}}}}}\n",
    in_tool("    parameters: []\n"),
    starter_text(),
)
BAD = (
    "site: {name: Acme}\nsources: [{folder: docs}]\n",
    "site: {name: '', url: 'https://docs.example.com'}\nsources: [{folder: docs}]\n",
    HEAD + "zzz: 1\n",
    HEAD + "models: []\n",
    HEAD + "models: [{provider: other}]\n",
    HEAD + "models: [{provider: extractive, model: m}]\n",
    HEAD + "models: [{provider: openai_compatible, model: m}]\n",
    HEAD + "turn: {mode: fast}\n",
    HEAD + "turn: {max_steps: 0}\n",
    HEAD + "turn: {max_steps: '4'}\n",
    HEAD + "turn:\n",
    HEAD + "tools: [{description: d, run: {fetch: /x}}]\n",
    HEAD + "tools: {tool: {description: d, kind: link}}\n",
    HEAD + "secrets: {KEY: {env: HOME}}\n",
    HEAD + "page_tools: {unconfirmed: never}\n",
    HEAD + "python_tools: ['a b']\n",
    HEAD + "tools: {A: {description: d, run: {fetch: /x}}}\n",
    HEAD + "tools: {tool: {run: {fetch: /x}}}\n",
    in_tool("    confirm: yes please\n"),
    in_tool("    enabled: 1\n"),
    in_tool("    bind: x\n"),
    in_tool("    confirm: {icon: bolt}\n"),
    in_tool("    reply: {}\n"),
    in_tool("    parameters: {properties: {a: {type: array, items: {type: text}}}}\n"),
    in_tool("    parameters: {properties: {a: {type: array}}}\n"),
    in_tool("    parameters: {properties: {A: {type: string}}}\n"),
    in_tool("    parameters: {properties: {a: {type: string, minimum: 1}}}\n"),
    in_tool("    parameters: {properties: {a: {type: string, format: ipv4}}}\n"),
    in_tool("    parameters: [{description: a}]\n"),
)


def accepted(text: str, folder: Path) -> bool:
    (folder / "docs").mkdir(exist_ok=True)
    try:
        parse_config(text, file="docsteward.yml", folder=folder, environ={})
    except ConfigFaults:
        return False
    return True


def test_the_committed_schema_is_the_one_that_the_code_gives() -> None:
    # Mend it with: python -m docsteward.config.schema
    assert COMMITTED.read_text(encoding="utf-8") == schema_text()


def test_it_is_a_json_schema() -> None:
    jsonschema_rs.meta.validate(config_schema())


@pytest.mark.parametrize("text", GOOD)
def test_both_accept(text: str, tmp_path: Path) -> None:
    assert accepted(text, tmp_path)
    assert jsonschema_rs.validator_for(config_schema()).is_valid(read_document(text).value)


@pytest.mark.parametrize("text", BAD)
def test_both_refuse(text: str, tmp_path: Path) -> None:
    assert not accepted(text, tmp_path)
    assert not jsonschema_rs.validator_for(config_schema()).is_valid(read_document(text).value)


def test_it_is_written_where_it_is_asked(tmp_path: Path) -> None:
    write(tmp_path / "new" / "schema.json")
    assert (tmp_path / "new" / "schema.json").read_text(encoding="utf-8") == schema_text()
