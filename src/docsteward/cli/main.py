"""`docsteward`: the commands and the one place where an expected failure becomes a short line."""

from __future__ import annotations

import sys

import typer
from rich.console import Console

from docsteward import __version__
from docsteward.base.errors import DocstewardError
from docsteward.cli.ask import ask
from docsteward.cli.demo import demo
from docsteward.cli.doctor import doctor
from docsteward.cli.index import index
from docsteward.cli.init import init
from docsteward.cli.serve import serve

app = typer.Typer(
    name="docsteward",
    help="A documentation assistant whose server decides, never the model.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (init, index, serve, ask, doctor, demo):
    app.command()(command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"docsteward {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True),
) -> None:
    """Options of every command."""


def run() -> None:
    """Run the command line. An expected failure prints its message and exits with 1."""
    try:
        app()
    except DocstewardError as fault:
        Console(stderr=True).print(fault.message, style="red", markup=False, highlight=False)
        sys.exit(1)
