"""What holds for every provider's wire, each against a server that speaks it (SPEC E16)."""

from __future__ import annotations

import json
from dataclasses import replace

import httpx2
import pytest
from llm_wire import LIMITS
from wires import WIRES, OneWire, body, run

from docsteward.llm.model import (
    CallResult,
    Message,
    ModelReply,
    ModelRequest,
    ModelUnavailable,
    ReaderText,
    SystemText,
)
from docsteward.llm.tuning import Tuning
from docsteward.testing.provider_server import (
    Completion,
    Delivery,
    Failure,
    Tokens,
    ToolCall,
)
from docsteward.toolspec.tool import Declaration
from docsteward.turn.transcript import messages_from_json, messages_to_json

SEARCH = Declaration(
    name="search_docs",
    description="Search.",
    schema={
        "type": "object",
        "properties": {"query": {"type": "string"}},
        "required": ["query"],
    },
)
ASK = ModelRequest(
    messages=(SystemText(text="Answer."), ReaderText(text="How many?")), functions=(SEARCH, LIMITS)
)
each = pytest.mark.parametrize("wire", WIRES, ids=[wire.name for wire in WIRES])


def search(wire: OneWire) -> Completion:
    return Completion(
        thinking=("I should ", "look."),
        calls=(
            ToolCall(id=wire.ids[0], name="search_docs", pieces=('{"que', 'ry":"plän"}')),
            ToolCall(id=wire.ids[1], name="plan_limits", pieces=('{"plan":"pro"}',)),
        ),
        tokens=Tokens(prompt=100, completion=40, cached=60, reasoning=25),
    )


@each
async def test_the_official_client_reads_the_double(wire: OneWire) -> None:
    step = replace(search(wire), text=("Grü", "ße"))
    async with wire.server([step, step], api_key="k-1") as server:
        said = await wire.read(server.base_url)
    assert "Gr" in said
    assert "search_docs" in said
    assert "plan_limits" in said


@each
async def test_e16_a_turn_of_three_steps(wire: OneWire, client: httpx2.AsyncClient) -> None:
    """Search, then a tool, then the answer; what is opaque comes back exactly (B015, N4)."""
    script = [
        search(wire),
        Completion(
            thinking=("And now.",),
            seal="sealed-2",
            calls=(ToolCall(id="xyzxyz003", name="search_docs", pieces=('{"query":"x"}',)),),
        ),
        Completion(text=("It is ", "50,000 [1]."), tokens=Tokens(prompt=9, completion=3)),
    ]
    async with wire.server(script) as server:
        messages: list[Message] = [*ASK.messages]
        model = wire.at(server, client, Tuning(max_output_tokens=2_000))
        _, first = await run(model, replace(ASK, messages=tuple(messages)))
        assert [(call.name, json.loads(call.arguments)) for call in first.reply.calls] == [
            ("search_docs", {"query": "plän"}),
            ("plan_limits", {"plan": "pro"}),
        ]
        assert first.reason == "calls"
        assert not any(call.cut for call in first.reply.calls)
        assert first.usage.input_tokens == 100
        assert first.usage.output_tokens == 40
        assert first.usage.cached_tokens == 60
        messages += [first.reply, *results(first.reply)]
        # The turn goes on in another process: all that it knows was stored.
        messages = messages_from_json(json.loads(json.dumps(messages_to_json(messages))))
        _, second = await run(wire.at(server, client), replace(ASK, messages=tuple(messages)))
        messages += [second.reply, *results(second.reply)]
        # The last step offers no functions, and its history has calls all the same.
        said, last = await run(model, ModelRequest(messages=tuple(messages)))
        assert said == "It is 50,000 [1]."
        assert last.reason == "stop"
        assert last.reply.opaque is None
        assert len(server.seen) == 3
        if wire.name not in ("chat", "mistral"):
            assert "sealed-1" in server.seen[1].raw.decode()
            final = server.seen[2].raw.decode()
            assert final.index("sealed-1") < final.index("sealed-2")


def results(reply: ModelReply) -> list[Message]:
    return [
        CallResult(call_id=call.id, name=call.name, text=f"found {call.name}")
        for call in reply.calls
    ]


