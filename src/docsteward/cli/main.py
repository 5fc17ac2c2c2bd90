"""`docsteward`: the commands and the one place where an expected failure becomes a short line."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import typer
from rich.console import Console
from typer.core import TyperGroup

from docsteward import __version__
from docsteward.base.errors import DocstewardError

COMMANDS = ("init", "index", "serve", "ask", "doctor", "tools", "eval", "demo")


class _Commands(TyperGroup):
    """Loads a command's module when it is run: `init` need not wait for the server's libraries."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - click's own signature
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        function = getattr(import_module(f"docsteward.cli.{cmd_name}"), cmd_name)
        if isinstance(function, typer.Typer):
            return typer.main.get_command(function)
        single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        single.command(name=cmd_name)(function)
        return typer.main.get_command(single)


app = typer.Typer(
    name="docsteward",
    cls=_Commands,
    help="A documentation assistant whose server decides, never the model.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"docsteward {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """A documentation assistant whose server decides, never the model."""


def run() -> None:
    """Run the command line. An expected failure prints its message and exits with 1."""
    try:
        app()
    except DocstewardError as fault:
        Console(stderr=True).print(fault.message, style="red", markup=False, highlight=False)
        sys.exit(1)
