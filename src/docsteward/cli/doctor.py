"""`docsteward doctor`: look for what would go wrong, and say how to mend each thing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from docsteward.base.errors import DocstewardError
from docsteward.cli.site import CONFIG_NAME, ConfigOption, load_site
from docsteward.config.environment import ServerSettings
from docsteward.config.values import Config, ProviderModel
from docsteward.index.shelf import IndexShelf
from docsteward.llm.closing import closing
from docsteward.llm.making import dialect_of, require_extra
from docsteward.llm.model import ModelRequest, ReaderText, ReplyEnded, SystemText
from docsteward.storage.database import Database
from docsteward.storage.invariants import broken
from docsteward.toolspec.projection import Dialect, project
from docsteward.toolspec.tool import BrowserRun, Declaration
from docsteward.wiring import provider_model, with_modules

_PROBE = ModelRequest(
    messages=(SystemText(text="You answer in one word."), ReaderText(text="Say ok.")),
    functions=(
        Declaration(
            name="say_time",
            description="The time of day; use it only when asked for the time.",
            schema={"type": "object", "properties": {}},
        ),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Check:
    """One thing that was looked at; `message` says what was found and how to mend it."""

    name: str
    ok: bool
    message: str


def doctor(
    config: ConfigOption = Path(CONFIG_NAME),
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
    ask_models: Annotated[
        bool, typer.Option("--ask-models", help="Ask each model one small thing, which may cost.")
    ] = False,
) -> None:
    """Check the site's file, the index, the database and the models."""
    checks = asyncio.run(_examine(config, ask_models=ask_models))
    if as_json:
        typer.echo(json.dumps([asdict(check) for check in checks], ensure_ascii=False))
    else:
        _print(checks)
    if not all(check.ok for check in checks):
        raise typer.Exit(1)


async def _examine(path: Path, *, ask_models: bool) -> list[Check]:
    try:
        config, settings, environ = load_site(path)
    except DocstewardError as fault:
        return [Check(name="configuration", ok=False, message=fault.message)]
    said = f"{path} is in order; the widget key is {config.site.key!r}."
    checks = [Check(name="configuration", ok=True, message=said)]
    checks.append(_checked("index", lambda: _index(settings)))
    checks.append(await _checked_async("database", _database(settings)))
    checks.append(_checked("models", lambda: _models(config)))
    if ask_models:
        for number, choice in enumerate(config.models, start=1):
            if isinstance(choice, ProviderModel):
                found = await _checked_async(f"model {number}", _answers(choice, environ))
                checks.append(found)
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
    """Name the models in their order. Raises OperatorFault for one whose library is missing."""
    names: list[str] = []
    for model in config.models:
        if isinstance(model, ProviderModel):
            require_extra(model.provider)
            where = model.base_url or model.location or model.provider
            names.append(f"{model.model} at {where} ({model.provider})")
        else:
            names.append("the built-in answerer")
    return "Asked in this order: " + ", then ".join(names) + "."


async def _answers(choice: ProviderModel, environ: Mapping[str, str]) -> str:
    """Ask a model one small thing, a function beside it. Raises OperatorFault."""
    async with AsyncExitStack() as stack:
        model = await provider_model(choice, environ, stack, forgives=False)
        async with closing(model.stream(_PROBE)) as events:
            async for event in events:
                if isinstance(event, ReplyEnded):
                    spent = event.usage.input_tokens + event.usage.output_tokens
                    return f"{choice.model} answers, functions and all; it cost {spent} tokens."
    raise DocstewardError("bad_reply", f"{choice.model} says no end of its reply.")


def _tools(config: Config) -> str:
    """Name the tools, and what a model's schema cannot say of them (it goes into descriptions)."""
    if not config.tools:
        return "The site has no tools."
    # Which it is follows from the models; without one, what the most exacting would drop.
    models = [one for one in config.models if isinstance(one, ProviderModel)]
    dialects: list[Dialect] = [*dict.fromkeys(dialect_of(one) for one in models)]
    dialects = dialects or ["openai_strict"]
    lines: list[str] = []
    for tool in config.tools:
        state = "" if tool.enabled else ", switched off"
        lines.append(f"{tool.name} ({tool.kind.replace('_', ' ')}{state})")
        if tool.enabled and isinstance(tool.run, BrowserRun):
            lines[-1] += ", only where the page has a handler for it"
        for dialect in dialects:
            if dropped := project(tool.declaration(), dialect).dropped:
                lines[-1] += f", told to a model in words ({dialect}): {', '.join(dropped)}"
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
