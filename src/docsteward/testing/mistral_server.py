"""A local server that speaks Mistral's API: Chat Completions with ways of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from docsteward.base.values import JsonObject, JsonValue
from docsteward.testing.openai_server import ChatCompletions, chunk, finish_of, model_of, usage_of
from docsteward.testing.provider_server import (
    Completion,
    Failure,
    ProviderServer,
    Seen,
    Step,
    ToolCall,
    field,
    sse,
)

_ID = re.compile(r"[A-Za-z0-9]{9}")


class MistralServer(ProviderServer):
    """Serves `/v1/chat/completions`; a call's id must have nine letters or digits."""

    def __init__(
        self, script: Sequence[Step] | Callable[[Seen], Step], *, api_key: str | None = None
    ) -> None:
        super().__init__(MistralChat(), script, api_key=api_key)


class MistralChat(ChatCompletions):
    """How Mistral puts things."""

    def fault(self, seen: Seen) -> Failure | None:
        messages = field(seen, "messages")
        for message in messages if isinstance(messages, list) else []:
            id = message.get("tool_call_id") if isinstance(message, dict) else None
            if isinstance(id, str) and not _ID.fullmatch(id):
                return Failure(status=400, message="Tool call id must have a length of 9.")
        return None

    def events(self, completion: Completion, seen: Seen) -> list[bytes]:
        deltas: list[JsonObject] = [{"role": "assistant", "content": ""}]
        deltas += [_thought(text) for text in completion.thinking]
        deltas += [_said(text) for text in completion.text]
        # A call comes whole, and the last chunk says what all of it cost.
        deltas += [_call(n, call) for n, call in enumerate(completion.calls)]
        chunks = [chunk(model_of(seen), delta) for delta in deltas]
        last = chunk(model_of(seen), {"content": ""}, finish=finish_of(completion))
        chunks.append({**last, "usage": usage_of(completion.tokens)})
        return [*(sse(one) for one in chunks), sse(b"[DONE]")]

    def error(self, failure: Failure) -> JsonObject:
        code: JsonValue = failure.code
        return {
            "object": "error",
            "message": failure.message,
            "type": failure.kind or "invalid_request_error",
            "param": None,
            "code": code,
        }


def _said(text: str) -> JsonObject:
    return {"content": text}


def _thought(text: str) -> JsonObject:
    thinking: list[JsonValue] = [{"type": "text", "text": text}]
    return {"content": [{"type": "thinking", "thinking": thinking}]}


def _call(index: int, call: ToolCall) -> JsonObject:
    function: JsonObject = {"name": call.name, "arguments": "".join(call.pieces)}
    return {"tool_calls": [{"index": index, "id": call.id, "function": function}]}
