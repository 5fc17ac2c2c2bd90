"""What is sent to an OpenAI-compatible address (SPEC A7, E16)."""

from __future__ import annotations

import json
from typing import cast

import httpx2
import pytest
from llm_wire import ASK, LIMITS, body_of, call_delta, deltas, model_at, run

from docsteward.base.values import JsonObject, JsonValue
from docsteward.llm.model import (
    CallResult,
    ModelCall,
    ModelReply,
    ModelRequest,
    ModelUnavailable,
    ReaderText,
    SystemText,
)
from docsteward.llm.openai_compatible import OpenAICompatibleModel
from docsteward.testing.openai_server import (
    Chunks,
    Completion,
    Failure,
    OpenAIServer,
)
from docsteward.toolspec.tool import Declaration


async def test_the_body_is_the_golden_one(client: httpx2.AsyncClient) -> None:
    """SPEC A7: without functions the body has no key that speaks of tools."""
    _, body = await body_of(ASK, client)
    assert body == {
        "model": "local",
        "stream": True,
        "stream_options": {"include_usage": True},
        "messages": [
            {"role": "system", "content": "Answer."},
            {"role": "user", "content": "How many?"},
        ],
    }


async def test_b016_b007_history_is_sent_clean(client: httpx2.AsyncClient) -> None:
    request = ModelRequest(
        messages=(
            SystemText(text="Answer."),
            SystemText(text="  "),
            ReaderText(text="Limits?"),
            ModelReply(
                text=" \n",
                calls=(
                    ModelCall(id="c1", name="plan_limits", arguments='{"plan": "pro"}'),
                    ModelCall(id="c2", name="plan_limits", arguments='{"plan": "p', cut=True),
                    ModelCall(id="c3", name="plan_limits", arguments="nonsense"),
                ),
            ),
            CallResult(call_id="c1", name="plan_limits", text="50000"),
            CallResult(call_id="c2", name="plan_limits", text="The call was cut."),
            CallResult(call_id="c3", name="plan_limits", text=""),
            ModelReply(text=""),
            ReaderText(text="And now?"),
        ),
        functions=(LIMITS,),
    )
    _, body = await body_of(request, client)

    def call(id: str, arguments: str) -> JsonObject:
        return {
            "id": id,
            "type": "function",
            "function": {"name": "plan_limits", "arguments": arguments},
        }

    assert body["messages"] == [
        {"role": "system", "content": "Answer."},
        {"role": "user", "content": "Limits?"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [call("c1", '{"plan": "pro"}'), call("c2", "{}"), call("c3", "{}")],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "50000"},
        {"role": "tool", "tool_call_id": "c2", "content": "The call was cut."},
        {"role": "tool", "tool_call_id": "c3", "content": "(empty)"},
        {"role": "user", "content": "And now?"},
    ]
    assert body["tools"] == [
        {
            "type": "function",
            "function": {
                "name": "plan_limits",
                "description": "Limits of a plan.",
                "parameters": LIMITS.schema,
            },
        }
    ]


async def test_b018_properties_are_always_sent(client: httpx2.AsyncClient) -> None:
    bare = Declaration(
        name="now",
        description="The time.",
        schema={"type": "object", "required": [], "additionalProperties": False},
    )
    _, body = await body_of(ModelRequest(messages=ASK.messages, functions=(bare,)), client)
    tools = json.loads(json.dumps(body["tools"]))
    assert tools[0]["function"]["parameters"] == {**bare.schema, "properties": {}}


async def test_the_same_request_is_the_same_bytes(client: httpx2.AsyncClient) -> None:
    """SPEC A7: what is sent depends on the request's values and on nothing else."""
    request = ModelRequest(messages=ASK.messages, functions=(LIMITS,))
    first, _ = await body_of(request, client)
    second, _ = await body_of(request, client)
    assert first == second


