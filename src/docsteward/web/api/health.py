"""Health: `/healthz` says that the process lives, `/readyz` that it can answer (SPEC J3)."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from docsteward import __version__
from docsteward.base.values import JsonObject
from docsteward.web.api.depends import Served
from docsteward.web.edge import error_body

router = APIRouter()


@router.get("/healthz", response_model=None)
async def alive() -> JsonObject:
    return {"status": "ok", "version": __version__}


@router.get("/readyz", response_model=None)
async def ready(product: Served) -> JSONResponse:
    problem = await product.is_ready()
    if problem is None:
        return JSONResponse({"status": "ready"})
    return JSONResponse(error_body("not_ready", problem), status_code=503)
