"""The least HTTP that a measurement needs, over plain asyncio streams."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

HOST = "127.0.0.1"


async def read_request(reader: asyncio.StreamReader) -> tuple[bytes, bytes] | None:
    """Return a request's head and body; nothing when the client has gone."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    return head, await reader.readexactly(content_length(head))


def content_length(head: bytes) -> int:
    """Return the length that a head announces, 0 where it announces none."""
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.partition(b":")[2])
    return 0


def request(path: str, body: bytes, headers: Mapping[str, str] | None = None) -> bytes:
    """Return the bytes of a POST (a GET where the body is empty) on a connection of its own."""
    method = "POST" if body else "GET"
    lines = [
        f"{method} {path} HTTP/1.1",
        f"host: {HOST}",
        "connection: close",
        *(f"{name}: {value}" for name, value in (headers or {}).items()),
    ]
    if body:
        lines += ["content-type: application/json", f"content-length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@dataclass(kw_only=True)
class Heard:
    """What came back: all its bytes, and the moment at which each mark was first there."""

    body: bytearray = field(default_factory=bytearray)
    seen_at: dict[bytes, float] = field(default_factory=dict[bytes, float])


async def exchange(port: int, sent: bytes, marks: tuple[bytes, ...] = ()) -> Heard:
    """Send a request and read to the end of the connection."""
    reader, writer = await asyncio.open_connection(HOST, port)
    heard = Heard()
    try:
        writer.write(sent)
        while data := await reader.read(65536):
            heard.body += data
            for mark in marks:
                if mark not in heard.seen_at and mark in heard.body:
                    heard.seen_at[mark] = time.perf_counter()
    finally:
        writer.close()
    if not heard.body.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(f"port {port} answered {bytes(heard.body[:300])!r}")
    return heard
