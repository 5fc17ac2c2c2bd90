"""A list of models, tried in order while they are unavailable (SPEC E16)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import structlog

from docsteward.llm.closing import closing
from docsteward.llm.model import Model, ModelEvent, ModelRequest, ModelUnavailable

_log = structlog.get_logger(__name__)


class FirstAvailable:
    """Answers with the first model that is available; raises the last one's ModelUnavailable.

    Every failure before the first event moves on, `too_long` and `key_missing` too: the next
    model may take longer requests and has a key of its own. After the first event nothing moves
    on, for the reader has seen its text: the failure is raised. Raises ValueError for an empty
    list.
    """

    def __init__(self, models: Sequence[Model]) -> None:
        if not models:
            raise ValueError("there is no model to try: give at least one")
        self._models = tuple(models)

    @property
    def name(self) -> str:
        return self._models[0].name

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Yield the events of the first model that gives any."""
        for number, model in enumerate(self._models, start=1):
            began = False
            try:
                async with closing(model.stream(request)) as events:
                    async for event in events:
                        began = True
                        yield event
                return
            except ModelUnavailable as fault:
                if began or number == len(self._models):
                    raise
                _log.warning("model_passed_over", code=fault.code, reason=fault.message)
