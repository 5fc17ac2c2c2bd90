"""SPEC D5, B110: every row of the shared test table, against a loopback server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
from guard_server import Certificates, Server, mute, reply, serving

from docsteward.netguard import GuardedClient, Limits, Refused, Response
from docsteward.testing.network import FakeResolver, LoopbackDialer

Row = dict[str, Any]

TABLE = cast("Row", json.loads((Path(__file__).parent / "data/ssrf.json").read_text("utf-8")))
ROWS = cast("list[Row]", TABLE["vectors"])
PUBLIC = {TABLE["public_ip"], TABLE["public_ip6"]}

SCALE = 1 / 20
SLACK = 3.0  # What a busy machine may add.


@dataclass(kw_only=True)
class Bench:
    """A guarded client on a row's own names, and what it did."""

    client: GuardedClient
    resolver: FakeResolver
    dialer: LoopbackDialer
    server: Server


def _limits(row: Row) -> Limits:
    if "max_s" not in row:
        return Limits()
    return Limits(connect=6 * SCALE, read=6 * SCALE, total=10 * SCALE)


@asynccontextmanager
async def _bench(row: Row, certificates: Certificates) -> AsyncGenerator[Bench]:
    replies: dict[str, bytes] = {}
    if "location" in row:
        replies["/_b/redirect"] = reply(status="302 Found", location=row["location"])
    async with AsyncExitStack() as stack:
        plain = await stack.enter_async_context(serving(replies))
        tls = await stack.enter_async_context(serving(tls=certificates.server))
        hanging = await stack.enter_async_context(mute())
        resolver = FakeResolver(row.get("dns", {}))
        dialer = LoopbackDialer(
            port=plain.port,
            ports={443: hanging if row.get("server") == "hang_tls" else tls.port},
        )
        client = GuardedClient(
            resolver=resolver,
            dialer=dialer,
            allow=row.get("allow", ()),
            limits=_limits(row),
            ssl_context=certificates.client,
        )
        secure = row["url"].startswith("https")
        yield Bench(
            client=client, resolver=resolver, dialer=dialer, server=tls if secure else plain
        )


async def _outcome(bench: Bench, row: Row) -> Response | Refused:
    """Run a row as often as it says; its expectation is for the last time."""
    outcome: Response | Refused | None = None
    for _ in range(row.get("repeat", 1)):
        try:
            outcome = await bench.client.get(row["url"])
        except Refused as refused:
            outcome = refused
    assert outcome is not None
    return outcome


def _check(row: Row, outcome: Response | Refused, server: Server) -> None:
    match row["expect"]:
        case "deny":
            assert isinstance(outcome, Refused)
        case "timeout":
            assert isinstance(outcome, Refused)
            assert outcome.code == "timeout"
        case "allow":
            assert isinstance(outcome, Response)
            assert (outcome.status, outcome.truncated) == (200, False)
            assert server.requests
        case "cut":
            assert isinstance(outcome, Response)
            assert (len(outcome.body), outcome.truncated) == (TABLE["max_body"], True)
        case expect:
            assert expect == "either"


def _may_dial(row: Row) -> set[str]:
    """The only addresses that a row may dial, told without the code under test."""
    if "connect" in row:
        return set(row["connect"])
    if row["expect"] != "allow":
        return PUBLIC | ({"10.0.0.5"} if "allow" in row else set())
    answers = row.get("dns", {}).values()
    named = {address for answer in answers for address in answer[0]}
    return named | {row["url"].split("/")[2].strip("[]")} | {"fd00::5"}


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
async def test_b110_vector(row: Row, certificates: Certificates) -> None:
    """SPEC D5, D10, C5; B110, B111: each row comes out as the table says."""
    loop = asyncio.get_running_loop()
    async with _bench(row, certificates) as bench:
        began = loop.time()
        outcome = await _outcome(bench, row)
        took = loop.time() - began
    _check(row, outcome, bench.server)
    assert set(bench.dialer.dialled) <= _may_dial(row)
    assert took <= row.get("max_s", 10 / SCALE) * SCALE + SLACK
    if "lookups" in row:
        assert len(bench.resolver.asked) == row["lookups"]
    assert all(b"\ncookie:" not in request.lower() for request in bench.server.requests)


def test_the_table_is_whole() -> None:
    assert len(ROWS) == 331
    assert len({row["id"] for row in ROWS}) == len(ROWS)
