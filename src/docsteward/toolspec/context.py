"""What a Python tool is given beside its arguments (SPEC D3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from docsteward.base.values import Page, Visitor


class ToolReply(Protocol):
    """The reply to a guarded request."""

    @property
    def status(self) -> int: ...
    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def body(self) -> bytes: ...
    @property
    def url(self) -> str: ...


class ToolHttp(Protocol):
    """The guarded way out of the process, on the same rails as every tool's (SPEC D5)."""

    async def get(self, url: str, *, headers: Mapping[str, str]) -> ToolReply: ...

    async def post(self, url: str, *, content: bytes, headers: Mapping[str, str]) -> ToolReply: ...


@dataclass(frozen=True, kw_only=True)
class ToolContext:
    """The question, the page if there is one, the visitor, and the guarded way to other hosts."""

    question: str
    page: Page | None
    visitor: Visitor
    http: ToolHttp
