"""`docsteward serve`: the server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from docsteward.cli.site import (
    CONFIG_NAME,
    ConfigOption,
    build_with_progress,
    load_site,
    log_to_stderr,
    summarise,
)
from docsteward.config.environment import ServerSettings
from docsteward.config.values import Config
from docsteward.web.app import create_app
from docsteward.web.listen import Site, listen
from docsteward.wiring import open_product


@dataclass(frozen=True, kw_only=True)
class Serving:
    """What a server serves, and where it listens."""

    config: Config
    settings: ServerSettings
    environ: Mapping[str, str]

    @property
    def address(self) -> str:
        return self.settings.public_url or f"http://{self.settings.host}:{self.settings.port}"


def serve(
    config: ConfigOption = Path(CONFIG_NAME),
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on.")] = None,
) -> None:
    """Serve the widget and its API, with the index brought up to date first."""
    site, settings, environ = load_site(config)
    listening = {"host": host, "port": port}
    settings = settings.model_copy(update={k: v for k, v in listening.items() if v is not None})
    log_to_stderr(settings.log_level)
    console = Console()
    summarise(build_with_progress(site, settings.index_folder, console), console)
    serving = Serving(config=site, settings=settings, environ=environ)
    console.print(f"\nServing on {serving.address}. Put this on every page:", highlight=False)
    console.print(snippet(serving), markup=False, highlight=False, soft_wrap=True)
    asyncio.run(run_server(serving))


def snippet(serving: Serving) -> str:
    """Return the one script tag that puts the widget on a page."""
    key = serving.config.site.key
    return f'<script src="{serving.address}/widget.js" data-key="{key}" async></script>'


async def run_server(serving: Serving, *beside: Site) -> None:
    """Serve until a signal ends it; `beside` are sites that are served along with it."""
    settings = serving.settings
    async with open_product(
        serving.config,
        settings,
        environ=serving.environ,
        exclusive=settings.database.startswith("sqlite"),
    ) as product:
        app = create_app(product, hosts=settings.host_names)
        await listen(Site(app=app, host=settings.host, port=settings.port), *beside)
