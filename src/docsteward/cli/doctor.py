"""`docsteward doctor`: look for what would go wrong, and say how to mend each thing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from docsteward.base.errors import DocstewardError
from docsteward.cli.site import CONFIG_NAME, ConfigOption, load_site
from docsteward.config.environment import ServerSettings
from docsteward.config.values import Config, Extractive
from docsteward.index.shelf import IndexShelf
from docsteward.storage.database import Database
from docsteward.storage.invariants import broken
from docsteward.toolspec.projection import project
from docsteward.toolspec.tool import BrowserRun
from docsteward.wiring import with_modules


@dataclass(frozen=True, kw_only=True)
class Check:
    """One thing that was looked at; `message` says what was found and how to mend it."""

    name: str
    ok: bool
    message: str


def doctor(
    config: ConfigOption = Path(CONFIG_NAME),
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Check the site's file, the index, the database and the models."""
    checks = asyncio.run(_examine(config))
    if as_json:
        typer.echo(json.dumps([asdict(check) for check in checks], ensure_ascii=False))
    else:
        _print(checks)
    if not all(check.ok for check in checks):
        raise typer.Exit(1)


async def _examine(path: Path) -> list[Check]:
    try:
        config, settings, _ = load_site(path)
    except DocstewardError as fault:
        return [Check(name="configuration", ok=False, message=fault.message)]
    said = f"{path} is in order; the widget key is {config.site.key!r}."
    checks = [Check(name="configuration", ok=True, message=said)]
    checks.append(_checked("index", lambda: _index(settings)))
    checks.append(await _checked_async("database", _database(settings)))
    checks.append(Check(name="models", ok=True, message=_models(config)))
    checks.append(_checked("tools", lambda: _tools(with_modules(config))))
    checks.append(_widget())
    return checks


def _checked(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name=name, ok=True, message=look())
    except DocstewardError as fault:
        return Check(name=name, ok=False, message=fault.message)


async def _checked_async(name: str, look: Coroutine[Any, Any, str]) -> Check:
    try:
        return Check(name=name, ok=True, message=await look)
    except DocstewardError as fault:
        return Check(name=name, ok=False, message=fault.message)


def _index(settings: ServerSettings) -> str:
    shelf = IndexShelf(settings.index_folder)
    try:
        return f"The index {shelf.current().digest[:12]} is published."
    finally:
        shelf.close()


async def _database(settings: ServerSettings) -> str:
    database = Database(settings.database)
    await database.open()
    try:
        faults = await broken(database)
    finally:
        await database.close()
    if faults:
        lines = "; ".join(faults)
        raise DocstewardError("records_broken", f"{database} breaks its own rules: {lines}")
    return f"{database} opens and keeps its rules."


def _models(config: Config) -> str:
    names = [
        "the built-in answerer"
        if isinstance(model, Extractive)
        else f"{model.model} at {model.base_url}"
        for model in config.models
    ]
    return "Asked in this order: " + ", then ".join(names) + "."


def _tools(config: Config) -> str:
    """Name the tools, and what a strict schema cannot say of them (it goes into descriptions)."""
    if not config.tools:
        return "The site has no tools."
    lines: list[str] = []
    for tool in config.tools:
        state = "" if tool.enabled else ", switched off"
        lines.append(f"{tool.name} ({tool.kind.replace('_', ' ')}{state})")
        if tool.enabled and isinstance(tool.run, BrowserRun):
            lines[-1] += ", only where the page has a handler for it"
        dropped = project(tool.declaration(), "openai_strict").dropped
        if dropped:
            lines[-1] += f", told to a model in words: {', '.join(dropped)}"
    return "; ".join(lines) + "."


def _widget() -> Check:
    script = resources.files("docsteward.web").joinpath("static", "widget.js")
    if script.is_file():
        return Check(name="widget", ok=True, message="The widget's file is in the package.")
    cure = "The widget's file is missing: install the package again."
    return Check(name="widget", ok=False, message=cure)


def _print(checks: list[Check]) -> None:
    console = Console()
    for check in checks:
        mark, style = ("ok ", "green") if check.ok else ("bad", "red")
        console.print(mark, style=style, end=" ")
        console.print(f"{check.name}: {check.message}", markup=False, highlight=False)
