"""The browser's edge: who may call from where, how large, and one body for every error (SPEC J4).

Plain ASGI, so that a stream passes through untouched.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from docsteward.base.values import JsonObject

MOST_BODY_BYTES = 1_000_000
_log = structlog.get_logger(__name__)

_ALLOWED_HEADERS = "authorization, content-type, last-event-id"
_EXPOSED_HEADERS = "x-vercel-ai-ui-message-stream"
_PREFLIGHT_SECONDS = "600"


def error_body(code: str, message: str, details: JsonObject | None = None) -> JsonObject:
    """Return the one body that every error has."""
    return {"error": {"code": code, "message": message, "details": details or {}}}


async def send_error(send: Send, status: int, code: str, message: str) -> None:
    """Answer with an error from inside the middleware."""
    body = json.dumps(error_body(code, message)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class HostGate:
    """Lets requests through whose `Host` is one of the server's own names."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._hosts:
            host = Headers(scope=scope).get("host", "").rsplit("@", 1)[-1].lower()
            name = host if host.endswith("]") else host.rsplit(":", 1)[0]
            if name not in self._hosts:
                await send_error(
                    send, 421, "host_refused", f"This server does not answer for {host!r}."
                )
                return
        await self._app(scope, receive, send)


class OriginEcho:
    """Answers browsers of the site's own origins, to the letter, preflights included."""

    def __init__(self, app: ASGIApp, allows: Callable[[str], bool]) -> None:
        self._app = app
        self._allows = allows

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        origin = Headers(scope=scope).get("origin")
        allowed = origin if origin is not None and self._allows(origin) else None
        if scope["method"] == "OPTIONS":
            await _preflight(send, allowed)
            return

        async def send_with_origin(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.add_vary_header("Origin")
                headers.setdefault("Cache-Control", "no-store")
                if allowed is not None:
                    headers["Access-Control-Allow-Origin"] = allowed
                    headers["Access-Control-Expose-Headers"] = _EXPOSED_HEADERS
            await send(message)

        await self._app(scope, receive, send_with_origin)


async def _preflight(send: Send, allowed: str | None) -> None:
    if allowed is None:
        await send_error(
            send, 403, "origin_refused", "This origin is not in the site's allowed origins."
        )
        return
    headers = {
        "Access-Control-Allow-Origin": allowed,
        "Access-Control-Allow-Methods": "GET, POST",
        "Access-Control-Allow-Headers": _ALLOWED_HEADERS,
        "Access-Control-Max-Age": _PREFLIGHT_SECONDS,
        "Vary": "Origin",
    }
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": 204, "headers": raw})
    await send({"type": "http.response.body", "body": b""})


class BodyLimit:
    """Refuses a body over its limit, whether it says its length or not."""

    def __init__(self, app: ASGIApp, most_bytes: int = MOST_BODY_BYTES) -> None:
        self._app = app
        self._most = most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        told = Headers(scope=scope).get("content-length", "0")
        if told.isdigit() and int(told) > self._most:
            await self._refuse(send)
            return
        seen = 0
        started = False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._most:
                raise _TooLargeError
            return message

        async def noted(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, counted, noted)
        except _TooLargeError:
            if not started:
                await self._refuse(send)

    async def _refuse(self, send: Send) -> None:
        await send_error(send, 413, "too_large", f"The body may have {self._most:,} bytes at most.")


class _TooLargeError(Exception):
    pass


class LastResort:
    """Turns what no handler expected into the one error body, inside the origin's echo.

    The framework's own last handler stands outside of it: a browser could not read its answer.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def noted(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except Exception as error:
            if scope["type"] != "http" or isinstance(error, _TooLargeError):
                raise
            _log.error("request_broke", path=scope["path"], exc_info=error)
            if not started:
                words = "Something went wrong on the server; its log says what."
                await send_error(send, 500, "internal", words)
