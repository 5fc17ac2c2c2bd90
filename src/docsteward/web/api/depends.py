"""What routes depend on: the open product, and the reader whom a bearer token names."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from docsteward.base.errors import ReaderFault
from docsteward.base.values import Visitor
from docsteward.wiring import Product


def product_of(request: Request) -> Product:
    """Return the product that the application was made over."""
    return request.app.state.product


Served = Annotated[Product, Depends(product_of)]


async def bearer(request: Request, product: Served) -> Visitor:
    """Turn a bearer token into its visitor, or refuse.

    A browser's `Origin` must be the one that opened the session: a token that leaks to another
    site is of no use there.
    """
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise ReaderFault(
            "session_missing",
            "Send `Authorization: Bearer TOKEN`; POST /api/v1/session gives a token.",
            status=401,
        )
    visitor = await product.sessions.verify(token.strip())
    origin = request.headers.get("origin")
    if origin is not None and origin != visitor.claims.get("origin"):
        raise ReaderFault("origin_refused", "This session belongs to another origin.", status=403)
    return visitor


Reader = Annotated[Visitor, Depends(bearer)]
