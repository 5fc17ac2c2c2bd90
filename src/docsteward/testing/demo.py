"""The demo, as `docsteward demo` serves it, in a thread and on free ports, for browser tests."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from docsteward.config.environment import ServerSettings
from docsteward.index.build import FolderSource, build_index
from docsteward.llm.model import Model
from docsteward.web.app import create_app
from docsteward.web.demo.config import demo_config
from docsteward.web.demo.site import demo_site
from docsteward.web.listen import Site, listen
from docsteward.wiring import Parts, open_product

_HOST = "127.0.0.1"
_START_SECONDS = 30


@dataclass(frozen=True, kw_only=True)
class Demo:
    """Where the demo is served."""

    site: str
    server: str
    database: str


def free_port() -> int:
    """Return a port of the loopback address that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        return probe.getsockname()[1]


@contextmanager
def served_demo(
    folder: Path, *, model: Model | None = None, support_failures: int = 0
) -> Generator[Demo]:
    """Serve the demo with its data in `folder`, until the block ends."""
    port, site_port = free_port(), free_port()
    settings = ServerSettings(data_dir=folder, database_url="", host=_HOST, port=port)
    demo = Demo(
        site=f"http://{_HOST}:{site_port}",
        server=f"http://{_HOST}:{port}",
        database=settings.database,
    )
    loop = asyncio.new_event_loop()
    serving = _Serving(settings, site_port, demo, Parts(model=model), support_failures)
    thread = threading.Thread(target=loop.run_until_complete, args=(serving.run(),), daemon=True)
    thread.start()
    serving.wait_until_open()
    try:
        yield demo
    finally:
        loop.call_soon_threadsafe(serving.ended.set)
        thread.join()
        loop.close()


class _Serving:
    def __init__(
        self,
        settings: ServerSettings,
        site_port: int,
        demo: Demo,
        parts: Parts,
        support_failures: int,
    ) -> None:
        self._settings = settings
        self._site_port = site_port
        self._demo = demo
        self._parts = parts
        self._support_failures = support_failures
        self.ended = asyncio.Event()

    async def run(self) -> None:
        config = demo_config(self._site_port)
        sources = [FolderSource(folder=source.folder, url=source.url) for source in config.sources]
        build_index(sources, self._settings.index_folder)
        site = demo_site(
            widget_origin=self._demo.server,
            widget_key=config.site.key,
            support_failures=self._support_failures,
        )
        async with open_product(
            config, self._settings, environ={}, exclusive=True, parts=self._parts
        ) as product:
            app = create_app(product, hosts=self._settings.host_names)
            server = Site(app=app, host=_HOST, port=self._settings.port)
            beside = Site(app=site, host=_HOST, port=self._site_port)
            serving = asyncio.create_task(listen(server, beside, until=self.ended))
            await serving

    def wait_until_open(self) -> None:
        for port in (self._settings.port, self._site_port):
            _wait_for(port)


def _wait_for(port: int) -> None:
    """Return when the port takes connections."""
    opened = threading.Event()

    def knock() -> None:
        while not opened.is_set():
            try:
                with socket.create_connection((_HOST, port), timeout=1):
                    opened.set()
            except OSError:
                opened.wait(0.05)

    threading.Thread(target=knock, daemon=True).start()
    if not opened.wait(_START_SECONDS):
        raise TimeoutError(f"nothing listens on port {port} after {_START_SECONDS} seconds")
