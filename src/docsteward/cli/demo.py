"""`docsteward demo`: a made-up product's site with the widget on it; no key is needed."""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from docsteward.cli.serve import Serving, run_server
from docsteward.cli.site import build_with_progress, log_to_stderr, summarise
from docsteward.config.environment import ServerSettings
from docsteward.config.values import Config
from docsteward.web.demo.config import demo_config
from docsteward.web.demo.questions import QUESTIONS
from docsteward.web.demo.site import demo_site
from docsteward.web.listen import Site

_HOST = "127.0.0.1"


def demo(
    port: Annotated[int, typer.Option(help="The port of the assistant's server.")] = 8400,
    site_port: Annotated[int, typer.Option(help="The port of the product's site.")] = 8401,
) -> None:
    """Serve a small product site with the assistant on it; nothing is kept afterwards."""
    console = Console()
    log_to_stderr("warning")
    with tempfile.TemporaryDirectory(prefix="docsteward-demo-") as data:
        environ = dict(os.environ)
        settings = ServerSettings(
            data_dir=Path(data), database_url="", host=_HOST, port=port, public_url=None
        )
        config = demo_config(site_port)
        summarise(build_with_progress(config, settings.index_folder, console), console)
        serving = Serving(config=config, settings=settings, environ=environ)
        site = demo_site(widget_origin=serving.address, widget_key=config.site.key)
        _greet(console, config)
        asyncio.run(run_server(serving, Site(app=site, host=_HOST, port=site_port)))


def _greet(console: Console, config: Config) -> None:
    console.print(f"\nOpen [bold]{config.site.url}[/bold] and ask, for example:", highlight=False)
    for question in QUESTIONS:
        console.print(f"  - {question.text}", highlight=False, markup=False)
        console.print(f"      {question.shows}", style="dim", highlight=False, markup=False)
    console.print("\nEnd it with Ctrl+C.")
