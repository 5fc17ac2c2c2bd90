"""A call of a tool and its outcome: what goes through the door and what comes back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Literal, TypeAlias, cast

from docsteward.base.values import JsonObject, JsonValue, Page
from docsteward.toolspec.tool import Approval

RunCode = Literal[
    "tool_unknown",
    "tool_is_action",
    "tool_is_function",
    "access_denied",
    "needs_page",
    "needs_approval",
    "binding_missing",
    "secret_refused",
    "arguments_invalid",
    "request_refused",
    "timeout",
    "unreachable",
    "http_status",
    "reply_binary",
    "reply_unreadable",
    "page_silent",
    "no_handler",
    "no_result",
    "budget",
    "cut",
    "declined",
    "repeated_failure",
    "failed",
]


@dataclass(frozen=True, kw_only=True)
class Call:
    """A wish to run a tool: by a model within a turn, or by a reader's press of an offer.

    `arguments` is a model's raw text, or the values that a reader sent; neither is trusted.
    `approved` says that the reader was asked about this very call and agreed.
    """

    id: str
    tool: str
    arguments: str | Mapping[str, JsonValue]
    pressed: bool = False
    approved: bool = False


@dataclass(frozen=True, kw_only=True)
class Setting:
    """Where a call is made: the reader's question, the page if there is one, the turn's memory.

    `memo` maps each call of the turn that ran or is under way, by its tool and arguments, to the
    id of the first such call (SPEC D8). The door keeps it; a turn rebuilds it when it resumes.
    `private_from` names the tools whose evidence in this turn is not public (SPEC D10).
    """

    question: str
    page: Page | None = None
    memo: dict[str, str] = field(default_factory=dict[str, str])
    private_from: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Ran:
    """A run that worked. `text` is for the model, `said` is the endpoint's own word for a reader.

    `document` is the identity of this reply among citations; `source` its row (SPEC E11).
    """

    args: JsonObject
    text: str
    source: str
    document: str
    said: str
    url: str | None = None
    guidance: str = ""


@dataclass(frozen=True, kw_only=True)
class Failed:
    """A run that did not happen or did not work: a stable code and a short reason.

    `faults` are those of single arguments, as `(path, what a reader is told there)`. `sent` says
    that a request left before the failure, so that a write may have happened.
    """

    code: RunCode
    message: str
    args: JsonObject
    faults: tuple[tuple[str, str], ...] = ()
    sent: bool = False


@dataclass(frozen=True, kw_only=True)
class FetchInPage:
    """The exact request that the reader's page is asked to make."""

    method: Literal["GET", "POST"]
    url: str
    headers: Mapping[str, str]
    body: JsonObject | None
    seconds: int

    def to_json(self) -> JsonObject:
        data: JsonObject = {"kind": "fetch", "method": self.method, "url": self.url}
        if self.headers or self.body is not None:
            data["headers"] = dict(self.headers)
        if self.body is not None:
            data |= {"body": self.body, "seconds": self.seconds}
        return data


@dataclass(frozen=True, kw_only=True)
class OpenLink:
    """A link that the server built, to be followed by the reader's browser."""

    url: str
    new_tab: bool

    def to_json(self) -> JsonObject:
        return {"kind": "href", "url": self.url, "new_tab": self.new_tab}


@dataclass(frozen=True, kw_only=True)
class DispatchEvent:
    """A CustomEvent for the page's window."""

    name: str
    detail: JsonObject

    def to_json(self) -> JsonObject:
        return {"kind": "event", "name": self.name, "detail": self.detail}


@dataclass(frozen=True, kw_only=True)
class RunHandler:
    """The page's own handler, registered under the tool's name, is to be run (SPEC D3)."""

    tool: str
    args: JsonObject
    context: JsonObject
    seconds: int

    def to_json(self) -> JsonObject:
        return {
            "kind": "handler",
            "tool": self.tool,
            "args": self.args,
            "context": self.context,
            "seconds": self.seconds,
        }


PageRequest: TypeAlias = FetchInPage | OpenLink | DispatchEvent | RunHandler


@dataclass(frozen=True, kw_only=True)
class NeedsPage:
    """The call stood every check; the reader's page must carry it out."""

    args: JsonObject
    request: PageRequest


@dataclass(frozen=True, kw_only=True)
class Repeated:
    """The same call was made before in this turn; its answer serves again and costs nothing."""

    args: JsonObject
    call: str


@dataclass(frozen=True, kw_only=True)
class NeedsApproval:
    """The call stood every check and waits for the reader's word; nothing has run (SPEC A4)."""

    args: JsonObject
    approval: Approval


Outcome: TypeAlias = Ran | Failed | NeedsPage | NeedsApproval | Repeated


# `silent` is the server's own finding: the page never reported. The last four are a handler's.
ReportError = Literal[
    "network", "timeout", "refused", "silent", "unregistered", "no_result", "threw", "aborted"
]


@dataclass(frozen=True, kw_only=True)
class PageReport:
    """What a page says came of its request; a visitor's word, untrusted (SPEC D11).

    `summary` is what a handler wants the reader to see; the model is never sent it.
    """

    status: int = 0
    content_type: str = ""
    body: str = ""
    error: ReportError | None = None
    ok: bool | None = None
    summary: str = ""

    def to_json(self) -> JsonObject:
        return cast(JsonObject, asdict(self))

    @staticmethod
    def from_json(stored: Mapping[str, JsonValue]) -> PageReport:
        """Return the report that was stored; what is not there has its default."""
        known = {field.name for field in fields(PageReport)}
        values = {name: value for name, value in stored.items() if name in known}
        return PageReport(**values)  # pyright: ignore[reportArgumentType]


def post_body(tool: str, args: JsonObject, setting: Setting) -> JsonObject:
    """Return what a POST sends and an event carries: the call with its context (SPEC D2, D3)."""
    return {"tool": tool, "args": args, "context": context_of(setting)}


def context_of(setting: Setting) -> JsonObject:
    """Return what a run is told of where it was asked for."""
    context: JsonObject = {"question": setting.question}
    if setting.page is not None:
        context["page"] = setting.page.url
    return context


def memo_key(tool: str, args: JsonObject) -> str:
    """Return one text for one call: the tool and its checked arguments in canonical form."""
    return f"{tool} {json.dumps(args, sort_keys=True, ensure_ascii=False, separators=(',', ':'))}"
