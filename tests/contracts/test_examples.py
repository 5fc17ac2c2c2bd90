"""Every example of a site's file, on whatever page it stands, loads (the README's too)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docsteward.config.load import parse_config

ROOT = Path(__file__).parents[2]
HEAD = "site: {name: Acme, url: 'https://docs.acme.dev'}\nsources: [{folder: docs}]\n"
KEYS = ("site:", "sources:", "models:", "tools:", "turn:", "actions:")
ENVIRON = {"OPENAI_API_KEY": "not a key", "ACME_CRM_KEY": "not a key"}


def blocks() -> Iterator[tuple[str, str]]:
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        text = page.read_text(encoding="utf-8")
        for found in re.finditer(r"^```yaml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
            if re.search(rf"^({'|'.join(KEYS)})", found[1], re.MULTILINE):
                yield f"{page.name}:{text.count(chr(10), 0, found.start()) + 1}", found[1]


@pytest.mark.parametrize("block", [pytest.param(text, id=where) for where, text in blocks()])
def test_every_example_of_a_site_loads(block: str, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    text = block if re.search(r"^site:", block, re.MULTILINE) else HEAD + block
    parse_config(text, file="docsteward.yml", folder=tmp_path, environ=ENVIRON)


def test_the_readme_and_the_pages_on_models_and_beginning_have_one() -> None:
    pages = {where.split(":")[0] for where, _ in blocks()}
    assert {"README.md", "models.md", "getting-started.md"} <= pages
