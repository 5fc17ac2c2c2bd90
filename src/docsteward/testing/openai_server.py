"""A local server that speaks OpenAI Chat Completions, scripted reply by reply."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from docsteward.base.values import JsonObject, JsonValue
from docsteward.testing.provider_server import (
    Chunks,
    Completion,
    Delivery,
    Failure,
    ProviderServer,
    Raw,
    Seen,
    Step,
    Tokens,
    ToolCall,
    bearer,
    field,
    sse,
)

_ERRORS: dict[int, tuple[str, str | None]] = {
    400: ("invalid_request_error", None),
    401: ("invalid_request_error", "invalid_api_key"),
    404: ("invalid_request_error", "model_not_found"),
    429: ("rate_limit_error", "rate_limit_exceeded"),
    500: ("server_error", None),
    503: ("server_error", "service_unavailable"),
}


class OpenAIServer(ProviderServer):
    """Serves `/v1/chat/completions` on a free port of the loopback address while it is entered.

    The script is a list, one step for each request, or a function of the request. `seen` keeps
    every request. With `api_key` any other key gets a 401.
    """

    def __init__(
        self, script: Sequence[Step] | Callable[[Seen], Step], *, api_key: str | None = None
    ) -> None:
        super().__init__(ChatCompletions(), script, api_key=api_key)

    @property
    def base_url(self) -> str:
        """The address to configure: what stands before `/chat/completions`."""
        return f"{self.origin}/v1"


class ChatCompletions:
    """How OpenAI's Chat Completions puts things."""

    def answers(self, path: str) -> bool:
        return path.endswith("/chat/completions")

    def key(self, seen: Seen) -> str:
        return bearer(seen)

    def wants_stream(self, seen: Seen) -> bool:
        return field(seen, "stream") is True

    def fault(self, seen: Seen) -> Failure | None:  # noqa: ARG002 - others look at it
        return None

    def events(self, completion: Completion, seen: Seen) -> list[bytes]:
        return stream_events(completion, model=model_of(seen), usage=_wants_usage(seen))

    def raw_event(self, payload: JsonValue | bytes) -> bytes:
        return sse(payload)

    def whole(self, completion: Completion, seen: Seen) -> JsonObject:
        return _whole(completion, model_of(seen))

    def error(self, failure: Failure) -> JsonObject:
        kind, code = _ERRORS.get(failure.status, ("server_error", None))
        return {
            "error": {
                "message": failure.message,
                "type": failure.kind or kind,
                "param": None,
                "code": failure.code or code,
            }
        }


def stream_events(completion: Completion, *, model: str, usage: bool) -> list[bytes]:
    """Return the events of a reply, each as the bytes that OpenAI would send."""
    opening: JsonObject = {"role": "assistant", "content": ""}
    # As DeepSeek, vLLM and OpenRouter put it; OpenAI itself keeps its thinking.
    thought: list[JsonObject] = [{"reasoning_content": text} for text in completion.thinking]
    said: list[JsonObject] = [{"content": text} for text in completion.text]
    deltas = [opening, *thought, *said]
    for index, call in enumerate(completion.calls):
        deltas += _call_deltas(index, call)
    chunks = [chunk(model, delta) for delta in deltas]
    chunks.append(chunk(model, {}, finish=finish_of(completion)))
    if usage:
        chunks.append({**chunk(model, {}), "choices": [], "usage": usage_of(completion.tokens)})
    return [*(sse(one) for one in chunks), sse(b"[DONE]")]


def _call_deltas(index: int, call: ToolCall) -> list[JsonObject]:
    start: JsonObject = {
        "index": index,
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": ""},
    }
    rest: list[JsonObject] = [
        {"index": index, "function": {"arguments": piece}} for piece in call.pieces
    ]
    return [{"tool_calls": [delta]} for delta in (start, *rest)]


def chunk(model: str, delta: JsonObject, *, finish: str | None = None) -> JsonObject:
    """Return one chunk of a stream."""
    return {
        "id": "chatcmpl-local",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}],
    }


def _whole(completion: Completion, model: str) -> JsonObject:
    calls: list[JsonValue] = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": "".join(call.pieces)},
        }
        for call in completion.calls
    ]
    message: JsonObject = {"role": "assistant", "content": "".join(completion.text) or None}
    if calls:
        message["tool_calls"] = calls
    return {
        "id": "chatcmpl-local",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "logprobs": None,
                "finish_reason": finish_of(completion),
            }
        ],
        "usage": usage_of(completion.tokens),
    }


def finish_of(completion: Completion) -> str:
    """Return why a reply ends."""
    return completion.finish_reason or ("tool_calls" if completion.calls else "stop")


def usage_of(tokens: Tokens) -> JsonObject:
    """Return what a reply cost."""
    return {
        "prompt_tokens": tokens.prompt,
        "completion_tokens": tokens.completion,
        "total_tokens": tokens.prompt + tokens.completion,
        "prompt_tokens_details": {"cached_tokens": tokens.cached},
        "completion_tokens_details": {"reasoning_tokens": tokens.reasoning},
    }


def model_of(seen: Seen) -> str:
    """Return the model that the request names."""
    return str(field(seen, "model") or "unknown")


def _wants_usage(seen: Seen) -> bool:
    options = field(seen, "stream_options")
    return isinstance(options, dict) and options.get("include_usage") is True


__all__ = [
    "ChatCompletions",
    "Chunks",
    "Completion",
    "Delivery",
    "Failure",
    "OpenAIServer",
    "Raw",
    "Seen",
    "Step",
    "Tokens",
    "ToolCall",
    "stream_events",
]
