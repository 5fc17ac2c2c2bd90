"""The transport between the model library and the client that the operator's door handed in."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2

from docsteward.llm.chat_stream import ChatStreamMender, StreamRecord

# What a provider needs to know; the library would also send the machine, its system and versions.
_SENT_HEADERS = frozenset({"host", "authorization", "content-type", "content-length", "accept"})
# The first three no longer hold once the body is decoded and mended; and whatever the library
# thinks of redirects, none takes the key and the conversation elsewhere.
_DROPPED_HEADERS = frozenset(
    {"content-encoding", "content-length", "transfer-encoding", "location", "set-cookie"}
)
_ERROR_BODY_LIMIT = 64_000


class MendingTransport(httpx2.AsyncBaseTransport):
    """Sends one request through a given client and mends the event stream that comes back.

    `record` is filled while the stream is read. A key is sent only when there is one. Errors are
    the client's own; one event without end raises StreamTooLarge.
    """

    def __init__(self, client: httpx2.AsyncClient, *, user_agent: str, with_key: bool) -> None:
        self._client = client
        self._user_agent = user_agent
        self._with_key = with_key
        self._mender = ChatStreamMender()

    @property
    def record(self) -> StreamRecord:
        return self._mender.record

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        for name in list(request.headers):
            if name not in _SENT_HEADERS:
                del request.headers[name]
        if not self._with_key:
            request.headers.pop("authorization", None)
        request.headers["user-agent"] = self._user_agent
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
            stream = httpx2.ByteStream(await _bounded(response))
        return httpx2.Response(
            response.status_code, headers=headers, stream=stream, request=request
        )


class _Mended(httpx2.AsyncByteStream):
    def __init__(self, response: httpx2.Response, mender: ChatStreamMender) -> None:
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


async def _bounded(response: httpx2.Response) -> bytes:
    body = b""
    try:
        async for data in response.aiter_bytes():
            body += data
            if len(body) > _ERROR_BODY_LIMIT:
                break
    finally:
        await response.aclose()
    return body[:_ERROR_BODY_LIMIT]
