"""Every wire with its double and its official client, for the tests that hold for all of them."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import httpx2

from docsteward.base.values import JsonObject
from docsteward.llm.library_model import LibraryModel
from docsteward.llm.model import Model, ModelEvent, ModelRequest, ReplyEnded, TextDelta
from docsteward.llm.openai_compatible import OpenAICompatibleModel
from docsteward.llm.providers.anthropic import anthropic
from docsteward.llm.providers.gemini import gemini
from docsteward.llm.providers.mistral import mistral
from docsteward.llm.providers.openai_responses import openai_responses
from docsteward.llm.tuning import Tuning
from docsteward.llm.wire import Address, Wire
from docsteward.testing.anthropic_server import AnthropicServer
from docsteward.testing.gemini_server import GeminiServer
from docsteward.testing.mistral_server import MistralServer
from docsteward.testing.openai_server import OpenAIServer
from docsteward.testing.provider_server import ProviderServer, Seen, Step
from docsteward.testing.responses_server import ResponsesServer

Script = Sequence[Step] | Callable[[Seen], Step]
Make = Callable[[Address, Tuning, httpx2.AsyncClient], Model]


@dataclass(frozen=True, kw_only=True)
class OneWire:
    """A wire: its double, its Model, and the text that its official client reads."""

    name: str
    model: str
    server: Callable[..., ProviderServer]
    make: Make
    read: Callable[[str], Awaitable[str]]
    ids: tuple[str, str] = ("call_1", "call_2")
    cuts_calls: bool = True
    takes_comments: bool = True

    def at(
        self, server: ProviderServer, client: httpx2.AsyncClient, tuning: Tuning | None = None
    ) -> Model:
        """Return the Model at a double."""
        address = Address(model=self.model, base_url=server.base_url, api_key="k-1")
        return self.make(address, tuning or Tuning(), client)


def _library(wire: Callable[[Address, Tuning], Wire]) -> Make:
    return lambda address, tuning, client: LibraryModel(wire(address, tuning), client)


def _chat(address: Address, tuning: Tuning, client: httpx2.AsyncClient) -> Model:
    return OpenAICompatibleModel(
        model=address.model,
        base_url=address.base_url,
        api_key=address.api_key,
        http_client=client,
        tuning=tuning,
    )


async def _read_chat(url: str) -> str:
    from openai import AsyncOpenAI

    async with AsyncOpenAI(api_key="k-1", base_url=url, max_retries=0) as client:
        stream = await client.chat.completions.create(
            model="m",
            messages=[{"role": "user", "content": "Hi"}],
            stream=True,
            stream_options={"include_usage": True},
        )
        said: list[str] = []
        async for chunk in stream:
            for choice in chunk.choices:
                said.append(choice.delta.content or "")
                said += [call.model_dump_json() for call in choice.delta.tool_calls or []]
        whole = await client.chat.completions.create(
            model="m", messages=[{"role": "user", "content": "Hi"}]
        )
        assert whole.usage is not None
        return "".join(said)


async def _read_responses(url: str) -> str:
    from openai import AsyncOpenAI

    async with AsyncOpenAI(api_key="k-1", base_url=url, max_retries=0) as client:
        async with client.responses.stream(model="gpt-5-mini", input="Hi") as stream:
            events = [event async for event in stream]
            final = await stream.get_final_response()
        assert {event.type for event in events} >= {
            "response.created",
            "response.output_item.added",
            "response.completed",
        }
        await client.responses.create(model="gpt-5-mini", input="Hi")
        return final.output_text + "".join(item.model_dump_json() for item in final.output)


async def _read_anthropic(url: str) -> str:
    from anthropic import AsyncAnthropic

    async with AsyncAnthropic(api_key="k-1", base_url=url, max_retries=0) as client:
        async with client.messages.stream(
            model="claude-sonnet-4-6",
            max_tokens=100,
            messages=[{"role": "user", "content": "Hi"}],
        ) as stream:
            async for _ in stream:
                pass
            final = await stream.get_final_message()
        await client.messages.create(
            model="claude-sonnet-4-6",
            max_tokens=100,
            messages=[{"role": "user", "content": "Hi"}],
        )
        return "".join(block.model_dump_json() for block in final.content)


async def _read_gemini(url: str) -> str:
    from google.genai import Client
    from google.genai.types import HttpOptions

    client = Client(api_key="k-1", vertexai=False, http_options=HttpOptions(base_url=url))
    async with client.aio as api:
        # Its types name one of a library that is not installed.
        models: Any = api.models
        stream = await models.generate_content_stream(model="gemini-3-pro", contents="Hi")
        said = [chunk.model_dump_json() async for chunk in stream]
        await models.generate_content(model="gemini-3-pro", contents="Hi")
    return "".join(said)


async def _read_mistral(url: str) -> str:
    from mistralai.client import Mistral

    async with Mistral(api_key="k-1", server_url=url) as client:
        stream = await client.chat.stream_async(
            model="m", messages=[{"role": "user", "content": "Hi"}]
        )
        said = [event.data.model_dump_json() async for event in stream]
        await client.chat.complete_async(model="m", messages=[{"role": "user", "content": "Hi"}])
    return "".join(said)


WIRES = (
    OneWire(name="chat", model="m", server=OpenAIServer, make=_chat, read=_read_chat),
    OneWire(
        name="responses",
        model="gpt-5-mini",
        server=ResponsesServer,
        make=_library(openai_responses),
        read=_read_responses,
    ),
    OneWire(
        name="anthropic",
        model="claude-sonnet-4-6",
        server=AnthropicServer,
        make=_library(anthropic),
        read=_read_anthropic,
    ),
    OneWire(
        name="gemini",
        model="gemini-3-pro-preview",
        server=GeminiServer,
        make=_library(gemini),
        read=_read_gemini,
        cuts_calls=False,
        takes_comments=False,
    ),
    OneWire(
        name="mistral",
        model="mistral-large-latest",
        server=MistralServer,
        make=_library(mistral),
        read=_read_mistral,
        ids=("abcdef001", "abcdef002"),
    ),
)


async def run(model: Model, request: ModelRequest) -> tuple[str, ReplyEnded]:
    """Return the text as it was streamed, and the end."""
    events: list[ModelEvent] = [event async for event in model.stream(request)]
    said = "".join(event.text for event in events if isinstance(event, TextDelta))
    (ended,) = [event for event in events if isinstance(event, ReplyEnded)]
    assert events[-1] is ended
    assert ended.reply.text == said
    return said, ended


def body(seen: Seen) -> JsonObject:
    """Return the body of a request, afresh."""
    return cast("JsonObject", json.loads(seen.raw))
