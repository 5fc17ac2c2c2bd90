"""What exactly a checked call is going to do, as a value; nothing is sent (SPEC D2, D3, C5)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

from docsteward.base.values import JsonObject, Visitor
from docsteward.toolrun.page import page_request
from docsteward.toolspec.call import Call, PageRequest, Setting, post_body
from docsteward.toolspec.runs import FetchRun, Header, LinkRun, Method, PythonRun
from docsteward.toolspec.tool import Tool
from docsteward.urls.origin import Origin, rebased


@dataclass(frozen=True, kw_only=True)
class ServerFetch:
    """A request that this server makes. Its headers are as written: no secret is in here.

    `key` tells an endpoint that two POSTs are one wish. `followed` says that the URL moved to
    the origin of the reader's page.
    """

    url: str
    method: Method
    headers: tuple[Header, ...] = ()
    body: JsonObject | None = None
    key: str = ""
    followed: bool = False

    @property
    def fixed_headers(self) -> dict[str, str]:
        """The headers that are sent whatever the site wrote."""
        sent = {"Accept": "application/json, text/*;q=0.9, */*;q=0.1"}
        if self.body is not None:
            sent |= {"Content-Type": "application/json", "Idempotency-Key": self.key}
        return sent

    def to_json(self) -> JsonObject:
        """Return the request with each secret as `${secret:NAME}`."""
        written = {header.name: header.template for header in self.headers}
        return {
            "kind": "fetch",
            "from": "server",
            "method": self.method,
            "url": self.url,
            "headers": {**self.fixed_headers, **written},
            "body": self.body,
        }


@dataclass(frozen=True, kw_only=True)
class ShareLink:
    """A URL for the model to share; nobody requests it."""

    url: str

    def to_json(self) -> JsonObject:
        return {"kind": "link", "url": self.url}


@dataclass(frozen=True, kw_only=True)
class CallPython:
    """A call of a function of the site's own code."""

    target: str
    args: JsonObject

    def to_json(self) -> JsonObject:
        return {"kind": "python", "target": self.target, "args": self.args}


Prepared: TypeAlias = ServerFetch | ShareLink | CallPython | PageRequest


def prepare(
    tool: Tool,
    call: Call,
    args: JsonObject,
    setting: Setting,
    *,
    visitor: Visitor,
    origins: Collection[Origin],
) -> Prepared:
    """Return what a call with these arguments, the bound ones among them, is to do.

    `origins` are the site's allowed ones. Raises ModelFault where an argument cannot stand in
    the URL (SPEC C).
    """
    match tool.run:
        case PythonRun(target=target):
            return CallPython(target=target, args=args)
        case LinkRun(url=url):
            return ShareLink(url=_followed(tool, url.fill(args), visitor, origins))
        case FetchRun(url=url, method=method, headers=headers) if not url.is_relative:
            own = url.fill(args)
            target = _followed(tool, own, visitor, origins)
            return ServerFetch(
                url=target,
                method=method,
                headers=headers,
                body=post_body(tool.name, args, setting) if method == "POST" else None,
                key=call.id,
                followed=target != own,
            )
        case _:
            return page_request(tool, call, args, setting)


def _followed(tool: Tool, url: str, visitor: Visitor, origins: Collection[Origin]) -> str:
    """Move a URL to the page's origin, as the session knows it and no script does (SPEC C5)."""
    origin = visitor.claims.get("origin")
    if not tool.follow_origin or not isinstance(origin, str):
        return url
    return rebased(url, origin, origins)
