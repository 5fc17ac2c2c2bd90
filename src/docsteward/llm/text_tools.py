"""A model without function calling, made to call functions by the text protocol (SPEC E15)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

from docsteward.base.ids import new_id
from docsteward.llm.closing import closing
from docsteward.llm.endings import ended_as
from docsteward.llm.model import (
    CallResult,
    Message,
    Model,
    ModelCall,
    ModelEvent,
    ModelReply,
    ModelRequest,
    ReaderText,
    ReplyEnded,
    SystemText,
    TextDelta,
)
from docsteward.llm.text_protocol import (
    CallsInText,
    inert,
    result_text,
    rules_text,
    said_text,
)


class TextToolsModel:
    """Speaks the text protocol with a model; its calls are checked like any other.

    A request without functions, and without calls in its history, passes as it is (SPEC A7).
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Yield the model's text without the calls in it, and the calls at the end."""
        asked = replace(request, messages=tuple(_told(request)), functions=())
        reader = CallsInText()
        said: list[str] = []
        async with closing(self._model.stream(asked)) as events:
            async for event in events:
                if isinstance(event, TextDelta):
                    text = reader.feed(event.text)
                    if text:
                        said.append(text)
                        yield TextDelta(text=text)
                    continue
                if text := reader.end():
                    said.append(text)
                    yield TextDelta(text=text)
                yield _ended(event, reader, "".join(said))


def _ended(event: ReplyEnded, reader: CallsInText, text: str) -> ReplyEnded:
    calls = tuple(
        ModelCall(id=new_id("call"), name=name, arguments=arguments.strip(), cut=cut)
        for name, arguments, cut in reader.calls
    )
    reason = "unknown" if calls and event.reason == "stop" else event.reason
    return replace(
        event,
        reply=ModelReply(text=text, calls=calls),
        reason=ended_as(reason, has_calls=bool(calls)),
    )


def _told(request: ModelRequest) -> Iterator[Message]:
    """Yield the messages in the protocol; results that stand together come in one."""
    has_calls = any(isinstance(one, CallResult) for one in request.messages)
    if not request.functions and not has_calls:
        yield from request.messages
        return
    rules = rules_text(request.functions) if request.functions else ""
    if rules and not any(isinstance(one, SystemText) for one in request.messages):
        yield SystemText(text=rules)
        rules = ""
    results: list[str] = []
    for message in request.messages:
        if isinstance(message, CallResult):
            results.append(result_text(message.name, message.text))
            continue
        if results:
            yield ReaderText(text="\n".join(results))
            results = []
        match message:
            case SystemText(text=text):
                yield SystemText(text=inert(text) + rules)
                rules = ""
            case ReaderText(text=text):
                yield ReaderText(text=inert(text))
            case ModelReply():
                yield ModelReply(text=said_text(message))
    if results:
        yield ReaderText(text="\n".join(results))
