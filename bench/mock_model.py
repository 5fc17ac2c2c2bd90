"""A model's server that costs next to nothing: one turn of three replies, 292 deltas in all.

Which reply is due is read from the request: it is the number of tool results in it. Arguments:
milliseconds between two deltas, and `hold` to wait for the command `release` before the answer.
"""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass, field

from wire import HOST, read_request
from worker import obey

DELTAS = 292
FIRST_TEXT = "Ten"
MARK_AT = 12  # The delta of the answer that holds the first marker.
_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"


def _chunk(delta: object, finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    payload = {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "mock",
        "choices": [choice],
    }
    return _framed(json.dumps(payload))


def _framed(payload: str) -> bytes:
    event = f"data: {payload}\n\n".encode()
    return f"{len(event):x}\r\n".encode() + event + b"\r\n"


def _call(id: str, name: str, pieces: list[str]) -> list[bytes]:
    start = {"index": 0, "id": id, "type": "function"}
    first = {"tool_calls": [{**start, "function": {"name": name, "arguments": ""}}]}
    rest = [{"tool_calls": [{"index": 0, "function": {"arguments": p}}]} for p in pieces]
    return [_chunk(first), *(_chunk(delta) for delta in rest), _chunk({}, "tool_calls")]


def replies() -> tuple[list[bytes], list[bytes], list[bytes]]:
    """Return the three replies of a turn, each as the chunks to send."""
    search = _call("c1", "search_docs", ['{"que', 'ry": "ho', "w tools ", "are con", 'figured"}'])
    limits = _call("c2", "plan_limits", ['{"pl', 'an": ', '"pro', '"}'])
    left = DELTAS - len(search) - len(limits) - 1
    words = [FIRST_TEXT, *(f" word{n}" for n in range(1, left))]
    words[MARK_AT] = " there [1]."
    answer = [*(_chunk({"content": word}) for word in words), _chunk({}, "stop")]
    return search, limits, answer


@dataclass(kw_only=True)
class Mock:
    """Answers requests; keeps those back that it was told to hold."""

    pace: float
    hold: bool
    scripts: tuple[list[bytes], list[bytes], list[bytes]] = field(default_factory=replies)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection."""
        try:
            while (asked := await read_request(reader)) is not None:
                await self._answer(asked[1], writer)
        except ConnectionError:
            pass  # Whoever asked has gone.
        finally:
            writer.close()

    async def _answer(self, body: bytes, writer: asyncio.StreamWriter) -> None:
        chunks = self.scripts[min(body.count(b'"role":"tool"'), 2)]
        writer.write(_HEAD)
        if self.hold:
            await self.released.wait()
        for chunk in chunks:
            writer.write(chunk)
            await writer.drain()
            await asyncio.sleep(self.pace)
        writer.write(_framed("[DONE]") + b"0\r\n\r\n")
        await writer.drain()


async def main(pace_ms: float, *, hold: bool) -> None:
    """Serve until standard input closes."""
    mock = Mock(pace=pace_ms / 1000, hold=hold)
    server = await asyncio.start_server(mock.serve, HOST, 0)
    port = server.sockets[0].getsockname()[1]
    await obey(port, {"release": mock.released.set})
    server.close()


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]), hold="hold" in sys.argv[2:]))
