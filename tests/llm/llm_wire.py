"""What the tests of the wire share: a model at a scripted server, and raw deltas."""

from __future__ import annotations

import httpx2

from docsteward.base.values import JsonObject, JsonValue
from docsteward.llm.model import (
    ModelEvent,
    ModelRequest,
    ReaderText,
    ReplyEnded,
    SystemText,
    TextDelta,
)
from docsteward.llm.openai_compatible import OpenAICompatibleModel
from docsteward.llm.tuning import Tuning
from docsteward.testing.openai_server import (
    Chunks,
    Completion,
    OpenAIServer,
    Step,
)
from docsteward.toolspec.tool import Declaration

ASK = ModelRequest(messages=(SystemText(text="Answer."), ReaderText(text="How many?")))
LIMITS = Declaration(
    name="plan_limits",
    description="Limits of a plan.",
    schema={
        "type": "object",
        "properties": {"plan": {"type": "string", "enum": ["free", "pro"]}},
        "required": ["plan"],
    },
)


def model_at(
    server: OpenAIServer, client: httpx2.AsyncClient, *, limit: int | None = None
) -> OpenAICompatibleModel:
    return OpenAICompatibleModel(
        model="local",
        base_url=server.base_url,
        api_key="k-1",
        http_client=client,
        tuning=Tuning(max_output_tokens=limit),
    )


async def ask(
    step: Step, client: httpx2.AsyncClient, *, limit: int | None = None
) -> tuple[list[str], ReplyEnded]:
    async with OpenAIServer([step]) as server:
        return await run(model_at(server, client, limit=limit), ASK)


async def run(model: OpenAICompatibleModel, request: ModelRequest) -> tuple[list[str], ReplyEnded]:
    events = [event async for event in model.stream(request)]
    deltas = [event.text for event in events if isinstance(event, TextDelta)]
    (ended,) = [event for event in events if isinstance(event, ReplyEnded)]
    assert events[-1] is ended
    return deltas, ended


async def body_of(request: ModelRequest, client: httpx2.AsyncClient) -> tuple[bytes, JsonObject]:
    async with OpenAIServer([Completion(text=("ok",))]) as server:
        await run(model_at(server, client), request)
        (seen,) = server.seen
    assert isinstance(seen.body, dict)
    return seen.raw, seen.body


def deltas(*tool_calls: JsonObject, finish: str | None, tokens: int = 5) -> Chunks:
    """A stream of these tool-call deltas, each in a chunk of its own."""

    def chunk(delta: JsonObject, reason: str | None) -> JsonObject:
        return {
            "id": "x",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "local",
            "choices": [{"index": 0, "delta": delta, "finish_reason": reason}],
        }

    payloads: list[JsonValue | bytes] = [chunk({"tool_calls": [call]}, None) for call in tool_calls]
    if finish is not None:
        payloads.append(chunk({}, finish))
    usage: JsonObject = {"prompt_tokens": 3, "completion_tokens": tokens, "total_tokens": 8}
    last = chunk({}, None)
    last["choices"] = []
    last["usage"] = usage
    payloads += [last, b"[DONE]"]
    return Chunks(payloads=tuple(payloads))


def call_delta(
    arguments: str | None, *, index: int = 0, id: str | None = None, name: str | None = None
) -> JsonObject:
    function: JsonObject = {}
    if name is not None:
        function["name"] = name
    if arguments is not None:
        function["arguments"] = arguments
    delta: JsonObject = {"index": index, "function": function}
    if id is not None:
        delta["id"] = id
    return delta


async def gather(model: OpenAICompatibleModel, seen: list[ModelEvent]) -> None:
    async for event in model.stream(ASK):
        seen.append(event)  # noqa: PERF401 - what came before an error must be kept
