"""The guarded client end to end, against a loopback server (SPEC D5)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpcore2
import pytest
from guard_server import Certificates, Server, mute, reply, serving

from docsteward import __version__
from docsteward.netguard import (
    GuardedClient,
    Limits,
    OperatorClient,
    Refused,
    Response,
    system_ssl_context,
)
from docsteward.testing.network import Answers, FakeResolver, LoopbackDialer

PUBLIC = "93.184.215.14"
NAMES: Mapping[str, Answers] = {
    "a.test": [[PUBLIC]],
    "b.test": [["93.184.215.15"]],
    "inside.test": [["10.0.0.5"]],
}


@dataclass(frozen=True, kw_only=True)
class Bench:
    client: GuardedClient
    dialer: LoopbackDialer
    resolver: FakeResolver
    server: Server


def _client(dialer: LoopbackDialer, resolver: FakeResolver, limits: Limits) -> GuardedClient:
    return GuardedClient(
        resolver=resolver,
        dialer=dialer,
        allow=["inside.test"],
        limits=limits,
        ssl_context=system_ssl_context(),
    )


@asynccontextmanager
async def bench(
    replies: Mapping[str, bytes] | None = None, *, limits: Limits | None = None
) -> AsyncGenerator[Bench]:
    async with serving(replies) as server:
        dialer = LoopbackDialer(port=server.port)
        resolver = FakeResolver(NAMES)
        client = _client(dialer, resolver, limits or Limits())
        yield Bench(client=client, dialer=dialer, resolver=resolver, server=server)


async def _refusal(bench: Bench, url: str, **headers: str) -> Refused:
    with pytest.raises(Refused) as caught:
        await bench.client.get(url, headers=headers)
    return caught.value


def _to(location: str, *, status: str = "302 Found") -> bytes:
    return reply(b"moved", status=status, location=location)


async def test_d5_a_get_brings_the_whole_response() -> None:
    page = reply(b"<p>hi", status="404 Not Found", content_type="text/html", x_a="1")
    async with bench({"/p?q=1": page}) as at:
        response = await at.client.get("http://A.test/p?q=1#part")
    assert response == Response(
        status=404,
        headers={"content-length": "5", "content-type": "text/html", "x-a": "1"},
        body=b"<p>hi",
        url="http://a.test/p?q=1",
        truncated=False,
    )
    assert at.dialer.dialled == [PUBLIC]
    assert at.resolver.asked == ["a.test"]


async def test_d5_the_request_names_the_server_and_sends_nothing_else() -> None:
    async with bench() as at:
        await at.client.get("http://a.test:8080/", headers={"X-Key": "k", "Accept": "text/html"})
    head = at.server.requests[0].decode().split("\r\n")
    assert head == [
        "GET / HTTP/1.1",
        "Host: a.test:8080",
        f"User-Agent: docsteward/{__version__} (+https://docsteward.dev)",
        "Accept-Encoding: gzip, deflate",
        "Connection: close",
        "X-Key: k",
        "Accept: text/html",
        "",
        "",
    ]


async def test_d5_proxy_variables_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    async with bench() as at:
        assert (await at.client.get("http://a.test/")).status == 200
    assert at.dialer.dialled == [PUBLIC]


async def test_d2_a_post_sends_its_content_and_follows_nothing() -> None:
    async with bench({"/go": _to("/elsewhere", status="307 Temporary Redirect")}) as at:
        response = await at.client.post(
            "http://a.test/go", content=b'{"a":1}', headers={"Content-Type": "application/json"}
        )
    assert response.status == 307
    assert response.body == b"moved"
    assert len(at.server.requests) == 1
    assert at.server.requests[0].endswith(b"\r\n\r\n" + b'{"a":1}')
    assert at.server.header("content-length") == "7"


async def test_an_empty_post_says_its_length() -> None:
    async with bench() as at:
        await at.client.post("http://a.test/", content=b"")
    assert at.server.header("content-length") == "0"


@pytest.mark.parametrize("count", [1, 3])
async def test_d5_up_to_three_redirects_are_walked(count: int) -> None:
    hops = {f"/{at}": _to(f"/{at + 1}") for at in range(count)}
    async with bench(hops) as at:
        response = await at.client.get("http://a.test/0")
    assert (response.status, response.url) == (200, f"http://a.test/{count}")
    assert len(at.resolver.asked) == count + 1


async def test_d5_a_fourth_redirect_ends_the_request() -> None:
    async with bench({f"/{at}": _to(f"/{at + 1}") for at in range(9)}) as at:
        refused = await _refusal(at, "http://a.test/0")
    assert refused.code == "too_many_redirects"
    assert len(at.server.requests) == 4


async def test_b110_each_hop_passes_the_rails() -> None:
    async with bench({"/": _to("http://127.0.0.1/")}) as at:
        refused = await _refusal(at, "http://a.test/")
    assert refused.code == "redirect_refused"
    assert at.dialer.dialled == [PUBLIC]


@pytest.mark.parametrize("status", ["300 Multiple Choices", "304 Not Modified", "200 OK"])
async def test_other_statuses_are_not_walked(status: str) -> None:
    body = b"" if status.startswith("304") else b"x"
    async with bench({"/": reply(body, status=status, location="/n")}) as at:
        response = await at.client.get("http://a.test/")
    assert (response.status, response.body) == (int(status[:3]), body)


async def test_a_redirect_without_a_location_is_a_response() -> None:
    async with bench({"/": reply(b"x", status="302 Found")}) as at:
        assert (await at.client.get("http://a.test/")).body == b"x"


@pytest.mark.parametrize("hop", ["http://b.test/n", "http://a.test:8080/n"])
async def test_d2_secrets_stay_at_their_origin(hop: str) -> None:
    """Once dropped they stay dropped, though the next hop leads back to where they belong."""
    async with bench({"/": _to(hop), "/n": _to("http://a.test/z")}) as at:
        await at.client.get(
            "http://a.test/", headers={"Authorization": "s", "X-Key": "s", "Accept": "text/html"}
        )
        sent = [
            [at.server.header(name, at=hop) for name in ("authorization", "x-key", "accept")]
            for hop in range(3)
        ]
    assert sent == [["s", "s", "text/html"], [None, None, "text/html"], [None, None, "text/html"]]


async def test_headers_stay_within_one_origin() -> None:
    async with bench({"/": _to("/n")}) as at:
        await at.client.get("http://a.test/", headers={"Authorization": "s"})
        assert at.server.header("authorization") == "s"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Host", "b.test"),
        ("cookie", "a=1"),
        ("Proxy-Authorization", "x"),
        ("Transfer-Encoding", "chunked"),
        ("Content-Length", "1"),
        ("User-Agent", "x"),
        ("X Y", "1"),
        ("", "1"),
        ("X-A", "secret\r\nX-B: 1"),
        ("X-A", "secret\n"),
        ("X-A", "secré"),
    ],
)
async def test_headers_that_break_the_frame_are_refused(name: str, value: str) -> None:
    async with bench() as at:
        refused = await _refusal(at, "http://a.test/", **{name: value})
    assert refused.code == "bad_header"
    assert "secr" not in refused.message
    assert at.dialer.dialled == []


async def test_d5_listed_hosts_are_reached_and_followed_urls_are_not() -> None:
    """SPEC C5: the operator's list never applies to a followed URL."""
    async with bench() as at:
        assert (await at.client.get("http://inside.test/")).status == 200
        with pytest.raises(Refused, match="address_refused"):
            await at.client.without_allowed().get("http://inside.test/")


