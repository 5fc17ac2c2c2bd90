"""The two named clients: one for everybody's addresses, one for the operator's own."""

from __future__ import annotations

import ssl
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Self

from docsteward.netguard.fetch import Fetcher, Outgoing, Response
from docsteward.netguard.limits import OPERATOR_LIMITS, Limits
from docsteward.netguard.network import Closable, Dialer, Resolver
from docsteward.netguard.rules import AllowedHosts, GuardRules, OperatorRules

_NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class Client:
    """What both clients can do; it keeps no connection and no cookie between two requests."""

    def __init__(self, fetcher: Fetcher) -> None:
        self.fetcher = fetcher

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of what its resolver holds (threads, for the system's); harmless when closed."""
        resolver = self.fetcher.resolver
        if isinstance(resolver, Closable):
            resolver.close()

    async def get(self, url: str, *, headers: Mapping[str, str] = _NO_HEADERS) -> Response:
        """Return what a GET brings, walking redirects, or raise `Refused` (SPEC D5).

        Any status is a response. Of `headers`, those that a redirect to another origin could
        betray are dropped there. What the guard sets itself may not be given.
        """
        return await self.fetcher.run(
            Outgoing(method="GET", url=url, headers=headers, follows=True)
        )

    async def post(
        self, url: str, *, content: bytes, headers: Mapping[str, str] = _NO_HEADERS
    ) -> Response:
        """Return what a POST brings, a redirect as it is, or raise `Refused` (SPEC D5).

        `Refused.sent` says whether the request may have reached the server all the same.
        """
        return await self.fetcher.run(
            Outgoing(method="POST", url=url, headers=headers, content=content)
        )


class GuardedClient(Client):
    """Fetches addresses that a site, a reader or a model named, behind the rails of SPEC D5.

    `allow` names internal hosts that the operator lets through: `host` (ports 80 and 443) or
    `host:port`. Raises `OperatorFault` for an entry that is neither.
    """

    def __init__(
        self,
        *,
        resolver: Resolver,
        dialer: Dialer,
        allow: Iterable[str],
        limits: Limits,
        ssl_context: ssl.SSLContext,
    ) -> None:
        super().__init__(
            Fetcher(
                rules=GuardRules(AllowedHosts(allow)),
                resolver=resolver,
                dialer=dialer,
                limits=limits,
                ssl_context=ssl_context,
            )
        )

    def without_allowed(self) -> GuardedClient:
        """Return this client with an empty list of internal hosts (SPEC C5: a followed URL)."""
        mine = self.fetcher
        return GuardedClient(
            resolver=mine.resolver,
            dialer=mine.dialer,
            allow=(),
            limits=mine.limits,
            ssl_context=mine.ssl_context,
        )


class OperatorClient(Client):
    """Fetches addresses that the operator's own configuration names; any address may be dialled.

    The same strict URLs, clocks and caps as the guard's, only larger; redirects are an error,
    because they would lead where the operator did not point.
    """

    def __init__(
        self,
        *,
        resolver: Resolver,
        dialer: Dialer,
        ssl_context: ssl.SSLContext,
        limits: Limits = OPERATOR_LIMITS,
    ) -> None:
        super().__init__(
            Fetcher(
                rules=OperatorRules(),
                resolver=resolver,
                dialer=dialer,
                limits=limits,
                ssl_context=ssl_context,
            )
        )


def system_ssl_context() -> ssl.SSLContext:
    """Return a context that checks names against the machine's own trust store."""
    return ssl.create_default_context()
