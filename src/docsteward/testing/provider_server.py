"""A local server for the wire of a provider, scripted reply by reply."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self, TypeAlias, cast

from docsteward.base.values import JsonObject, JsonValue

_HEAD_LIMIT = 64 * 1024
_REASON_PHRASES = {
    200: "OK",
    400: "Bad Request",
    401: "Unauthorized",
    404: "Not Found",
    429: "Too Many Requests",
    500: "Internal Server Error",
    503: "Service Unavailable",
}


@dataclass(frozen=True, kw_only=True)
class ToolCall:
    """A function call of a scripted reply; `pieces` are its arguments as they are streamed."""

    id: str
    name: str
    pieces: tuple[str, ...] = ("{}",)


@dataclass(frozen=True, kw_only=True)
class Tokens:
    """What the last chunk says a reply cost."""

    prompt: int = 10
    completion: int = 5
    cached: int = 0
    reasoning: int = 0


@dataclass(frozen=True, kw_only=True)
class Delivery:
    """How the bytes of a stream go out.

    `piece` splits them every so many bytes, whatever stands there. After `hold_after` events the
    server waits for `hold`; after `cut_after` events the connection breaks.
    """

    piece: int | None = None
    hold: asyncio.Event | None = None
    hold_after: int = 0
    cut_after: int | None = None


@dataclass(frozen=True, kw_only=True)
class Completion:
    """A whole reply: its text in pieces, its calls, why it ended and what it cost.

    `thinking` is what it thought before, with `seal` as the opaque part that must come back.
    `finish_reason` is in OpenAI's words; each wire says it in its own.
    """

    text: tuple[str, ...] = ()
    thinking: tuple[str, ...] = ()
    seal: str = "sealed-1"
    calls: tuple[ToolCall, ...] = ()
    finish_reason: str | None = None
    tokens: Tokens = Tokens()
    delivery: Delivery = Delivery()


class Raw(bytes):
    """Bytes of a stream that are no event of their own: comments, pings, half a line."""


@dataclass(frozen=True, kw_only=True)
class Chunks:
    """A stream of exactly these event payloads, well-formed or not; no end is added.

    Bytes become the data of one event, `Raw` is sent as it is.
    """

    payloads: tuple[JsonValue | bytes, ...]
    delivery: Delivery = Delivery()


@dataclass(frozen=True, kw_only=True)
class Failure:
    """An error body as the provider writes it; type and code follow the status unless given."""

    status: int
    message: str = "scripted failure"
    code: str | None = None
    kind: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


Step: TypeAlias = Completion | Chunks | Failure


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A request as it came in: its bytes, and the JSON that they are."""

    method: str
    path: str
    headers: dict[str, str]
    raw: bytes
    body: JsonValue


class Speaks(Protocol):
    """How one provider's wire puts things."""

    def answers(self, path: str) -> bool: ...

    def key(self, seen: Seen) -> str: ...

    def wants_stream(self, seen: Seen) -> bool: ...

    def fault(self, seen: Seen) -> Failure | None: ...

    def events(self, completion: Completion, seen: Seen) -> list[bytes]: ...

    def raw_event(self, payload: JsonValue | bytes) -> bytes: ...

    def whole(self, completion: Completion, seen: Seen) -> JsonObject: ...

    def error(self, failure: Failure) -> JsonObject: ...


