"""The wire to an OpenAI-compatible address (SPEC E16) and the faults it mends."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from typing import cast

import httpx2
import pytest

from docsteward.base.errors import OperatorFault
from docsteward.base.values import JsonObject, JsonValue
from docsteward.llm.doubles import ObedientModel
from docsteward.llm.extractive import ExtractiveModel
from docsteward.llm.fallback import FirstAvailable
from docsteward.llm.model import (
    CallResult,
    Model,
    ModelCall,
    ModelEvent,
    ModelReply,
    ModelRequest,
    ModelUnavailable,
    ReaderText,
    ReplyEnded,
    SystemText,
    TextDelta,
)
from docsteward.llm.openai_compatible import OpenAICompatibleModel, Timeouts
from docsteward.testing.openai_server import (
    Chunks,
    Completion,
    Delivery,
    Failure,
    OpenAIServer,
    Step,
    Tokens,
    ToolCall,
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


@pytest.fixture
async def client() -> AsyncIterator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(trust_env=False) as client:
        yield client


def model_at(
    server: OpenAIServer, client: httpx2.AsyncClient, *, limit: int | None = None
) -> OpenAICompatibleModel:
    return OpenAICompatibleModel(
        model="local",
        base_url=server.base_url,
        api_key="k-1",
        http_client=client,
        max_output_tokens=limit,
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


async def test_text_comes_whole_with_its_reason_and_its_cost(client: httpx2.AsyncClient) -> None:
    step = Completion(
        text=("Pro has ", "50,000", " a day [1]."),
        tokens=Tokens(prompt=120, completion=9, cached=100),
    )
    deltas, ended = await ask(step, client)
    assert "".join(deltas) == ended.reply.text == "Pro has 50,000 a day [1]."
    assert ended.reason == "stop"
    assert ended.reply.calls == ()
    assert (ended.usage.input_tokens, ended.usage.output_tokens) == (120, 9)
    assert ended.usage.cached_tokens == 100


@pytest.mark.parametrize("piece", [1, 7, 50])
async def test_bytes_may_be_split_anywhere(client: httpx2.AsyncClient, piece: int) -> None:
    step = Completion(text=("Größe: ", "日本", "语🙂"), delivery=Delivery(piece=piece))
    deltas, ended = await ask(step, client)
    assert "".join(deltas) == ended.reply.text == "Größe: 日本语🙂"


async def test_parallel_calls_come_whole_and_raw(client: httpx2.AsyncClient) -> None:
    step = Completion(
        calls=(
            ToolCall(id="a", name="read", pieces=('{ "p"', ' : "1" }')),
            ToolCall(id="b", name="read", pieces=('{"p":', '"2"', "}")),
        )
    )
    _, ended = await ask(step, client)
    assert ended.reason == "calls"
    assert ended.reply.calls == (
        ModelCall(id="a", name="read", arguments='{ "p" : "1" }'),
        ModelCall(id="b", name="read", arguments='{"p":"2"}'),
    )


@pytest.mark.parametrize("arguments", ["", "null", "  "])
async def test_b001_empty_arguments_reach_us_as_they_are(
    client: httpx2.AsyncClient, arguments: str
) -> None:
    step = deltas(call_delta(arguments, id="c1", name="list_sites"), finish="tool_calls")
    _, ended = await ask(step, client)
    assert ended.reply.calls == (ModelCall(id="c1", name="list_sites", arguments=arguments),)


async def test_b002_a_call_without_argument_bytes_is_still_a_call(
    client: httpx2.AsyncClient,
) -> None:
    step = deltas(
        call_delta(None, id="c1", name="now"), call_delta("", index=0), finish="tool_calls"
    )
    _, ended = await ask(step, client)
    assert ended.reply.calls == (ModelCall(id="c1", name="now", arguments=""),)


@pytest.mark.parametrize(
    "arguments", ['{"title": "x"', '{"to":"a@example.com","body":"Dear all, pl']
)
async def test_b004_b005_length_with_an_open_call_is_cut(
    client: httpx2.AsyncClient, arguments: str
) -> None:
    step = deltas(call_delta(arguments, id="c1", name="create_ticket"), finish="length")
    _, ended = await ask(step, client)
    assert ended.reason == "length"
    assert ended.reply.calls == (
        ModelCall(id="c1", name="create_ticket", arguments=arguments, cut=True),
    )


async def test_b004_a_call_that_was_whole_before_the_length_ran_out_is_not_cut(
    client: httpx2.AsyncClient,
) -> None:
    step = deltas(
        call_delta('{"p": 1}', index=0, id="a", name="read"),
        call_delta("", index=1, id="b", name="read"),
        finish="length",
    )
    _, ended = await ask(step, client)
    assert [call.cut for call in ended.reply.calls] == [False, True]


@pytest.mark.parametrize(("limit", "cut"), [(300, True), (301, False), (None, False)])
async def test_b007_a_spent_token_limit_makes_unparsable_arguments_cut(
    client: httpx2.AsyncClient, limit: int | None, cut: bool
) -> None:
    step = deltas(call_delta('{"title":"abc', id="c1", name="t"), finish="tool_calls", tokens=300)
    _, ended = await ask(step, client, limit=limit)
    (call,) = ended.reply.calls
    assert call.cut is cut
    assert call.arguments == '{"title":"abc'


async def test_b008_calls_glued_under_one_index_come_apart(client: httpx2.AsyncClient) -> None:
    step = deltas(
        call_delta('{"p":"1"}', id="a", name="read"),
        call_delta('{"p":"2"}', id="b", name="read"),
        finish="tool_calls",
    )
    _, ended = await ask(step, client)
    assert [(call.id, call.arguments) for call in ended.reply.calls] == [
        ("a", '{"p":"1"}'),
        ("b", '{"p":"2"}'),
    ]


@pytest.mark.parametrize("text", [("I'll look that up.\n",), ("\n",), ()])
async def test_b095_a_reply_with_a_call_is_never_the_last(
    client: httpx2.AsyncClient, text: tuple[str, ...]
) -> None:
    step = Completion(
        text=text,
        calls=(ToolCall(id="c", name="search", pieces=('{"q":"x"}',)),),
        finish_reason="stop",
    )
    deltas, ended = await ask(step, client)
    assert ended.reason == "calls"
    assert "".join(deltas) == "".join(text)
    assert len(ended.reply.calls) == 1


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
            "tool_calls": [call("c1", '{"plan":"pro"}'), call("c2", "{}"), call("c3", "{}")],
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


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (Failure(status=401), "key_refused"),
        (Failure(status=403), "key_refused"),
        (Failure(status=402), "quota_spent"),
        (Failure(status=429), "overloaded"),
        (Failure(status=429, code="insufficient_quota"), "quota_spent"),
        (Failure(status=404), "model_unknown"),
        (Failure(status=400, code="context_length_exceeded"), "too_long"),
        (Failure(status=413), "too_long"),
        (Failure(status=400), "bad_reply"),
        (Failure(status=500), "overloaded"),
        (Failure(status=503), "overloaded"),
    ],
)
async def test_errors_are_told_apart_by_status_and_code(
    client: httpx2.AsyncClient, failure: Failure, code: str
) -> None:
    async with OpenAIServer([failure, Completion(text=("too late",))]) as server:
        with pytest.raises(ModelUnavailable) as caught:
            await run(model_at(server, client), ASK)
        assert len(server.seen) == 1, "nothing is tried twice"
    assert caught.value.code == code
    assert "'local'" in caught.value.message
    assert "scripted failure" not in caught.value.message


async def test_a_server_that_is_not_there_is_unreachable(client: httpx2.AsyncClient) -> None:
    async with OpenAIServer([]) as server:
        model = model_at(server, client)
    with pytest.raises(ModelUnavailable, match="unreachable"):
        await run(model, ASK)


async def test_a_connection_cut_in_the_middle_is_no_answer(client: httpx2.AsyncClient) -> None:
    step = Completion(text=("one ", "two ", "three"), delivery=Delivery(cut_after=3))
    async with OpenAIServer([step]) as server:
        seen: list[ModelEvent] = []
        with pytest.raises(ModelUnavailable, match="unreachable"):
            await gather(model_at(server, client), seen)
    assert TextDelta(text="one ") in seen or TextDelta(text="one two ") in seen
    assert not [event for event in seen if isinstance(event, ReplyEnded)]


async def gather(model: OpenAICompatibleModel, seen: list[ModelEvent]) -> None:
    async for event in model.stream(ASK):
        seen.append(event)  # noqa: PERF401 - what came before an error must be kept


async def test_a_stream_that_ends_without_saying_so_is_no_answer(
    client: httpx2.AsyncClient,
) -> None:
    whole = deltas(call_delta("{}", id="c", name="now"), finish=None)
    step = Chunks(payloads=whole.payloads[:-1])
    with pytest.raises(ModelUnavailable, match="bad_reply"):
        await ask(step, client)


async def test_a_page_instead_of_a_stream_is_a_bad_reply(client: httpx2.AsyncClient) -> None:
    def page(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, html="<h1>It works</h1>")

    async with httpx2.AsyncClient(transport=httpx2.MockTransport(page)) as other:
        model = OpenAICompatibleModel(
            model="m", base_url="http://llm.example/v1", api_key="k", http_client=other
        )
        with pytest.raises(ModelUnavailable, match="bad_reply"):
            await run(model, ASK)


async def test_an_error_inside_the_stream_is_told_apart(client: httpx2.AsyncClient) -> None:
    step = Chunks(payloads=({"error": {"message": "m", "code": "rate_limit_exceeded"}},))
    with pytest.raises(ModelUnavailable, match="overloaded"):
        await ask(step, client)


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


class Endless(httpx2.AsyncByteStream):
    """Says one word, then nothing, until it is closed."""

    closed = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        choice = {"index": 0, "delta": {"content": "a"}, "finish_reason": None}
        yield f"data: {json.dumps({'id': 'x', 'choices': [choice]})}\n\n".encode()
        await asyncio.Event().wait()

    async def aclose(self) -> None:
        self.closed = True


async def test_whoever_stops_reading_ends_the_request() -> None:
    body = Endless()

    def answer(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, headers={"content-type": "text/event-stream"}, stream=body)

    async with httpx2.AsyncClient(transport=httpx2.MockTransport(answer)) as other:
        model = OpenAICompatibleModel(
            model="m", base_url="http://llm.example/v1", api_key="k", http_client=other
        )
        events = model.stream(ASK)
        assert await anext(events) == TextDelta(text="a")
        assert isinstance(events, AsyncGenerator)
        assert not body.closed
        await events.aclose()
        assert body.closed


async def test_a_silent_server_is_given_up() -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, headers={"content-type": "text/event-stream"}, stream=Endless())

    async with httpx2.AsyncClient(transport=httpx2.MockTransport(answer)) as other:
        model = OpenAICompatibleModel(
            model="m",
            base_url="http://llm.example/v1",
            api_key="k",
            http_client=other,
            timeouts=Timeouts(total=0.05),
        )
        with pytest.raises(ModelUnavailable, match="unreachable"):
            await run(model, ASK)


async def test_our_own_doors_refusal_is_said_in_its_words() -> None:
    class Door(httpx2.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            raise OperatorFault("address_refused", "10.0.0.7 is not on the list")

    async with httpx2.AsyncClient(transport=Door()) as door:
        model = OpenAICompatibleModel(
            model="m", base_url="http://llm.example/v1", api_key="k", http_client=door
        )
        with pytest.raises(ModelUnavailable, match=r"10\.0\.0\.7 is not on the list") as caught:
            await run(model, ASK)
    assert caught.value.code == "unreachable"


async def test_no_redirect_is_followed() -> None:
    asked: list[str] = []

    def elsewhere(request: httpx2.Request) -> httpx2.Response:
        asked.append(str(request.url))
        return httpx2.Response(307, headers={"location": "http://other.example/v1"})

    async with httpx2.AsyncClient(transport=httpx2.MockTransport(elsewhere)) as other:
        model = OpenAICompatibleModel(
            model="m", base_url="http://llm.example/v1/", api_key="k", http_client=other
        )
        with pytest.raises(ModelUnavailable, match="bad_reply"):
            await run(model, ASK)
    assert asked == ["http://llm.example/v1/chat/completions"]


async def test_a_call_without_id_or_with_a_second_one_gets_its_own(
    client: httpx2.AsyncClient,
) -> None:
    step = deltas(
        call_delta("{}", index=0, name="a"),
        call_delta("{}", index=1, id="same", name="b"),
        call_delta('{"x": 1}', index=1, id="same", name="b"),
        finish="tool_calls",
    )
    _, ended = await ask(step, client)
    ids = [call.id for call in ended.reply.calls]
    assert len(set(ids)) == 3
    assert all(ids)
    assert ids[1] == "same"


async def test_a_filtered_reply_says_so(client: httpx2.AsyncClient) -> None:
    _, ended = await ask(Completion(text=("I",), finish_reason="content_filter"), client)
    assert ended.reason == "filtered"


async def test_the_token_limit_is_sent_only_when_set(client: httpx2.AsyncClient) -> None:
    async with OpenAIServer([Completion(text=("ok",))]) as server:
        await run(model_at(server, client, limit=300), ASK)
        body = json.loads(server.seen[0].raw)
    assert body["max_tokens"] == 300


async def test_every_model_keeps_the_protocol(client: httpx2.AsyncClient) -> None:
    wired = OpenAICompatibleModel(
        model="local", base_url="http://llm.example/v1", api_key=None, http_client=client
    )
    models: list[Model] = [wired, ExtractiveModel(), ObedientModel(), FirstAvailable([wired])]
    assert [model.name for model in models] == ["local", "extractive", "obedient", "local"]


def test_importing_the_room_loads_no_model_library() -> None:
    program = (
        "import sys, docsteward.llm.openai_compatible, docsteward.llm\n"
        "print([m for m in ('pydantic_ai', 'openai') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
