"""What the guard asks of the network: look a name up, dial an address."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, cast, runtime_checkable

import httpcore2

# A look-up cannot be cancelled, only abandoned: this bounds how many threads hang at once.
_LOOKUP_THREADS = 16


class Resolver(Protocol):
    """Turns a name into addresses."""

    async def resolve(self, host: str, port: int) -> list[str]:
        """Return every address of an ASCII name, best first; empty or `OSError` for none."""
        ...


@runtime_checkable
class Closable(Protocol):
    """A resolver that holds something, and lets go of it."""

    def close(self) -> None: ...


class Dialer(Protocol):
    """Opens a TCP connection to an address, never to a name."""

    async def connect(
        self, address: str, port: int, timeout: float
    ) -> httpcore2.AsyncNetworkStream:
        """Return the open stream; raise `TimeoutError` or another `OSError` if there is none."""
        ...


class SystemResolver:
    """The machine's own look-up (`getaddrinfo`), in a few threads of its own."""

    def __init__(self) -> None:
        # Own threads: names that never answer must not take the event loop's default ones.
        self._threads = ThreadPoolExecutor(_LOOKUP_THREADS, thread_name_prefix="look-up")

    async def resolve(self, host: str, port: int) -> list[str]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, _look_up, host, port)

    def close(self) -> None:
        """Let the threads go; look-ups that still wait are dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _look_up(host: str, port: int) -> list[str]:
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(row[4][0]) for row in rows))


class TcpDialer:
    """Plain TCP on the running event loop."""

    def __init__(self) -> None:
        # Its type is unknown to checkers: httpcore2 puts a stand-in there when anyio is missing.
        self._backend = cast("httpcore2.AsyncNetworkBackend", httpcore2.AnyIOBackend())

    async def connect(
        self, address: str, port: int, timeout: float
    ) -> httpcore2.AsyncNetworkStream:
        try:
            return await self._backend.connect_tcp(address, port, timeout=timeout)
        except httpcore2.ConnectTimeout as error:
            raise TimeoutError(str(error)) from error
        except httpcore2.ConnectError as error:
            raise ConnectionError(str(error)) from error
