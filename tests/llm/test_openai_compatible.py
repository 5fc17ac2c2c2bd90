"""The wire to an OpenAI-compatible address (SPEC E16) and the faults it mends."""

from __future__ import annotations

import subprocess
import sys

import httpx2
import pytest
from llm_wire import ask, call_delta, deltas

from docsteward.llm.doubles import ObedientModel
from docsteward.llm.extractive import ExtractiveModel
from docsteward.llm.fallback import FirstAvailable
from docsteward.llm.model import (
    Model,
    ModelCall,
)
from docsteward.llm.openai_compatible import OpenAICompatibleModel
from docsteward.testing.openai_server import (
    Completion,
    Delivery,
    Tokens,
    ToolCall,
)


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
