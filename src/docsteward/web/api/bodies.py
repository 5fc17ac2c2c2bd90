"""What clients send, read strictly: each model is one body of docs/wire.md."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal, cast
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
)

MOST_QUESTION = 4000
MOST_QUOTE = 2000
MOST_REPORT_BODY = 200_000
MOST_REASON = 500
MOST_SUMMARY = 1000

Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Body(BaseModel):
    """Unknown keys are left alone: clients of the AI SDK send more than is read here."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class SessionBody(Body):
    key: Annotated[str, StringConstraints(min_length=1, max_length=100)]


def _web_address(url: str) -> str:
    parts = urlsplit(url)  # Raises ValueError for what is no URL.
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError("a page's url must be a whole http or https address")
    return url


class PageBody(Body):
    url: Annotated[
        str, StringConstraints(min_length=1, max_length=2000), AfterValidator(_web_address)
    ]
    title: Annotated[str, StringConstraints(max_length=300)] = ""


class TextPart(Body):
    type: str
    text: str = ""


class ChatMessage(Body):
    id: Name
    role: Literal["user", "assistant", "system"]
    parts: list[TextPart] = Field(default_factory=list[TextPart], max_length=200)

    @property
    def text(self) -> str:
        return "\n".join(part.text for part in self.parts if part.type == "text").strip()


def _last(messages: object) -> object:
    """Only the last message is looked at, so a long or odd history is no reason to refuse."""
    return cast("list[object]", messages)[-1:] if isinstance(messages, list) else messages


class ChatBody(Body):
    id: Name
    messages: Annotated[list[ChatMessage], BeforeValidator(_last), Field(min_length=1)]
    page: PageBody | None = None
    quote: Annotated[str, StringConstraints(max_length=MOST_QUOTE)] = ""
    # Whatever these are, a question is never lost for them: they are read by what uses them.
    page_tools: Any = None
    handlers: Any = None


def _finite(value: JsonValue) -> JsonValue:
    """Refuse what Python's reader takes and JSON has not: it can be neither stored nor sent on."""
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("a number must be finite")
    if isinstance(value, dict | list):
        for child in value.values() if isinstance(value, dict) else value:
            _finite(child)
    return value


class PressBody(Body):
    args: dict[str, Annotated[JsonValue, AfterValidator(_finite)]] = Field(
        default_factory=dict[str, JsonValue], max_length=50
    )
    handlers: Any = None


class DecisionBody(Body):
    """The reader's word on a call that waits for it; which call is in the address alone."""

    approve: Annotated[bool, Field(strict=True)]
    reason: Annotated[str, StringConstraints(max_length=MOST_REASON)] = ""


class ReportBody(Body):
    """What the page says of a request that it made: a reply, an error, or a plain `ok`."""

    status: Annotated[int, Field(ge=100, le=599)] | None = None
    content_type: Annotated[str, StringConstraints(max_length=200)] = ""
    body: Annotated[str, StringConstraints(max_length=MOST_REPORT_BODY)] = ""
    error: (
        Literal["network", "timeout", "refused", "unregistered", "no_result", "threw", "aborted"]
        | None
    ) = None
    ok: bool | None = None
    summary: Annotated[str, StringConstraints(max_length=MOST_SUMMARY)] = ""
