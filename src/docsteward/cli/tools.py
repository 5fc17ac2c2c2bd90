"""`docsteward tools`: look at the site's tools, build what a call would send, try one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, cast

import typer

from docsteward.base.errors import ReaderFault
from docsteward.base.values import JsonObject, JsonValue, Page, Visitor
from docsteward.cli.site import CONFIG_NAME, ConfigOption, load_site, log_to_stderr
from docsteward.cli.toolshow import (
    described,
    listed,
    old_forms,
    outcome_to_json,
    print_json,
    said,
)
from docsteward.cli.tooltry import RecordingHttp
from docsteward.config.faults import ConfigFaults
from docsteward.config.values import Config
from docsteward.toolrun.door import ToolRunner
from docsteward.toolspec.call import Call, Failed, Setting
from docsteward.toolspec.lint import lint as advice_on
from docsteward.toolspec.tool import Tool
from docsteward.wiring import WayOut, internal_hosts, make_runner, with_modules

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
NameArgument = Annotated[str, typer.Argument(help="The tool's name.")]
ArgsOption = Annotated[str, typer.Option("--args", help="The arguments, as a JSON object.")]
AsOption = Annotated[str, typer.Option("--as", help="The reader's level: public, user, admin.")]
PageOption = Annotated[str, typer.Option("--page", help="The page's address, if there is one.")]
IdOption = Annotated[
    str, typer.Option("--visitor", help="The external id of a verified reader, for bound tools.")
]
QuestionOption = Annotated[str, typer.Option("--question", help="The question that was asked.")]

tools = typer.Typer(
    name="tools",
    help="Check, show and try the site's tools.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@tools.command()
def check(
    config: ConfigOption = Path(CONFIG_NAME),
    as_json: JsonOption = False,
    rewrite: Annotated[
        bool, typer.Option("--rewrite", help="Print the tools in the form of today.")
    ] = False,
) -> None:
    """Report every fault of the site's file, or say that its tools are in order."""
    if rewrite:
        said(old_forms(config), as_json=as_json)
        return
    try:
        site = _site(config)[0]
    except ConfigFaults as faults:
        if not as_json:
            raise
        found = [cast(JsonObject, asdict(fault)) for fault in faults.faults]
        print_json({"ok": False, "faults": list[JsonValue](found)})
        raise typer.Exit(1) from None
    own = site.tools or ()
    waiting = [tool.name for tool in own if tool.needs_approval and tool.enabled]
    if as_json:
        print_json(
            {"ok": True, "tools": len(own), "need_approval": list[JsonValue](waiting), "faults": []}
        )
        return
    typer.echo(f"{config} is in order: {len(own)} tools.")
    if waiting:
        typer.echo(
            f"The reader is asked before each call of: {', '.join(waiting)}. Mark what only reads "
            "with read_only: true."
        )


@tools.command(name="list")
def list_(config: ConfigOption = Path(CONFIG_NAME), as_json: JsonOption = False) -> None:
    """List the tools, their kinds and how they run."""
    rows = [listed(tool) for tool in _site(config)[0].tools or ()]
    if as_json:
        print_json(list[JsonValue](rows))
        return
    for row in rows:
        typer.echo("{name}  {kind}  {run}  {access}{off}".format(**row, off=_off(row)))
    if not rows:
        typer.echo("The site has no tools.")


@tools.command()
def show(
    name: NameArgument, config: ConfigOption = Path(CONFIG_NAME), as_json: JsonOption = False
) -> None:
    """Show a tool, what each kind of provider is sent of it, and what is only told in words."""
    said(described(_tool(_site(config)[0], name)), as_json=as_json)


@tools.command()
def build(  # noqa: PLR0913 - each option is an argument, as typer reads them
    name: NameArgument,
    args: ArgsOption = "{}",
    level: AsOption = "public",
    visitor: IdOption = "",
    page: PageOption = "",
    question: QuestionOption = "",
    config: ConfigOption = Path(CONFIG_NAME),
    as_json: JsonOption = False,
) -> None:
    """Print the exact request that a call would make, or the exact refusal; nothing is sent."""
    site, environ, way_out = _tried_site(config)
    runner = make_runner(site, environ, http=way_out.client)
    tool = _tool(site, name)
    assert runner is not None
    plan = runner.plan(_call(tool, args), _visitor(site, level, visitor), _setting(question, page))
    if isinstance(plan, Failed):
        said(outcome_to_json(plan), as_json=as_json)
        raise typer.Exit(1)
    said(plan.to_json(), as_json=as_json)


