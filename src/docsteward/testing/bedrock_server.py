"""A local server that speaks AWS Bedrock's Converse, its binary event stream included."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence

from docsteward.base.values import JsonObject, JsonValue
from docsteward.testing.openai_server import ChatCompletions
from docsteward.testing.provider_server import (
    Completion,
    Failure,
    ProviderServer,
    Seen,
    Step,
    field,
)

_STOPS = {"length": "max_tokens", "content_filter": "guardrail_intervened"}
_STRING = 7  # A header's value that is text, in AWS' event stream encoding.


class BedrockServer(ProviderServer):
    """Serves `/model/NAME/converse-stream`: reasoning with its signature, text, tool calls.

    A request that speaks of calls without declaring tools is refused, as Bedrock does.
    """

    def __init__(
        self, script: Sequence[Step] | Callable[[Seen], Step], *, api_key: str | None = None
    ) -> None:
        super().__init__(Converse(), script, api_key=api_key)


class Converse(ChatCompletions):
    """How Converse puts things."""

    def answers(self, path: str) -> bool:
        return path.startswith("/model/") and path.endswith("/converse-stream")

    def wants_stream(self, seen: Seen) -> bool:  # noqa: ARG002 - this path only streams
        return True

    def fault(self, seen: Seen) -> Failure | None:
        if b'"toolUse"' in seen.raw and not field(seen, "toolConfig"):
            message = "The toolConfig field must be defined when using toolUse content blocks."
            kind = (("x-amzn-errortype", "ValidationException"),)
            return Failure(status=400, message=message, headers=kind)
        return None

    def events(self, completion: Completion, seen: Seen) -> list[bytes]:  # noqa: ARG002
        return [_frame(kind, payload) for kind, payload in _events(completion)]

    def error(self, failure: Failure) -> JsonObject:
        return {"message": failure.message}


def _events(completion: Completion) -> Iterator[tuple[str, JsonObject]]:
    yield "messageStart", {"role": "assistant"}
    index = 0
    if completion.thinking:
        for text in completion.thinking:
            yield _delta(index, {"reasoningContent": {"text": text}})
        yield _delta(index, {"reasoningContent": {"signature": completion.seal}})
        yield "contentBlockStop", {"contentBlockIndex": index}
        index += 1
    if completion.text:
        for text in completion.text:
            yield _delta(index, {"text": text})
        yield "contentBlockStop", {"contentBlockIndex": index}
        index += 1
    for call in completion.calls:
        use: JsonObject = {"toolUse": {"toolUseId": call.id, "name": call.name}}
        yield "contentBlockStart", {"contentBlockIndex": index, "start": use}
        for piece in call.pieces:
            yield _delta(index, {"toolUse": {"input": piece}})
        yield "contentBlockStop", {"contentBlockIndex": index}
        index += 1
    default = "tool_use" if completion.calls else "end_turn"
    yield "messageStop", {"stopReason": _STOPS.get(completion.finish_reason or "", default)}
    tokens = completion.tokens
    usage: JsonObject = {
        "inputTokens": tokens.prompt - tokens.cached,
        "outputTokens": tokens.completion,
        "totalTokens": tokens.prompt + tokens.completion,
        "cacheReadInputTokens": tokens.cached,
    }
    yield "metadata", {"usage": usage, "metrics": {"latencyMs": 1}}


def _delta(index: int, delta: JsonObject) -> tuple[str, JsonObject]:
    return "contentBlockDelta", {"contentBlockIndex": index, "delta": delta}


def _frame(kind: str, payload: JsonValue) -> bytes:
    """Return one message of AWS' event stream: lengths, headers, payload, two checksums."""
    named = {":event-type": kind, ":content-type": "application/json", ":message-type": "event"}
    headers = b"".join(
        struct.pack(
            f"!B{len(name)}sBH{len(value)}s",
            len(name),
            name.encode(),
            _STRING,
            len(value),
            value.encode(),
        )
        for name, value in named.items()
    )
    body = json.dumps(payload, ensure_ascii=False).encode()
    prelude = struct.pack("!II", 16 + len(headers) + len(body), len(headers))
    message = prelude + struct.pack("!I", zlib.crc32(prelude)) + headers + body
    return message + struct.pack("!I", zlib.crc32(message))
