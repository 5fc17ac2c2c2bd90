"""The documents say what the code does: examples load, and every key is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docsteward.config.environment import ENV_PREFIX, ServerSettings
from docsteward.config.keys import CONFIG_KEYS
from docsteward.config.load import parse_config
from docsteward.config.reference import key_paths, reference_text, write
from docsteward.config.server_file import read_internal_hosts
from docsteward.toolspec.lint import lint
from docsteward.toolspec.schema import FORMATS, KEYWORDS, TYPES

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("configuration.md", "tools.md", "actions.md")
HEAD = "site: {name: Acme, url: 'https://docs.example.com'}\nsources: [{folder: docs}]\n"


SERVER_FILE_HEAD = "internal_hosts:"


def blocks() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        text = (DOCS / page).read_text(encoding="utf-8")
        for found in re.finditer(r"^```yaml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
            yield f"{page}:{text.count(chr(10), 0, found.start()) + 1}", found[1]


def examples(*, of_server: bool) -> list[object]:
    return [
        pytest.param(text, id=where)
        for where, text in blocks()
        if text.startswith(SERVER_FILE_HEAD) == of_server
    ]


@pytest.mark.parametrize("block", examples(of_server=True))
def test_every_example_of_the_server_file_loads(block: str, tmp_path: Path) -> None:
    file = tmp_path / "server.yml"
    file.write_text(block, encoding="utf-8")
    assert read_internal_hosts(file)


@pytest.mark.parametrize("block", examples(of_server=False))
def test_every_example_loads(block: str, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    text = block if block.startswith("site:") else HEAD + block
    environ = dict.fromkeys(re.findall(r"\benv: (\w+)", block), "value")
    config = parse_config(text, file="docsteward.yml", folder=tmp_path, environ=environ)
    assert config.tools or "tools:" not in block
    assert lint(config.tools or (), own_origins=config.site.allowed_origins) == ()


def test_every_page_has_examples() -> None:
    assert {where.split(":")[0] for where, _ in blocks()} == set(PAGES)


def test_the_committed_reference_is_the_one_that_the_code_gives(tmp_path: Path) -> None:
    write(tmp_path / "reference.md")
    made = (tmp_path / "reference.md").read_text(encoding="utf-8")
    assert made == reference_text()
    assert (DOCS / "reference.md").read_text(encoding="utf-8") == made, (
        "run: python -m docsteward.config.reference"
    )


@pytest.mark.parametrize("path", sorted(set(key_paths(CONFIG_KEYS))))
def test_every_key_of_the_table_is_documented(path: str) -> None:
    assert f"`{path}`" in (DOCS / "reference.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ServerSettings.model_fields)
def test_every_variable_is_documented(name: str) -> None:
    text = (DOCS / "configuration.md").read_text(encoding="utf-8")
    assert f"`{ENV_PREFIX}{name.upper()}`" in text


@pytest.mark.parametrize("word", [*KEYWORDS, *TYPES, *FORMATS])
def test_b1_every_keyword_is_documented(word: str) -> None:
    assert f"`{word}`" in (DOCS / "tools.md").read_text(encoding="utf-8")
