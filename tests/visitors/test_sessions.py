from __future__ import annotations

import hashlib
from collections.abc import Awaitable
from datetime import timedelta

import pytest
from sqlalchemy import select

from docsteward.base.errors import ReaderFault
from docsteward.base.values import Visitor
from docsteward.storage import Database, Visitors, Workspaces
from docsteward.storage.records import VisitorRecord
from docsteward.storage.tables import visitors
from docsteward.testing.clock import FakeClock
from docsteward.visitors import Sessions

ORIGIN = "https://docs.acme.dev"
TTL = timedelta(hours=2)


class Site:
    """A workspace with one allowed origin, and its sessions."""

    def __init__(self, database: Database) -> None:
        self.clock = FakeClock()
        self.allowed = {ORIGIN}
        self.database = database
        self.sessions = Sessions(
            Visitors(database),
            Workspaces(database),
            self.clock,
            TTL,
            allows=lambda origin: origin in self.allowed,
        )


@pytest.fixture
async def site(database: Database) -> Site:
    await Workspaces(database).ensure(id="ws_1", key="key-1", name="Acme Docs")
    return Site(database)


async def _refusal(attempt: Awaitable[object]) -> tuple[str, int]:
    with pytest.raises(ReaderFault) as caught:
        await attempt
    return caught.value.code, caught.value.status


async def test_j4_a_session_is_verified_by_its_token(site: Site) -> None:
    opened = await site.sessions.open(key="key-1", origin=ORIGIN)
    assert await site.sessions.verify(opened.token) == opened.visitor
    assert opened.expires_at == site.clock.now() + TTL
    assert opened.visitor == Visitor(
        id=opened.visitor.id, claims={"origin": ORIGIN, "workspace": "ws_1"}
    )


async def test_j4_only_the_hash_of_a_token_is_stored(site: Site) -> None:
    token = (await site.sessions.open(key="key-1", origin=ORIGIN)).token
    async with site.database.read() as connection:
        stored = (await connection.execute(select(visitors))).one()
    assert token not in str(stored)
    assert stored.session_hash == hashlib.sha256(token.encode()).hexdigest()


async def test_no_two_sessions_share_a_token_or_a_visitor(site: Site) -> None:
    opened = [await site.sessions.open(key="key-1", origin=ORIGIN) for _ in range(5)]
    assert len({session.token for session in opened}) == 5
    assert len({session.visitor.id for session in opened}) == 5
    assert all(len(session.token) == 43 for session in opened)


async def test_an_unknown_key_is_refused(site: Site) -> None:
    attempt = site.sessions.open(key="key-2", origin=ORIGIN)
    assert await _refusal(attempt) == ("key_unknown", 403)


@pytest.mark.parametrize("origin", [None, "null", "", "https://evil.dev", ORIGIN + "/"])
async def test_j4_another_origin_is_refused(site: Site, origin: str | None) -> None:
    attempt = site.sessions.open(key="key-1", origin=origin)
    assert await _refusal(attempt) == ("origin_refused", 403)


async def test_j4_null_is_refused_even_when_it_is_allowed(site: Site) -> None:
    site.allowed.add("null")
    attempt = site.sessions.open(key="key-1", origin="null")
    assert await _refusal(attempt) == ("origin_refused", 403)


async def test_a_session_ends_with_its_origins_permission(site: Site) -> None:
    opened = await site.sessions.open(key="key-1", origin=ORIGIN)
    site.allowed.clear()
    assert await _refusal(site.sessions.verify(opened.token)) == ("origin_refused", 403)


async def test_a_session_runs_out(site: Site) -> None:
    opened = await site.sessions.open(key="key-1", origin=ORIGIN)
    site.clock.advance(TTL.total_seconds() - 1)
    assert await site.sessions.verify(opened.token) == opened.visitor
    site.clock.advance(1)
    assert await _refusal(site.sessions.verify(opened.token)) == ("session_expired", 401)


@pytest.mark.parametrize("token", [None, ""])
async def test_a_missing_token_is_named(site: Site, token: str | None) -> None:
    assert await _refusal(site.sessions.verify(token)) == ("session_missing", 401)


@pytest.mark.parametrize("token", ["x", "a\x00b", chr(0xD800), "x" * 10_000])
async def test_m2_an_unknown_token_of_any_shape_reads_expired(site: Site, token: str) -> None:
    assert await _refusal(site.sessions.verify(token)) == ("session_expired", 401)


async def test_g2_a_level_above_public_counts_as_verified(site: Site) -> None:
    await Visitors(site.database).create(
        VisitorRecord(
            id="vis_1",
            workspace_id="ws_1",
            session_hash=hashlib.sha256(b"token").hexdigest(),
            origin=ORIGIN,
            level="user",
            created_at=site.clock.now(),
            expires_at=site.clock.now() + TTL,
        )
    )
    visitor = await site.sessions.verify("token")
    assert (visitor.level, visitor.verified) == ("user", True)