@each
async def test_b015_what_is_opaque_stays_with_the_model_that_made_it(
    wire: OneWire, client: httpx2.AsyncClient
) -> None:
    async with wire.server([search(wire)]) as server:
        _, ended = await run(wire.at(server, client), ASK)
    messages = (*ASK.messages, ended.reply, *results(ended.reply))
    for other in WIRES:
        async with other.server([Completion(text=("ok",))]) as server:
            model = other.at(server, client)
            if other.name == wire.name:
                address = replace(other, model=f"{other.model}-2")
                model = address.at(server, client)
            said, _ = await run(model, replace(ASK, messages=messages))
            assert said == "ok", other.name
            assert "sealed-1" not in server.seen[0].raw.decode()
            assert "I should" not in server.seen[0].raw.decode()


@each
@pytest.mark.parametrize("piece", [1, 3, 7])
async def test_a_stream_cut_anywhere_reads_the_same(
    wire: OneWire, piece: int, client: httpx2.AsyncClient
) -> None:
    step = replace(search(wire), text=("Größe ", "日本語 ", "🙂"), delivery=Delivery(piece=piece))
    async with wire.server([step]) as server:
        said, ended = await run(wire.at(server, client), ASK)
    assert said == "Größe 日本語 🙂"
    assert json.loads(ended.reply.calls[0].arguments) == {"query": "plän"}


@each
async def test_b004_b005_a_call_that_the_limit_cut_is_marked(
    wire: OneWire, client: httpx2.AsyncClient
) -> None:
    if not wire.cuts_calls:
        # Gemini sends arguments whole or not at all: then there is no call to run.
        step = Completion(text=("I",), finish_reason="length")
        async with wire.server([step]) as server:
            _, ended = await run(wire.at(server, client), ASK)
        assert ended.reason == "length"
        assert ended.reply.calls == ()
        return
    cut = ToolCall(id=wire.ids[0], name="search_docs", pieces=('{"query": "Dear all, please do n',))
    async with wire.server(
        [Completion(calls=(cut,), finish_reason="length"), Completion(text=("ok",))]
    ) as server:
        _, ended = await run(wire.at(server, client), ASK)
        (call,) = ended.reply.calls
        assert call.cut
        assert "please do n" in call.arguments
        messages = (*ASK.messages, ended.reply, *results(ended.reply))
        await run(wire.at(server, client), replace(ASK, messages=messages))
        # B007: history never repeats what is no JSON.
        assert "please do n" not in server.seen[1].raw.decode()


@each
async def test_b001_b002_a_call_without_arguments_is_a_call(
    wire: OneWire, client: httpx2.AsyncClient
) -> None:
    step = Completion(calls=(ToolCall(id=wire.ids[0], name="search_docs", pieces=("",)),))
    async with wire.server([step]) as server:
        _, ended = await run(wire.at(server, client), ASK)
    (call,) = ended.reply.calls
    assert call.name == "search_docs"
    assert call.arguments.strip() in ("", "{}")
    assert not call.cut


@each
async def test_b095_text_before_a_call_is_no_last_reply(
    wire: OneWire, client: httpx2.AsyncClient
) -> None:
    step = replace(search(wire), text=("I'll look that up.\n",), finish_reason="stop")
    async with wire.server([step]) as server:
        _, ended = await run(wire.at(server, client), ASK)
    assert ended.reason == "calls"
    assert len(ended.reply.calls) == 2


@each
async def test_b016_blank_texts_are_left_out(wire: OneWire, client: httpx2.AsyncClient) -> None:
    blank = ModelReply(text=" \n")
    messages = (SystemText(text=" "), *ASK.messages, blank, ReaderText(text="And now?"))
    async with wire.server([Completion(text=("ok",))]) as server:
        await run(wire.at(server, client), ModelRequest(messages=messages))
        sent = server.seen[0].raw.decode()
    assert '" \\n"' not in sent
    assert '" "' not in sent


@each
async def test_a7_without_functions_nothing_speaks_of_tools(
    wire: OneWire, client: httpx2.AsyncClient
) -> None:
    async with wire.server([Completion(text=("ok",)), Completion(text=("ok",))]) as server:
        for _ in range(2):
            await run(wire.at(server, client), ModelRequest(messages=ASK.messages))
        first, second = server.seen
    assert first.raw == second.raw
    assert not [key for key in body(first) if "tool" in key.lower()]


