"""Listening: one server, and sites beside it, until a signal ends them all."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Generator, Sequence
from dataclasses import dataclass

import uvicorn
from starlette.types import ASGIApp

from docsteward.base.errors import OperatorFault

_GRACE_SECONDS = 3


@dataclass(frozen=True, kw_only=True)
class Site:
    """An application and where it listens."""

    app: ASGIApp
    host: str
    port: int


async def listen(first: Site, *beside: Site, until: asyncio.Event | None = None) -> None:
    """Serve until a signal, or `until`, ends the first site; the others end with it.

    Raises OperatorFault `port_taken` before anything is served.
    """
    with contextlib.ExitStack() as stack:
        # One that is taken lets go of those that were bound before it.
        sockets = [stack.enter_context(_bound(site)) for site in (first, *beside)]
        main = uvicorn.Server(_config(first))
        ending = asyncio.create_task(_end(main, until)) if until else None
        try:
            await _serve(main, beside, sockets)
        finally:
            if ending is not None:
                ending.cancel()


async def _serve(
    main: uvicorn.Server, beside: Sequence[Site], sockets: list[socket.socket]
) -> None:
    servers = [_Quiet(_config(site)) for site in beside]
    tasks = [
        asyncio.create_task(server.serve(sockets=[bound]))
        for server, bound in zip(servers, sockets[1:], strict=True)
    ]
    try:
        await main.serve(sockets=sockets[:1])
    finally:
        for server in servers:
            server.should_exit = True
        await asyncio.gather(*tasks)


async def _end(server: uvicorn.Server, until: asyncio.Event) -> None:
    await until.wait()
    server.should_exit = True


class _Quiet(uvicorn.Server):
    """A server that leaves signals to the first one."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


def _config(site: Site) -> uvicorn.Config:
    return uvicorn.Config(
        site.app,
        log_level="warning",
        access_log=False,
        server_header=False,
        # Open streams would keep a server from ending; their turns are stored and resumed.
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )


def _bound(site: Site) -> socket.socket:
    family = socket.AF_INET6 if ":" in site.host else socket.AF_INET
    bound = socket.socket(family)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((site.host, site.port))
    except OSError as error:
        bound.close()
        raise OperatorFault(
            "port_taken",
            f"Cannot listen on {site.host}:{site.port} ({error.strerror}): "
            "end what uses it, or choose another with --port.",
        ) from error
    return bound
