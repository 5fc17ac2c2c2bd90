"""What clients send, read strictly: each model is one body of docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints

MOST_QUESTION = 4000
MOST_REPORT_BODY = 200_000

Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Body(BaseModel):
    """Unknown keys are left alone: clients of the AI SDK send more than is read here."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class SessionBody(Body):
    key: Annotated[str, StringConstraints(min_length=1, max_length=100)]


class PageBody(Body):
    url: Annotated[str, StringConstraints(min_length=1, max_length=2000)]
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


class ChatBody(Body):
    id: Name
    messages: Annotated[list[ChatMessage], Field(min_length=1, max_length=500)]
    page: PageBody | None = None


class PressBody(Body):
    args: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue], max_length=50)


class ReportBody(Body):
    """What the page says of a request that it made: a reply, an error, or a plain `ok`."""

    status: Annotated[int, Field(ge=100, le=599)] | None = None
    content_type: Annotated[str, StringConstraints(max_length=200)] = ""
    body: Annotated[str, StringConstraints(max_length=MOST_REPORT_BODY)] = ""
    error: Literal["network", "timeout", "refused"] | None = None
    ok: bool | None = None
