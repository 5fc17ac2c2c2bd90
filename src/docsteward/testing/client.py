"""A client that talks to the application in this process, and reads a stream while it is sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import unquote

from starlette.types import ASGIApp, Message

from docsteward.base.values import JsonObject, JsonValue

_PATIENCE_SECONDS = 20  # A test that hangs says so.


@dataclass(frozen=True, kw_only=True)
class Reply:
    """A whole answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of an error; a body of another shape fails the test."""
        error = self.json["error"]
        assert set(self.json) == {"error"}, self.json
        assert set(error) == {"code", "message", "details"}, error
        assert error["message"], error
        return str(error["code"])


@dataclass(frozen=True, kw_only=True)
class Frame:
    """One block of a stream: a comment, or data with the number of its event if it has one."""

    id: int | None = None
    data: str | None = None

    @property
    def part(self) -> JsonObject:
        return cast(JsonObject, json.loads(self.data or ""))


def read_frames(body: bytes) -> list[Frame]:
    """Read a whole stream."""
    return [_frame(block) for block in body.decode().split("\n\n") if block]


def parts_of(frames: Sequence[Frame]) -> list[JsonObject]:
    """Return the parts of a stream, without comments and its closing mark."""
    return [frame.part for frame in frames if frame.data not in (None, "[DONE]")]


def _frame(block: str) -> Frame:
    fields = dict(line.split(": ", 1) for line in block.split("\n") if not line.startswith(":"))
    assert set(fields) <= {"id", "data"}, block
    return Frame(id=int(fields["id"]) if "id" in fields else None, data=fields.get("data"))


class Live:
    """An answer that is still being sent."""

    def __init__(self, app: ASGIApp, scope: Mapping[str, Any], chunks: Sequence[bytes]) -> None:
        self._out: asyncio.Queue[Message | None] = asyncio.Queue()
        self._chunks = list(chunks)
        self._gone = asyncio.Event()
        self.status = 0
        self.headers: dict[str, str] = {}
        self.task = asyncio.create_task(self._run(app, scope))

    async def _run(self, app: ASGIApp, scope: Mapping[str, Any]) -> None:
        try:
            await app({**scope}, self._receive, self._send)
        finally:
            self._out.put_nowait(None)

    async def _receive(self) -> Message:
        if self._chunks:
            body = self._chunks.pop(0)
            return {"type": "http.request", "body": body, "more_body": bool(self._chunks)}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self._out.put_nowait(message)

    async def begin(self) -> None:
        """Wait for the head of the answer."""
        message = await self._next()
        assert message is not None, "no answer came"
        self.status = message["status"]
        self.headers = {name.decode(): value.decode() for name, value in message["headers"]}

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield the body as it is sent."""
        while (message := await self._next()) is not None:
            if message.get("body"):
                yield message["body"]

    async def frames(self) -> AsyncIterator[Frame]:
        """Yield the blocks of a stream as they are sent."""
        async for chunk in self.chunks():
            for frame in read_frames(chunk):
                yield frame

    async def _next(self) -> Message | None:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            message = await self._out.get()
        if message is None:
            await self.task
        return message

    async def leave(self) -> None:
        """Go away in the middle, as a closed tab does; the request's task ends."""
        self._gone.set()
        async with asyncio.timeout(_PATIENCE_SECONDS):
            await asyncio.wait({self.task})


@dataclass(frozen=True, kw_only=True)
class AppClient:
    """A browser at one origin, with a session's token if it has one."""

    app: ASGIApp
    origin: str | None = None
    token: str | None = None
    host: str = "localhost"
    headers: Mapping[str, str] = field(default_factory=dict[str, str])

    async def send(
        self,
        method: str,
        path: str,
        *,
        json_body: JsonValue = None,
        content: bytes | None = None,
        chunks: Sequence[bytes] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Make a request and return its whole answer."""
        if content is None:
            content = b"" if json_body is None else json.dumps(json_body).encode()
        live = await self.open(method, path, chunks=chunks or [content], headers=headers)
        body = b"".join([chunk async for chunk in live.chunks()])
        return Reply(status=live.status, headers=live.headers, body=body)

    async def open(
        self,
        method: str,
        path: str,
        *,
        chunks: Sequence[bytes] = (b"",),
        headers: Mapping[str, str] | None = None,
    ) -> Live:
        """Make a request and return its answer as soon as it begins."""
        live = Live(self.app, self._scope(method, path, chunks, headers or {}), chunks)
        await live.begin()
        return live

    async def get(self, path: str, *, headers: Mapping[str, str] | None = None) -> Reply:
        return await self.send("GET", path, headers=headers)

    async def post(
        self, path: str, body: JsonValue = None, *, headers: Mapping[str, str] | None = None
    ) -> Reply:
        return await self.send(
            "POST", path, json_body={} if body is None else body, headers=headers
        )

    def _scope(
        self, method: str, path: str, chunks: Sequence[bytes], more: Mapping[str, str]
    ) -> dict[str, Any]:
        headers = {"host": self.host, "content-type": "application/json", **self.headers}
        if len(chunks) == 1:
            headers["content-length"] = str(len(chunks[0]))
        if self.origin is not None:
            headers["origin"] = self.origin
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        headers |= more
        bare, _, query = path.partition("?")
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(bare),
            "raw_path": bare.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(k.lower().encode(), v.encode("latin-1")) for k, v in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 8400),
        }