class ProviderServer:
    """Serves a provider's wire on a free port of the loopback address while it is entered.

    The script is a list, one step for each request, or a function of the request. `seen` keeps
    every request. With `api_key` any other key gets a 401.
    """

    def __init__(
        self,
        speaks: Speaks,
        script: Sequence[Step] | Callable[[Seen], Step],
        *,
        api_key: str | None = None,
    ) -> None:
        self.speaks = speaks
        self.script = script
        self._api_key = api_key
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()
        self.seen: list[Seen] = []

    @property
    def base_url(self) -> str:
        """The address to configure, as the provider's entry of `models` takes it."""
        return self.origin

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        if self._server is None:
            raise RuntimeError("the server has no address before it is entered: use async with")
        host, port = self._server.sockets[0].getsockname()[:2]
        return f"http://{host}:{port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._open.add(task)
            task.add_done_callback(self._open.discard)
        try:
            while await self._serve_one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            # The client went away or the test is over: either ends this connection, nothing more.
            pass
        finally:
            writer.close()

    async def _serve_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        seen = await _read_request(reader)
        if seen is None:
            return False
        self.seen.append(seen)
        match self._answer(seen):
            case Failure() as failure:
                body = self.speaks.error(failure)
                writer.write(_json_response(failure.status, body, headers=failure.headers))
                await writer.drain()
                return True
            case Completion() as completion if not self.speaks.wants_stream(seen):
                writer.write(_json_response(200, self.speaks.whole(completion, seen)))
                await writer.drain()
                return True
            case Completion() as completion:
                events = self.speaks.events(completion, seen)
                return await _send_stream(writer, events, completion.delivery)
            case Chunks() as chunks:
                events = [
                    bytes(one) if isinstance(one, Raw) else self.speaks.raw_event(one)
                    for one in chunks.payloads
                ]
                return await _send_stream(writer, events, chunks.delivery)

    def _answer(self, seen: Seen) -> Step:
        if self._api_key is not None and self.speaks.key(seen) != self._api_key:
            return Failure(status=401, message="Incorrect API key provided.")
        if not self.speaks.answers(seen.path.partition("?")[0]):
            return Failure(status=404, message=f"no such path: {seen.path!r}", code="not_found")
        if (fault := self.speaks.fault(seen)) is not None:
            return fault
        if callable(self.script):
            return self.script(seen)
        number = len(self.seen) - 1
        if number < len(self.script):
            return self.script[number]
        return Failure(status=500, message=f"the script has no step for request {number + 1}")


async def _read_request(reader: asyncio.StreamReader) -> Seen | None:
    head = await reader.readuntil(b"\r\n\r\n")
    if len(head) > _HEAD_LIMIT:
        return None
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers: dict[str, str] = {}
    for line in filter(None, lines):
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    raw = await reader.readexactly(int(headers.get("content-length", "0")))
    try:
        body = cast(JsonValue, json.loads(raw)) if raw else None
    except ValueError:
        body = None
    return Seen(method=method, path=path, headers=headers, raw=raw, body=body)


async def _send_stream(
    writer: asyncio.StreamWriter, events: Iterable[bytes], delivery: Delivery
) -> bool:
    writer.write(
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n"
        b"cache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n"
    )
    for number, event in enumerate(events):
        if number == delivery.cut_after:
            writer.transport.abort()
            return False
        if delivery.hold is not None and number == delivery.hold_after:
            await delivery.hold.wait()
        size = delivery.piece or len(event)
        for start in range(0, len(event), size):
            piece = event[start : start + size]
            writer.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
            await writer.drain()
    writer.write(b"0\r\n\r\n")
    await writer.drain()
    return True


def _json_response(
    status: int, body: JsonObject, *, headers: tuple[tuple[str, str], ...] = ()
) -> bytes:
    raw = json.dumps(body).encode()
    lines = [
        f"HTTP/1.1 {status} {_REASON_PHRASES.get(status, 'Status')}",
        "content-type: application/json",
        f"content-length: {len(raw)}",
        *(f"{name}: {value}" for name, value in headers),
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + raw


def field(seen: Seen, name: str) -> JsonValue:
    """Return a field of the request's body, None where it has none."""
    return seen.body.get(name) if isinstance(seen.body, dict) else None


def bearer(seen: Seen) -> str:
    """Return the key that the request carries as a bearer token."""
    return seen.headers.get("authorization", "").removeprefix("Bearer ")


def sse(payload: JsonValue | bytes, *, event: str = "") -> bytes:
    """Return one server-sent event."""
    text = (
        payload if isinstance(payload, bytes) else json.dumps(payload, ensure_ascii=False).encode()
    )
    name = f"event: {event}\n".encode() if event else b""
    return name + b"data: " + text + b"\n\n"
