"""A way out of the process that remembers the last reply, for `docsteward tools try`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from docsteward.base.text import shorten
from docsteward.base.values import JsonObject
from docsteward.toolrun.server_fetch import HttpDoor, HttpReply

_SHOWN = 20_000


class RecordingHttp:
    """Passes requests on, and keeps what came back."""

    def __init__(self, http: HttpDoor) -> None:
        self._http = http
        self._replies: list[HttpReply] = []

    async def get(self, url: str, *, headers: Mapping[str, str]) -> HttpReply:
        return self._kept(await self._http.get(url, headers=headers))

    async def post(self, url: str, *, content: bytes, headers: Mapping[str, str]) -> HttpReply:
        return self._kept(await self._http.post(url, content=content, headers=headers))

    def without_allowed(self) -> RecordingHttp:
        other = RecordingHttp(self._http.without_allowed())
        other._replies = self._replies
        return other

    def _kept(self, reply: HttpReply) -> HttpReply:
        self._replies.append(reply)
        return reply

    def reply(self, strike: Callable[[str], str]) -> JsonObject | None:
        """Return the last reply as it was received, with secrets struck out."""
        if not self._replies:
            return None
        last = self._replies[-1]
        body = strike(last.body.decode("utf-8", errors="replace"))
        return {
            "status": last.status,
            "url": strike(last.url),
            "content_type": shorten(last.headers.get("content-type", ""), 200),
            "body": body[:_SHOWN],
            "truncated": last.truncated or len(body) > _SHOWN,
        }
