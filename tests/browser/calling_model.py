"""A model for tests in the browser: it calls what it can, and says that something was found."""

from __future__ import annotations

from collections.abc import AsyncIterator

from docsteward.llm.model import (
    CallResult,
    ModelCall,
    ModelEvent,
    ModelReply,
    ModelRequest,
    ReplyEnded,
    TextDelta,
)


class CallsWhatItCan:
    """A model that calls one function without arguments where it is offered, and tells of it."""

    name = "calls-what-it-can"

    def __init__(self, function: str) -> None:
        self._function = function
        self.offered: list[list[str]] = []
        self.heard: list[str] = []

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        names = [function.name for function in request.functions]
        results = [one.text for one in request.messages if isinstance(one, CallResult)]
        if not results and self._function in names:
            self.offered.append(names)
            reply = ModelReply(
                text="", calls=(ModelCall(id="c1", name=self._function, arguments="{}"),)
            )
            yield ReplyEnded(reply=reply, reason="calls")
            return
        self.heard += results
        text = f"This is what was found [{request.evidence[-1].id}]."
        yield TextDelta(text=text)
        yield ReplyEnded(reply=ModelReply(text=text), reason="stop")
