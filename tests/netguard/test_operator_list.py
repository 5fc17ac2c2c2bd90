"""The operator's own list of internal hosts, from their own file alone (SPEC D5, C5)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from docsteward.base.errors import OperatorFault
from docsteward.base.values import JsonObject, JsonValue, Page, Visitor
from docsteward.config.environment import ServerSettings
from docsteward.config.faults import ConfigFaults
from docsteward.config.load import parse_config
from docsteward.config.server_file import read_internal_hosts
from docsteward.netguard import Refused, SystemResolver
from docsteward.testing.house import a_tool
from docsteward.toolrun.door import Means, ToolRunner
from docsteward.toolspec.call import Call, Failed, Ran, Setting
from docsteward.urls.origin import Origin
from docsteward.wiring import WayOut, guarded_client, internal_hosts


def settings(folder: Path, text: str | None = None) -> ServerSettings:
    if text is not None:
        (folder / "server.yml").write_text(text)
    return ServerSettings().within(folder)


@asynccontextmanager
async def a_host() -> AsyncGenerator[int]:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def outcome(entries: tuple[str, ...], page: str = "", **raw: JsonValue) -> Ran | Failed:
    tool = a_tool("wiki", **raw)
    way_out = WayOut(entries)
    origins = (Origin.of_url(page),) if page else ()
    runner = ToolRunner({"wiki": tool}, Means(http=way_out.client(), origins=origins))
    setting = Setting(question="?", page=Page(url=page, title="") if page else None)
    claims: JsonObject = {"origin": str(origins[0])} if origins else {}
    reader = Visitor(id="vis_1", claims=claims)
    try:
        found = await runner.run(Call(id="c", tool="wiki", arguments={}), reader, setting)
    finally:
        way_out.close()
    assert isinstance(found, Ran | Failed)
    return found


async def test_d5_a_host_is_reached_when_the_operator_lists_it_and_not_before(
    tmp_path: Path,
) -> None:
    async with a_host() as port:
        run: JsonValue = {"fetch": f"http://127.0.0.1:{port}/"}
        assert isinstance(await outcome((), run=run), Failed)
        listed = internal_hosts(settings(tmp_path, f"internal_hosts: ['127.0.0.1:{port}']\n"))
        assert isinstance(await outcome(listed, run=run), Ran)
        assert isinstance(await outcome((f"127.0.0.1:{port + 1}",), run=run), Failed)


async def test_c5_a_url_that_follows_the_page_never_profits_from_the_list() -> None:
    async with a_host() as port:
        here = f"http://127.0.0.1:{port}"
        run: JsonValue = {"fetch": "https://api.example/"}
        listed = (f"127.0.0.1:{port}",)
        followed = await outcome(listed, page=f"{here}/docs", run=run, follow_origin=True)
        assert isinstance(followed, Failed)
        assert followed.code == "request_refused"


@pytest.mark.parametrize("host", ["169.254.169.254", "100.100.100.200", "0.0.0.0"])
async def test_d5_metadata_services_stay_refused_though_listed(host: str) -> None:
    async with guarded_client([host]) as client:
        with pytest.raises(Refused) as caught:
            await client.get(f"http://{host}/latest/")
    assert caught.value.code == "address_refused"


def test_d5_a_sites_own_file_can_list_nothing(tmp_path: Path) -> None:
    text = "site: {name: A, url: 'https://a.test'}\nsources: []\ninternal_hosts: [wiki]\n"
    with pytest.raises(ConfigFaults, match="internal_hosts"):
        parse_config(text, file="docsteward.yml", folder=tmp_path, environ={})


def test_d5_the_file_stands_beside_the_sites_or_where_a_variable_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert internal_hosts(settings(tmp_path)) == ()
    assert internal_hosts(settings(tmp_path, "internal_hosts: [wiki]\n")) == ("wiki",)
    other = tmp_path / "other.yml"
    other.write_text("internal_hosts: [crm:8080]\n")
    monkeypatch.setenv("DOCSTEWARD_SERVER_FILE", str(other))
    assert internal_hosts(settings(tmp_path)) == ("crm:8080",)
    other.unlink()
    with pytest.raises(OperatorFault, match="can't be read"):
        internal_hosts(settings(tmp_path))


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("internal_host: [wiki]\n", "server_file_invalid", "line 1: unknown key"),
        ("# mine\ninternal_hosts: wiki\n", "server_file_invalid", "line 2"),
        ("[wiki]\n", "server_file_invalid", "no group of keys"),
        ("internal_hosts: ['http://wiki/']\n", "allow_entry", "write 'host'"),
        ("internal_hosts: ['*']\n", "allow_entry", "write 'host'"),
        ("internal_hosts: [wiki\n", "server_file_invalid", "line"),
    ],
)
def test_d5_a_fault_of_the_file_is_told_with_its_line(
    text: str, code: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / "server.yml").write_text(text)
    with pytest.raises(OperatorFault) as caught:
        read_internal_hosts(tmp_path / "server.yml")
    assert caught.value.code == code
    assert words in caught.value.message


async def test_the_client_lets_its_look_up_threads_go() -> None:
    async with guarded_client() as client:
        resolver = client.fetcher.resolver
        assert isinstance(resolver, SystemResolver)
        assert await resolver.resolve("127.0.0.1", 80) == ["127.0.0.1"]
    with pytest.raises(RuntimeError):
        await resolver.resolve("127.0.0.1", 80)
