"""The gate and the search measured on a real site: what they let through, and what comes first."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from docsteward.corpus.folder import read_folder
from docsteward.corpus.section import Section
from docsteward.index.reader import SqliteIndex
from docsteward.index.stem import stems_of

DATA = Path(__file__).parents[1] / "data"
PHRASINGS = (
    "How do I {}?",
    "What is {}?",
    "{}?",
    "Explain {}",
    "{}",
    "Tell me about {}",
    "How does {} work?",
    "Where can I read about {}?",
)
# Headings that say nothing without their page; the constants were set with seeds 1 to 4.
GENERIC = frozenset({"recap", "example", "examples", "info", "note", "details", "summary"})


def off_domain(name: str) -> list[str]:
    lines = (DATA / name).read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def heading_questions(sections: Sequence[Section], seed: int) -> list[tuple[str, str]]:
    """Ask for sections drawn by seed; one whose heading is not its own is asked with its page."""
    chance = random.Random(seed)
    count = Counter(frozenset(stems_of(section.heading)) for section in sections)
    asked: list[tuple[str, str]] = []
    for section in chance.sample([section for section in sections if section.heading], 80):
        subject = section.heading
        shared = count[frozenset(stems_of(subject))] > 1 or subject.lower() in GENERIC
        if shared and subject != section.page_title:
            subject = f"{section.page_title}: {subject}"
        asked.append((chance.choice(PHRASINGS).format(subject), section.page))
    return asked


@pytest.mark.parametrize("name", ["offdomain.txt", "offdomain-heldout.txt"])
def test_e4_questions_of_other_fields_are_refused(large_index: SqliteIndex, name: str) -> None:
    questions = off_domain(name)
    assert len(questions) >= 60
    opened = [question for question in questions if large_index.weigh(question).open]
    assert len(opened) <= 0.05 * len(questions), opened


@pytest.mark.parametrize("seed", [101, 102, 103])
def test_e4_questions_that_the_pages_answer_are_let_through(
    large_index: SqliteIndex, large_site: Path, seed: int
) -> None:
    sections = [section for page in read_folder(large_site).pages for section in page.sections]
    asked = heading_questions(sections, seed)
    verdicts = [(large_index.weigh(question), page) for question, page in asked]
    assert sum(verdict.open for verdict, _ in verdicts) >= 0.95 * len(asked)
    right = sum(verdict.hits[0].page == page for verdict, page in verdicts if verdict.hits)
    assert right >= 0.92 * len(asked)


def test_k3_a_question_in_other_words_finds_its_page(large_index: SqliteIndex) -> None:
    hits = large_index.search("How do I declare a path parameter with a type?")
    assert hits[0].page == "tutorial/path-params"


def test_k3_translated_questions_find_their_sections(
    large_index: SqliteIndex, large_site: Path
) -> None:
    lines = (large_site.parent / "fastapi-queries.jsonl").read_text().splitlines()[0::2]
    rows = [json.loads(line) for line in lines]
    found = sum(
        any(hit.section_id in row["gold"] for hit in large_index.search(row["question"], limit=8))
        for row in rows
    )
    assert found >= 0.65 * len(rows)
