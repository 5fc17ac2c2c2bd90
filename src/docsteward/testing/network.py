"""A network that never leaves the machine: names from a table, every address on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Literal

import httpcore2

from docsteward.netguard import TcpDialer

Answers = Sequence[Sequence[str]] | Literal["hang"]


class FakeResolver:
    """Answers from a table: a name's answers in turn, the last one for ever, `hang` never."""

    def __init__(self, names: Mapping[str, Answers]) -> None:
        self._names = names
        self.asked: list[str] = []

    async def resolve(self, host: str, port: int) -> list[str]:
        """Return the next answer for `host`; a name that is not in the table has no address."""
        del port
        answers = self._names.get(host, [[]])
        if answers == "hang":
            await asyncio.Event().wait()
        before = self.asked.count(host)
        self.asked.append(host)
        return list(answers[min(before, len(answers) - 1)])


class LoopbackDialer:
    """Connects every address to a local server, and remembers which were asked for.

    `ports` maps a dialled port to a local one; `port` is the local one for all others.
    """

    def __init__(self, *, port: int, ports: Mapping[int, int] | None = None) -> None:
        self._port = port
        self._ports = ports or {}
        self._tcp = TcpDialer()
        self.dialled: list[str] = []

    # The argument is the `Dialer` protocol's.
    async def connect(
        self,
        address: str,
        port: int,
        timeout: float,  # noqa: ASYNC109
    ) -> httpcore2.AsyncNetworkStream:
        """Open a stream to the local server that stands for this port."""
        self.dialled.append(address)
        return await self._tcp.connect("127.0.0.1", self._ports.get(port, self._port), timeout)
