"""Health: `/healthz` says that the process lives, `/readyz` that it can answer (SPEC J3)."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from docsteward import __version__
from docsteward.web.api.depends import Served
from docsteward.web.edge import error_body, log_fault

router = APIRouter()


@router.get("/healthz")
async def alive() -> JSONResponse:
    return JSONResponse({"status": "ok", "version": __version__})


@router.get("/readyz")
async def ready(product: Served) -> JSONResponse:
    fault = await product.fault()
    if fault is None:
        return JSONResponse({"status": "ready"})
    log_fault("not_ready", fault)
    # The fault's own words may name a path or a host: anybody may ask this route.
    body = error_body("not_ready", "The server's log says what is missing.", {"cause": fault.code})
    return JSONResponse(body, status_code=503)
