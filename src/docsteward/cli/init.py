"""`docsteward init`: a starter file for a site."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from docsteward.base.errors import SiteFault
from docsteward.cli.site import CONFIG_NAME
from docsteward.config.starter import starter_text


def init(
    folder: Annotated[
        Path, typer.Argument(help="Where the file is written.", show_default="this folder")
    ] = Path(),
    docs: Annotated[str, typer.Option(help="The folder of documents, from that place.")] = "docs",
) -> None:
    """Write a starter docsteward.yml, with comments that explain each part."""
    path = folder / CONFIG_NAME
    if path.exists():
        raise SiteFault(
            "config_exists", f"{path} is there already: edit it, or move it away first."
        )
    if not (folder / docs).is_dir():
        raise SiteFault(
            "source_missing",
            f"{folder / docs} is no folder: name the folder of your Markdown with --docs FOLDER.",
        )
    path.write_text(starter_text(folder=docs), encoding="utf-8")
    console = Console()
    console.print(f"Wrote {path}.", highlight=False)
    console.print("Next: set site.name and site.url in it, then run")
    console.print("  docsteward index\n  docsteward serve", highlight=False)
