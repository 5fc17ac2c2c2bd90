"""A local server that speaks Google's Gemini API, as it is and as Vertex AI serves it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

from docsteward.base.values import JsonObject, JsonValue
from docsteward.testing.openai_server import ChatCompletions
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

_STATUSES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}
_STOPS = {"length": "MAX_TOKENS", "content_filter": "SAFETY"}


class GeminiServer(ProviderServer):
    """Serves `models/NAME:streamGenerateContent`: thoughts, text, then signed function calls.

    A call of the running turn that came back without its thought signature is refused, as
    Gemini 3 does.
    """

    def __init__(
        self, script: Sequence[Step] | Callable[[Seen], Step], *, api_key: str | None = None
    ) -> None:
        super().__init__(GenerateContent(), script, api_key=api_key)


class GenerateContent(ChatCompletions):
    """How the Gemini API puts things."""

    def answers(self, path: str) -> bool:
        return path.endswith((":streamGenerateContent", ":generateContent"))

    def key(self, seen: Seen) -> str:
        return seen.headers.get("x-goog-api-key") or bearer(seen)

    def wants_stream(self, seen: Seen) -> bool:
        return ":streamGenerateContent" in seen.path

    def fault(self, seen: Seen) -> Failure | None:
        for message in _list(field(seen, "contents")):
            parts = [part for part in _list(message.get("parts")) if "functionCall" in part]
            if parts and not parts[0].get("thoughtSignature"):
                return Failure(status=400, message="Function call is missing a thought_signature.")
        return None

    def events(self, completion: Completion, seen: Seen) -> list[bytes]:
        return [sse(one) for one in _chunks(completion, _model(seen))]

    def raw_event(self, payload: JsonValue | bytes) -> bytes:
        return sse(payload)

    def whole(self, completion: Completion, seen: Seen) -> JsonObject:
        parts = list(_parts(completion))
        return _chunk(_model(seen), parts, finish=_stop(completion), tokens=completion.tokens)

    def error(self, failure: Failure) -> JsonObject:
        status = failure.code or _STATUSES.get(failure.status, "UNKNOWN")
        error: JsonObject = {"code": failure.status, "message": failure.message, "status": status}
        if failure.kind:
            error["details"] = [json.loads(failure.kind)]
        return {"error": error}


def _list(value: JsonValue) -> list[JsonObject]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _model(seen: Seen) -> str:
    return seen.path.rpartition("/")[2].partition(":")[0]


def _stop(completion: Completion) -> str:
    return _STOPS.get(completion.finish_reason or "", "STOP")


def _parts(completion: Completion) -> Iterator[JsonObject]:
    for text in completion.thinking:
        yield {"text": text, "thought": True}
    for text in completion.text:
        yield {"text": text}
    for number, call in enumerate(completion.calls):
        args: JsonObject = json.loads("".join(call.pieces) or "{}")
        part: JsonObject = {"functionCall": {"id": call.id, "name": call.name, "args": args}}
        # Of parallel calls only the first is signed.
        yield part if number else {**part, "thoughtSignature": completion.seal}


def _chunk(
    model: str, parts: Sequence[JsonValue], *, finish: str | None, tokens: Tokens | None
) -> JsonObject:
    content: JsonObject = {"parts": list(parts), "role": "model"}
    candidate: JsonObject = {"content": content, "index": 0}
    if finish:
        candidate["finishReason"] = finish
    chunk: JsonObject = {
        "candidates": [candidate],
        "modelVersion": model,
        "responseId": "local",
    }
    if tokens is not None:
        chunk["usageMetadata"] = {
            "promptTokenCount": tokens.prompt,
            "cachedContentTokenCount": tokens.cached,
            "candidatesTokenCount": tokens.completion - tokens.reasoning,
            "thoughtsTokenCount": tokens.reasoning,
            "totalTokenCount": tokens.prompt + tokens.completion,
        }
    return chunk


def _chunks(completion: Completion, model: str) -> Iterator[JsonObject]:
    for part in _parts(completion):
        yield _chunk(model, [part], finish=None, tokens=None)
    last: list[JsonValue] = [{"text": ""}]
    yield _chunk(model, last, finish=_stop(completion), tokens=completion.tokens)
