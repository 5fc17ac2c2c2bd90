"""The real look-up and the real dialer, on loopback only."""

from __future__ import annotations

import pytest
from guard_server import serving

from docsteward.netguard import (
    GuardedClient,
    Limits,
    Refused,
    SystemResolver,
    TcpDialer,
    system_ssl_context,
)


async def test_numbers_are_looked_up_without_asking_anyone() -> None:
    resolver = SystemResolver()
    try:
        assert await resolver.resolve("127.0.0.1", 80) == ["127.0.0.1"]
        assert await resolver.resolve("::1", 80) == ["::1"]
    finally:
        resolver.close()


async def test_the_real_parts_work_together() -> None:
    resolver = SystemResolver()
    async with serving() as server:
        client = GuardedClient(
            resolver=resolver,
            dialer=TcpDialer(),
            allow=[f"127.0.0.1:{server.port}", f"localhost:{server.port}"],
            limits=Limits(),
            ssl_context=system_ssl_context(),
        )
        for host in ("127.0.0.1", "localhost"):
            response = await client.get(f"http://{host}:{server.port}/")
            assert response.body == b"ok"
        with pytest.raises(Refused, match="address_refused"):
            await client.without_allowed().get(f"http://localhost:{server.port}/")
    resolver.close()


async def test_a_closed_port_is_an_os_error() -> None:
    async with serving() as server:
        port = server.port
    with pytest.raises(ConnectionError):
        await TcpDialer().connect("127.0.0.1", port, 1.0)
