"""A local server that speaks Anthropic's Messages API."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

from docsteward.base.values import JsonObject, JsonValue
from docsteward.testing.openai_server import ChatCompletions, model_of
from docsteward.testing.provider_server import (
    Completion,
    Failure,
    ProviderServer,
    Seen,
    Step,
    Tokens,
    bearer,
    field,
    sse,
)

_KINDS = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}
_STOPS = {"length": "max_tokens", "content_filter": "refusal"}


class AnthropicServer(ProviderServer):
    """Serves `/v1/messages`: thinking with its signature, then text, then tool calls.

    A request whose calls have no results, whose thinking lost its signature, or that speaks of
    calls without declaring tools, is refused as Anthropic does.
    """

    def __init__(
        self, script: Sequence[Step] | Callable[[Seen], Step], *, api_key: str | None = None
    ) -> None:
        super().__init__(Messages(), script, api_key=api_key)


class Messages(ChatCompletions):
    """How the Messages API puts things."""

    def answers(self, path: str) -> bool:
        return path.endswith("/v1/messages")

    def key(self, seen: Seen) -> str:
        return seen.headers.get("x-api-key") or bearer(seen)

    def fault(self, seen: Seen) -> Failure | None:
        blocks = _blocks(seen)
        called = [block.get("id") for block in blocks if block.get("type") == "tool_use"]
        answered = [
            block.get("tool_use_id") for block in blocks if block.get("type") == "tool_result"
        ]
        if called != answered:
            return Failure(status=400, message="`tool_use` ids without `tool_result` blocks.")
        if called and not field(seen, "tools"):
            return Failure(status=400, message="Requests with `tool_use` must define tools.")
        for block in blocks:
            if block.get("type") == "thinking" and not block.get("signature"):
                return Failure(status=400, message="Invalid `signature` in `thinking` block.")
            if block.get("type") == "text" and not str(block.get("text", "")).strip():
                return Failure(status=400, message="text content blocks must be non-empty")
        return None

    def events(self, completion: Completion, seen: Seen) -> list[bytes]:
        return [self.raw_event(one) for one in _events(completion, model_of(seen))]

    def raw_event(self, payload: JsonValue | bytes) -> bytes:
        kind = payload.get("type") if isinstance(payload, dict) else None
        return sse(payload, event=str(kind or ""))

    def whole(self, completion: Completion, seen: Seen) -> JsonObject:
        return {
            **_message(completion, model_of(seen)),
            "content": [block for _, block in _content(completion)],
            "stop_reason": _stop(completion),
            "usage": _usage(completion.tokens),
        }

    def error(self, failure: Failure) -> JsonObject:
        kind = failure.kind or _KINDS.get(failure.status, "api_error")
        error: JsonObject = {"type": kind, "message": failure.message}
        return {"type": "error", "error": error, "request_id": "req_local"}


def _blocks(seen: Seen) -> list[JsonObject]:
    messages = field(seen, "messages")
    found: list[JsonObject] = []
    for message in messages if isinstance(messages, list) else []:
        content = message.get("content") if isinstance(message, dict) else None
        found += (
            [one for one in content or [] if isinstance(one, dict)]
            if isinstance(content, list)
            else []
        )
    return found


def _message(completion: Completion, model: str) -> JsonObject:
    return {
        "id": "msg_local",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {**_usage(completion.tokens), "output_tokens": 1},
    }


def _usage(tokens: Tokens) -> JsonObject:
    # Anthropic counts what came from the cache beside the rest, not in it.
    return {
        "input_tokens": tokens.prompt - tokens.cached,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": tokens.cached,
        "output_tokens": tokens.completion,
        "output_tokens_details": {"thinking_tokens": tokens.reasoning},
    }


def _stop(completion: Completion) -> str:
    default = "tool_use" if completion.calls else "end_turn"
    return _STOPS.get(completion.finish_reason or "", default)


def _content(completion: Completion) -> Iterator[tuple[list[JsonObject], JsonObject]]:
    """Yield each block's deltas and the whole block."""
    if completion.thinking:
        deltas: list[JsonObject] = [
            {"type": "thinking_delta", "thinking": text} for text in completion.thinking
        ]
        deltas.append({"type": "signature_delta", "signature": completion.seal})
        text = "".join(completion.thinking)
        yield deltas, {"type": "thinking", "thinking": text, "signature": completion.seal}
    if completion.text:
        said: list[JsonObject] = [{"type": "text_delta", "text": text} for text in completion.text]
        yield said, {"type": "text", "text": "".join(completion.text)}
    for call in completion.calls:
        pieces: list[JsonObject] = [
            {"type": "input_json_delta", "partial_json": piece} for piece in call.pieces
        ]
        yield pieces, {"type": "tool_use", "id": call.id, "name": call.name, "input": _input(call)}


def _input(call: object) -> JsonValue:
    try:
        return json.loads("".join(getattr(call, "pieces", ())) or "{}")
    except ValueError:
        return {}


def _events(completion: Completion, model: str) -> Iterator[JsonObject]:
    yield {"type": "message_start", "message": _message(completion, model)}
    yield {"type": "ping"}
    for index, (deltas, block) in enumerate(_content(completion)):
        yield {"type": "content_block_start", "index": index, "content_block": _emptied(block)}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    stop: JsonObject = {"stop_reason": _stop(completion), "stop_sequence": None}
    yield {"type": "message_delta", "delta": stop, "usage": _usage(completion.tokens)}
    yield {"type": "message_stop"}


def _emptied(block: JsonObject) -> JsonObject:
    empty: JsonObject = {"text": "", "thinking": "", "signature": "", "input": {}}
    return {key: empty.get(key, value) for key, value in block.items()}
