"""The site's edge: which host names it answers to, and the headers of every reply."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send


def site_policy(widget_origin: str) -> str:
    """Return the Content-Security-Policy: own things and the widget's, nothing inline."""
    both = f"'self' {widget_origin}"
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {both}",
            "style-src 'self'",
            "img-src 'self'",
            f"connect-src {both}",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def host_name(host: str) -> str | None:
    """Return the name in a `Host` header, without its port and brackets, or None for no host."""
    try:
        parts = urlsplit(f"//{host}")
        return None if parts.username is not None or parts.path else parts.hostname
    except ValueError:
        return None


class SiteEdge:
    """ASGI middleware: refuses unknown hosts (SPEC J4) and sets the security headers."""

    def __init__(self, app: ASGIApp, *, allowed_hosts: Sequence[str], policy: str) -> None:
        self._app = app
        self._allowed = frozenset(allowed_hosts)
        self._headers = {
            "content-security-policy": policy,
            "x-content-type-options": "nosniff",
            "referrer-policy": "strict-origin-when-cross-origin",
            "cross-origin-opener-policy": "same-origin",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        host = Headers(scope=scope).get("host", "")
        # A page elsewhere must not reach this site by pointing its own name at this machine.
        if host_name(host) in self._allowed:
            await self._app(scope, receive, send_with_headers)
        else:
            refusal = JSONResponse(
                {"message": f"This site does not answer to the host {host[:100]!r}."},
                status_code=421,
            )
            await refusal(scope, receive, send_with_headers)
