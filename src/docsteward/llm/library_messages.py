"""A ModelRequest as the wire library's values, the same every time for the same request."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from docsteward.base.values import JsonObject
from docsteward.llm.carried import replayable, restored
from docsteward.llm.chat_body import EMPTY_RESULT, NO_NAME, Project
from docsteward.llm.model import (
    CallResult,
    Message,
    ModelReply,
    ReaderText,
    SystemText,
)
from docsteward.toolspec.tool import Declaration

if TYPE_CHECKING:
    from pydantic_ai.messages import (
        ModelMessage,
        ModelRequestPart,
        ModelResponse,
        ModelResponsePart,
    )
    from pydantic_ai.tools import ToolDefinition


def tool_definition(declaration: Declaration, project: Project) -> ToolDefinition:
    """Return a function as the library takes it; strict only when the projection says so.

    `properties` is always there, for some addresses refuse an object without it (fault B018).
    """
    from pydantic_ai.tools import ToolDefinition

    projected = project(declaration)
    parameters = projected.get("parameters")
    schema: JsonObject = {**parameters} if isinstance(parameters, dict) else {}
    schema.setdefault("type", "object")
    schema.setdefault("properties", {})
    return ToolDefinition(
        name=declaration.name,
        description=str(projected.get("description", declaration.description)),
        parameters_json_schema=cast("dict[str, object]", schema),
        strict=projected.get("strict") is True,
    )


def wire_messages(
    messages: Sequence[Message], *, system: str, call_id: Callable[[str], str] = str
) -> list[ModelMessage]:
    """Return the messages as the library takes them; blank texts are left out (fault B016).

    `system` names the provider: what another one said for itself alone is not carried to it.
    `call_id` makes an id that another one gave into one that it takes.
    """
    from pydantic_ai.messages import ModelRequest

    # What the provider itself named keeps its name, on both sides.
    own = {call.id for reply in _own_replies(messages, system) for call in reply.calls}

    def named(id: str) -> str:
        return id if id in own else call_id(id)

    wire: list[ModelMessage] = []
    asked: list[ModelRequestPart] = []
    for message in messages:
        if isinstance(message, ModelReply):
            reply = _reply(message, system=system, call_id=named)
            if reply is None:
                continue
            if asked:
                wire.append(ModelRequest(parts=asked))
                asked = []
            wire.append(reply)
        elif (part := _request_part(message, named)) is not None:
            asked.append(part)
    if asked:
        wire.append(ModelRequest(parts=asked))
    return wire


def _own_replies(messages: Sequence[Message], system: str) -> Iterator[ModelReply]:
    for message in messages:
        if isinstance(message, ModelReply) and restored(message, system=system) is not None:
            yield message


def _request_part(
    message: SystemText | ReaderText | CallResult, call_id: Callable[[str], str]
) -> ModelRequestPart | None:
    from pydantic_ai.messages import SystemPromptPart, ToolReturnPart, UserPromptPart

    match message:
        case SystemText(text=text):
            return SystemPromptPart(content=text) if text.strip() else None
        case ReaderText(text=text):
            return UserPromptPart(content=text) if text.strip() else None
        case CallResult():
            content = message.text if message.text.strip() else EMPTY_RESULT
            return ToolReturnPart(
                tool_name=message.name, content=content, tool_call_id=call_id(message.call_id)
            )


def _provider_of(parts: Sequence[ModelResponsePart]) -> str | None:
    """Return who made the parts, as the library calls it: it looks before it sends any back."""
    named = (getattr(part, "provider_name", None) for part in parts)
    return next(filter(None, named), None)


def _reply(
    reply: ModelReply, *, system: str, call_id: Callable[[str], str]
) -> ModelResponse | None:
    from pydantic_ai.messages import (
        ModelResponse,
        TextPart,
        ToolCallPart,
    )

    if (kept := restored(reply, system=system)) is not None:
        return ModelResponse(parts=kept, provider_name=_provider_of(kept))
    parts: list[ModelResponsePart] = []
    if reply.text.strip():
        parts.append(TextPart(content=reply.text))
    parts += [
        ToolCallPart(
            tool_name=call.name or NO_NAME,
            args=replayable(call),
            tool_call_id=call_id(call.id),
        )
        for call in reply.calls
    ]
    # Without a name of its maker: what another model said is carried as plain words and calls.
    return ModelResponse(parts=parts) if parts else None
