"""The network under one request: look up once, check, dial what was checked, count what comes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from ssl import SSLContext, SSLError
from typing import Any

import httpcore2

from docsteward.netguard.limits import Limits
from docsteward.netguard.network import Dialer, Resolver
from docsteward.netguard.refusal import Refused
from docsteward.netguard.rules import Rules
from docsteward.netguard.target import Target

# Small pieces, so that thousands of tiny chunks in one piece cannot hold up the event loop.
_READ = 16 * 1024


@dataclass(kw_only=True)
class Meter:
    """What one request, with all its hops, has received so far, and whether it sent anything."""

    limits: Limits
    sent: bool = False
    _wire: int = 0
    _head: int = 0
    _in_head: bool = True

    def begin_hop(self) -> None:
        """Count the next response's head from nothing; the whole exchange counts on."""
        self._head = 0
        self._in_head = True

    def end_head(self) -> None:
        """Note that the response has begun: what comes now is its body."""
        self._in_head = False

    def count(self, received: int) -> None:
        """Add received bytes; raise `Refused` with `too_large` over either limit."""
        self._wire += received
        self._head += received if self._in_head else 0
        if self._wire > self.limits.wire or self._head > self.limits.head:
            raise Refused("too_large", "The server sent more than a whole exchange may hold.")


class GuardedBackend(httpcore2.AsyncNetworkBackend):
    """Connects one target, and nothing else, to an address that passed the rules (SPEC D5)."""

    def __init__(
        self,
        *,
        target: Target,
        rules: Rules,
        resolver: Resolver,
        dialer: Dialer,
        limits: Limits,
        meter: Meter,
    ) -> None:
        self._target = target
        self._rules = rules
        self._resolver = resolver
        self._dialer = dialer
        self._limits = limits
        self._meter = meter

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Return a counted stream to a checked address; raise `Refused` where there is none.

        The host and port are those of the target that was parsed and checked: the arguments,
        which are copies of them, are not read a second time.
        """
        deadline = asyncio.get_running_loop().time() + self._limits.connect
        try:
            async with asyncio.timeout_at(deadline):
                self._rules.check_target(self._target)
                found = await self._look_up()
                addresses = self._rules.check_addresses(self._target, found)
                stream = await self._dial(addresses[: self._limits.dials], deadline)
        except TimeoutError:
            raise _late(self._target) from None
        return MeteredStream(stream, target=self._target, meter=self._meter, deadline=deadline)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Refuse: there is no URL that leads here."""
        raise Refused("scheme", "Local sockets are not reached; use http or https.")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def _look_up(self) -> list[str]:
        target = self._target
        if target.address is not None:
            return [target.host]
        try:
            found = await self._resolver.resolve(target.host, target.port)
        except (OSError, UnicodeError) as error:
            # A TimeoutError is an OSError too, but here it is the resolver's own.
            raise _unresolved(target, str(error)) from error
        if not found:
            raise _unresolved(target, "no address")
        return found

    async def _dial(self, addresses: list[str], deadline: float) -> httpcore2.AsyncNetworkStream:
        notes: list[str] = []
        for at, address in enumerate(addresses):
            left = deadline - asyncio.get_running_loop().time()
            try:
                return await self._dialer.connect(
                    address, self._target.port, left / (len(addresses) - at)
                )
            except OSError as error:
                notes.append(f"{address}: {error!r}")
                if isinstance(error, TimeoutError) and at == len(addresses) - 1:
                    raise
        raise Refused(
            "connect_failed",
            f"{self._target.authority!r} takes no connection; try again later.",
            operator_note="; ".join(notes),
        )


class MeteredStream(httpcore2.AsyncNetworkStream):
    """A stream whose received bytes are counted, before and after TLS begins."""

    def __init__(
        self,
        inner: httpcore2.AsyncNetworkStream,
        *,
        target: Target,
        meter: Meter,
        deadline: float,
    ) -> None:
        self._inner = inner
        self._target = target
        self._meter = meter
        self._deadline = deadline

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        data = await self._inner.read(min(max_bytes, _READ), timeout)
        self._meter.count(len(data))
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._meter.sent = True
        await self._inner.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def start_tls(
        self,
        ssl_context: SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Shake hands for the target's name, within what is left of the connect budget."""
        left = max(0.0, self._deadline - asyncio.get_running_loop().time())
        try:
            inner = await self._inner.start_tls(ssl_context, server_hostname, left)
        except httpcore2.ConnectTimeout:
            raise _late(self._target) from None
        except (httpcore2.ConnectError, SSLError, OSError) as error:
            raise Refused(
                "tls_failed",
                f"{self._target.host!r} has no valid certificate for its name, or no TLS at all.",
                operator_note=str(error),
            ) from error
        return MeteredStream(inner, target=self._target, meter=self._meter, deadline=self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


def _late(target: Target) -> Refused:
    return Refused("timeout", f"{target.authority!r} took too long to connect; try again later.")


def _unresolved(target: Target, note: str) -> Refused:
    return Refused(
        "host_unresolved",
        f"The host {target.host!r} has no address; check its spelling.",
        operator_note=note,
    )
