"""The widget's one file, served from the package with a tag that changes when it does."""

from __future__ import annotations

import hashlib
from importlib import resources

from fastapi import APIRouter, Request, Response

_HEADERS = {
    # Short enough that a new version reaches readers soon, and a tag makes asking again cheap.
    "Cache-Control": "public, max-age=300",
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "X-Content-Type-Options": "nosniff",
}


def static_routes() -> APIRouter:
    """Return the route of `/widget.js`."""
    router = APIRouter()
    script = resources.files("docsteward.web").joinpath("static", "widget.js").read_bytes()
    tag = f'"{hashlib.sha256(script).hexdigest()[:32]}"'
    headers = {**_HEADERS, "ETag": tag}

    @router.get("/widget.js")
    async def widget(request: Request) -> Response:
        if _names(request.headers.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=headers)
        return Response(script, media_type="text/javascript; charset=utf-8", headers=headers)

    return router


def _names(if_none_match: str, tag: str) -> bool:
    """Say whether a list of tags holds ours; a proxy that compresses makes it weak (RFC 9110)."""
    tags = {each.strip().removeprefix("W/") for each in if_none_match.split(",")}
    return tag in tags or "*" in tags
