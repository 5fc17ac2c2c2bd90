"""Whole turns with the keyless answerer on a real site (SPEC E4, E16)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from docsteward.cli.ask import Told, ask_product, bare_site
from docsteward.config.environment import ServerSettings
from docsteward.corpus.folder import read_folder
from docsteward.corpus.section import Section
from docsteward.index.addresses import page_address
from docsteward.wiring import Product, open_product

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture
async def product(large_site: Path, large_index_folder: Path) -> AsyncIterator[Product]:
    site = bare_site(large_site)
    settings = ServerSettings(
        data_dir=large_index_folder.parent, database_url="sqlite+aiosqlite://"
    )
    async with open_product(replace(site), settings, environ={}) as product:
        yield product


def questions_from(sections: Sequence[Section], seed: int) -> list[tuple[str, str]]:
    """Make 60 questions from headings across the site; one that pages share says its page too."""
    chance = random.Random(seed)
    count = Counter(section.heading.lower() for section in sections)
    phrasings = ("How do I {}?", "What is {}?", "{}?", "Explain {}", "{}", "Tell me about {}")
    asked: list[tuple[str, str]] = []
    for section in chance.sample([section for section in sections if section.heading], 60):
        subject = section.heading
        if count[subject.lower()] > 1:
            subject = f"{section.page_title} {subject}"
        asked.append((chance.choice(phrasings).format(subject), section.page))
    return asked


async def test_e16_the_question_of_the_tutorial_is_answered_from_its_page(
    product: Product,
) -> None:
    told = await ask_product(product, "How do I declare a path parameter with a type?")
    assert told.refused is None
    assert [url for url in urls(told) if "/tutorial/path-params/#" in url]


async def test_e4_off_domain_questions_are_refused_without_a_model(product: Product) -> None:
    lines = (DATA / "offdomain-heldout.txt").read_text(encoding="utf-8").splitlines()
    questions = [line for line in lines if line and not line.startswith("#")]
    questions = ["How do I bake sourdough bread?", *random.Random(7).sample(questions, 30)]
    tolds = [await ask_product(product, question) for question in questions]
    refused = [told for told in tolds if told.refused == "no_support" and told.model_calls == 0]
    assert tolds[0] in refused
    assert len(refused) >= 29


@pytest.mark.parametrize("seed", [2026, 2027])
async def test_e16_questions_from_headings_are_answered_with_the_right_page(
    product: Product, large_site: Path, seed: int
) -> None:
    sections = [section for page in read_folder(large_site).pages for section in page.sections]
    wrong: list[tuple[str, list[str]]] = []
    for question, page in questions_from(sections, seed):
        told = await ask_product(product, question)
        right = page_address("https://large.test", page, "directory")
        if right not in [url.split("#")[0] for url in urls(told)]:
            wrong.append((question, urls(told)))
    assert len(wrong) <= 6, wrong


def urls(told: Told) -> list[str]:
    return [str(source["url"]) for source in told.citations if isinstance(source, dict)]