async def test_b111_an_import_by_url_is_refused_inside() -> None:
    async with bench() as at:
        refused = await _refusal(at, "http://192.168.0.1/openapi.json")
    assert refused.code == "address_refused"
    assert refused.reacts == "model"
    assert at.dialer.dialled == []


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("inf_1xx", "too_large"),
        ("inf_headers", "too_large"),
        ("inf_trailers", "bad_response"),
        ("tiny_chunks", "too_large"),
        ("short", "bad_response"),
        ("upgrade", "bad_response"),
        ("http09", "bad_response"),
        ("gzip_garbage", "bad_response"),
        ("zstd_bomb", "encoding_unknown"),
    ],
)
async def test_b106_hostile_replies_end(script: str, code: str) -> None:
    """SPEC D5: floods end by bytes, long before the clock."""
    async with bench() as at:
        refused = await _refusal(at, f"http://a.test/_b/{script}")
    assert refused.code == code
    assert refused.sent


async def test_the_byte_cap_spans_all_hops() -> None:
    hop = _to("/n") + b"x" * 3000
    limits = Limits(wire=4000, head=3500)
    async with bench({"/": hop, "/n": reply(b"y" * 2000)}, limits=limits) as at:
        refused = await _refusal(at, "http://a.test/")
    assert refused.code == "too_large"
    assert len(at.server.requests) == 2


async def test_the_head_of_each_hop_counts_from_nothing() -> None:
    hop = reply(status="302 Found", location="/n", x_long="x" * 2000)
    limits = Limits(head=3000)
    async with bench({"/": hop, "/n": reply(x_long="x" * 2000)}, limits=limits) as at:
        assert (await at.client.get("http://a.test/")).status == 200


async def test_bytes_under_tls_are_counted_too(certificates: Certificates) -> None:
    async with serving(tls=certificates.server) as server:
        client = GuardedClient(
            resolver=FakeResolver({"public.test": [[PUBLIC]]}),
            dialer=LoopbackDialer(port=server.port),
            allow=(),
            limits=Limits(),
            ssl_context=certificates.client,
        )
        with pytest.raises(Refused, match="too_large"):
            await client.get("https://public.test/_b/inf_1xx")


