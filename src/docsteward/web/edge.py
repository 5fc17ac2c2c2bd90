"""The browser's edge: who may call from where, how large, and one body for every error (SPEC J4).

Plain ASGI, so that a stream passes through untouched.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from docsteward.base.errors import DocstewardError
from docsteward.base.text import shorten
from docsteward.base.values import JsonObject

MOST_BODY_BYTES = 1_000_000
_log = structlog.get_logger(__name__)

_ALLOWED_HEADERS = "authorization, content-type, last-event-id"
_EXPOSED_HEADERS = "x-vercel-ai-ui-message-stream"
_PREFLIGHT_SECONDS = "600"


def error_body(code: str, message: str, details: JsonObject | None = None) -> JsonObject:
    """Return the one body that every error has."""
    return {"error": {"code": code, "message": message, "details": details or {}}}


def log_fault(event: str, fault: DocstewardError) -> None:
    """Write a fault that is none of the caller's to the server's log."""
    _log.error(event, code=fault.code, reason=fault.message)


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
            named = Headers(scope=scope).getlist("host")
            host = named[0].lower() if len(named) == 1 else ""
            name = host if host.endswith("]") else host.rsplit(":", 1)[0]
            if name not in self._hosts:
                message = (
                    f"This server does not answer for {shorten(host, 100)!r}; "
                    "name it in DOCSTEWARD_HOSTS if it should."
                )
                await send_error(send, 421, "host_refused", message)
                return
        await self._app(scope, receive, send)


class OriginEcho:
    """Lets browsers of the site's own origins, to the letter, read every answer of the API."""

    def __init__(self, app: ASGIApp, allows: Callable[[str], bool]) -> None:
        self._app = app
        self._allows = allows

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        allowed = _allowed_origin(scope, self._allows)

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


def _allowed_origin(scope: Scope, allows: Callable[[str], bool]) -> str | None:
    origin = Headers(scope=scope).get("origin")
    # `null` names nobody, whatever a list says: sandboxed frames and local files send it.
    return origin if origin is not None and origin != "null" and allows(origin) else None


class Preflights:
    """Answers a browser that asks what it may send."""

    def __init__(self, app: ASGIApp, allows: Callable[[str], bool]) -> None:
        self._app = app
        self._allows = allows

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_preflight = scope["type"] == "http" and scope["method"] == "OPTIONS"
        if not is_preflight or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        if _allowed_origin(scope, self._allows) is None:
            message = "This origin is not in the site's allowed origins."
            await send_error(send, 403, "origin_refused", message)
            return
        headers = {
            "Access-Control-Allow-Methods": "GET, POST",
            "Access-Control-Allow-Headers": _ALLOWED_HEADERS,
            "Access-Control-Max-Age": _PREFLIGHT_SECONDS,
        }
        raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 204, "headers": raw})
        await send({"type": "http.response.body", "body": b""})


class BodyLimit:
    """Refuses a body over its limit, whether it says its length or not.

    A body is read here, whole, before anything else sees it: what comes after reads it whole
    too, and an error that were raised into the framework's own reading would come out as another.
    """

    def __init__(self, app: ASGIApp, most_bytes: int = MOST_BODY_BYTES) -> None:
        self._app = app
        self._most = most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            body = None if self._says_too_much(scope) else await self._read(receive)
        except ClientDisconnect:
            return
        if body is None:
            message = f"The body may have {self._most:,} bytes at most."
            await send_error(send, 413, "too_large", message)
            return
        first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replayed() -> Message:
            return first.pop() if first else await receive()

        await self._app(scope, replayed, send)

    def _says_too_much(self, scope: Scope) -> bool:
        told = Headers(scope=scope).get("content-length", "0")
        digits = told.strip().lstrip("0")
        return digits.isascii() and digits.isdigit() and _exceeds(digits, self._most)

    async def _read(self, receive: Receive) -> bytes | None:
        """Return the body, nothing when it is too large. Raises ClientDisconnect."""
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            body += message.get("body", b"")
            if len(body) > self._most:
                return None
            if not message.get("more_body", False):
                return bytes(body)


def _exceeds(digits: str, most: int) -> bool:
    # Python refuses to read a number of thousands of digits.
    return len(digits) > len(str(most)) or int(digits) > most


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
            if scope["type"] != "http":
                raise
            _log.error("request_broke", path=scope["path"], exc_info=error)
            if not started:
                words = "Something went wrong on the server; its log says what."
                await send_error(send, 500, "internal", words)
