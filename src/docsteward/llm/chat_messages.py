"""A ModelRequest as the wire library's values, the same every time for the same request."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias, cast

from docsteward.base.values import JsonObject, JsonValue
from docsteward.llm.carried import replayable, restored
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

Project: TypeAlias = Callable[[Declaration], JsonObject]

# Some addresses refuse a tool message without any text.
_EMPTY_RESULT = "(empty)"
# A call that never got a name is refused, yet stays in the history with its refusal.
_NO_NAME = "unnamed"


def as_written(declaration: Declaration) -> JsonObject:
    """Project a declaration without changing it: `{"description", "parameters"}`."""
    return {"description": declaration.description, "parameters": {**declaration.schema}}


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
            content = message.text if message.text.strip() else _EMPTY_RESULT
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
        ModelResponsePart,
        TextPart,
        ThinkingPart,
        ToolCallPart,
    )

    if (kept := restored(reply, system=system)) is not None:
        return ModelResponse(parts=kept, provider_name=_provider_of(kept))
    opaque = read_opaque(reply.opaque, system=system)
    parts: list[ModelResponsePart] = [
        ThinkingPart(content=text, id=field, provider_name=system)
        for field, text in opaque.thinking.items()
    ]
    if reply.text.strip():
        parts.append(TextPart(content=reply.text))
    for call in reply.calls:
        extra = opaque.extras.get(call.id)
        parts.append(
            ToolCallPart(
                tool_name=call.name or _NO_NAME,
                args=replayable(call),
                tool_call_id=call_id(call.id),
                provider_name=system if extra is not None else None,
                provider_details=None if extra is None else {"extra_content": extra},
            )
        )
    # Thinking alone is nothing that a provider would take back.
    if len(parts) == len(opaque.thinking):
        return None
    return ModelResponse(parts=parts, provider_name=system)


class Opaque:
    """What a provider gave for itself alone: its thinking, and what it hung on its calls."""

    def __init__(self, *, thinking: dict[str, str], extras: dict[str, JsonValue]) -> None:
        self.thinking = thinking
        self.extras = extras

    def as_json(self, *, system: str) -> JsonValue:
        """Return it for keeping with the reply; nothing when there is nothing (fault B015)."""
        if not self.thinking and not self.extras:
            return None
        return {"system": system, "thinking": {**self.thinking}, "extras": {**self.extras}}


def read_opaque(value: JsonValue, *, system: str) -> Opaque:
    """Read back what was kept, for the provider that it came from; else nothing of it."""
    if not isinstance(value, dict) or value.get("system") != system:
        return Opaque(thinking={}, extras={})
    thinking, extras = value.get("thinking"), value.get("extras")
    return Opaque(
        thinking={key: str(text) for key, text in thinking.items()}
        if isinstance(thinking, dict)
        else {},
        extras=dict(extras) if isinstance(extras, dict) else {},
    )
