"""What a reply of 100 MB costs in memory: packed into 100 KB of gzip, or sent as it is.

Each reply is read by a process of its own that has made one ordinary request before. What is
reported is the highest memory while it reads, above what it held idle; a plain client that reads
the packed one shows that the measure sees a bomb. Linux only: other systems do not say how high a
process has been since a given moment.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import re
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path

import httpx2
from figures import Row, report
from wire import HOST, read_request
from worker import obey, started

from docsteward.netguard import (
    GuardedClient,
    Limits,
    Refused,
    SystemResolver,
    TcpDialer,
    system_ssl_context,
)

_SIZE = 100_000_000
_PIECE = 1_000_000
_KINDS = ("gzip", "plain", "chunked")
_CONTROL = "gzip, plain client"
_HEADS = {
    "small": b"content-length: 2\r\n\r\n{}",
    "gzip": b"content-encoding: gzip\r\n\r\n",
    "plain": b"content-length: %d\r\n\r\n" % _SIZE,
    "chunked": b"transfer-encoding: chunked\r\n\r\n",
}


def _body(kind: str) -> Iterator[bytes]:
    zeros = bytes(_PIECE)
    match kind:
        case "gzip":
            yield gzip.compress(bytes(_SIZE))
        case "plain":
            yield from (zeros for _ in range(_SIZE // _PIECE))
        case "chunked":
            # The smallest chunks make the most of each byte that is kept beside them.
            yield from (b"1\r\n0\r\n" * (_PIECE // 6) for _ in range(_SIZE // _PIECE))
        case _:
            return


async def serve() -> None:
    """Answer with the reply that the path names until standard input closes."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = await read_request(reader)
            if request is not None:
                kind = request[0].split()[1].decode().lstrip("/")
                writer.write(b"HTTP/1.1 200 OK\r\nconnection: close\r\n" + _HEADS[kind])
                for piece in _body(kind):
                    writer.write(piece)
                    await writer.drain()
        except ConnectionError:
            pass  # The client has read enough.
        finally:
            writer.close()

    server = await asyncio.start_server(answer, HOST, 0)
    await obey(server.sockets[0].getsockname()[1])
    server.close()


def read(port: int, kind: str) -> None:
    """Read one reply and say by how many bytes memory rose meanwhile, and what came of it."""
    get = _plainly if kind == _CONTROL else _guarded(port)
    with asyncio.Runner() as runner:
        runner.run(get(f"http://{HOST}:{port}/small"))
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        idle = _kilobytes("VmRSS")
        outcome = runner.run(get(f"http://{HOST}:{port}/{kind.split(',')[0]}"))
        above = (_kilobytes("VmHWM") - idle) * 1024
    sys.stdout.write(json.dumps({"above": above, "outcome": outcome}) + "\n")


def _guarded(port: int) -> Callable[[str], Coroutine[None, None, str]]:
    client = GuardedClient(
        resolver=SystemResolver(),
        dialer=TcpDialer(),
        allow=[f"{HOST}:{port}"],
        limits=Limits(),
        ssl_context=system_ssl_context(),
    )

    async def get(url: str) -> str:
        try:
            response = await client.get(url)
        except Refused as refused:
            return refused.code
        return f"{len(response.body)} bytes" + (", cut" if response.truncated else "")

    return get


async def _plainly(url: str) -> str:
    async with httpx2.AsyncClient(trust_env=False) as client:
        return f"{len((await client.get(url)).content)} bytes"


def _kilobytes(field: str) -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    found = re.search(rf"^{field}:\s+(\d+) kB$", status, re.MULTILINE)
    assert found is not None, field
    return int(found[1])


async def measure() -> list[Row]:
    """Return a row for each kind of reply."""
    rows: list[Row] = []
    async with started("server", "bomb.py", "--serve") as server:
        for kind in (*_KINDS, _CONTROL):
            made = await asyncio.create_subprocess_exec(
                *(sys.executable, __file__, "--read", kind, "--port", str(server.port)),
                stdout=subprocess.PIPE,
            )
            said = json.loads((await made.communicate())[0])
            cells: dict[str, float | str] = {
                "MB above idle": round(said["above"] / 1_000_000, 2),
                "read": said["outcome"],
            }
            rows.append(Row(name=kind, cells={**cells}))
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--read", choices=(*_KINDS, _CONTROL), help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        asyncio.run(serve())
    elif given.read:
        read(given.port, given.read)
    else:
        report("a reply of 100 MB", asyncio.run(measure()), as_json=given.json)


if __name__ == "__main__":
    main()
