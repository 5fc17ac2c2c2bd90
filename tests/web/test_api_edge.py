"""The browser's edge: origins, hosts, limits, caches, and one body for every error (SPEC J4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from docsteward.base.errors import OperatorFault, SiteFault
from docsteward.base.values import JsonValue
from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.testing.client import AppClient
from docsteward.testing.house import ORIGIN, House, a_reader, an_app, asking
from docsteward.web.app import create_app

FOREIGN = "https://docs.example.evil.example"


def quiet() -> House:
    return House(model=ScriptedModel([Says(text=("Ten [1].",))]))


def assert_readable(headers: Mapping[str, str]) -> None:
    """A browser of the site can read the answer, and no cache keeps it for another origin."""
    assert headers["access-control-allow-origin"] == ORIGIN
    assert "origin" in headers["vary"].lower()
    assert "no-store" in headers["cache-control"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/api/v1/session", 403),  # key_unknown
        ("POST", "/api/v1/chat", 401),
        ("GET", "/api/v1/nothing", 404),
        ("DELETE", "/api/v1/chat", 405),
        ("GET", "/api/v1/conversations/talk", 401),
        ("GET", "/api/v1/turns/turn_x/events", 401),
        ("POST", "/api/v1/turns/turn_x/stop", 401),
        ("POST", "/api/v1/calls/call_x", 401),
        ("POST", "/api/v1/offers/off_x/press", 401),
        ("POST", "/api/v1/offers/off_x/outcome", 401),
    ],
)
async def test_b128_j4_a_browser_can_read_every_refusal(
    method: str, path: str, status: int
) -> None:
    async with quiet().open() as product:
        client = AppClient(app=an_app(product), origin=ORIGIN)
        reply = await client.send(method, path, json_body=_body_for(path))
        assert reply.status == status, reply.body
        assert reply.code
        assert_readable(reply.headers)


def _body_for(path: str) -> JsonValue:
    if path.endswith("session"):
        return {"key": "nobody's"}
    return asking("the pro plan?") if path.endswith("chat") else {"ok": True}


def everywhere(origin: str) -> bool:
    return bool(origin)


async def test_b128_j4_good_answers_and_streams_are_readable_and_never_kept() -> None:
    async with quiet().open() as product:
        reader = await a_reader(product)
        stream = await reader.post("/api/v1/chat", asking("the pro plan?"))
        assert stream.status == 200
        assert_readable(stream.headers)
        assert stream.headers["access-control-expose-headers"] == "x-vercel-ai-ui-message-stream"
        whole = await reader.get("/api/v1/conversations/talk")
        assert whole.status == 200
        assert_readable(whole.headers)


async def test_b128_a_preflight_is_answered_for_the_site_alone() -> None:
    async with quiet().open() as product:
        client = AppClient(app=an_app(product), origin=ORIGIN)
        asked = {"access-control-request-method": "POST"}
        reply = await client.send("OPTIONS", "/api/v1/chat", headers=asked)
        assert reply.status == 204
        assert_readable(reply.headers)
        allowed = reply.headers["access-control-allow-headers"]
        assert {"authorization", "content-type", "last-event-id"} <= set(allowed.split(", "))
        assert "access-control-allow-credentials" not in reply.headers

        for origin in (FOREIGN, "null", None, ORIGIN + "/", ORIGIN.upper(), "http://docs.example"):
            refused = await replace(client, origin=origin).send("OPTIONS", "/api/v1/chat")
            assert (refused.status, refused.code) == (403, "origin_refused"), origin
            assert "access-control-allow-origin" not in refused.headers
            assert "origin" in refused.headers["vary"].lower()


async def test_j4_null_is_refused_even_where_a_list_would_allow_it() -> None:
    async with quiet().open() as product:
        everyone = replace(product, allows_origin=everywhere)
        client = AppClient(app=an_app(everyone), origin="null")
        refused = await client.post("/api/v1/session", {"key": "example"})
        assert (refused.status, refused.code) == (403, "origin_refused")
        assert "access-control-allow-origin" not in refused.headers


async def test_j4_a_session_needs_an_allowed_origin() -> None:
    async with quiet().open() as product:
        for origin in (FOREIGN, "null", None):
            client = AppClient(app=an_app(product), origin=origin)
            refused = await client.post("/api/v1/session", {"key": "example"})
            assert (refused.status, refused.code) == (403, "origin_refused")


@pytest.mark.parametrize(
    "host", ["evil.example", "evil@localhost", "localhost.evil.example", "", "localhost:80:80", "["]
)
@pytest.mark.parametrize("path", ["/api/v1/chat", "/healthz", "/widget.js", "/nothing"])
async def test_j4_another_host_is_refused_on_every_route(host: str, path: str) -> None:
    async with quiet().open() as product:
        client = AppClient(app=an_app(product), origin=ORIGIN, host=host)
        refused = await client.get(path)
        assert (refused.status, refused.code) == (421, "host_refused")
        preflight = await client.send("OPTIONS", path)
        assert preflight.status == 421
        if path.startswith("/api/"):
            assert_readable(refused.headers)


@pytest.mark.parametrize("host", ["localhost", "localhost:8400", "LOCALHOST"])
async def test_j4_the_own_host_is_served_with_any_port(host: str) -> None:
    async with quiet().open() as product:
        reply = await AppClient(app=an_app(product), host=host).get("/healthz")
        assert reply.status == 200
        assert reply.json["status"] == "ok"


async def test_without_named_hosts_every_host_is_served() -> None:
    async with quiet().open() as product:
        app = create_app(product, hosts=frozenset())
        assert (await AppClient(app=app, host="anything.example").get("/healthz")).status == 200


async def test_m2_a_body_over_the_limit_is_refused_however_it_comes() -> None:
    async with quiet().open() as product:
        reader = await a_reader(product)
        large = b"x" * 1_000_001
        whole = await reader.send("POST", "/api/v1/chat", content=large)
        assert (whole.status, whole.code) == (413, "too_large")
        assert_readable(whole.headers)
        pieces = [large[:600_000], large[600_000:]]
        chunked = await reader.send("POST", "/api/v1/chat", chunks=pieces)
        assert (chunked.status, chunked.code) == (413, "too_large")
        assert_readable(chunked.headers)
        lying = await reader.send(
            "POST", "/api/v1/chat", content=large, headers={"content-length": "10"}
        )
        assert lying.status == 413


@pytest.mark.parametrize("told", ["9" * 5000, "²", "-1", "ten", ""])
async def test_m2_a_strange_length_breaks_nothing(told: str) -> None:
    async with quiet().open() as product:
        client = AppClient(app=an_app(product), origin=ORIGIN)
        reply = await client.send(
            "POST", "/api/v1/session", content=b"{}", headers={"content-length": told}
        )
        assert reply.status in (413, 422)


async def test_a_client_that_leaves_while_it_sends_starts_nothing() -> None:
    async with quiet().open() as product:
        reader = await a_reader(product)
        sent: list[object] = []

        async def send(message: object) -> None:
            sent.append(message)

        async def receive() -> dict[str, object]:
            return {"type": "http.disconnect"}

        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/v1/chat",
            "headers": [(b"host", b"localhost")],
        }
        await reader.app(scope, receive, send)  # pyright: ignore[reportArgumentType] - a bare one
        assert sent == []


async def test_b128_an_unexpected_fault_is_one_readable_500_that_says_nothing_of_itself() -> None:
    async with quiet().open() as product:
        reader = await a_reader(product)
        app = an_app(product)

        @app.get("/api/v1/breaks")
        async def breaks() -> None:  # pyright: ignore[reportUnusedFunction] - the route itself
            raise RuntimeError("the secret of the house")

        reply = await replace(reader, app=app).get("/api/v1/breaks")
        assert (reply.status, reply.code) == (500, "internal")
        assert b"secret" not in reply.body
        assert_readable(reply.headers)


@pytest.mark.parametrize("kind", [OperatorFault, SiteFault])
async def test_a_fault_of_the_server_is_a_503_that_names_no_path(
    kind: type[OperatorFault] | type[SiteFault],
) -> None:
    async with quiet().open() as product:
        reader = await a_reader(product)
        app = an_app(product)

        @app.get("/api/v1/breaks")
        async def breaks() -> None:  # pyright: ignore[reportUnusedFunction] - the route itself
            raise kind("database_unavailable", "The database '/srv/secret.db' does not work.")

        reply = await replace(reader, app=app).get("/api/v1/breaks")
        assert (reply.status, reply.code) == (503, "unavailable")
        assert b"secret" not in reply.body
        assert_readable(reply.headers)


async def test_j3_readiness_says_whether_questions_can_be_answered() -> None:
    async with quiet().open() as product:
        client = AppClient(app=an_app(product))
        assert (await client.get("/readyz")).json == {"status": "ready"}

        async def fault() -> OperatorFault:
            return OperatorFault("index_missing", "There is no index in '/srv/secret'.")

        unready = await AppClient(app=an_app(replace(product, fault=fault))).get("/readyz")
        assert (unready.status, unready.code) == (503, "not_ready")
        assert unready.json["error"]["details"] == {"cause": "index_missing"}
        assert b"secret" not in unready.body


async def test_j3_a_closed_database_is_not_ready() -> None:
    async with quiet().open() as product:
        client = AppClient(app=an_app(product))
        await product.database.close()
        unready = await client.get("/readyz")
        assert (unready.status, unready.code) == (503, "not_ready")


async def test_the_widget_is_asked_again_cheaply() -> None:
    async with quiet().open() as product:
        client = AppClient(app=an_app(product), origin="https://any.example")
        first = await client.get("/widget.js")
        assert first.status == 200
        assert first.headers["content-type"].startswith("text/javascript")
        assert first.headers["access-control-allow-origin"] == "*"
        assert first.headers["x-content-type-options"] == "nosniff"
        tag = first.headers["etag"]
        for said in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            again = await client.get("/widget.js", headers={"if-none-match": said})
            assert (again.status, again.body) == (304, b""), said
            assert again.headers["etag"] == tag
        other = await client.get("/widget.js", headers={"if-none-match": '"other"'})
        assert other.body == first.body
