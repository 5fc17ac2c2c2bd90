"""The gate on a small site (SPEC E4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from docsteward.index.reader import SqliteIndex

DATA = Path(__file__).parents[1] / "data"


def off_domain(name: str) -> list[str]:
    lines = (DATA / name).read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("name", ["offdomain.txt", "offdomain-heldout.txt"])
def test_e4_questions_of_other_fields_are_refused_by_a_small_site_too(
    small_index: SqliteIndex, name: str
) -> None:
    questions = off_domain(name)
    opened = [question for question in questions if small_index.weigh(question).open]
    assert len(opened) <= 0.05 * len(questions), opened


def test_e4_a_refusal_still_names_the_closest_pages(small_index: SqliteIndex) -> None:
    verdict = small_index.weigh("Which sensor should I buy for measuring rainforest humidity?")
    assert not verdict.open
    assert verdict.closest[0].url == "https://docs.test/x/guide/install/"
    assert len({page.url for page in verdict.closest}) == len(verdict.closest) <= 3
