"""Running in the reader's page: the exact request goes out, a report comes back (SPEC D2, D3, D11).

The page decides nothing: the server has built the URL and the body, and it reads the reply.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from docsteward.base.errors import ModelFault
from docsteward.base.text import shorten
from docsteward.base.values import JsonObject
from docsteward.toolrun.reply import DONE, Reading, Unreadable, http_failure, read_reply
from docsteward.toolspec.call import (
    Call,
    DispatchEvent,
    Failed,
    FetchInPage,
    OpenLink,
    PageReport,
    PageRequest,
    Ran,
    ReportError,
    RunCode,
    RunHandler,
    Setting,
    context_of,
    memo_key,
    post_body,
)
from docsteward.toolspec.runs import (
    BrowserRun,
    EventRun,
    FetchRun,
    Header,
    HrefRun,
    LinkRun,
    PythonRun,
)
from docsteward.toolspec.tool import Tool
from docsteward.urls.template import UrlTemplate

PAGE_SECONDS = 10
_LONGEST_THROWN = 300
_ERRORS = {
    "network": "could not be reached from the reader's page.",
    "timeout": f"gave no answer within {PAGE_SECONDS} seconds.",
    "refused": "was refused by the reader's browser.",
    "silent": "could not be asked: the reader's page did not report back.",
    "unregistered": "was not run: the reader's page has no handler for it now.",
    "no_result": "came to no result: the page's handler returned nothing. Whether it did its work "
    "is not known; do not say that it did.",
    "threw": "failed in the reader's page",
    "aborted": "was broken off in the reader's page before it had a result.",
}
_ERROR_CODES: dict[ReportError, RunCode] = {
    "network": "unreachable",
    "timeout": "timeout",
    "refused": "unreachable",
    "silent": "page_silent",
    "unregistered": "no_handler",
    "no_result": "no_result",
    "threw": "failed",
    "aborted": "failed",
}


def page_request(tool: Tool, call: Call, args: JsonObject, setting: Setting) -> PageRequest:
    """Build what the page is to do.

    Raises ModelFault where an argument cannot stand in the URL, and for a run that is none of
    the page's.
    """
    match tool.run:
        case FetchRun(url=url, method="GET", headers=headers):
            return FetchInPage(
                method="GET",
                url=url.fill(args),
                headers=_plain(headers),
                body=None,
                seconds=PAGE_SECONDS,
            )
        case FetchRun(url=url, headers=headers):
            return FetchInPage(
                method="POST",
                url=url.fill(args),
                headers={**_plain(headers), "Idempotency-Key": call.id},
                body=post_body(tool.name, args, setting),
                seconds=PAGE_SECONDS,
            )
        case HrefRun(url=url):
            return build_link(url, args, setting)
        case EventRun(name=name):
            return DispatchEvent(name=name, detail=post_body(tool.name, args, setting))
        case BrowserRun():
            return handler_request(tool, args, setting)
        case LinkRun() | PythonRun():
            raise ModelFault("not_in_page", f"{tool.title} does not run in a page.")


def handler_request(tool: Tool, args: JsonObject, setting: Setting) -> RunHandler:
    """Ask for the page's own handler; it may stand in for any run of a page (SPEC D1)."""
    return RunHandler(tool=tool.name, args=args, context=context_of(setting), seconds=PAGE_SECONDS)


def _plain(headers: Sequence[Header]) -> dict[str, str]:
    """Return headers for a page; one with a secret never goes there, though none is loaded."""
    return {header.name: header.template for header in headers if not header.secrets}


def build_link(template: UrlTemplate, args: JsonObject, setting: Setting) -> OpenLink:
    """Build an action's link: the own host opens in place, another one in a new tab.

    Raises ModelFault where an argument cannot stand in the URL.
    """
    url = template.fill(args)
    here = _host(setting.page.url) if setting.page else ""
    there = _host(url)
    return OpenLink(url=url, new_tab=bool(there) and there != here)


def _host(url: str) -> str:
    """Return a URL's host and port; a page's own address is a visitor's word and may be none."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


def reported(tool: Tool, args: JsonObject, report: PageReport, reading: Reading) -> Ran | Failed:
    """Read a page's report as any other reply; it is a visitor's word and stays marked as such.

    A handler may have stood in for whatever the tool would run in a page, so a report with a
    result is read as one, whichever way was asked for.
    """
    if report.error is not None:
        return _faulty(tool, args, report, reading)
    if report.ok is False:
        message = f"{tool.title} {_ERRORS['refused']}"
        return Failed(code="failed", message=message, args=args, sent=True)
    if report.ok and report.body and not report.status:
        return _handled(tool, args, report, reading)
    match tool.run:
        case FetchRun():
            return _replied(tool, args, report, reading)
        case BrowserRun():
            # Nothing is no answer: it must never read as a silent yes (fault B071).
            return _faulty(tool, args, replace(report, error="no_result"), reading)
        case _:
            return _ran(tool, args, text="", said=DONE)


def _faulty(tool: Tool, args: JsonObject, report: PageReport, reading: Reading) -> Failed:
    error = report.error or "refused"
    message = f"{tool.title} {_ERRORS[error]}"
    if error == "threw":
        read = read_reply(report.body, "text/plain", reading)
        words = "" if isinstance(read, Unreadable) else shorten(read.text, _LONGEST_THROWN)
        message = f"{message}: {words}" if words else f"{message}."
    return Failed(code=_ERROR_CODES[error], message=message, args=args, sent=True)


def _replied(tool: Tool, args: JsonObject, report: PageReport, reading: Reading) -> Ran | Failed:
    if report.status == 0:
        message = f"{tool.title} was reported without the reply that it brought."
        return Failed(code="reply_unreadable", message=message, args=args, sent=True)
    read = read_reply(report.body, report.content_type, reading)
    if isinstance(read, Unreadable):
        return read.failure(tool, args)
    if not 200 <= report.status < 300:
        return http_failure(tool, args, status=report.status, said=read.said)
    return _ran(tool, args, text=read.text, said=read.said)


def _handled(tool: Tool, args: JsonObject, report: PageReport, reading: Reading) -> Ran | Failed:
    """Read what a handler returned; its summary is the word for the reader (SPEC I2)."""
    read = read_reply(report.body, report.content_type or "application/json", reading)
    if isinstance(read, Unreadable):
        return read.failure(tool, args)
    return _ran(tool, args, text=read.text, said=report.summary or read.said)


def _ran(tool: Tool, args: JsonObject, *, text: str, said: str) -> Ran:
    return Ran(
        args=args,
        text=text,
        source=f"{tool.title} · from the site",
        document=memo_key(tool.name, args),
        said=said,
    )
