"""Transports for libraries that make their own requests (SPEC D5, B111)."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx2
import pytest
from guard_server import reply, serving

from docsteward.netguard import (
    GuardedClient,
    GuardedTransport,
    Limits,
    Refused,
    operator_http_client,
    system_ssl_context,
)
from docsteward.testing.network import FakeResolver, LoopbackDialer


def _library(port: int, limits: Limits | None = None) -> httpx2.AsyncClient:
    client = GuardedClient(
        resolver=FakeResolver({"a.test": [["93.184.215.14"]], "slow.test": "hang"}),
        dialer=LoopbackDialer(port=port),
        allow=(),
        limits=limits or Limits(),
        ssl_context=system_ssl_context(),
    )
    return httpx2.AsyncClient(transport=GuardedTransport(client), trust_env=False)


async def test_a_library_gets_a_decoded_response() -> None:
    page = reply(gzip.compress(b'{"a": 1}'), content_encoding="gzip", content_type="a/json")
    async with serving({"/": page}) as server, _library(server.port) as library:
        response = await library.get("http://a.test/", headers={"X-Key": "k", "Cookie": "c=1"})
        assert response.json() == {"a": 1}
        assert response.headers["content-type"] == "a/json"
        assert server.header("x-key") == "k"
        assert server.header("cookie") is None


async def test_a_library_may_post() -> None:
    async with serving() as server, _library(server.port) as library:
        assert (await library.post("http://a.test/", json={"b": 2})).text == "ok"
        assert server.requests[-1].endswith(b'{"b":2}')
        await library.post("http://a.test/")
        assert server.header("content-length") == "0"


async def test_b111_a_librarys_redirects_pass_the_rails_too() -> None:
    moved = reply(status="302 Found", location="http://10.0.0.1/")
    async with serving({"/": moved}) as server, _library(server.port) as library:
        with pytest.raises(httpx2.NetworkError) as caught:
            await library.get("http://a.test/", follow_redirects=True)
    assert isinstance(caught.value.__cause__, Refused)
    assert caught.value.__cause__.code == "address_refused"


async def test_a_library_never_takes_a_cut_body_for_a_whole_one() -> None:
    async with serving() as server, _library(server.port) as library:
        with pytest.raises(httpx2.NetworkError, match="too large"):
            await library.get("http://a.test/_b/over")


async def test_a_slow_host_is_a_timeout_to_a_library() -> None:
    async with _library(1, Limits(connect=0.05)) as library:
        with pytest.raises(httpx2.TimeoutException):
            await library.get("http://slow.test/")


async def test_a_library_may_not_use_other_methods() -> None:
    async with _library(1) as library:
        with pytest.raises(httpx2.NetworkError, match="TRACE"):
            await library.request("TRACE", "http://a.test/")


async def test_the_operators_client_keeps_no_cookie_and_uses_no_proxy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9/")
    async with serving() as server, operator_http_client(timeout=5.0) as client:
        for _ in range(2):
            response = await client.get(f"http://127.0.0.1:{server.port}/_b/cookie")
            assert response.headers["set-cookie"]
        assert server.header("cookie") is None
        assert server.header("user-agent", at=0) == client.headers["user-agent"]


async def test_the_operators_client_takes_no_passwords_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login a password b\n", "utf-8")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    async with serving() as server, operator_http_client() as client:
        await client.get(f"http://127.0.0.1:{server.port}/")
        assert server.header("authorization") is None


async def test_the_operators_client_walks_no_redirect() -> None:
    moved = reply(status="302 Found", location="/n")
    async with serving({"/": moved}) as server, operator_http_client() as client:
        assert (await client.get(f"http://127.0.0.1:{server.port}/")).status_code == 302
