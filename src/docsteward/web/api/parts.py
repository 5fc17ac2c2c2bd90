"""Turn events as parts of the AI SDK UI message stream, version 1 (docs/wire.md).

Pure: `PartWriter` turns events, one after another, into the parts of a stream; `message_parts`
turns a whole log into the parts of a stored message. Both come from the same events, so a
restored conversation shows what the live one showed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from docsteward.base.values import JsonObject, JsonValue
from docsteward.turn.events import (
    ApprovalAsked,
    ApprovalSettled,
    ClaimsChecked,
    OfferMade,
    PageAsked,
    PageToolsNoted,
    SourceCited,
    StatusChanged,
    TextAdded,
    ToolCalled,
    ToolReturned,
    TurnEnded,
    TurnEvent,
    TurnStarted,
    VerdictGiven,
)

_CallEvent: TypeAlias = ToolCalled | ToolReturned | PageAsked | ApprovalAsked | ApprovalSettled

_BESIDE_TEXT = (SourceCited, StatusChanged, PageToolsNoted)
_BROKEN_STATES = ("failed", "interrupted")


class PartWriter:
    """Writes the parts of one stream; a text part is opened and closed around tools and offers.

    What a part says may depend on events before it, so a stream is always written from its first
    event on, also when a client that resumes is sent only the later parts.
    """

    def __init__(self) -> None:
        self._text_open = False
        self._texts = 0
        self._message = ""
        self._asked: dict[str, ApprovalAsked] = {}

    def write(self, event: TurnEvent) -> list[JsonObject]:
        """Return the parts that an event becomes, in order."""
        if isinstance(event, TextAdded):
            return self._text(event.text)
        # A source or a status line comes in the middle of a sentence; the text goes on around it.
        closing = [] if isinstance(event, _BESIDE_TEXT) else self._close_text()
        if isinstance(event, VerdictGiven):
            self._message = event.message
        return closing + self._others(event)

    @property
    def text_id(self) -> str:
        return f"t{self._texts}"

    def _text(self, text: str) -> list[JsonObject]:
        parts: list[JsonObject] = []
        if not self._text_open:
            self._text_open = True
            self._texts += 1
            parts.append({"type": "text-start", "id": self.text_id})
        parts.append({"type": "text-delta", "id": self.text_id, "delta": text})
        return parts

    def _close_text(self) -> list[JsonObject]:
        if not self._text_open:
            return []
        self._text_open = False
        return [{"type": "text-end", "id": self.text_id}]

    def _others(self, event: TurnEvent) -> list[JsonObject]:
        match event:
            case TurnStarted():
                return [
                    {
                        "type": "start",
                        "messageId": event.turn,
                        "messageMetadata": {"turn": event.turn},
                    }
                ]
            case PageToolsNoted():
                noted: list[JsonValue] = [
                    {"tool": tool, "message": message} for tool, message in event.notes
                ]
                return [{"type": "data-page-tools", "data": {"notes": noted}, "transient": True}]
            case StatusChanged():
                data: JsonObject = {"phase": event.phase, "title": event.title}
                return [{"type": "data-status", "data": data, "transient": True}]
            case ToolCalled() | ToolReturned() | PageAsked() | ApprovalAsked() | ApprovalSettled():
                return self._of_call(event)
            case SourceCited():
                return [source_part(event)]
            case ClaimsChecked():
                return [claims_part(event)]
            case OfferMade():
                return [offer_part(event)]
            case VerdictGiven():
                return [verdict_part(event)]
            case TurnEnded():
                return self._end(event)
            case TextAdded():
                return []

    def _of_call(self, event: _CallEvent) -> list[JsonObject]:
        match event:
            case ToolCalled():
                return [_tool_input(event)]
            case ToolReturned():
                return [_tool_output(event)]
            case PageAsked():
                return [_page_asked(event)]
            case ApprovalAsked():
                self._asked[event.call] = event
                return [approval_part(event)]
            case ApprovalSettled():
                return self._settled(event)

    def _settled(self, event: ApprovalSettled) -> list[JsonObject]:
        asked = self._asked.get(event.call)
        parts = [approval_part(asked, state=event.state)] if asked else []
        if event.state == "approved":
            return parts
        return [*parts, _unrun(event)]

    def _end(self, event: TurnEnded) -> list[JsonObject]:
        if event.state in _BROKEN_STATES:
            return [{"type": "error", "errorText": self._message}, {"type": "finish"}]
        return [{"type": "finish"}]


def _tool_input(event: ToolCalled) -> JsonObject:
    return {
        "type": "tool-input-available",
        "toolCallId": event.call,
        "toolName": event.tool,
        "title": event.title,
        "input": event.args,
        "dynamic": True,
    }


def _tool_output(event: ToolReturned) -> JsonObject:
    """Say that a call came back. What it brought is the model's, never the stream's."""
    part: JsonObject = {"toolCallId": event.call, "dynamic": True}
    if event.ok:
        return {"type": "tool-output-available", "output": _output(event), **part}
    return {"type": "tool-output-error", "errorText": event.code or "failed", **part}


def _output(event: ToolReturned) -> JsonObject:
    output: JsonObject = {"ok": True, "ms": event.ms}
    return output | {"summary": event.summary} if event.summary else output


def _page_asked(event: PageAsked) -> JsonObject:
    data: JsonObject = {
        "call": event.call,
        "tool": event.tool,
        "title": event.title,
        "request": event.request,
        "seconds": event.seconds,
    }
    return {"type": "data-call", "id": event.call, "data": data}


def _unrun(event: ApprovalSettled) -> JsonObject:
    # The SDK's own parts for approvals are for decisions that go through its own client state.
    error = "declined" if event.state == "declined" else "undecided"
    return {
        "type": "tool-output-error",
        "toolCallId": event.call,
        "errorText": error,
        "dynamic": True,
    }


def approval_part(event: ApprovalAsked, *, state: str = "waiting") -> JsonObject:
    """Return the card of a call that waits for the reader, or what became of it."""
    rows: list[JsonValue] = [{"name": name, "value": value} for name, value in event.rows]
    approval: JsonObject = {
        "ask": event.ask,
        "icon": event.icon,
        "context": list(event.context),
        "rows": rows,
    }
    data: JsonObject = {
        "call": event.call,
        "tool": event.tool,
        "title": event.title,
        "args": event.args,
        "approval": approval,
        "state": state,
    }
    return {"type": "data-call", "id": event.call, "data": data}


def source_part(event: SourceCited) -> JsonObject:
    """Return a source as the AI SDK knows it, with our number and the passage behind it."""
    ours: JsonObject = {"number": event.number, "kind": event.kind, "passage": event.passage}
    part: JsonObject = {
        "sourceId": str(event.number),
        "title": event.source,
        "providerMetadata": {"docsteward": ours},
    }
    if event.url is not None:
        return {"type": "source-url", "url": event.url, **part}
    return {"type": "source-document", "mediaType": "text/plain", **part}


def claims_part(event: ClaimsChecked) -> JsonObject:
    """Return what of the answer was not found in the sources that it cites."""
    marked: list[JsonValue] = [
        {
            "text": one.text,
            "missing": [{"kind": kind, "text": text} for kind, text in one.missing],
        }
        for one in event.marked
    ]
    data: JsonObject = {
        "checked": event.checked,
        "confidence": event.confidence,
        "tentative": event.tentative,
        "marked": marked,
    }
    return {"type": "data-claims", "data": data}


def offer_part(
    event: OfferMade, *, state: str = "offered", outcome: str | None = None
) -> JsonObject:
    """Return an offer with all that a client needs to draw it."""
    data: JsonObject = {
        "offer": event.offer,
        "tool": event.tool,
        "kind": event.kind,
        "args": event.args,
        **event.data,
        "state": state,
        "outcome": outcome,
    }
    return {"type": "data-offer", "id": event.offer, "data": data}


def verdict_part(event: VerdictGiven) -> JsonObject:
    """Return how a turn ended."""
    closest: list[JsonValue] = [{"title": title, "url": url} for title, url in event.closest]
    data: JsonObject = {
        "state": event.state,
        "cause": event.cause,
        "message": event.message,
        "closest": closest,
    }
    if event.masked:
        data["masked"] = event.masked
    return {"type": "data-verdict", "data": data}


def message_parts(
    events: Iterable[TurnEvent],
    *,
    offers: Mapping[str, tuple[str, str | None]],
    approvals: Mapping[str, str],
) -> list[JsonObject]:
    """Return a stored turn's parts.

    `offers` maps each offer to its present state and outcome, `approvals` each call that the
    reader was asked about to its state.
    """
    parts: list[JsonObject] = []
    for event in events:
        match event:
            case TextAdded():
                _add_text(parts, event.text)
            case SourceCited():
                parts.append(source_part(event))
            case OfferMade():
                state, outcome = offers.get(event.offer, ("expired", None))
                parts.append(offer_part(event, state=state, outcome=outcome))
            case ClaimsChecked():
                parts.append(claims_part(event))
            case VerdictGiven():
                parts.append(verdict_part(event))
            case ApprovalAsked():
                state = approvals.get(event.call, "expired")
                parts.append(approval_part(event, state=state))
            case ToolCalled():
                parts.append(_stored_tool(event))
            case ApprovalSettled(state="declined" | "expired"):
                _unrun_tool(parts, event)
            case ToolReturned():
                _settle_tool(parts, event)
            case _:
                continue
    return parts


def _add_text(parts: list[JsonObject], text: str) -> None:
    """Add to the text that is open: sources in between do not end it."""
    for part in reversed(parts):
        if part["type"] == "text":
            part["text"] = f"{part['text']}{text}"
            return
        if part["type"] not in ("source-url", "source-document"):
            break
    parts.append({"type": "text", "text": text})


def _stored_tool(event: ToolCalled) -> JsonObject:
    return {
        "type": "dynamic-tool",
        "toolCallId": event.call,
        "toolName": event.tool,
        "title": event.title,
        "state": "input-available",
        "input": event.args,
    }


def _unrun_tool(parts: list[JsonObject], event: ApprovalSettled) -> None:
    called = next((part for part in parts if part.get("toolCallId") == event.call), None)
    if called is not None:
        called.update(state="output-error", errorText=_unrun(event)["errorText"])


def _settle_tool(parts: list[JsonObject], event: ToolReturned) -> None:
    """Note on a call's part what became of it, where the stream of a client has it too."""
    called = next((part for part in parts if part.get("toolCallId") == event.call), None)
    if called is None:
        return
    if event.ok:
        called.update(state="output-available", output=_output(event))
    else:
        called.update(state="output-error", errorText=event.code or "failed")
