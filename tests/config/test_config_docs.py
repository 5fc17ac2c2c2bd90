"""The documents say what the code does: examples load, and every key is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docsteward.config.environment import ENV_PREFIX, ServerSettings
from docsteward.config.keys import CONFIG_KEYS
from docsteward.config.load import parse_config
from docsteward.toolspec.keys import Key
from docsteward.toolspec.schema import FORMATS, KEYWORDS, TYPES

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("configuration.md", "tools.md", "actions.md")
HEAD = "site: {name: Acme, url: 'https://docs.example.com'}\nsources: [{folder: docs}]\n"


def blocks() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        text = (DOCS / page).read_text(encoding="utf-8")
        for found in re.finditer(r"^```yaml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
            yield f"{page}:{text.count(chr(10), 0, found.start()) + 1}", found[1]


@pytest.mark.parametrize("block", [pytest.param(text, id=where) for where, text in blocks()])
def test_every_example_loads(block: str, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    text = HEAD + block if block.startswith("tools:") else block
    config = parse_config(text, file="docsteward.yml", folder=tmp_path, environ={})
    assert config.tools or "tools:" not in block


def test_every_page_has_examples() -> None:
    assert {where.split(":")[0] for where, _ in blocks()} == set(PAGES)


def key_paths(keys: tuple[Key, ...], parent: str = "") -> Iterator[str]:
    for key in keys:
        here = f"{parent}.{key.name}" if parent else key.name
        yield here
        yield from key_paths(key.keys, here)
        if key.item is not None:
            inside = f"{here}.NAME" if key.type == "named" else f"{here}[]"
            if key.item.by:
                yield f"{inside}.{key.item.by}"
            yield from key_paths(key.item.keys, inside)
            for _, variant in key.item.variants:
                yield from key_paths(variant, inside)


@pytest.mark.parametrize("path", sorted(set(key_paths(CONFIG_KEYS))))
def test_every_key_of_the_table_is_documented(path: str) -> None:
    assert f"`{path}`" in (DOCS / "configuration.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ServerSettings.model_fields)
def test_every_variable_is_documented(name: str) -> None:
    text = (DOCS / "configuration.md").read_text(encoding="utf-8")
    assert f"`{ENV_PREFIX}{name.upper()}`" in text


@pytest.mark.parametrize("word", [*KEYWORDS, *TYPES, *FORMATS])
def test_b1_every_keyword_is_documented(word: str) -> None:
    assert f"`{word}`" in (DOCS / "tools.md").read_text(encoding="utf-8")
