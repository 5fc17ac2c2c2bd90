"""Any OpenAI-compatible Chat Completions address as a Model (SPEC E16).

This wire is our own: it is the one of most servers, it has not changed in years, and a library
between costs ten times what the reading itself does.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import httpx2

from docsteward import __version__
from docsteward.base.errors import DocstewardError
from docsteward.llm.chat_body import Project, as_written, chat_body
from docsteward.llm.chat_failures import read_json, refusal, wait_of
from docsteward.llm.chat_reader import ChatReader, StreamFailed
from docsteward.llm.event_data import StreamTooLarge
from docsteward.llm.failures import unavailable
from docsteward.llm.model import (
    ModelEvent,
    ModelFailure,
    ModelRequest,
    ModelUnavailable,
    TextDelta,
)
from docsteward.llm.tuning import Tuning
from docsteward.llm.wire_transport import bounded_body


class OpenAICompatibleModel:
    """A model at an OpenAI-compatible address.

    `base_url` is what stands before `/chat/completions`. `api_key` is `None` or empty where the
    address asks for none. `http_client` is the operator's guarded client, which stays the
    caller's to close. `project` gives what stands under `function` beside the name:
    `{"description", "parameters", "strict"?}`. Nothing is tried twice here, and no redirect is
    followed. Raises ModelUnavailable (SPEC E16).
    """

    def __init__(
        self,
        *,
        model: str,
        base_url: str,
        api_key: str | None,
        http_client: httpx2.AsyncClient,
        project: Project = as_written,
        tuning: Tuning | None = None,
    ) -> None:
        self._model = model
        self._url = f"{base_url.rstrip('/')}/chat/completions"
        self._host = urlsplit(base_url).netloc.rpartition("@")[2]
        self._api_key = (api_key or "").strip()
        self._http_client = http_client
        self._project = project
        self._tuning = tuning or Tuning()

    @property
    def name(self) -> str:
        return self._model

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Send one request; yield text as it comes and the whole reply last."""
        reader = ChatReader()
        try:
            async with self._response(request) as pieces:
                async for piece in pieces:
                    if text := reader.feed(piece):
                        yield TextDelta(text=text)
            if text := reader.close():
                yield TextDelta(text=text)
        except StreamFailed as error:
            raise self._unavailable(refusal(None, error.error), "in the stream") from error
        except StreamTooLarge as error:
            raise self._unavailable("bad_reply", str(error)) from error
        except ValueError as error:
            raise self._unavailable("bad_reply", "an event that is no JSON") from error
        except (httpx2.HTTPError, TimeoutError) as error:
            raise self._unavailable("unreachable", type(error).__name__) from error
        except ModelUnavailable:
            raise
        except DocstewardError as error:
            raise self._unavailable("unreachable", str(error)) from error
        if not reader.record.ended:
            raise self._unavailable("bad_reply", "the stream stopped before its end")
        system = f"{self._host}/{self._model}"
        yield reader.ended(system=system, limit=self._tuning.max_output_tokens)

    @asynccontextmanager
    async def _response(self, request: ModelRequest) -> AsyncGenerator[AsyncIterator[bytes]]:
        """Open the stream and close it again, within the waits that are set."""
        clock = asyncio.get_running_loop()
        limits = self._tuning.timeouts
        last = clock.time() + limits.total
        first = min(last, clock.time() + limits.first)
        async with asyncio.timeout_at(first):
            response = await self._http_client.send(
                self._request(request), stream=True, follow_redirects=False
            )
        try:
            kind = response.headers.get("content-type", "")
            if not response.is_success or not kind.startswith("text/event-stream"):
                raise await self._refused(response)
            yield _within(response.aiter_bytes(), first=first, last=last)
        finally:
            await response.aclose()

    def _request(self, request: ModelRequest) -> httpx2.Request:
        headers = {
            "accept": "text/event-stream",
            "content-type": "application/json",
            "user-agent": f"docsteward/{__version__}",
        }
        if self._api_key:
            headers["authorization"] = f"Bearer {self._api_key}"
        return self._http_client.build_request(
            "POST",
            self._url,
            content=chat_body(
                request,
                model=self._model,
                host=self._host,
                project=self._project,
                tuning=self._tuning,
            ),
            headers={**headers, **self._tuning.headers},
            timeout=self._tuning.timeouts.http(),
        )

    async def _refused(self, response: httpx2.Response) -> ModelUnavailable:
        body = await bounded_body(response)
        status = response.status_code
        code = refusal(status, read_json(body)) if status >= 400 else "bad_reply"
        if code == "key_refused" and not self._api_key:
            code = "key_missing"
        return unavailable(
            code,
            model=self._model,
            host=self._host,
            seen=f"HTTP {status}",
            retry_after=wait_of(response.headers),
            hint=body.decode("utf-8", "replace") if code == "request_refused" else "",
        )

    def _unavailable(self, code: ModelFailure, seen: str) -> ModelUnavailable:
        return unavailable(code, model=self._model, host=self._host, seen=seen)


async def _within(
    pieces: AsyncIterator[bytes], *, first: float, last: float
) -> AsyncIterator[bytes]:
    """Pass the pieces on, the first before `first`, each before `last` (the loop's time)."""
    until = first
    while True:
        # Not around the whole loop: what the reader of the pieces does is no business of it.
        async with asyncio.timeout_at(until):
            piece = await anext(pieces, None)
        if piece is None:
            return
        until = last
        yield piece
