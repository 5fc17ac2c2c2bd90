"""Running a `fetch` of an absolute URL: from this server, through the guard (SPEC D2, D5, D6)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Protocol
from urllib.parse import urlsplit

import structlog

from docsteward.base.errors import ModelFault
from docsteward.netguard.refusal import RefusalCode, Refused
from docsteward.toolrun.prepare import ServerFetch
from docsteward.toolrun.reply import LONGEST_FETCHED, Unreadable, http_failure, read_reply
from docsteward.toolrun.secrets import Secrets
from docsteward.toolspec.call import Failed, Ran, RunCode
from docsteward.toolspec.tool import Tool

_log = structlog.get_logger(__name__)

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

    def without_allowed(self) -> HttpDoor:
        """Return the same way out without the operator's internal hosts."""
        ...


async def fetch_from_server(
    http: HttpDoor, fetch: ServerFetch, tool: Tool, secrets: Secrets
) -> Ran | Failed:
    """Make the request and read its reply. What the guard refuses is a Failed outcome.

    The operator's internal hosts are none of a URL that moved to the page's origin (SPEC C5).
    """
    door = http.without_allowed() if fetch.followed else http
    try:
        headers = {**fetch.fixed_headers, **secrets.headers(fetch.headers, fetch.url)}
        if fetch.body is None:
            reply = await door.get(fetch.url, headers=headers)
        else:
            content = json.dumps(fetch.body).encode()
            reply = await door.post(fetch.url, content=content, headers=headers)
    except Refused as refused:
        note = secrets.strike(refused.operator_note)
        _log.info("request_refused", tool=tool.name, code=refused.code, note=note)
        code = _FAILURES.get(refused.code, "request_refused")
        return Failed(code=code, message=refused.message, args={}, sent=refused.sent)
    except ModelFault as fault:
        _log.warning("secret_refused", tool=tool.name, reason=fault.message)
        return Failed(code="secret_refused", message=fault.message, args={})
    return _read(tool, reply, secrets)


def _read(tool: Tool, reply: HttpReply, secrets: Secrets) -> Ran | Failed:
    reading = secrets.reading(tool, LONGEST_FETCHED)
    content_type = reply.headers.get("content-type", "")
    read = read_reply(reply.body, content_type, reading, truncated=reply.truncated)
    if isinstance(read, Unreadable):
        return read.failure(tool, {})
    if not 200 <= reply.status < 300:
        return http_failure(tool, {}, status=reply.status, said=read.said)
    # A bound value may stand in the URL, and no model sees one (SPEC B6).
    url = None if tool.bindings else secrets.strike(reply.url)
    shown = f" and include the URL: {url}" if url else "."
    return Ran(
        args={},
        text=read.text,
        source=f"{tool.title} · from {urlsplit(reply.url).hostname}",
        document=reply.url,
        said=read.said,
        url=url,
        guidance="Summarise what answers the question" + shown,
    )
