"""Running a `fetch` of an absolute URL: from this server, through the guard (SPEC D2, D5, D6)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Protocol
from urllib.parse import urlsplit

import structlog

from docsteward.base.values import JsonObject
from docsteward.netguard.refusal import RefusalCode, Refused
from docsteward.toolrun.reply import DONE, Unreadable, read_reply
from docsteward.toolspec.call import Call, Failed, Ran, RunCode, Setting, post_body
from docsteward.toolspec.tool import FetchRun, Tool

_log = structlog.get_logger(__name__)

_LONGEST_TEXT = 6000
# What is no refusal but an endpoint that could not be asked.
_FAILURES: dict[RefusalCode, RunCode] = {
    "timeout": "timeout",
    "connect_failed": "unreachable",
    "tls_failed": "unreachable",
    "host_unresolved": "unreachable",
    "bad_response": "reply_unreadable",
    "encoding_unknown": "reply_unreadable",
    "too_large": "reply_unreadable",
}
_ACCEPT = "application/json, text/*;q=0.9, */*;q=0.1"


class HttpReply(Protocol):
    """What the guard gives back for a request."""

    @property
    def status(self) -> int: ...
    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def body(self) -> bytes: ...
    @property
    def url(self) -> str: ...
    @property
    def truncated(self) -> bool: ...


class HttpDoor(Protocol):
    """The guarded way out of the process."""

    async def get(self, url: str, *, headers: Mapping[str, str]) -> HttpReply: ...

    async def post(self, url: str, *, content: bytes, headers: Mapping[str, str]) -> HttpReply: ...


async def fetch_from_server(
    http: HttpDoor, tool: Tool, call: Call, args: JsonObject, setting: Setting
) -> Ran | Failed:
    """Make the request and read its reply. What the guard refuses is a Failed outcome."""
    assert isinstance(tool.run, FetchRun)
    url = tool.run.url.fill(args)
    try:
        if tool.run.method == "GET":
            reply = await http.get(url, headers={"Accept": _ACCEPT})
        else:
            body = post_body(tool.name, args, setting)
            headers = {
                "Accept": _ACCEPT,
                "Content-Type": "application/json",
                "Idempotency-Key": call.id,
            }
            reply = await http.post(url, content=json.dumps(body).encode(), headers=headers)
    except Refused as refused:
        _log.info("request_refused", tool=tool.name, code=refused.code, note=refused.operator_note)
        code = _FAILURES.get(refused.code, "request_refused")
        return Failed(code=code, message=refused.message, args=args, sent=refused.sent)
    return _read(tool, args, reply)


def _read(tool: Tool, args: JsonObject, reply: HttpReply) -> Ran | Failed:
    read = read_reply(
        reply.body,
        reply.headers.get("content-type", ""),
        limit=_LONGEST_TEXT,
        truncated=reply.truncated,
    )
    if isinstance(read, Unreadable):
        message = f"{tool.title} replied with {read.media_type}, which is no text."
        return Failed(code="reply_binary", message=message, args=args, sent=True)
    if not 200 <= reply.status < 300:
        return http_failure(tool, args, status=reply.status, said=read.said)
    return Ran(
        args=args,
        text=read.text,
        source=f"{tool.title} · from {urlsplit(reply.url).hostname}",
        document=reply.url,
        said=read.said,
        url=reply.url,
        guidance="Summarise what answers the question and include the URL: " + reply.url,
    )


def http_failure(tool: Tool, args: JsonObject, *, status: int, said: str) -> Failed:
    """Return the failure that an HTTP status means, with the endpoint's own words if it had any."""
    words = "" if said == DONE else f": {said}"
    message = f"{tool.title} answered with status {status}{words}"
    return Failed(code="http_status", message=message, args=args, sent=True)
