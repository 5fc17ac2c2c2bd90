"""What the routes need, handed in by the assembler, and the bearer's door in front of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from docsteward.base.errors import ReaderFault
from docsteward.base.values import Visitor
from docsteward.turn.eventlog import EventLog
from docsteward.turn.press import PressService
from docsteward.turn.service import TurnService
from docsteward.turn.state import Records
from docsteward.visitors.sessions import Sessions


@dataclass(frozen=True, kw_only=True)
class Services:
    """The open services of one server process."""

    site_name: str
    sessions: Sessions
    turns: TurnService
    presses: PressService
    records: Records
    events: EventLog
    allows_origin: Callable[[str], bool]
    is_ready: Callable[[], Awaitable[str | None]]
    heartbeat_seconds: float


def services_of(request: Request) -> Services:
    """Return the services that the application was made over."""
    return request.app.state.services


Served = Annotated[Services, Depends(services_of)]


async def bearer(request: Request, services: Served) -> Visitor:
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
    visitor = await services.sessions.verify(token.strip())
    origin = request.headers.get("origin")
    if origin is not None and origin != visitor.claims.get("origin"):
        raise ReaderFault("origin_refused", "This session belongs to another origin.", status=403)
    return visitor


Reader = Annotated[Visitor, Depends(bearer)]
