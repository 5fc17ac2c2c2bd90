"""A guarded GET against a plain one: what the rails of a server-side request cost.

Each request opens a connection of its own to a server on the loopback address, in pairs that
take turns in going first.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

import httpx2
from figures import Row, ratios, report, spread
from wire import HOST, read_request
from worker import obey, started

from docsteward.netguard import (
    GuardedClient,
    Limits,
    SystemResolver,
    TcpDialer,
    system_ssl_context,
)

_BODY = b'{"plan": "pro", "requests_per_day": 50000, "note": "' + b"x" * 2000 + b'"}'
_REPLY = (
    b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n"
    + f"content-length: {len(_BODY)}\r\n\r\n".encode()
    + _BODY
)


async def serve() -> None:
    """Answer every request alike until standard input closes."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if await read_request(reader) is not None:
            writer.write(_REPLY)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, HOST, 0)
    await obey(server.sockets[0].getsockname()[1])
    server.close()


async def measure(pairs: int) -> tuple[list[float], list[float]]:
    """Return the milliseconds of plain and guarded requests, pair by pair."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(started("server", "guard.py", "--serve"))
        plain = await stack.enter_async_context(httpx2.AsyncClient(trust_env=False))
        guarded = GuardedClient(
            resolver=SystemResolver(),
            dialer=TcpDialer(),
            allow=[f"{HOST}:{server.port}"],
            limits=Limits(),
            ssl_context=system_ssl_context(),
        )
        url = f"http://{HOST}:{server.port}/plans/pro"

        async def by_plain() -> None:
            reply = await plain.get(url)
            assert reply.content == _BODY

        async def by_guard() -> None:
            reply = await guarded.get(url)
            assert reply.body == _BODY

        plains: list[float] = []
        guards: list[float] = []
        for number in range(pairs + 20):
            if number % 2:
                plains.append(await _timed(by_plain))
                guards.append(await _timed(by_guard))
            else:
                guards.append(await _timed(by_guard))
                plains.append(await _timed(by_plain))
    return plains[20:], guards[20:]


async def _timed(make: Callable[[], Awaitable[None]]) -> float:
    began = time.perf_counter()
    await make()
    return (time.perf_counter() - began) * 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        asyncio.run(serve())
        return
    plains, guards = asyncio.run(measure(given.pairs))
    rows = [
        Row(name="plain", cells={"ms": spread(plains), "ratio": ratios(plains, plains)}),
        Row(name="guarded", cells={"ms": spread(guards), "ratio": ratios(guards, plains)}),
    ]
    report("GET on a new connection; medians with quartiles", rows, as_json=given.json)


if __name__ == "__main__":
    main()
