"""A local server that speaks OpenAI's Responses API as it is with `store` off."""

from __future__ import annotations

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
    ToolCall,
    field,
    sse,
)


class ResponsesServer(ProviderServer):
    """Serves `/v1/responses`: reasoning items, then text, then function calls.

    A request whose calls and results don't match, or whose reasoning came back without what
    encrypts it, is refused as OpenAI does.
    """

    def __init__(
        self, script: Sequence[Step] | Callable[[Seen], Step], *, api_key: str | None = None
    ) -> None:
        super().__init__(Responses(), script, api_key=api_key)

    @property
    def base_url(self) -> str:
        """The address to configure: what stands before `/responses`."""
        return f"{self.origin}/v1"


class Responses(ChatCompletions):
    """How the Responses API puts things."""

    def answers(self, path: str) -> bool:
        return path.endswith("/v1/responses")

    def fault(self, seen: Seen) -> Failure | None:
        items = _items(seen)
        called = {str(item["call_id"]) for item in items if item.get("type") == "function_call"}
        answered = {
            str(item["call_id"]) for item in items if item.get("type") == "function_call_output"
        }
        if called != answered:
            return Failure(status=400, message="No tool output found for function call.")
        for item in items:
            if item.get("type") == "reasoning" and not item.get("encrypted_content"):
                return Failure(status=400, message="Item not found: it was not persisted.")
        return None

    def events(self, completion: Completion, seen: Seen) -> list[bytes]:
        number = iter(range(1_000_000))
        events = _events(completion, model_of(seen))
        return [
            sse({**one, "sequence_number": next(number)}, event=str(one["type"])) for one in events
        ]

    def raw_event(self, payload: JsonValue | bytes) -> bytes:
        kind = payload.get("type") if isinstance(payload, dict) else None
        return sse(payload, event=str(kind or ""))

    def whole(self, completion: Completion, seen: Seen) -> JsonObject:
        output = [item for _, item in _output(completion)]
        return _response(completion, model_of(seen), output)


def _items(seen: Seen) -> list[JsonObject]:
    items = field(seen, "input")
    return [one for one in items if isinstance(one, dict)] if isinstance(items, list) else []


def _response(
    completion: Completion, model: str, output: Sequence[JsonValue], *, status: str = ""
) -> JsonObject:
    cut = completion.finish_reason
    reasons = {"length": "max_output_tokens", "content_filter": "content_filter"}
    done = status or ("incomplete" if cut in reasons else "completed")
    details: JsonValue = {"reason": reasons[cut]} if cut in reasons and not status else None
    return {
        "id": "resp_local",
        "object": "response",
        "created_at": 1,
        "status": done,
        "error": None,
        "incomplete_details": details,
        "instructions": None,
        "metadata": {},
        "model": model,
        "output": list(output),
        "parallel_tool_calls": True,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": [],
        "top_p": 1.0,
        "store": False,
        "usage": None if status else _usage(completion.tokens),
    }


def _usage(tokens: Tokens) -> JsonObject:
    return {
        "input_tokens": tokens.prompt,
        "input_tokens_details": {"cached_tokens": tokens.cached, "cache_write_tokens": 0},
        "output_tokens": tokens.completion,
        "output_tokens_details": {"reasoning_tokens": tokens.reasoning},
        "total_tokens": tokens.prompt + tokens.completion,
    }


def _output(completion: Completion) -> Iterator[tuple[ToolCall | str, JsonObject]]:
    cut = completion.finish_reason == "length"
    if completion.thinking:
        summary: list[JsonValue] = [{"type": "summary_text", "text": "".join(completion.thinking)}]
        yield (
            "reasoning",
            {
                "id": "rs_local",
                "type": "reasoning",
                "summary": summary,
                "encrypted_content": completion.seal,
            },
        )
    if completion.text:
        content: JsonObject = {
            "type": "output_text",
            "text": "".join(completion.text),
            "annotations": [],
            "logprobs": [],
        }
        yield (
            "message",
            {
                "id": "msg_local",
                "type": "message",
                "role": "assistant",
                "status": "completed",
                "content": [content],
            },
        )
    for number, call in enumerate(completion.calls):
        yield (
            call,
            {
                "id": f"fc_local_{number}",
                "type": "function_call",
                "status": "incomplete" if cut else "completed",
                "call_id": call.id,
                "name": call.name,
                "arguments": "".join(call.pieces),
            },
        )


def _events(completion: Completion, model: str) -> Iterator[JsonObject]:
    opened = _response(completion, model, [], status="in_progress")
    yield {"type": "response.created", "response": opened}
    yield {"type": "response.in_progress", "response": opened}
    output: list[JsonValue] = []
    for index, (kind, item) in enumerate(_output(completion)):
        output.append(item)
        place: JsonObject = {"output_index": index, "item_id": item["id"]}
        yield _item_event("added", index, _emptied(kind, item))
        if kind == "reasoning":
            yield from _summary(place, completion)
        elif kind == "message":
            yield from _text(place, completion)
        elif isinstance(kind, ToolCall):
            yield from _arguments(place, kind)
        yield _item_event("done", index, item)
    whole = _response(completion, model, output)
    yield {"type": f"response.{whole['status']}", "response": whole}


def _item_event(what: str, index: int, item: JsonObject) -> JsonObject:
    return {"type": f"response.output_item.{what}", "output_index": index, "item": item}


def _emptied(kind: ToolCall | str, item: JsonObject) -> JsonObject:
    if kind == "reasoning":
        return {**item, "summary": [], "encrypted_content": ""}
    if kind == "message":
        return {**item, "content": [], "status": "in_progress"}
    return {**item, "arguments": "", "status": "in_progress"}


def _summary(place: JsonObject, completion: Completion) -> Iterator[JsonObject]:
    at: JsonObject = {**place, "summary_index": 0}
    empty: JsonObject = {"type": "summary_text", "text": ""}
    text = "".join(completion.thinking)
    yield {"type": "response.reasoning_summary_part.added", **at, "part": empty}
    for piece in completion.thinking:
        yield {"type": "response.reasoning_summary_text.delta", **at, "delta": piece}
    yield {"type": "response.reasoning_summary_text.done", **at, "text": text}
    whole: JsonObject = {"type": "summary_text", "text": text}
    yield {"type": "response.reasoning_summary_part.done", **at, "part": whole}


def _text(place: JsonObject, completion: Completion) -> Iterator[JsonObject]:
    at: JsonObject = {**place, "content_index": 0}
    empty: JsonObject = {"type": "output_text", "text": "", "annotations": [], "logprobs": []}
    text = "".join(completion.text)
    yield {"type": "response.content_part.added", **at, "part": empty}
    for piece in completion.text:
        yield {"type": "response.output_text.delta", **at, "delta": piece, "logprobs": []}
    yield {"type": "response.output_text.done", **at, "text": text, "logprobs": []}
    yield {"type": "response.content_part.done", **at, "part": {**empty, "text": text}}


def _arguments(place: JsonObject, call: ToolCall) -> Iterator[JsonObject]:
    for piece in call.pieces:
        yield {"type": "response.function_call_arguments.delta", **place, "delta": piece}
    done: JsonObject = {"name": call.name, "arguments": "".join(call.pieces)}
    yield {"type": "response.function_call_arguments.done", **place, **done}