async def test_d5_one_clock_spans_everything() -> None:
    async with bench({"/": _to("/_b/drip")}, limits=Limits(total=0.3)) as at:
        began = asyncio.get_running_loop().time()
        refused = await _refusal(at, "http://a.test/")
        took = asyncio.get_running_loop().time() - began
    assert refused.code == "timeout"
    assert 0.25 < took < 5.0


async def test_d5_silence_ends_a_read() -> None:
    async with mute() as port:
        client = _client(LoopbackDialer(port=port), FakeResolver(NAMES), Limits(read=0.1))
        with pytest.raises(Refused, match="fell silent") as caught:
            await client.post("http://a.test/", content=b"x")
    assert caught.value.code == "timeout"
    assert caught.value.sent


async def test_f3_what_was_not_sent_says_so() -> None:
    resolver = FakeResolver({"slow.test": "hang"})
    client = _client(LoopbackDialer(port=1), resolver, Limits(connect=0.1))
    with pytest.raises(Refused) as caught:
        await client.post("http://slow.test/", content=b"x")
    assert (caught.value.code, caught.value.sent) == ("timeout", False)
    assert "to connect" in caught.value.message


@pytest.mark.parametrize("name", ["wrong.test", "selfsigned.test"])
async def test_d5_tls_checks_the_name_and_nothing_is_sent(
    name: str, certificates: Certificates
) -> None:
    async with serving(tls=certificates.server) as server:
        client = GuardedClient(
            resolver=FakeResolver({name: [[PUBLIC]]}),
            dialer=LoopbackDialer(port=server.port),
            allow=(),
            limits=Limits(),
            ssl_context=certificates.client,
        )
        with pytest.raises(Refused) as caught:
            await client.post(f"https://{name}/", content=b"secret")
    assert (caught.value.code, caught.value.sent) == ("tls_failed", False)
    assert server.requests == []


class _Closed:
    """A dialer to whom some addresses never answer."""

    def __init__(self, inner: LoopbackDialer, *, dead: Mapping[str, OSError]) -> None:
        self._inner = inner
        self._dead = dead

    # The argument is the `Dialer` protocol's.
    async def connect(
        self,
        address: str,
        port: int,
        timeout: float,  # noqa: ASYNC109
    ) -> httpcore2.AsyncNetworkStream:
        if address in self._dead:
            raise self._dead[address]
        return await self._inner.connect(address, port, timeout)


def _closed_client(inner: LoopbackDialer, dead: Mapping[str, OSError]) -> GuardedClient:
    names = {"many.test": [[f"93.184.215.{last}" for last in range(1, 6)]]}
    return GuardedClient(
        resolver=FakeResolver(names),
        dialer=_Closed(inner, dead=dead),
        allow=(),
        limits=Limits(),
        ssl_context=system_ssl_context(),
    )


async def test_the_next_checked_address_is_tried() -> None:
    async with serving() as server:
        inner = LoopbackDialer(port=server.port)
        dead = {"93.184.215.1": ConnectionRefusedError(), "93.184.215.2": TimeoutError()}
        response = await _closed_client(inner, dead).get("http://many.test/")
    assert response.status == 200
    assert inner.dialled == ["93.184.215.3"]


async def test_no_more_than_three_addresses_are_tried() -> None:
    inner = LoopbackDialer(port=1)
    dead = {f"93.184.215.{last}": ConnectionRefusedError("no") for last in range(1, 6)}
    with pytest.raises(Refused) as caught:
        await _closed_client(inner, dead).get("http://many.test/")
    assert caught.value.code == "connect_failed"
    assert caught.value.operator_note.count("93.184.215.") == 3
    assert "93.184" not in caught.value.message


async def test_a_stopped_reader_ends_the_request() -> None:
    async with bench() as at:
        task = asyncio.create_task(at.client.get("http://a.test/_b/drip"))
        await at.server.asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_requests_run_side_by_side() -> None:
    async with bench() as at:
        urls = [f"http://{name}.test/" for name in "ab" * 5]
        responses = await asyncio.gather(*map(at.client.get, urls))
    assert [response.url for response in responses] == urls


async def test_the_operators_client_reaches_any_address_and_walks_nothing() -> None:
    async with serving({"/go": _to("/n")}) as server:
        client = OperatorClient(
            resolver=FakeResolver({"model": [["127.0.0.1"]]}),
            dialer=LoopbackDialer(port=server.port),
            ssl_context=system_ssl_context(),
        )
        assert (await client.post("http://model:11434/api", content=b"{}")).status == 200
        assert (await client.get("http://169.254.169.254/")).status == 200
        with pytest.raises(Refused, match="too_many_redirects"):
            await client.get("http://model/go")
