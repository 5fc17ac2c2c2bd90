"""A list of models is tried in order when one is down (SPEC E16)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator

import pytest
from structlog.testing import capture_logs

from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.llm.fallback import FirstAvailable
from docsteward.llm.model import (
    ModelEvent,
    ModelFailure,
    ModelRequest,
    ModelUnavailable,
    ReaderText,
    ReplyEnded,
    TextDelta,
)

ASK = ModelRequest(messages=(ReaderText(text="Hi"),))


def down(code: ModelFailure = "overloaded", *, after: tuple[str, ...] = ()) -> ScriptedModel:
    return ScriptedModel([Says(text=after, error=ModelUnavailable(code, "down"))])


async def gather(model: FirstAvailable, seen: list[ModelEvent]) -> None:
    async for event in model.stream(ASK):
        seen.append(event)  # noqa: PERF401 - what came before an error must be kept


async def test_an_operator_learns_which_model_was_passed_over() -> None:
    with capture_logs() as logs:
        await gather(FirstAvailable([down(), ScriptedModel([Says(text=("Hello.",))])]), [])
    assert logs == [
        {
            "event": "model_passed_over",
            "log_level": "warning",
            "code": "overloaded",
            "reason": "down",
        }
    ]


@pytest.mark.parametrize(
    "code", ["overloaded", "unreachable", "key_missing", "too_long", "quota_spent", "bad_reply"]
)
async def test_e16_the_next_model_answers(code: ModelFailure) -> None:
    second = ScriptedModel([Says(text=("Hello.",))])
    seen: list[ModelEvent] = []
    await gather(FirstAvailable([down(code), second]), seen)
    assert seen[0] == TextDelta(text="Hello.")
    assert isinstance(seen[-1], ReplyEnded)
    assert second.requests == [ASK]


async def test_once_text_was_shown_nothing_moves_on() -> None:
    second = ScriptedModel([Says(text=("Hello.",))])
    seen: list[ModelEvent] = []
    with pytest.raises(ModelUnavailable):
        await gather(FirstAvailable([down(after=("Half an",)), second]), seen)
    assert seen == [TextDelta(text="Half an")]
    assert second.requests == []


async def test_when_all_are_down_the_last_says_why() -> None:
    with pytest.raises(ModelUnavailable) as caught:
        await gather(FirstAvailable([down("overloaded"), down("key_refused")]), [])
    assert caught.value.code == "key_refused"


async def test_another_error_is_not_swallowed() -> None:
    broken = ScriptedModel([Says(error=ValueError("a fault of ours"))])
    with pytest.raises(ValueError, match="a fault of ours"):
        await gather(FirstAvailable([broken, ScriptedModel([Says()])]), [])


class Watched:
    """Says one word and waits to be closed."""

    name = "watched"
    closed = False

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        try:
            yield TextDelta(text="a")
            yield TextDelta(text="b")
        finally:
            self.closed = True


async def test_whoever_stops_reading_closes_the_model() -> None:
    model = Watched()
    events = FirstAvailable([model]).stream(ASK)
    assert await anext(events) == TextDelta(text="a")
    assert isinstance(events, AsyncGenerator)
    await events.aclose()
    assert model.closed


def test_an_empty_list_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        FirstAvailable([])
