"""The transport between a provider's library and the client that the operator's door handed in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol

import httpx2

from docsteward.llm.event_data import EVENT_LIMIT, STREAM_LIMIT, EventData, StreamTooLarge
from docsteward.llm.tuning import Tuning

# What a provider needs to know; a library would also send the machine, its system and versions.
_KEY_HEADERS = frozenset({"authorization", "x-api-key", "x-goog-api-key", "api-key"})
_SENT_HEADERS = _KEY_HEADERS | {
    *("host", "content-type", "content-length", "accept"),
    *("anthropic-version", "anthropic-beta", "x-goog-user-project"),
}
# The first three no longer hold once the body is decoded and mended; and whatever the library
# thinks of redirects, none takes the key and the conversation elsewhere.
_DROPPED_HEADERS = frozenset(
    {"content-encoding", "content-length", "transfer-encoding", "location", "set-cookie"}
)
_ERROR_BODY_LIMIT = 64_000


class Mender(Protocol):
    """What an event stream goes through: bytes in, bytes out. Raises StreamTooLarge."""

    def feed(self, data: bytes) -> bytes: ...

    def close(self) -> bytes: ...


class Bounded:
    """Lets an event stream pass untouched, within bounds (a server may never end a line)."""

    def __init__(self) -> None:
        self._line = 0
        self._all = 0

    def feed(self, data: bytes) -> bytes:
        """Return the bytes themselves."""
        self._all += len(data)
        at = max(data.rfind(b"\n"), data.rfind(b"\r"))
        self._line = self._line + len(data) if at < 0 else len(data) - at
        if self._line > EVENT_LIMIT or self._all > STREAM_LIMIT:
            raise StreamTooLarge(f"one event is longer than {EVENT_LIMIT} bytes, or all too long")
        return data

    def close(self) -> bytes:
        """Return nothing: nothing is held back."""
        return b""


class DataOnly:
    """Gives an event stream back without comments, in one form of line ends.

    Google's library takes a comment, as a proxy may send one to keep a stream open, for a reply.
    """

    def __init__(self) -> None:
        self._events = EventData()

    def feed(self, data: bytes) -> bytes:
        """Return the events that these bytes end."""
        return _rewritten(self._events.feed(data))

    def close(self) -> bytes:
        """Return what was still open."""
        return _rewritten(self._events.close())


def _rewritten(payloads: list[str]) -> bytes:
    lines = ["".join(f"data: {line}\n" for line in one.split("\n")) + "\n" for one in payloads]
    return "".join(lines).encode()


class WireTransport(httpx2.AsyncBaseTransport):
    """Sends one request through a given client and mends the event stream that comes back.

    A key is sent only when there is one. `tuning` gives the operator's own
    headers, which come last, and the waits. Errors
    are the client's own; a stream beyond all bounds raises StreamTooLarge.
    """

    def __init__(
        self,
        client: httpx2.AsyncClient,
        *,
        user_agent: str,
        with_key: bool,
        mender: Mender | None = None,
        tuning: Tuning | None = None,
    ) -> None:
        self._client = client
        self._user_agent = user_agent
        self._with_key = with_key
        self._mender = mender or Bounded()
        self._tuning = tuning or Tuning()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        for name in list(request.headers):
            if name not in _SENT_HEADERS or (name in _KEY_HEADERS and not self._with_key):
                del request.headers[name]
        request.headers["user-agent"] = self._user_agent
        request.headers.update(self._tuning.headers)
        request.extensions["timeout"] = self._tuning.timeouts.http().as_dict()
        response = await self._client.send(request, stream=True)
        headers = [
            (name, value)
            for name, value in response.headers.multi_items()
            if name.lower() not in _DROPPED_HEADERS
        ]
        is_stream = response.headers.get("content-type", "").startswith("text/event-stream")
        if response.is_success and is_stream:
            stream: httpx2.AsyncByteStream = _Mended(response, self._mender)
        else:
            stream = httpx2.ByteStream(await bounded_body(response))
        return httpx2.Response(
            response.status_code, headers=headers, stream=stream, request=request
        )


class _Mended(httpx2.AsyncByteStream):
    def __init__(self, response: httpx2.Response, mender: Mender) -> None:
        self._response = response
        self._mender = mender

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for data in self._response.aiter_bytes():
            if mended := self._mender.feed(data):
                yield mended
        if rest := self._mender.close():
            yield rest

    async def aclose(self) -> None:
        await self._response.aclose()


async def bounded_body(response: httpx2.Response) -> bytes:
    """Read the body of an error, as far as one is ever useful, and close the response."""
    body = b""
    try:
        async for data in response.aiter_bytes():
            body += data
            if len(body) > _ERROR_BODY_LIMIT:
                break
    finally:
        await response.aclose()
    return body[:_ERROR_BODY_LIMIT]
