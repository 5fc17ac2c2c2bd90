"""The page for site owners says what the code does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from docsteward.netguard import Limits, RefusalCode
from docsteward.netguard.rules import AllowedHosts
from docsteward.netguard.target import MAX_URL

PAGE = (Path(__file__).parents[2] / "docs" / "guard.md").read_text("utf-8")


def _rows(heading: str) -> list[list[str]]:
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^\|(.+)\|$", section, re.MULTILINE)
    return [[cell.strip() for cell in line.split("|")] for line in lines][2:]


def test_every_code_is_explained_once() -> None:
    told = [row[0].strip("`") for row in _rows("When a request is refused")]
    assert sorted(told) == sorted(get_args(RefusalCode))


def test_every_example_of_an_entry_is_one() -> None:
    entries = [row[0].strip("`") for row in _rows("Letting it reach a host of your own")]
    assert len(entries) == 4
    AllowedHosts(entries)


def test_the_numbers_are_the_limits() -> None:
    limits = Limits()
    told = [row[1].partition(";")[0].partition(",")[0] for row in _rows("How long and how much")]
    assert told == [
        f"{limits.connect:g} seconds",
        f"{limits.read:g} seconds",
        f"{limits.total:g} seconds",
        f"{limits.redirects}",
        f"{limits.body // 1024} KB",
        f"{limits.head // 1024} KB",
        f"{limits.wire // 1024} KB",
    ]
    assert f"{MAX_URL:,} characters" in PAGE
