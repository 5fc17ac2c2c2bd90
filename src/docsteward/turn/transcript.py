"""Messages of a turn as JSON and back: a step's row is never rewritten, only followed by more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, cast

from docsteward.base.values import JsonObject, JsonValue
from docsteward.llm.model import (
    CallResult,
    Message,
    ModelCall,
    ModelReply,
    ReaderText,
    SystemText,
)

_ROLES: dict[type[Message], str] = {
    SystemText: "system",
    ReaderText: "reader",
    ModelReply: "model",
    CallResult: "result",
}


def messages_to_json(messages: Sequence[Message]) -> list[JsonValue]:
    """Return messages fit for storage."""
    return [{"role": _ROLES[type(message)], **asdict(message)} for message in messages]


def messages_from_json(stored: JsonValue) -> list[Message]:
    """Return the messages that were stored."""
    return [_message(cast(JsonObject, item)) for item in cast("list[JsonValue]", stored)]


def _message(item: JsonObject) -> Message:
    values = cast("dict[str, Any]", {key: value for key, value in item.items() if key != "role"})
    match item["role"]:
        case "system":
            return SystemText(**values)
        case "reader":
            return ReaderText(**values)
        case "result":
            return CallResult(**values)
        case _:
            values["calls"] = tuple(ModelCall(**call) for call in values["calls"])
            return ModelReply(**values)
