"""`docsteward ask`: one question on the command line, through the same turn as the widget's."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown

from docsteward.base.ids import new_id
from docsteward.base.values import JsonObject, JsonValue, Visitor
from docsteward.cli.site import CONFIG_NAME, build_with_progress, load_site, log_to_stderr
from docsteward.config.environment import ServerSettings, read_settings
from docsteward.config.values import Config, Extractive, Site, Source, TurnSettings
from docsteward.turn.decisions import Decision
from docsteward.turn.events import (
    ApprovalAsked,
    ClaimsChecked,
    OfferMade,
    SourceCited,
    TextAdded,
    TurnEvent,
    VerdictGiven,
)
from docsteward.turn.service import Question
from docsteward.urls.origin import Origin
from docsteward.wiring import WORKSPACE_ID, Product, open_product

_UNASKED = Decision(approve=False, reason="The command line asks for no approvals.")


@dataclass(kw_only=True)
class Told:
    """What a turn came to, as the command line tells it."""

    answer: str = ""
    refused: str | None = None
    message: str = ""
    citations: list[JsonValue] = field(default_factory=list[JsonValue])
    tools: list[JsonValue] = field(default_factory=list[JsonValue])
    offers: list[JsonValue] = field(default_factory=list[JsonValue])
    closest: list[JsonValue] = field(default_factory=list[JsonValue])
    doubts: list[JsonValue] = field(default_factory=list[JsonValue])
    model_calls: int = 0

    def take(self, event: TurnEvent) -> None:
        """Take one event of the turn into account."""
        match event:
            case TextAdded():
                self.answer += event.text
            case SourceCited():
                self.citations.append({"id": event.number, "title": event.source, "url": event.url})
            case OfferMade():
                self.offers.append({"action": event.tool, "args": event.args})
            case ClaimsChecked():
                self.doubts = [
                    {"sentence": one.text, "missing": ", ".join(text for _, text in one.missing)}
                    for one in event.marked
                ]
            case VerdictGiven():
                self._end(event)
            case _:
                pass

    def _end(self, verdict: VerdictGiven) -> None:
        self.refused = verdict.cause if verdict.state != "failed" else "failed"
        self.message = verdict.message
        self.closest = [{"title": title, "url": url} for title, url in verdict.closest]
        if verdict.state != "answered":
            self.answer, self.citations = "", []

    def to_json(self) -> JsonObject:
        doubts: JsonObject = {"doubts": self.doubts} if self.doubts else {}
        return {
            "answer": self.answer,
            "refused": self.refused,
            "citations": self.citations,
            "tools": self.tools,
            "offers": self.offers,
            "model_calls": self.model_calls,
            "closest": self.closest,
            **doubts,
        }


def ask(
    question: Annotated[str, typer.Argument(help="What you want to know.")],
    docs: Annotated[
        Path | None, typer.Option(help="A folder of Markdown to ask, instead of the site's own.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="The site's file.", show_default=CONFIG_NAME)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
) -> None:
    """Ask the documentation a question and print the answer with its sources."""
    log_to_stderr("error")
    site, settings, environ = _site(docs, config)
    console = Console(stderr=as_json)
    build_with_progress(site, settings.index_folder, Console(stderr=True))
    told = asyncio.run(_ask(site, settings, environ, question))
    if as_json:
        typer.echo(json.dumps(told.to_json(), ensure_ascii=False))
    else:
        _print(told, console)
    if told.refused == "failed":
        raise typer.Exit(1)


def _site(
    docs: Path | None, config: Path | None
) -> tuple[Config, ServerSettings, Mapping[str, str]]:
    """Read the site, or make one up around a bare folder."""
    if config is None and docs is not None:
        site, settings, environ = bare_site(docs), read_settings(), dict(os.environ)
    else:
        site, settings, environ = load_site(config or Path(CONFIG_NAME))
    changed: dict[str, object] = {"database_url": "sqlite+aiosqlite://"}
    if docs is not None:
        site = replace(site, sources=(Source(folder=docs.resolve(), url=site.site.url),))
        changed["data_dir"] = _cache_folder(docs, environ)
    return site, settings.model_copy(update=changed), environ


def bare_site(docs: Path) -> Config:
    """Return a site around a folder that has no file of its own: documents, and no tools."""
    return Config(
        site=Site(
            name=docs.resolve().name,
            url="/",
            key="ask",
            allowed_origins=(Origin.parse("http://localhost"),),
        ),
        sources=(),
        models=(Extractive(),),
        tools=None,
        turn=TurnSettings(mode="one_shot"),
    )


def _cache_folder(docs: Path, environ: Mapping[str, str]) -> Path:
    """Return where the index of a bare folder is kept between two questions."""
    base = environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    name = hashlib.sha256(str(docs.resolve()).encode()).hexdigest()[:16]
    return Path(base) / "docsteward" / name


async def _ask(
    site: Config, settings: ServerSettings, environ: Mapping[str, str], question: str
) -> Told:
    async with open_product(site, settings, environ=environ) as product:
        return await ask_product(product, question)


async def ask_product(product: Product, question: str) -> Told:
    """Ask an open product as a caller without a page."""
    visitor = await _visitor(product)
    turn = await product.turns.begin(
        Question(conversation=new_id("cli"), message=new_id("msg"), text=question), visitor
    )
    told = Told()
    async for numbered in product.turns.follow(turn.id):
        told.take(numbered.event)
        if isinstance(numbered.event, ApprovalAsked):
            # Nobody can be asked here, and silence would be waited for.
            await product.decisions.decide(numbered.event.call, _UNASKED, visitor)
    ended = await product.turns.owned(turn.id, visitor)
    told.tools, told.model_calls = list(ended.log), ended.model_calls
    return told


async def _visitor(product: Product) -> Visitor:
    origin = str(product.config.site.allowed_origins[0])
    opened = await product.sessions.open(key=product.config.site.key, origin=origin)
    return replace(opened.visitor, claims={"workspace": WORKSPACE_ID, "origin": origin})


def _print(told: Told, console: Console) -> None:
    if told.answer:
        console.print(Markdown(told.answer))
    else:
        console.print(told.message, markup=False)
    if told.citations:
        console.print("\nSources", style="bold")
    for citation in told.citations:
        _print_row(citation, console, lead="[{id}] {title}")
    for doubt in told.doubts:
        _print_row(doubt, console, lead="\nNot found in the cited source ({missing}): {sentence}")
    if told.closest:
        console.print("\nClosest pages", style="bold")
    for page in told.closest:
        _print_row(page, console, lead="- {title}")
    for offer in told.offers:
        console.print(f"\nOffered: {json.dumps(offer, ensure_ascii=False)}", markup=False)


def _print_row(row: JsonValue, console: Console, *, lead: str) -> None:
    assert isinstance(row, dict)
    console.print(lead.format(**row), markup=False, highlight=False)
    if row.get("url"):
        console.print(f"    {row['url']}", style="dim", markup=False, highlight=False)
