"""Open streams: how many one process holds at once, and what each of them takes.

Two kinds: turns that wait for their model, and readers who follow one turn that waits. All are
then let go, and every one must come to its end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass

from figures import Row, report
from passthrough import CHAT_QUESTION, open_session
from wire import HOST, request
from worker import Worker, started

HEARTBEAT_SECONDS = 1.0
_BEAT = b": keep-alive"


@dataclass(kw_only=True)
class Stream:
    """One open stream: what has come of it so far."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    body: bytearray

    async def beats(self, count: int) -> None:
        """Read until so many heartbeats have come."""
        while self.body.count(_BEAT) < count:
            data = await self.reader.read(65536)
            if not data:
                raise RuntimeError(f"a stream ended early: {bytes(self.body[-300:])!r}")
            self.body += data

    async def end(self) -> bool:
        """Read to the end; say whether the turn was answered."""
        while data := await self.reader.read(65536):
            self.body += data
        self.writer.close()
        return b'"state":"answered"' in self.body


async def opened(port: int, sent: bytes) -> Stream:
    """Open a stream."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(sent)
    return Stream(reader=reader, writer=writer, body=bytearray())


def a_question(headers: dict[str, str], number: int) -> bytes:
    """Return the request that starts a turn of its own."""
    message = {"id": "m", "role": "user", "parts": [{"type": "text", "text": CHAT_QUESTION}]}
    body = json.dumps({"id": f"talk-{number}", "messages": [message]}).encode()
    return request("/api/v1/chat", body, headers)


async def hold(
    product: Worker, model: Worker, count: int, open_one: Callable[[int], Awaitable[Stream]]
) -> Row:
    """Open streams, watch them idle, let them go."""
    before = product.memory()
    streams = [await open_one(number) for number in range(count)]
    await asyncio.gather(*(stream.beats(2) for stream in streams))
    taken = product.memory() - before
    cpu = await product.cpu()
    await asyncio.gather(*(stream.beats(5) for stream in streams))
    idle = (await product.cpu() - cpu) / (3 * HEARTBEAT_SECONDS)
    await model.tell("release")
    ends = await asyncio.gather(*(stream.end() for stream in streams))
    return Row(
        name="",
        cells={
            "open at once": count,
            "answered in the end": sum(ends),
            "KiB each": taken / 1024 / count,
            "CPU while idle": f"{idle:.1%}",
        },
    )


async def measure(count: int, *, followers: bool) -> Row:
    """Measure one kind of stream with a model that holds its answers back."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        model = await stack.enter_async_context(started("model", "mock_model.py", "0", "hold"))
        product = await stack.enter_async_context(
            started("product", "product.py", str(model.port), folder, str(HEARTBEAT_SECONDS))
        )
        headers = await open_session(product)
        # The first turn pays for what is loaded once; it is not counted.
        first = await opened(product.port, a_question(headers, -1))
        await first.beats(2)
        turn = first.body.split(b'"turn":"')[1].split(b'"')[0].decode()

        async def open_one(number: int) -> Stream:
            if followers:
                path = f"/api/v1/turns/{turn}/events"
                return await opened(product.port, request(path, b"", headers))
            return await opened(product.port, a_question(headers, number))

        row = await hold(product, model, count, open_one)
        await first.end()
    name = "readers of one turn" if followers else "turns that wait for their model"
    return Row(name=name, cells=row.cells)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=100)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [asyncio.run(measure(given.streams, followers=kind)) for kind in (False, True)]
    report("open streams", rows, as_json=given.json)


if __name__ == "__main__":
    main()
