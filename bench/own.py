"""The bare loop on our own wire: three requests and their text. Argument: the model's port.

What stands beside `direct.py`: the same loop, on what the product speaks to such a server with.
"""

from __future__ import annotations

import asyncio
import sys

from wire import HOST, read_request
from worker import obey

from docsteward.llm.model import (
    CallResult,
    Message,
    ModelCall,
    ModelRequest,
    ReaderText,
    SystemText,
    TextDelta,
)
from docsteward.llm.openai_compatible import OpenAICompatibleModel
from docsteward.netguard import operator_http_client
from docsteward.toolspec.tool import Declaration

_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"
_TOOLS = tuple(
    Declaration(
        name=name,
        description="A function.",
        schema={
            "type": "object",
            "properties": {"query": {"type": "string"}},
            "required": ["query"],
        },
    )
    for name in ("search_docs", "get_doc", "plan_limits")
)
_EVIDENCE = "Some text of the documentation. " * 60


async def _turn(model: OpenAICompatibleModel, writer: asyncio.StreamWriter) -> None:
    messages: list[Message] = [
        SystemText(text="Answer from the evidence. " * 40),
        ReaderText(text=f"{_EVIDENCE}\n\nQuestion: how?"),
    ]
    while True:
        calls: tuple[ModelCall, ...] = ()
        request = ModelRequest(messages=tuple(messages), functions=_TOOLS)
        async for event in model.stream(request):
            if isinstance(event, TextDelta):
                writer.write(f"data: {event.text}\n\n".encode())
                await writer.drain()
            else:
                messages.append(event.reply)
                calls = event.reply.calls
        if not calls:
            return
        messages += [CallResult(call_id=call.id, name=call.name, text=_EVIDENCE) for call in calls]


async def main(upstream: int) -> None:
    """Serve until standard input closes."""
    async with operator_http_client() as client:
        model = OpenAICompatibleModel(
            model="mock",
            base_url=f"http://{HOST}:{upstream}/v1",
            api_key=None,
            http_client=client,
        )

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
