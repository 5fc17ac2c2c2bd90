"""`docsteward index`: bring the index up to date."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from docsteward.cli.site import CONFIG_NAME, ConfigOption, build_with_progress, load_site, summarise


def index(
    config: ConfigOption = Path(CONFIG_NAME),
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Index the site's documents. Only changed files are read again."""
    site, settings, _ = load_site(config)
    console = Console(stderr=as_json)
    built = build_with_progress(site, settings.index_folder, console)
    if not as_json:
        summarise(built, console)
        return
    summary = {
        "digest": built.digest,
        "pages": built.pages,
        "sections": built.sections,
        "changed_pages": built.changed_pages,
        "unchanged": built.unchanged,
        "seconds": round(built.seconds, 3),
        "skipped": [{"path": item.path, "reason": item.reason} for item in built.skipped],
    }
    typer.echo(json.dumps(summary, ensure_ascii=False))