@each
async def test_only_needed_headers_travel_on_every_wire(
    wire: OneWire, client: httpx2.AsyncClient
) -> None:
    async with wire.server([Completion(text=("ok",))], api_key="k-1") as server:
        await run(wire.at(server, client), ASK)
        headers = server.seen[0].headers
    assert headers["user-agent"].startswith("docsteward/")
    told = {"x-stainless", "openai-", "x-goog-api-client", "cookie", "traceparent"}
    assert not [name for name in headers if name.startswith(tuple(told))]


@each
async def test_a_cut_connection_is_no_answer_on_every_wire(
    wire: OneWire, client: httpx2.AsyncClient
) -> None:
    step = Completion(text=("one ", "two ", "three"), delivery=Delivery(cut_after=3))
    async with wire.server([step]) as server:
        with pytest.raises(ModelUnavailable) as caught:
            await run(wire.at(server, client), ASK)
    assert caught.value.code in ("unreachable", "bad_reply")


ERRORS: list[tuple[str, Failure, str]] = [
    *[
        (name, Failure(status=status), code)
        for name in ("chat", "responses", "anthropic", "gemini", "mistral")
        for status, code in (
            (401, "key_refused"),
            (403, "key_refused"),
            (404, "model_unknown"),
            (413, "too_long"),
            (429, "rate_limited"),
            (400, "request_refused"),
            (500, "overloaded"),
            (503, "overloaded"),
        )
    ],
    ("responses", Failure(status=429, code="insufficient_quota"), "quota_spent"),
    ("responses", Failure(status=400, code="context_length_exceeded"), "too_long"),
    ("responses", Failure(status=400, code="content_filter"), "content_filtered"),
    ("chat", Failure(status=400, code="content_filter"), "content_filtered"),
    ("anthropic", Failure(status=529), "overloaded"),
    ("anthropic", Failure(status=402), "quota_spent"),
    (
        "anthropic",
        Failure(status=400, message="Your credit balance is too low to access the API."),
        "quota_spent",
    ),
    (
        "anthropic",
        Failure(status=400, message="prompt is too long: 210000 tokens > 200000 maximum"),
        "too_long",
    ),
    (
        "gemini",
        Failure(
            status=400,
            message="API key not valid.",
            kind=json.dumps({"reason": "API_KEY_INVALID", "domain": "googleapis.com"}),
        ),
        "key_refused",
    ),
    (
        "gemini",
        Failure(
            status=429,
            kind=json.dumps(
                {
                    "@type": "type.googleapis.com/google.rpc.QuotaFailure",
                    "violations": [{"quotaId": "GenerateRequestsPerDayPerProject"}],
                }
            ),
        ),
        "quota_spent",
    ),
    (
        "gemini",
        Failure(
            status=400,
            message="The input token count (9) exceeds the maximum number of tokens allowed (8).",
        ),
        "too_long",
    ),
    ("mistral", Failure(status=402), "quota_spent"),
]


@pytest.mark.parametrize(("name", "failure", "code"), ERRORS)
async def test_e16_errors_are_told_apart_on_every_wire(
    client: httpx2.AsyncClient, name: str, failure: Failure, code: str
) -> None:
    (wire,) = [one for one in WIRES if one.name == name]
    message = failure.message if failure.message != "scripted failure" else "secret sk-12345"
    async with wire.server([replace(failure, message=message)]) as server:
        with pytest.raises(ModelUnavailable) as caught:
            await run(wire.at(server, client), ASK)
        assert len(server.seen) == 1, "nothing is tried twice"
    assert caught.value.code == code
    assert wire.model in caught.value.message
    assert message not in caught.value.message
    assert "k-1" not in caught.value.message


@each
async def test_how_long_to_wait_is_told(wire: OneWire, client: httpx2.AsyncClient) -> None:
    failure = Failure(status=429, headers=(("retry-after", "7"),))
    async with wire.server([failure]) as server:
        with pytest.raises(ModelUnavailable, match="wait 7 s") as caught:
            await run(wire.at(server, client), ASK)
    assert caught.value.retry_after == 7
