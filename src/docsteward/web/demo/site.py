"""The made-up product's own site, which `docsteward demo` serves on a port of its own."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from docsteward.base.ids import new_id
from docsteward.web.demo.edge import SiteEdge, site_policy
from docsteward.web.demo.layout import Embed, docs_page, home_page, missing_page, pricing_page
from docsteward.web.demo.live import SupportDesk, plan_reply
from docsteward.web.demo.pages import load_pages

SESSION_COOKIE = "larkpost_session"
DEMO_FOLDER = Path(__file__).parent
DOCS_FOLDER = DEMO_FOLDER / "docs"
CONFIG_FILE = DEMO_FOLDER / "docsteward.yml"

_STATIC = DEMO_FOLDER / "static"
_STATIC_TYPES: Mapping[str, str] = {
    "site.css": "text/css",
    "site.js": "text/javascript",
    "mark.svg": "image/svg+xml",
}
_BODY_LIMIT = 20_000  # A support request at its longest is under 5,000 characters.
_NO_STORE = {"cache-control": "no-store"}
_ORIGIN = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?|https?://\[[0-9A-Fa-f:.]+\](:\d{1,5})?")


def demo_site(
    *,
    docs_folder: Path = DOCS_FOLDER,
    widget_origin: str,
    widget_key: str,
    allowed_hosts: Sequence[str] = ("127.0.0.1", "localhost", "::1"),
    support_failures: int = 0,
) -> Starlette:
    """Build the site: documentation, pricing and live endpoints, each page with the widget.

    `widget_origin` is the Docsteward server (`http://127.0.0.1:8400`), `widget_key` the site's
    key. `allowed_hosts` are the names it answers to (SPEC J4). `support_failures` makes the first
    so many support requests fail, for tests. Raises ValueError for an origin that is none, and
    FileNotFoundError when `docs_folder` holds no page.
    """
    origin = widget_origin.rstrip("/")
    # The origin goes into a header and a tag: nothing but an origin may get there.
    if not _ORIGIN.fullmatch(origin):
        raise ValueError(
            f"widget_origin {widget_origin!r} is no origin: give scheme, host and port, "
            "such as 'http://127.0.0.1:8400'."
        )
    site = _Site(
        docs_folder=docs_folder,
        embed=Embed(origin=origin, key=widget_key),
        desk=SupportDesk(failures=support_failures),
    )
    edge = Middleware(SiteEdge, allowed_hosts=tuple(allowed_hosts), policy=site_policy(origin))
    return Starlette(
        routes=site.routes(), middleware=[edge], exception_handlers={HTTPException: site.refuse}
    )


class _Site:
    """The endpoints, with what they share: rendered pages, one session token, one desk."""

    def __init__(self, *, docs_folder: Path, embed: Embed, desk: SupportDesk) -> None:
        pages = load_pages(docs_folder)
        self._docs = {page.path: docs_page(page, pages, embed) for page in pages}
        self._embed = embed
        self._desk = desk
        # One token for all readers is enough: it only shows that a cookie travelled.
        self._session = new_id("demo")

    def routes(self) -> list[Route]:
        return [
            Route("/", self.home),
            Route("/pricing", self.pricing),
            Route("/docs", self.to_docs),
            Route("/docs/{path:path}", self.docs),
            Route("/static/{name}", self.static),
            Route("/api/plans/{plan}", self.plan),
            Route("/api/support", self.support, methods=["POST"]),
            Route("/health", self.health),
        ]

    async def home(self, request: Request) -> Response:
        return self._page(request, home_page(self._embed))

    async def pricing(self, request: Request) -> Response:
        return self._page(request, pricing_page(request.query_params.get("plan"), self._embed))

    async def to_docs(self, _: Request) -> Response:
        return RedirectResponse("/docs/", status_code=308)

    async def docs(self, request: Request) -> Response:
        path = str(request.path_params["path"])
        if path in self._docs:
            return self._page(request, self._docs[path])
        if f"{path}/" in self._docs:
            return RedirectResponse(f"/docs/{path}/", status_code=308)
        raise HTTPException(404)

    async def static(self, request: Request) -> Response:
        name = str(request.path_params["name"])
        if name not in _STATIC_TYPES:
            raise HTTPException(404)
        return FileResponse(
            _STATIC / name,
            media_type=_STATIC_TYPES[name],
            headers={"cache-control": "no-cache"},
        )

    async def plan(self, request: Request) -> Response:
        status, body = plan_reply(
            str(request.path_params["plan"]), signed_in=self._signed_in(request)
        )
        return JSONResponse(body, status_code=status, headers=_NO_STORE)

    async def support(self, request: Request) -> Response:
        origin = request.headers.get("origin")
        if origin is not None and origin != f"{request.url.scheme}://{request.url.netloc}":
            raise HTTPException(403, "Requests from another site are not taken")
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise HTTPException(415, "Send the request as application/json")
        sent = await _read_body(request)
        status, body = self._desk.reply(sent, key=request.headers.get("idempotency-key"))
        return JSONResponse(body, status_code=status, headers=_NO_STORE)

    async def health(self, _: Request) -> Response:
        return JSONResponse({"status": "ok"}, headers=_NO_STORE)

    async def refuse(self, request: Request, error: Exception) -> Response:
        """Answer an HTTPException: as JSON below /api/, as a page elsewhere."""
        assert isinstance(error, HTTPException)
        if request.url.path.startswith("/api/"):
            return JSONResponse(
                {"message": f"{request.method} {request.url.path}: {error.detail}."},
                status_code=error.status_code,
                headers={**_NO_STORE, **(error.headers or {})},
            )
        return HTMLResponse(
            missing_page(self._embed), status_code=error.status_code, headers=error.headers
        )

    def _signed_in(self, request: Request) -> bool:
        sent = request.cookies.get(SESSION_COOKIE, "")
        return secrets.compare_digest(sent.encode(), self._session.encode())

    def _page(self, request: Request, html: str) -> Response:
        response = HTMLResponse(html, headers={"cache-control": "no-cache"})
        if not self._signed_in(request):
            response.set_cookie(SESSION_COOKIE, self._session, httponly=True, samesite="lax")
        return response


async def _read_body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _BODY_LIMIT:
            raise HTTPException(413, f"A request may have {_BODY_LIMIT:,} bytes")
    return bytes(body)
