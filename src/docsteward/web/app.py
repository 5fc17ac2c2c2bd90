"""The server's application: edge, routes, errors. It is handed everything; it assembles nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from docsteward.base.errors import DocstewardError, ReaderFault
from docsteward.base.text import shorten, storable
from docsteward.base.values import JsonObject
from docsteward.web.api import calls, chat, conversations, health, offers, session
from docsteward.web.edge import (
    BodyLimit,
    HostGate,
    LastResort,
    OriginEcho,
    Preflights,
    error_body,
    log_fault,
)
from docsteward.web.static_files import static_routes
from docsteward.wiring import Product


def create_app(product: Product, *, hosts: frozenset[str]) -> FastAPI:
    """Return the application over an open product.

    `hosts` are the names that the server answers for; an empty set means any.
    """
    app = FastAPI(
        title="Docsteward",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=_tending(product),
    )
    app.state.product = product
    for room in (session, chat, conversations, calls, offers):
        app.include_router(room.router, prefix="/api/v1")
    app.include_router(health.router)
    app.include_router(static_routes())
    app.add_exception_handler(DocstewardError, _expected)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    # The last added is the outermost: whatever refuses, a browser can read why (fault B128).
    app.add_middleware(LastResort)
    app.add_middleware(BodyLimit)
    app.add_middleware(Preflights, allows=product.allows_origin)
    app.add_middleware(HostGate, hosts=hosts)
    app.add_middleware(OriginEcho, allows=product.allows_origin)
    return app


def _tending(product: Product) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        tending = asyncio.create_task(product.turns.tend_forever(), name="tend")
        warming = asyncio.create_task(product.warm_up(), name="warm up")
        try:
            yield
        finally:
            tending.cancel()
            await asyncio.gather(tending, warming, return_exceptions=True)
            await product.turns.close()

    return lifespan


async def _expected(_: Request, error: Exception) -> JSONResponse:
    if isinstance(error, ReaderFault):
        return _answer(error.status, error.code, error.message, error.details)
    # The words of any other fault are for whoever runs the server: they may name a path.
    log_fault("request_failed", cast(DocstewardError, error))
    return _answer(503, "unavailable", "The server cannot do this just now; its log says why.")


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    """Say where a body does not fit; what was sent is not repeated."""
    first = cast(RequestValidationError, error).errors()[0]
    parts = [str(part) for part in first["loc"] if part != "body"]
    place = storable(shorten(".".join(parts), 100)) or "the body"
    status = 400 if first["type"] == "json_invalid" else 422
    reason = storable(shorten(str(first["msg"]), 200))
    return _answer(status, "request_invalid", f"{place}: {reason}")


_HTTP_CODES = {404: "not_found", 405: "method_not_allowed"}


async def _http(_: Request, error: Exception) -> JSONResponse:
    fault = cast(HTTPException, error)
    code = _HTTP_CODES.get(fault.status_code, "request_invalid")
    answer = _answer(fault.status_code, code, str(fault.detail))
    answer.headers.update(fault.headers or {})
    return answer


def _answer(
    status: int, code: str, message: str, details: JsonObject | None = None
) -> JSONResponse:
    return JSONResponse(error_body(code, message, details), status_code=status)
