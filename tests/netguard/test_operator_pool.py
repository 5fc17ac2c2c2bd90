"""The operator's client carries as many requests at once as there are turns (SPEC J1)."""

from __future__ import annotations

import asyncio

from docsteward.netguard import operator_http_client

MANY = 120


async def test_j1_more_than_a_hundred_requests_run_at_once() -> None:
    arrived = 0
    all_there = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal arrived
        await reader.readuntil(b"\r\n\r\n")
        arrived += 1
        if arrived == MANY:
            all_there.set()
        await all_there.wait()
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=MANY)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    async with server, operator_http_client(timeout=20) as client:
        replies = await asyncio.gather(*(client.get(url) for _ in range(MANY)))
    assert [reply.status_code for reply in replies] == [200] * MANY
