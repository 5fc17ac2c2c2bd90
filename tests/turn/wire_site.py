"""A small real site for turns over the wire: built index, real model client, scripted server.

Nothing of `toolrun` is imported here: the proof that a site without tools does not need it runs
on this module.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from docsteward.base.values import Page
from docsteward.config.environment import ServerSettings
from docsteward.config.values import Config, ProviderModel, Site, TurnMode, TurnSettings
from docsteward.index.build import FolderSource, build_index
from docsteward.storage.records import TurnRecord
from docsteward.toolspec.tool import Tool
from docsteward.turn.events import TextAdded, TurnEvent, VerdictGiven
from docsteward.turn.ports import Runner
from docsteward.turn.service import Question
from docsteward.urls.origin import Origin
from docsteward.wiring import Parts, Product, open_product

_T = TypeVar("_T")

URL = "https://docs.example"
QUESTION = "How many projects does the pro plan hold?"
PAGES = {
    "plans.md": (
        "# Plans\n\nEvery account is on one plan.\n\n"
        "## The pro plan\n\nThe pro plan holds ten projects and costs 12 euros a month.\n\n"
        "## The free plan\n\nThe free plan holds one project and never expires.\n"
    ),
    "tokens.md": (
        "# Tokens\n\nA token signs requests.\n\n"
        "## Rotate a token\n\nTokens are rotated in the settings, under *Tokens*; "
        "the old one works for another hour.\n"
    ),
}


@dataclass(frozen=True, kw_only=True)
class Heard:
    """A turn that is over: what it said and what was stored of it."""

    events: tuple[TurnEvent, ...]
    stored: TurnRecord

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, TextAdded))

    @property
    def verdict(self) -> VerdictGiven:
        (verdict,) = self.of(VerdictGiven)
        return verdict

    def of(self, kind: type[_T]) -> list[_T]:
        return [event for event in self.events if isinstance(event, kind)]


def site_config(
    base_url: str, *, tools: Sequence[Tool] | None, mode: TurnMode, max_steps: int = 4
) -> Config:
    """Return the site's configuration, as its file would give it."""
    return Config(
        site=Site(
            name="Example Docs", url=URL, key="example", allowed_origins=(Origin.parse(URL),)
        ),
        sources=(),
        models=(
            ProviderModel(provider="openai_compatible", model="scripted-1", base_url=base_url),
        ),
        tools=tuple(tools) if tools is not None else None,
        turn=TurnSettings(mode=mode, max_steps=max_steps),
    )


@asynccontextmanager
async def open_site(
    folder: Path, config: Config, *, runner: Runner | None = None
) -> AsyncGenerator[Product]:
    """Build the site's index below a folder and open the product over it."""
    pages = folder / "pages"
    pages.mkdir()
    for name, text in PAGES.items():
        (pages / name).write_text(text, encoding="utf-8")
    settings = ServerSettings(data_dir=folder, database_url="sqlite+aiosqlite://")
    build_index([FolderSource(folder=pages, url=URL)], settings.index_folder)
    async with open_product(config, settings, environ={}, parts=Parts(runner=runner)) as product:
        try:
            yield product
        finally:
            await product.turns.close()


async def hear(product: Product, question: str = QUESTION) -> Heard:
    """Ask a question as a new visitor, and follow its turn to the end."""
    visitor = (await product.sessions.open(key="example", origin=URL)).visitor
    asked = Question(
        conversation="talk",
        message="m1",
        text=question,
        page=Page(url=f"{URL}/plans/", title="Plans"),
    )
    turn = await product.turns.begin(asked, visitor)
    events = [numbered.event async for numbered in product.turns.follow(turn.id)]
    return Heard(events=tuple(events), stored=await product.turns.owned(turn.id, visitor))
