"""The body of a Chat Completions request: the same bytes for the same request (SPEC A7)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from docsteward.base.values import JsonObject, JsonValue
from docsteward.llm.carried import replayable
from docsteward.llm.chat_opaque import read_opaque
from docsteward.llm.model import (
    CallResult,
    Message,
    ModelReply,
    ModelRequest,
    ReaderText,
    SystemText,
)
from docsteward.llm.tuning import Tuning
from docsteward.toolspec.tool import Declaration

Project: TypeAlias = Callable[[Declaration], JsonObject]

# Some addresses refuse a tool message without any text.
EMPTY_RESULT: Final = "(empty)"
# A call that never got a name is refused, yet stays in the history with its refusal.
NO_NAME: Final = "unnamed"
_RENAMED_LIMIT: Final = "api.openai.com"


def as_written(declaration: Declaration) -> JsonObject:
    """Project a declaration without changing it: `{"description", "parameters"}`."""
    return {"description": declaration.description, "parameters": {**declaration.schema}}


def chat_body(
    request: ModelRequest, *, model: str, host: str, project: Project, tuning: Tuning
) -> bytes:
    """Return the body; blank texts are left out (fault B016), without functions all of tools."""
    system = f"{host}/{model}"
    body: JsonObject = {
        "model": model,
        "stream": True,
        "messages": _messages(request.messages, system=system),
        "stream_options": {"include_usage": True},
    }
    if request.functions:
        body["tools"] = [_tool(function, project) for function in request.functions]
        body["tool_choice"] = "auto"
    body |= _tuned(tuning, host)
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _tuned(tuning: Tuning, host: str) -> JsonObject:
    fields: JsonObject = {}
    if tuning.max_output_tokens is not None:
        name = "max_completion_tokens" if host == _RENAMED_LIMIT else "max_tokens"
        fields[name] = tuning.max_output_tokens
    if tuning.temperature is not None:
        fields["temperature"] = tuning.temperature
    if tuning.reasoning_effort is not None:
        fields["reasoning_effort"] = tuning.reasoning_effort
    return fields


def _tool(declaration: Declaration, project: Project) -> JsonObject:
    projected = project(declaration)
    parameters = projected.get("parameters")
    # `properties` is always there, for some addresses refuse an object without it (fault B018).
    schema: JsonObject = {**parameters} if isinstance(parameters, dict) else {}
    schema.setdefault("type", "object")
    schema.setdefault("properties", {})
    function: JsonObject = {
        "name": declaration.name,
        "description": projected.get("description", declaration.description),
        "parameters": schema,
    }
    if projected.get("strict") is True:
        function["strict"] = True
    return {"type": "function", "function": function}


def _messages(messages: Sequence[Message], *, system: str) -> list[JsonValue]:
    made = (_message(message, system=system) for message in messages)
    return [message for message in made if message is not None]


def _message(message: Message, *, system: str) -> JsonObject | None:
    match message:
        case SystemText(text=text) | ReaderText(text=text):
            role = "system" if isinstance(message, SystemText) else "user"
            return {"role": role, "content": text} if text.strip() else None
        case CallResult():
            content = message.text if message.text.strip() else EMPTY_RESULT
            return {"role": "tool", "tool_call_id": message.call_id, "content": content}
        case ModelReply():
            return _reply(message, system=system)


def _reply(reply: ModelReply, *, system: str) -> JsonObject | None:
    text = reply.text if reply.text.strip() else None
    # Thinking alone is nothing that a provider would take back.
    if text is None and not reply.calls:
        return None
    opaque = read_opaque(reply.opaque, system=system)
    message: JsonObject = {"role": "assistant", "content": text, **opaque.as_fields()}
    calls: list[JsonValue] = []
    for call in reply.calls:
        extra = opaque.extras.get(call.id)
        calls.append(
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name or NO_NAME, "arguments": replayable(call)},
                **({} if extra is None else {"extra_content": extra}),
            }
        )
    if calls:
        message["tool_calls"] = calls
    return message
