"""`POST /session`: an anonymous visitor's bearer session for a key and an allowed origin."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse

from docsteward.base.errors import ReaderFault
from docsteward.web.api.bodies import SessionBody
from docsteward.web.api.depends import Served

router = APIRouter()


@router.post("/session")
async def open_session(body: SessionBody, request: Request, product: Served) -> JSONResponse:
    origin = request.headers.get("origin")
    if origin is None:
        raise ReaderFault(
            "origin_refused", "A session needs the browser's Origin header.", status=403
        )
    opened = await product.sessions.open(key=body.key, origin=origin)
    return JSONResponse(
        {
            "token": opened.token,
            "visitor": opened.visitor.id,
            "expires_at": opened.expires_at.isoformat().replace("+00:00", "Z"),
            "assistant": {"name": product.config.site.name},
        }
    )
