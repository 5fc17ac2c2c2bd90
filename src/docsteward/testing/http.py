"""A way out of the process that leads nowhere: scripted replies by URL."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from docsteward.netguard.refusal import RefusalCode, Refused


@dataclass(frozen=True, kw_only=True)
class FakeReply:
    """A reply as the guard gives it back."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"content-type": "application/json"})
    body: bytes = b"{}"
    url: str = ""
    truncated: bool = False


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A request that would have left."""

    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes = b""
    allowed: bool = True


class FakeHttp:
    """Answers what was scripted for a URL: a reply, a refusal by its code, `None` for never."""

    def __init__(self, replies: Mapping[str, FakeReply | RefusalCode | None]) -> None:
        self._replies = dict(replies)
        self.sent: list[Sent] = []
        self.asked = asyncio.Event()
        self._allowed = True

    def without_allowed(self) -> FakeHttp:
        """Return a way out with the same replies; what it sends says `allowed=False`."""
        other = FakeHttp({})
        other._replies, other.sent, other.asked = self._replies, self.sent, self.asked
        other._allowed = False
        return other

    def answer(self, url: str, reply: FakeReply | RefusalCode | None) -> None:
        """Answer otherwise from now on."""
        self._replies[url] = reply

    async def get(self, url: str, *, headers: Mapping[str, str]) -> FakeReply:
        self.sent.append(Sent(method="GET", url=url, headers=headers, allowed=self._allowed))
        return await self._reply(url)

    async def post(self, url: str, *, content: bytes, headers: Mapping[str, str]) -> FakeReply:
        self.sent.append(
            Sent(method="POST", url=url, headers=headers, content=content, allowed=self._allowed)
        )
        return await self._reply(url)

    async def _reply(self, url: str) -> FakeReply:
        self.asked.set()
        if url not in self._replies:
            raise Refused("address_refused", f"{url} is not to be reached.")
        reply = self._replies[url]
        if isinstance(reply, str):
            raise Refused(reply, f"{url} gave {reply}.", sent=True)
        if reply is None:
            await asyncio.Event().wait()
        assert reply is not None
        return replace(reply, url=reply.url or url)
