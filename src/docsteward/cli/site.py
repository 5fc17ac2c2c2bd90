"""What the commands share: reading a site's file and building its index with a progress bar."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import structlog
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from docsteward.config.environment import ServerSettings, read_environ, read_settings
from docsteward.config.load import load_config
from docsteward.config.values import Config
from docsteward.index.build import Built, FolderSource, build_index
from docsteward.index.build import Progress as Step

CONFIG_NAME = "docsteward.yml"

ConfigOption = Annotated[
    Path, typer.Option("--config", help="The site's file.", show_default=CONFIG_NAME)
]

_STAGES = {"list": "Listing", "read": "Reading", "write": "Writing"}


def load_site(path: Path) -> tuple[Config, ServerSettings, Mapping[str, str]]:
    """Read a site's file, and the environment with the `.env` that stands beside the file.

    Raises SiteFault with every fault of the file.
    """
    environ = read_environ(path.parent)
    settings = read_settings(path.parent / ".env").within(path.parent)
    return load_config(path, environ), settings, environ


def build_with_progress(config: Config, out: Path, console: Console) -> Built:
    """Bring a site's index up to date, with a bar on a terminal."""
    sources = [
        FolderSource(folder=source.folder, url=source.url, page_urls=source.page_urls)
        for source in config.sources
    ]
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task("Listing", total=None)

        def tell(step: Step) -> None:
            bar.update(task, description=_STAGES[step.stage], completed=step.done, total=step.total)

        return build_index(sources, out, progress=tell)


def summarise(built: Built, console: Console) -> None:
    """Say what a build did: what was read, what was left out and why."""
    if built.unchanged:
        console.print(
            f"Nothing has changed: {built.pages} pages, {built.sections} sections are indexed."
        )
    else:
        console.print(
            f"Indexed {built.pages} pages, {built.sections} sections in {built.seconds:.1f} s "
            f"({built.changed_pages} read anew)."
        )
    for skipped in built.skipped:
        console.print(f"Left out {skipped.path}: {skipped.reason}", style="yellow", markup=False)


def log_to_stderr(level: str) -> None:
    """Write structured logs to standard error: coloured on a terminal, JSON elsewhere."""
    numeric = logging.getLevelNamesMapping()[level.upper()]
    renderer = (
        structlog.dev.ConsoleRenderer()
        if sys.stderr.isatty()
        else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(numeric),
        # Asked at each line, since standard error may be another file by then.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
