"""What an OpenAI-compatible address may do wrong, and what it is called then."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator

import httpx2
import pytest
from llm_wire import ASK, ask, call_delta, deltas, gather, model_at, run

from docsteward.base.errors import OperatorFault
from docsteward.llm.model import (
    ModelEvent,
    ModelUnavailable,
    ReplyEnded,
    TextDelta,
)
from docsteward.llm.openai_compatible import OpenAICompatibleModel
from docsteward.llm.tuning import Timeouts, Tuning
from docsteward.testing.openai_server import (
    Chunks,
    Completion,
    Delivery,
    Failure,
    OpenAIServer,
)


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (Failure(status=401), "key_refused"),
        (Failure(status=403), "key_refused"),
        (Failure(status=402), "quota_spent"),
        (Failure(status=429), "rate_limited"),
        (Failure(status=429, code="insufficient_quota"), "quota_spent"),
        (Failure(status=404), "model_unknown"),
        (Failure(status=400, code="context_length_exceeded"), "too_long"),
        (Failure(status=413), "too_long"),
        (Failure(status=400), "request_refused"),
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
    with pytest.raises(ModelUnavailable, match="rate_limited"):
        await ask(step, client)


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
            tuning=Tuning(timeouts=Timeouts(total=0.05)),
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
