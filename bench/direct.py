"""The bare loop on `pydantic_ai.direct`: three requests and their text. Argument: the model's port.

What any loop on this library costs before it checks, cites or stores a thing.
"""

from __future__ import annotations

import asyncio
import sys

from openai import AsyncOpenAI
from pydantic_ai.direct import model_request_stream
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    PartDeltaEvent,
    PartStartEvent,
    SystemPromptPart,
    TextPart,
    TextPartDelta,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.tools import ToolDefinition
from wire import HOST, read_request
from worker import obey

_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"
_SCHEMA = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
_TOOLS = [
    ToolDefinition(name=name, description="A function.", parameters_json_schema=_SCHEMA)
    for name in ("search_docs", "get_doc", "plan_limits")
]
_EVIDENCE = "Some text of the documentation. " * 60


async def _turn(model: OpenAIChatModel, writer: asyncio.StreamWriter) -> None:
    opening = [
        SystemPromptPart(content="Answer from the evidence. " * 40),
        UserPromptPart(content=f"{_EVIDENCE}\n\nQuestion: how?"),
    ]
    messages: list[ModelMessage] = [ModelRequest(parts=opening)]
    while True:
        async with model_request_stream(
            model,
            messages,
            model_request_parameters=ModelRequestParameters(function_tools=_TOOLS),
            instrument=False,
        ) as stream:
            async for event in stream:
                if text := _text(event):
                    writer.write(f"data: {text}\n\n".encode())
                    await writer.drain()
            reply = stream.get()
        calls = [part for part in reply.parts if isinstance(part, ToolCallPart)]
        if not calls:
            return
        messages.append(reply)
        returned = [
            ToolReturnPart(
                tool_name=call.tool_name, content=_EVIDENCE, tool_call_id=call.tool_call_id
            )
            for call in calls
        ]
        messages.append(ModelRequest(parts=returned))


def _text(event: object) -> str:
    if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
        return event.part.content
    if isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
        return event.delta.content_delta
    return ""


async def main(upstream: int) -> None:
    """Serve until standard input closes."""
    client = AsyncOpenAI(api_key="none", base_url=f"http://{HOST}:{upstream}/v1", max_retries=0)
    model = OpenAIChatModel("mock", provider=OpenAIProvider(openai_client=client))

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if await read_request(reader) is not None:
                writer.write(_HEAD)
                await _turn(model, writer)
        finally:
            writer.close()

    server = await asyncio.start_server(serve, HOST, 0)
    await obey(server.sockets[0].getsockname()[1])
    server.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