@tools.command(name="try")
def try_(  # noqa: PLR0913
    name: NameArgument,
    args: ArgsOption = "{}",
    level: AsOption = "public",
    visitor: IdOption = "",
    page: PageOption = "",
    question: QuestionOption = "",
    config: ConfigOption = Path(CONFIG_NAME),
    as_json: JsonOption = False,
) -> None:
    """Run a tool; show the request, the reply as received, and what the model would see."""
    site, environ, way_out = _tried_site(config)
    log_to_stderr("error")
    http = RecordingHttp(way_out.client())
    runner = make_runner(site, environ, http=lambda: http)
    tool = _tool(site, name)
    assert runner is not None
    reader, setting = _visitor(site, level, visitor), _setting(question, page)
    told = asyncio.run(tried(runner, http, _call(tool, args), reader, setting))
    said(told, as_json=as_json)
    if told["outcome"] == "failed":
        raise typer.Exit(1)


@tools.command()
def lint(config: ConfigOption = Path(CONFIG_NAME), as_json: JsonOption = False) -> None:
    """Say what makes a model choose badly among the tools."""
    site = _site(config)[0]
    found = advice_on(site.tools or (), own_origins=site.site.allowed_origins)
    if as_json:
        print_json([cast(JsonObject, asdict(one)) for one in found])
    for one in () if as_json else found:
        typer.echo(f"{one.tool}: {one.message}; {one.cure}. ({one.code})")
    if not found and not as_json:
        typer.echo("Nothing to say: the tools are told apart well.")
    if found:
        raise typer.Exit(1)


async def tried(
    runner: ToolRunner, http: RecordingHttp, call: Call, visitor: Visitor, setting: Setting
) -> JsonObject:
    """Run a call through the door and return all that came of it, without any secret."""
    plan = runner.plan(call, visitor, setting)
    outcome = await runner.run(call, visitor, setting)
    return {
        "request": None if isinstance(plan, Failed) else plan.to_json(),
        "reply": http.reply(runner.strike),
        **outcome_to_json(outcome),
    }


def _tried_site(path: Path) -> tuple[Config, Mapping[str, str], WayOut]:
    config, settings, environ = load_site(path)
    return with_modules(config), environ, WayOut(internal_hosts(settings))


def _site(path: Path) -> tuple[Config, Mapping[str, str]]:
    config, _, environ = load_site(path)
    return with_modules(config), environ


def _tool(site: Config, name: str) -> Tool:
    own = site.tools or ()
    for tool in own:
        if tool.name == name:
            return tool
    names = ", ".join(tool.name for tool in own) or "none"
    raise ReaderFault("tool_unknown", f"There is no tool {name!r}; the site has: {names}.")


def _call(tool: Tool, args: str) -> Call:
    # Whoever runs this command has decided: what a reader would press or approve is so.
    return Call(
        id="call_cli",
        tool=tool.name,
        arguments=args,
        pressed=tool.is_action,
        approved=not tool.is_action,
    )


def _visitor(site: Config, level: str, external_id: str) -> Visitor:
    if level not in ("public", "user", "admin"):
        raise ReaderFault("level_unknown", f"{level!r} is no level; write public, user or admin.")
    claims: JsonObject = {"origin": str(site.site.allowed_origins[0])}
    if external_id:
        claims["external_id"] = external_id
    return Visitor(
        id="cli",
        level=level,
        verified=level != "public" or bool(external_id),
        claims=claims,
    )


def _setting(question: str, page: str) -> Setting:
    return Setting(question=question, page=Page(url=page) if page else None)


def _off(row: JsonObject) -> str:
    return "" if row["enabled"] else "  switched off"
