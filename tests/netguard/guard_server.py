"""A loopback server that answers with scripted bytes, honest and hostile."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from ssl import SSLContext

MEGABYTE = 1024 * 1024


def reply(body: bytes = b"ok", *, status: str = "200 OK", **headers: str) -> bytes:
    """Return a whole response; `content_encoding="gzip"` becomes a header."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-').title()}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@cache
def gzip_bomb() -> bytes:
    """Return 100 MB of zeros in about 100 KB."""
    return gzip.compress(bytes(100 * MEGABYTE), compresslevel=9)


@dataclass(frozen=True, kw_only=True)
class Script:
    """What the server sends: `first` at once, then `again` for ever, every `pause` seconds."""

    first: bytes = b""
    again: bytes = b""
    pause: float = 0.0


_CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
_OPEN = b"HTTP/1.1 200 OK\r\n\r\n"

SCRIPTS: Mapping[str, Callable[[], Script]] = {
    "gzip_bomb": lambda: Script(first=reply(gzip_bomb(), content_encoding="gzip")),
    "deflate_bomb": lambda: Script(
        first=reply(zlib.compress(bytes(20 * MEGABYTE)), content_encoding="deflate")
    ),
    "zstd_bomb": lambda: Script(first=reply(b"\x28\xb5\x2f\xfd" * 9, content_encoding="zstd")),
    "gzip_ok": lambda: Script(first=reply(gzip.compress(b"ok"), content_encoding="gzip")),
    "gzip_garbage": lambda: Script(first=reply(b"plain text", content_encoding="gzip")),
    "exact": lambda: Script(first=reply(b"x" * 102400)),
    "over": lambda: Script(first=reply(b"x" * 102401)),
    "chunked_inf": lambda: Script(first=_CHUNKED, again=b"400\r\n" + b"x" * 1024 + b"\r\n"),
    "raw_inf": lambda: Script(first=_OPEN, again=b"x" * 1024),
    "drip": lambda: Script(first=_OPEN, again=b"x", pause=0.05),
    "drip_head": lambda: Script(first=b"HTTP/1.1 200 OK\r\nA: ", again=b"x", pause=0.05),
    "inf_1xx": lambda: Script(again=b"HTTP/1.1 100 Continue\r\n\r\n" * 50),
    "inf_trailers": lambda: Script(first=_CHUNKED + b"0\r\n", again=b"X-More: y\r\n" * 50),
    "inf_headers": lambda: Script(first=b"HTTP/1.1 200 OK\r\n", again=b"X-More: y\r\n" * 50),
    "tiny_chunks": lambda: Script(first=_CHUNKED, again=b"1;" + b"e" * 2000 + b"\r\nx\r\n"),
    "http09": lambda: Script(first=b"<html>hello</html>\r\n"),
    "ssh": lambda: Script(first=b"SSH-2.0-OpenSSH_9.6\r\n"),
    "cookie": lambda: Script(first=reply(set_cookie="sid=1; Path=/")),
    "refresh": lambda: Script(first=reply(refresh="0; url=http://127.0.0.1/")),
    "short": lambda: Script(first=b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"),
    "upgrade": lambda: Script(
        first=b"HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"
    ),
}


@dataclass(frozen=True, kw_only=True)
class Certificates:
    """A context that trusts one authority, and a server that shows a certificate per name."""

    client: SSLContext
    server: SSLContext


@dataclass(kw_only=True)
class Server:
    """A running server: its port, the raw requests it got, and replies by path."""

    port: int
    replies: dict[str, bytes] = field(default_factory=dict[str, bytes])
    requests: list[bytes] = field(default_factory=list[bytes])
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    def header(self, name: str, *, at: int = -1) -> str | None:
        """Return a header of a request that came, or None if it was not sent."""
        head = self.requests[at].partition(b"\r\n\r\n")[0].decode("latin-1")
        for line in head.split("\r\n")[1:]:
            key, _, value = line.partition(":")
            if key.lower() == name.lower():
                return value.strip()
        return None


@asynccontextmanager
async def serving(
    replies: Mapping[str, bytes] | None = None, *, tls: SSLContext | None = None
) -> AsyncGenerator[Server]:
    """Run a server on a free loopback port while the block runs.

    A path in `replies` gets those bytes, `/_b/NAME` the script of that name, others `ok`.
    """
    served = Server(port=0, replies=dict(replies or {}))
    open_tasks: set[asyncio.Task[None]] = set()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        open_tasks.add(task)
        try:
            await _answer(served, reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # The client went away, which hostile scripts are here to see.
        finally:
            open_tasks.discard(task)
            writer.transport.abort()

    server = await asyncio.start_server(handle, "127.0.0.1", 0, ssl=tls)
    served.port = server.sockets[0].getsockname()[1]
    try:
        yield served
    finally:
        server.close()
        for task in list(open_tasks):
            task.cancel()
        await asyncio.gather(*open_tasks, return_exceptions=True)


@asynccontextmanager
async def mute() -> AsyncGenerator[int]:
    """Run a server that takes connections and never says a word; the value is its port."""
    writers: list[asyncio.StreamWriter] = []

    def hold(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)

    server = await asyncio.start_server(hold, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for writer in writers:
            writer.transport.abort()


async def _answer(
    served: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    size = next(
        (int(line[15:]) for line in head.lower().split(b"\r\n") if line[:15] == b"content-length:"),
        0,
    )
    served.requests.append(head + await reader.readexactly(size))
    served.asked.set()
    path = head.split(b" ")[1].decode("ascii")
    script = Script(first=served.replies.get(path, reply()))
    if path not in served.replies and path.startswith("/_b/"):
        script = SCRIPTS[path.removeprefix("/_b/")]()
    writer.write(script.first)
    await writer.drain()
    while script.again:
        writer.write(script.again)
        await writer.drain()
        await asyncio.sleep(script.pause)
