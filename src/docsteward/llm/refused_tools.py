"""One function that a provider refuses must not make the whole answer fail (fault B021)."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import structlog

from docsteward.llm.closing import closing
from docsteward.llm.model import (
    CallResult,
    Model,
    ModelEvent,
    ModelRequest,
    ModelUnavailable,
    TextDelta,
)
from docsteward.toolspec.tool import Declaration

_log = structlog.get_logger(__name__)

_PLACE = re.compile(r"\btools(?:\[|\.)(\d{1,3})\b")


class WithoutRefusedTools:
    """Asks once more without the functions that a refused request was refused for.

    Which they are is read from the provider's words: a function's name, or its place in the
    list. Where they name none, all are left out, and the model answers from what it has. A turn
    whose functions were taken before is not asked again.
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Yield the model's events."""
        began = False
        try:
            async with closing(self._model.stream(request)) as events:
                async for event in events:
                    began = began or isinstance(event, TextDelta)
                    yield event
            return
        except ModelUnavailable as fault:
            if fault.code != "request_refused" or began or not _may_drop(request):
                raise
            dropped = _blamed(fault.hint, request.functions) or request.functions
            names = [function.name for function in dropped]
            _log.warning("functions_refused", model=self.name, functions=names)
        left = tuple(one for one in request.functions if one not in dropped)
        async with closing(self._model.stream(replace(request, functions=left))) as events:
            async for event in events:
                yield event


def _may_drop(request: ModelRequest) -> bool:
    past = any(isinstance(message, CallResult) for message in request.messages)
    return bool(request.functions) and not past


def _blamed(hint: str, functions: Sequence[Declaration]) -> tuple[Declaration, ...]:
    places = {int(place) for place in _PLACE.findall(hint)}
    words = set(re.findall(r"[A-Za-z0-9_]+", hint))
    return tuple(
        function for at, function in enumerate(functions) if at in places or function.name in words
    )
