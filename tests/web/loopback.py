"""The real application on a free port of the loopback address, in the test's own process."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager

import uvicorn

from docsteward.web.app import create_app
from docsteward.wiring import Product


class _Server(uvicorn.Server):
    """A server that leaves signals to the test run and says when it is up."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()


@asynccontextmanager
async def serving(product: Product) -> AsyncGenerator[str]:
    """Serve a product over HTTP and give its address."""
    bound = socket.create_server(("127.0.0.1", 0))
    app = create_app(product, hosts=frozenset({"127.0.0.1"}))
    server = _Server(uvicorn.Config(app, log_level="warning", access_log=False))
    task = asyncio.create_task(server.serve(sockets=[bound]))
    try:
        await server.up.wait()
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task
