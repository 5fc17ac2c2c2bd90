"""The page on storage and the code say the same."""

from __future__ import annotations

import re
from pathlib import Path

from docsteward.storage.invariants import INVARIANTS
from docsteward.storage.records import CALL_STATES, OFFER_STATES, REFUSAL_CAUSES, TURN_STATES
from docsteward.storage.tables import metadata

PAGE = Path(__file__).parents[2] / "docs" / "storage.md"


def _rows(anchor: str) -> list[list[str]]:
    """Return the cells of the table under a heading, without its head."""
    section = PAGE.read_text("utf-8").split(f"{{ #{anchor} }}")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in rows]


def test_every_table_is_on_the_page() -> None:
    assert [row[0] for row in _rows("tables")] == [f"`{name}`" for name in metadata.tables]


def test_every_state_is_on_the_page() -> None:
    expected = [
        *(["turn", f"`{state}`"] for state in TURN_STATES),
        *(["call", f"`{state}`"] for state in CALL_STATES),
        *(["offer", f"`{state}`"] for state in OFFER_STATES),
    ]
    assert [row[:2] for row in _rows("states")] == expected


def test_every_refusal_cause_is_on_the_page() -> None:
    refused = next(row for row in _rows("states") if row[1] == "`refused`")
    assert tuple(re.findall(r"`(\w+)`", refused[2])) == REFUSAL_CAUSES


def test_every_invariant_is_on_the_page() -> None:
    assert _rows("invariants") == [[f"`{rule.name}`", rule.sentence] for rule in INVARIANTS]
