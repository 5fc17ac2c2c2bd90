"""The scripted server, read with the official client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import httpx2
import openai
import pytest

from docsteward.testing.openai_server import (
    Completion,
    Delivery,
    Failure,
    OpenAIServer,
    Seen,
    Step,
    Tokens,
    ToolCall,
)


@pytest.fixture
async def http() -> AsyncIterator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(trust_env=False) as client:
        yield client


def client_of(server: OpenAIServer, http: httpx2.AsyncClient) -> openai.AsyncOpenAI:
    return openai.AsyncOpenAI(
        api_key="k", base_url=server.base_url, http_client=http, max_retries=0
    )


async def read(server: OpenAIServer, http: httpx2.AsyncClient) -> tuple[str, str | None, int]:
    stream = await client_of(server, http).chat.completions.create(
        model="m",
        messages=[{"role": "user", "content": "Hi"}],
        stream=True,
        stream_options={"include_usage": True},
    )
    text, reason, cached = "", None, -1
    async for chunk in stream:
        if chunk.usage is not None and chunk.usage.prompt_tokens_details is not None:
            cached = chunk.usage.prompt_tokens_details.cached_tokens or 0
        for choice in chunk.choices:
            text += choice.delta.content or ""
            reason = choice.finish_reason or reason
    return text, reason, cached


@pytest.mark.parametrize("piece", [None, 1, 13])
async def test_the_official_client_reads_a_stream(
    http: httpx2.AsyncClient, piece: int | None
) -> None:
    step = Completion(
        text=("Grüße, ", "world"), tokens=Tokens(cached=4), delivery=Delivery(piece=piece)
    )
    async with OpenAIServer([step]) as server:
        assert await read(server, http) == ("Grüße, world", "stop", 4)
        (seen,) = server.seen
    assert seen.method == "POST"
    assert seen.path == "/v1/chat/completions"
    assert isinstance(seen.body, dict)
    assert seen.body["model"] == "m"


async def test_the_official_client_reads_calls_and_whole_replies(
    http: httpx2.AsyncClient,
) -> None:
    step = Completion(calls=(ToolCall(id="c", name="read", pieces=('{"p"', ":1}")),))
    async with OpenAIServer([step]) as server:
        reply = await client_of(server, http).chat.completions.create(
            model="m", messages=[{"role": "user", "content": "Hi"}]
        )
    assert reply.choices[0].finish_reason == "tool_calls"
    (call,) = reply.choices[0].message.tool_calls or []
    assert call.type == "function"
    assert (call.id, call.function.name, call.function.arguments) == ("c", "read", '{"p":1}')


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, openai.BadRequestError),
        (401, openai.AuthenticationError),
        (404, openai.NotFoundError),
        (429, openai.RateLimitError),
        (500, openai.InternalServerError),
        (503, openai.InternalServerError),
    ],
)
async def test_the_official_client_knows_the_errors(
    http: httpx2.AsyncClient, status: int, error: type[openai.APIStatusError]
) -> None:
    async with OpenAIServer([Failure(status=status, message="why")]) as server:
        with pytest.raises(error) as caught:
            await read(server, http)
    assert caught.value.status_code == status
    assert "why" in caught.value.message


async def test_another_key_is_refused(http: httpx2.AsyncClient) -> None:
    async with OpenAIServer([Completion()], api_key="right") as server:
        with pytest.raises(openai.AuthenticationError):
            await read(server, http)


async def test_a_connection_can_break_in_the_middle(http: httpx2.AsyncClient) -> None:
    step = Completion(text=("a", "b"), delivery=Delivery(cut_after=2))
    async with OpenAIServer([step]) as server:
        with pytest.raises(openai.APIConnectionError):
            await read(server, http)


async def test_a_stream_waits_for_an_event_and_not_for_time(http: httpx2.AsyncClient) -> None:
    gate = asyncio.Event()
    step = Completion(text=("a", "b"), delivery=Delivery(hold=gate, hold_after=2))
    async with OpenAIServer([step]) as server:
        stream = await client_of(server, http).chat.completions.create(
            model="m", messages=[{"role": "user", "content": "Hi"}], stream=True
        )
        seen: list[str] = []
        async for chunk in stream:
            seen += [choice.delta.content or "" for choice in chunk.choices]
            if "a" in seen:
                assert gate.is_set() or "b" not in seen
                gate.set()
    assert "".join(seen) == "ab"


async def test_a_script_may_be_a_function_and_may_run_out(http: httpx2.AsyncClient) -> None:
    def echo(seen: Seen) -> Step:
        assert isinstance(seen.body, dict)
        return Completion(text=(str(seen.body["model"]),))

    async with OpenAIServer(echo) as server:
        assert (await read(server, http))[0] == "m"
        assert (await read(server, http))[0] == "m"
    async with OpenAIServer([]) as server:
        with pytest.raises(openai.InternalServerError, match="no step for request 1"):
            await read(server, http)
        with pytest.raises(openai.NotFoundError):
            await client_of(server, http).models.list()


def test_the_address_is_known_only_once_entered() -> None:
    with pytest.raises(RuntimeError, match="async with"):
        _ = OpenAIServer([]).base_url
