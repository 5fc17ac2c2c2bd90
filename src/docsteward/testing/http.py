"""A way out of the process that leads nowhere: scripted replies by URL."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from docsteward.base.errors import ModelFault


@dataclass(frozen=True, kw_only=True)
class FakeReply:
    """A reply as the guard gives it back."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"content-type": "application/json"})
    body: bytes = b"{}"
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A request that would have left."""

    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes = b""


class FakeHttp:
    """Answers what was scripted for a URL, and keeps each request; `None` never answers."""

    def __init__(self, replies: Mapping[str, FakeReply | None]) -> None:
        self._replies = dict(replies)
        self.sent: list[Sent] = []

    async def get(self, url: str, *, headers: Mapping[str, str]) -> FakeReply:
        self.sent.append(Sent(method="GET", url=url, headers=headers))
        return await self._reply(url)

    async def post(self, url: str, *, content: bytes, headers: Mapping[str, str]) -> FakeReply:
        self.sent.append(Sent(method="POST", url=url, headers=headers, content=content))
        return await self._reply(url)

    async def _reply(self, url: str) -> FakeReply:
        if url not in self._replies:
            raise ModelFault("address_refused", f"{url} is not to be reached.")
        reply = self._replies[url]
        if reply is None:
            await asyncio.Event().wait()
        assert reply is not None
        return FakeReply(
            status=reply.status, headers=reply.headers, body=reply.body, url=reply.url or url
        )
