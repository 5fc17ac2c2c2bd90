"""Transports for libraries that make their own requests: MCP, model SDKs, crawls."""

from __future__ import annotations

import ssl
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import cast, get_args

import httpx2

from docsteward.netguard.client import GuardedClient, system_ssl_context
from docsteward.netguard.fetch import Method, Outgoing, Response
from docsteward.netguard.headers import USER_AGENT, is_own
from docsteward.netguard.refusal import Refused

# A turn holds a connection to its model while it runs: the library's own hundred would make the
# next reader wait for somebody else's answer.
_OPERATOR_POOL = httpx2.Limits(max_connections=1000, max_keepalive_connections=20)


class GuardedTransport(httpx2.AsyncBaseTransport):
    """Sends what an httpx2 client asks through a guarded client, one hop at a time (SPEC D5).

    The whole body is read first, under the guard's limits. A refusal becomes
    `httpx2.TimeoutException` or `httpx2.NetworkError` with the `Refused` as its cause; so does
    a body over the limit, which a library could not tell from a whole one.
    """

    def __init__(self, client: GuardedClient) -> None:
        self._fetcher = client.fetcher

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        try:
            response = await self._fetcher.run(await _outgoing(request))
            if response.truncated:
                raise Refused("too_large", f"The reply of {request.url.host!r} is too large.")
        except Refused as refused:
            kind = httpx2.TimeoutException if refused.code == "timeout" else httpx2.NetworkError
            raise kind(refused.message, request=request) from refused
        return httpx2.Response(
            response.status, headers=_decoded_headers(response), content=response.body
        )


async def _outgoing(request: httpx2.Request) -> Outgoing:
    if request.method not in get_args(Method):
        raise Refused("bad_url", f"The method {request.method!r} is not taken.")
    content = await request.aread()
    bare = request.method in ("GET", "HEAD") and not content
    return Outgoing(
        method=cast("Method", request.method),
        url=str(request.url),
        headers={name: value for name, value in request.headers.items() if not is_own(name)},
        content=None if bare else content,
    )


def _decoded_headers(response: Response) -> dict[str, str]:
    # The body is decoded already: the library must not try again, nor trust the coded length.
    gone = ("content-encoding", "content-length", "transfer-encoding")
    return {name: value for name, value in response.headers.items() if name not in gone}


def operator_transport(ssl_context: ssl.SSLContext | None = None) -> httpx2.AsyncHTTPTransport:
    """Return a streaming transport for addresses that the operator's configuration names.

    No address rules; proxy and certificate variables of the environment are not read.
    """
    return httpx2.AsyncHTTPTransport(
        verify=system_ssl_context() if ssl_context is None else ssl_context,
        trust_env=False,
        limits=_OPERATOR_POOL,
    )


def operator_http_client(
    *, timeout: float = 120.0, ssl_context: ssl.SSLContext | None = None
) -> httpx2.AsyncClient:
    """Return an httpx2 client for a model SDK: no proxies, no cookies, no redirects.

    `timeout` bounds each wait, in seconds, since a streamed answer may rightly take minutes.
    """
    return httpx2.AsyncClient(
        transport=operator_transport(ssl_context),
        timeout=timeout,
        trust_env=False,
        follow_redirects=False,
        # A jar whose policy takes cookies from no domain stays empty.
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
        headers={"User-Agent": USER_AGENT},
    )
