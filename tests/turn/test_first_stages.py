"""The stages before the first call of a model: credentials, openers, the gate (SPEC E1-E3)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import structlog

from docsteward.base.values import Page
from docsteward.index.values import Hit
from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.storage.invariants import broken
from docsteward.testing.house import House, a_reader, a_visitor, ask, asking, told
from docsteward.testing.index import FakeIndex, FakeShelf
from docsteward.turn.events import SourceCited, TextAdded, VerdictGiven

TOKEN = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
MASKED = "Does [redacted: GitHub token] work on the pro plan?"
ASKED = f"Does {TOKEN} work on the pro plan?"
NAMES = {"message": "m1"}


async def test_e2_a_credential_stops_the_question_before_anything_is_kept_or_asked() -> None:
    model = ScriptedModel([])
    async with House(model=model).open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, ASKED, names=NAMES))
        stored = await product.turns.owned(said.turn, visitor)
        (verdict,) = said.of(VerdictGiven)
        assert (verdict.state, verdict.cause) == ("refused", "credential")
        assert verdict.masked == MASKED
        assert said.text == verdict.message
        assert "GitHub token" in verdict.message
        assert stored.question == MASKED
        assert (stored.state, stored.cause, stored.model_calls) == ("refused", "credential", 0)
        assert model.requests == []
        assert await broken(product.database) == []


async def test_e2_the_masked_question_is_asked_like_any_other() -> None:
    model = ScriptedModel([Says(text=("The pro plan holds ten projects [1].",))])
    async with House(model=model, mode="one_shot").open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, MASKED))
        assert said.of(VerdictGiven)[0].state == "answered"
        assert TOKEN not in str(model.requests)


async def test_e2_no_file_and_no_log_line_holds_the_value(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'docsteward.db'}"
    with structlog.testing.capture_logs() as logs:
        async with House(model=ScriptedModel([]), database_url=url).open() as product:
            visitor = await a_visitor(product)
            page = Page(url=f"https://docs.example/?token={TOKEN}", title=f"Welcome {TOKEN}")
            await told(product, await ask(product, visitor, ASKED, page=page, names=NAMES))
            kept = b"".join([path.read_bytes() for path in _files(tmp_path)])
    assert MASKED.encode() in kept
    assert b"https://docs.example/?token=redacted" in kept
    assert b"Welcome [redacted: GitHub token]" in kept
    assert TOKEN.encode() not in kept
    assert TOKEN not in str(logs)
    captured = capfd.readouterr()
    assert TOKEN not in captured.out + captured.err


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


async def test_e2_a_page_address_with_a_credential_is_masked_and_stops_nothing() -> None:
    model = ScriptedModel([Says(text=("The pro plan holds ten projects [1].",))])
    async with House(model=model, mode="one_shot").open() as product:
        visitor = await a_visitor(product)
        page = Page(url=f"https://docs.example/?token={TOKEN}", title="Plans")
        said = await told(product, await ask(product, visitor, "The pro plan?", page=page))
        stored = await product.turns.owned(said.turn, visitor)
        assert stored.state == "answered"
        assert stored.page == {"url": "https://docs.example/?token=redacted", "title": "Plans"}


async def test_e2_the_stream_and_the_stored_conversation_carry_the_masked_question() -> None:
    async with House(model=ScriptedModel([])).open() as product:
        reader = await a_reader(product)
        reply = await reader.post("/api/v1/chat", asking(ASKED, message="m1"))
        kept = await reader.get("/api/v1/conversations/talk")
    assert TOKEN.encode() not in reply.body + kept.body
    (turn,) = kept.json["turns"]
    assert turn["question"] == MASKED
    verdict = turn["parts"][-1]
    assert verdict["data"]["cause"] == "credential"
    assert verdict["data"]["masked"] == MASKED
    assert json.dumps(MASKED).encode() in reply.body


async def test_e2_a_question_that_cannot_be_taken_says_nothing_of_its_value() -> None:
    async with House(model=ScriptedModel([])).open() as product:
        reader = await a_reader(product)
        long = await reader.post("/api/v1/chat", asking(ASKED + " x" * 4000, message="m1"))
        bad = await reader.post("/api/v1/chat", {"id": "talk", "messages": [ASKED]})
    assert (long.status, bad.status) == (422, 422)
    assert TOKEN.encode() not in long.body + bad.body


async def test_e1_a_resent_message_gives_the_same_refusal() -> None:
    async with House(model=ScriptedModel([])).open() as product:
        visitor = await a_visitor(product)
        first, second = await asyncio.gather(
            ask(product, visitor, ASKED, names=NAMES), ask(product, visitor, ASKED, names=NAMES)
        )
        assert first == second
        assert len((await told(product, first)).of(TextAdded)) == 1


class _UnaskedIndex(FakeIndex):
    """An index that must not be asked anything."""

    def search(self, query: str, *, limit: int = 8) -> Sequence[Hit]:
        raise AssertionError("the index was searched")


async def test_e3_an_opener_is_answered_without_a_model_an_index_or_a_source() -> None:
    model = ScriptedModel([])
    async with House(model=model, shelf=FakeShelf(_UnaskedIndex(()))).open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, "Hallo!!"))
        stored = await product.turns.owned(said.turn, visitor)
        assert said.text == "Hallo! Ich bin der Assistent für Example Docs. Was möchten Sie wissen?"
        assert said.of(VerdictGiven) == [VerdictGiven(state="answered")]
        assert said.of(SourceCited) == []
        assert (stored.state, stored.answer, stored.model_calls) == ("answered", said.text, 0)
        assert model.requests == []
        assert await broken(product.database) == []


async def test_e3_an_opener_before_a_question_is_left_to_the_gate_and_the_model() -> None:
    model = ScriptedModel([Says(text=("The pro plan holds ten projects [1].",))])
    async with House(model=model, mode="one_shot").open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, "Hi, what does the pro plan hold?"))
        assert said.of(VerdictGiven)[0].state == "answered"
        assert len(model.requests) == 1


@pytest.mark.parametrize(
    ("text", "state", "cause"),
    [
        (f"hello {TOKEN}", "refused", "credential"),
        ("hello", "answered", None),
        ("hello sourdough", "refused", "no_support"),
    ],
)
async def test_e1_the_first_stages_come_in_their_order_and_ask_no_model(
    text: str, state: str, cause: str | None
) -> None:
    """E1: credentials, then openers, then the gate."""
    model = ScriptedModel([])
    async with House(model=model).open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, text, names=NAMES))
        (verdict,) = said.of(VerdictGiven)
        assert (verdict.state, verdict.cause) == (state, cause)
        assert model.requests == []
