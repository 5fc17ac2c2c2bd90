"""Anonymous sessions: a token that only its reader holds, bound to an allowed origin."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from docsteward.base.clock import Clock
from docsteward.base.errors import ReaderFault
from docsteward.base.ids import new_id
from docsteward.base.values import Visitor
from docsteward.storage.people import Visitors, Workspaces
from docsteward.storage.records import VisitorRecord

_TOKEN_BYTES = 32


@dataclass(frozen=True, kw_only=True)
class OpenSession:
    """A new session; this is the only place where its token is ever seen."""

    token: str
    visitor: Visitor
    expires_at: datetime


class Sessions:
    """Opens sessions and checks their tokens (SPEC J4: bearer tokens, no cookies).

    `allows` says whether an origin is, to the letter, one of the workspace's allowed ones. A
    visitor's claims hold `origin` and `workspace`; `origin` is what `follow_origin` trusts
    (SPEC C5).
    """

    def __init__(
        self,
        visitors: Visitors,
        workspaces: Workspaces,
        clock: Clock,
        ttl: timedelta,
        *,
        allows: Callable[[str], bool],
    ) -> None:
        self._visitors = visitors
        self._workspaces = workspaces
        self._clock = clock
        self._ttl = ttl
        self._allows = allows

    async def open(self, *, key: str, origin: str | None) -> OpenSession:
        """Open an anonymous, public session for a widget key and a browser's `Origin`.

        Raises ReaderFault `key_unknown` (403) or `origin_refused` (403).
        """
        workspace = await self._workspaces.by_key(key)
        if workspace is None:
            raise ReaderFault(
                "key_unknown",
                f"No site has the widget key {key!r}; copy the key from the site's settings.",
                status=403,
            )
        origin = self._allowed(origin)
        now = self._clock.now()
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        record = VisitorRecord(
            id=new_id("vis"),
            workspace_id=workspace.id,
            session_hash=_hashed(token),
            origin=origin,
            created_at=now,
            expires_at=now + self._ttl,
        )
        await self._visitors.create(record)
        return OpenSession(token=token, visitor=_visitor(record), expires_at=record.expires_at)

    async def verify(self, token: str | None) -> Visitor:
        """Return the visitor who holds this token.

        Raises ReaderFault `session_missing` (401), `session_expired` (401; unknown ones too, so
        that nobody learns which tokens existed), or `origin_refused` (403) when the site has
        taken the session's origin off its list since.
        """
        if not token:
            raise ReaderFault(
                "session_missing",
                "No session token was sent; open a session and send it as a bearer token.",
                status=401,
            )
        record = await self._visitors.by_session(_hashed(token))
        if record is None or record.expires_at <= self._clock.now():
            raise ReaderFault(
                "session_expired",
                "The session is unknown or has run out; open a new one.",
                status=401,
            )
        self._allowed(record.origin)
        return _visitor(record)

    def _allowed(self, origin: str | None) -> str:
        # `null` is what sandboxed frames and local files send: it names nobody (SPEC J4).
        if origin is None or origin == "null" or not self._allows(origin):
            raise ReaderFault(
                "origin_refused",
                f"The origin {origin!r} may not use this site's assistant; "
                "add it to site.allowed_origins if it should.",
                status=403,
            )
        return origin


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _visitor(record: VisitorRecord) -> Visitor:
    return Visitor(
        id=record.id,
        level=record.level,
        # No level above public is ever stored without a proof (SPEC G2).
        verified=record.level != "public",
        claims={"origin": record.origin, "workspace": record.workspace_id},
    )