async def test_strict_is_sent_only_when_the_projection_says_so(
    client: httpx2.AsyncClient,
) -> None:
    schema: JsonObject = {"type": "object", "properties": {}, "additionalProperties": False}
    async with OpenAIServer([Completion(text=("ok",))]) as server:
        model = OpenAICompatibleModel(
            model="local",
            base_url=server.base_url,
            api_key="k",
            http_client=client,
            project=lambda function: {
                "description": "shorter",
                "parameters": schema,
                "strict": True,
            },
        )
        await run(model, ModelRequest(messages=ASK.messages, functions=(LIMITS,)))
        body = json.loads(server.seen[0].raw)
    assert body["tools"][0]["function"] == {
        "name": "plan_limits",
        "description": "shorter",
        "parameters": schema,
        "strict": True,
    }


async def test_only_needed_headers_travel(client: httpx2.AsyncClient) -> None:
    async with OpenAIServer([Completion(text=("ok",))]) as server:
        await run(model_at(server, client), ASK)
        headers = server.seen[0].headers
    assert headers["authorization"] == "Bearer k-1"
    assert headers["user-agent"].startswith("docsteward/")
    assert not [name for name in headers if name.startswith(("x-stainless", "openai-"))]


async def test_without_a_key_none_is_sent(client: httpx2.AsyncClient) -> None:
    async with OpenAIServer([Completion(text=("ok",)), Failure(status=401)]) as server:
        model = OpenAICompatibleModel(
            model="local", base_url=server.base_url, api_key=None, http_client=client
        )
        await run(model, ASK)
        assert "authorization" not in server.seen[0].headers
        with pytest.raises(ModelUnavailable, match="key_missing"):
            await run(model, ASK)


async def test_b015_what_belongs_to_the_provider_goes_back_to_it(
    client: httpx2.AsyncClient,
) -> None:
    first = deltas(
        {**call_delta("{}", id="c1", name="search"), "extra_content": {"sig": "opaque"}},
        finish="tool_calls",
    )
    async with OpenAIServer([first, Completion(text=("ok",))]) as server:
        model = model_at(server, client)
        _, ended = await run(model, ASK)
        again = ModelRequest(
            messages=(
                *ASK.messages,
                ended.reply,
                CallResult(call_id="c1", name="search", text="found"),
            )
        )
        await run(model, again)
        body = json.loads(server.seen[1].raw)
    assert body["messages"][2]["tool_calls"][0]["extra_content"] == {"sig": "opaque"}


async def test_thinking_goes_back_with_its_calls_and_is_no_text(
    client: httpx2.AsyncClient,
) -> None:
    """SPEC N4: DeepSeek and its like refuse a call whose thinking is not given back."""
    calls = deltas(call_delta("{}", id="c1", name="search"), finish="tool_calls")
    thought = {
        "id": "x",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "local",
        "choices": [{"index": 0, "delta": {"reasoning_content": "Hm."}, "finish_reason": None}],
    }
    first = Chunks(payloads=(cast(JsonValue, thought), *calls.payloads))
    async with OpenAIServer([first, Completion(text=("ok",)), Completion(text=("ok",))]) as server:
        model = model_at(server, client)
        texts, ended = await run(model, ASK)
        assert texts == []
        result = CallResult(call_id="c1", name="search", text="found")
        again = ModelRequest(messages=(*ASK.messages, ended.reply, result))
        await run(model, again)
        other = OpenAICompatibleModel(
            model="other", base_url=server.base_url, api_key="k", http_client=client
        )
        await run(other, again)
        own, others = (json.loads(seen.raw)["messages"][2] for seen in server.seen[1:])
    assert own["reasoning_content"] == "Hm."
    assert "Hm." not in json.dumps(others)


async def test_the_token_limit_is_sent_only_when_set(client: httpx2.AsyncClient) -> None:
    async with OpenAIServer([Completion(text=("ok",))]) as server:
        await run(model_at(server, client, limit=300), ASK)
        body = json.loads(server.seen[0].raw)
    assert body["max_tokens"] == 300
