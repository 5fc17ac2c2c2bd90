"""The suite's own guard: no test leaves the machine unseen."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress

import pytest


def test_a_connection_to_another_machine_is_refused(network_guard: list[str]) -> None:
    with socket.socket() as client, pytest.raises(RuntimeError, match=r"192\.0\.2\.1"):
        client.connect(("192.0.2.1", 443))
    assert len(network_guard) == 1
    network_guard.clear()


def test_a_name_is_not_looked_up(network_guard: list[str]) -> None:
    with pytest.raises(RuntimeError, match=r"docs\.acme\.dev"):
        socket.getaddrinfo("docs.acme.dev", 443)
    network_guard.clear()


def test_an_attempt_that_the_code_swallowed_is_still_known(network_guard: list[str]) -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as client, suppress(RuntimeError):
        client.sendto(b"x", ("192.0.2.1", 53))
    assert network_guard == ["socket.sendto '192.0.2.1'"]
    network_guard.clear()


async def test_the_event_loop_is_guarded_too(network_guard: list[str]) -> None:
    with pytest.raises(RuntimeError, match=r"192\.0\.2\.1"):
        await asyncio.open_connection("192.0.2.1", 443)
    network_guard.clear()


async def test_this_machine_is_open() -> None:
    async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"here")
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("localhost", port)
        assert await reader.read() == b"here"
        writer.close()
        await writer.wait_closed()
