"""One request from URL to response: every hop on new, checked ground, under one wall clock."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass
from ssl import SSLContext
from typing import Literal

import httpcore2

from docsteward.netguard.backend import GuardedBackend, Meter
from docsteward.netguard.body import Body
from docsteward.netguard.headers import check_headers, headers_after, raw_headers
from docsteward.netguard.limits import Limits
from docsteward.netguard.network import Dialer, Resolver
from docsteward.netguard.refusal import Refused
from docsteward.netguard.rules import Rules
from docsteward.netguard.target import Target, follow, parse_target

Method = Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

_REDIRECTS = frozenset((301, 302, 303, 307, 308))
# At a hop these say that the place is wrong; the others, that it did not work out there.
_OUT_OF_BOUNDS = ("bad_url", "scheme", "host_unresolved", "address_refused", "port_refused")


@dataclass(frozen=True, kw_only=True)
class Response:
    """What came back: names of `headers` in lower case, `body` decoded, `url` the last hop's.

    `truncated` says that the body was longer than its limit and was cut there.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str
    truncated: bool


@dataclass(frozen=True, kw_only=True)
class Outgoing:
    """A request as the caller wants it; `follows` says whether redirects are walked."""

    method: Method
    url: str
    headers: Mapping[str, str]
    content: bytes | None = None
    follows: bool = False


@dataclass(frozen=True, kw_only=True)
class Fetcher:
    """Runs requests under one set of rules and limits; holds no state between them."""

    rules: Rules
    resolver: Resolver
    dialer: Dialer
    limits: Limits
    ssl_context: SSLContext

    async def run(self, request: Outgoing) -> Response:
        """Return the response, or raise `Refused` within `limits.total` seconds (SPEC D5)."""
        meter = Meter(limits=self.limits)
        try:
            check_headers(request.headers)
            async with asyncio.timeout(self.limits.total):
                return await self._walk(request, meter)
        except Refused as refused:
            refused.sent = meter.sent
            raise
        except TimeoutError:
            raise Refused(
                "timeout",
                f"No whole reply came within {self.limits.total:g} seconds; try again later.",
                sent=meter.sent,
            ) from None

    async def _walk(self, request: Outgoing, meter: Meter) -> Response:
        target = parse_target(request.url)
        headers = request.headers
        response = await self._hop(request, target, headers, meter)
        followed = 0
        while request.follows and (location := _location(response)) is not None:
            if followed == self.limits.redirects:
                raise Refused(
                    "too_many_redirects",
                    f"{target.authority!r} redirects over {followed} times; give the last URL.",
                )
            followed += 1
            try:
                onward = follow(target, location)
                changed = onward.origin != target.origin
                headers = headers_after(headers, origin_changed=changed)
                response = await self._hop(request, onward, headers, meter)
            except Refused as refused:
                if refused.code not in _OUT_OF_BOUNDS:
                    raise
                raise _at_hop(target, refused) from refused
            target = onward
        return response

    async def _hop(
        self, request: Outgoing, target: Target, headers: Mapping[str, str], meter: Meter
    ) -> Response:
        meter.begin_hop()
        connection = httpcore2.AsyncHTTPConnection(
            origin=httpcore2.Origin(
                scheme=target.scheme.encode("ascii"),
                host=target.host.encode("ascii"),
                port=target.port,
            ),
            ssl_context=self.ssl_context,
            network_backend=GuardedBackend(
                target=target,
                rules=self.rules,
                resolver=self.resolver,
                dialer=self.dialer,
                limits=self.limits,
                meter=meter,
            ),
        )
        try:
            reply = await connection.handle_async_request(self._request(request, target, headers))
            meter.end_head()
            return await self._read(reply, target, follows=request.follows)
        except httpcore2.TimeoutException:
            raise Refused(
                "timeout", f"{target.authority!r} fell silent; try again later."
            ) from None
        except (httpcore2.ProtocolError, httpcore2.NetworkError) as error:
            raise Refused(
                "bad_response",
                f"{target.authority!r} did not answer in whole, valid HTTP.",
                operator_note=str(error),
            ) from error
        finally:
            await connection.aclose()

    def _request(
        self, request: Outgoing, target: Target, headers: Mapping[str, str]
    ) -> httpcore2.Request:
        read = self.limits.read
        return httpcore2.Request(
            request.method,
            httpcore2.URL(
                scheme=target.scheme.encode("ascii"),
                host=target.host.encode("ascii"),
                port=target.port,
                target=target.path.encode("ascii"),
            ),
            headers=raw_headers(target, headers, request.content),
            content=request.content,
            extensions={"timeout": {"connect": self.limits.connect, "read": read, "write": read}},
        )

    async def _read(self, reply: httpcore2.Response, target: Target, *, follows: bool) -> Response:
        headers = _joined(reply.headers)
        if follows and reply.status in _REDIRECTS and "location" in headers:
            # Nobody reads the body of a redirect that is walked.
            return _response(reply.status, headers, target, b"", truncated=False)
        body = Body(headers.get("content-encoding", ""), limit=self.limits.body)
        async with aclosing(reply.aiter_stream()) as chunks:
            async for chunk in chunks:
                body.feed(chunk)
                if body.is_full:
                    break
        data, truncated = body.finish()
        return _response(reply.status, headers, target, data, truncated=truncated)


def _location(response: Response) -> str | None:
    if response.status not in _REDIRECTS:
        return None
    return response.headers.get("location")


def _at_hop(source: Target, refused: Refused) -> Refused:
    return Refused(
        "redirect_refused",
        f"{source.authority!r} redirects to where this server does not go: {refused.message}",
        operator_note=refused.operator_note,
    )


def _joined(raw: list[tuple[bytes, bytes]]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("ascii").lower(), _text(value)
        headers[key] = f"{headers[key]}, {text}" if key in headers else text
    return headers


def _text(value: bytes) -> str:
    # Locations in the wild are UTF-8 or Latin-1; RFC 9110 calls both opaque bytes.
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _response(
    status: int, headers: Mapping[str, str], target: Target, body: bytes, *, truncated: bool
) -> Response:
    return Response(status=status, headers=headers, body=body, url=target.url, truncated=truncated)
