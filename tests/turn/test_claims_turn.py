"""The claim check in a turn: in the stream, in storage, in a restored conversation (SPEC N7)."""

from __future__ import annotations

import json

from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.llm.model import ModelCall
from docsteward.storage.invariants import broken
from docsteward.testing.house import PLAN, House, a_reader, a_tool, a_visitor, ask, asking, told
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.turn.events import ClaimsChecked, MarkedSentence, VerdictGiven, from_json, to_json

QUESTION = "What does the pro plan include?"
WRONG = "The pro plan holds twelve projects [1]."
RIGHT = "The pro plan is for teams and holds 10 projects [1]."
LIMITS = "https://api.example/plans/pro"
MARKED = MarkedSentence(text=WRONG, missing=(("number", "twelve"),))


def saying(*texts: str) -> ScriptedModel:
    return ScriptedModel([Says(text=texts)])


async def test_n7_a_sentence_that_its_source_does_not_hold_is_marked_and_kept() -> None:
    async with House(model=saying(RIGHT, " ", WRONG), mode="one_shot").open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, QUESTION))
        expected = ClaimsChecked(checked=2, confidence=0.5, marked=(MARKED,))
        assert said.of(ClaimsChecked) == [expected]
        assert expected.tentative
        assert said.of(VerdictGiven)[0].state == "answered"
        assert said.text == f"{RIGHT} {WRONG}"
        stored = await product.events.read(said.turn)
        assert [event for event in stored if isinstance(event, ClaimsChecked)] == [expected]
        assert await broken(product.database) == []


async def test_n7_an_answer_that_holds_says_so_too() -> None:
    async with House(model=saying(RIGHT), mode="one_shot").open() as product:
        said = await told(product, await ask(product, await a_visitor(product), QUESTION))
        (claims,) = said.of(ClaimsChecked)
        assert (claims.checked, claims.confidence, claims.marked) == (1, 1.0, ())
        assert not claims.tentative


async def test_n7_e10_a_withdrawn_answer_and_a_question_back_have_no_claims() -> None:
    for text in ("It holds twelve projects.", "Which plan?"):
        async with House(model=saying(text), mode="one_shot").open() as product:
            said = await told(product, await ask(product, await a_visitor(product), QUESTION))
            assert said.of(ClaimsChecked) == []


async def test_n7_a_tools_reply_is_looked_up_under_its_own_number() -> None:
    tool = a_tool("plan_limits", parameters=PLAN, run={"fetch": "https://api.example/plans/{plan}"})
    call = ModelCall(id="c1", name="plan_limits", arguments='{"plan": "pro"}')
    text = "It allows 50,000 requests a day [3]. It allows 60,000 requests a day [3]."
    model = ScriptedModel([Says(calls=(call,)), Says(text=(text,))])
    http = FakeHttp({LIMITS: FakeReply(body=b'{"requests_per_day": 50000}')})
    async with House(model=model, tools=[tool], http=http).open() as product:
        said = await told(product, await ask(product, await a_visitor(product), QUESTION))
        (claims,) = said.of(ClaimsChecked)
        assert [one.missing for one in claims.marked] == [(("number", "60,000"),)]


async def test_n7_the_sites_own_name_and_the_sources_title_need_no_proof() -> None:
    text = "In ExampleDocs, “Plans › Pro” says that the pro plan holds ten projects [1]."
    async with House(model=saying(text), mode="one_shot").open() as product:
        said = await told(product, await ask(product, await a_visitor(product), QUESTION))
        (claims,) = said.of(ClaimsChecked)
        assert [claim for one in claims.marked for claim in one.missing] == [
            ("identifier", "ExampleDocs")
        ]


async def test_n7_the_stream_and_a_restored_conversation_carry_the_same_part() -> None:
    async with House(model=saying(WRONG), mode="one_shot").open() as product:
        reader = await a_reader(product)
        reply = await reader.post("/api/v1/chat", asking(QUESTION))
        kept = await reader.get("/api/v1/conversations/talk")
        lines = [line for line in reply.body.decode().splitlines() if '"data-claims"' in line]
        live = json.loads(lines[0].removeprefix("data: "))
        (turn,) = kept.json["turns"]
        again = [part for part in turn["parts"] if part["type"] == "data-claims"]
    assert again == [live]
    assert live["data"] == {
        "checked": 1,
        "confidence": 0.0,
        "tentative": True,
        "marked": [{"text": WRONG, "missing": [{"kind": "number", "text": "twelve"}]}],
    }


def test_n7_the_event_goes_to_storage_and_back() -> None:
    event = ClaimsChecked(checked=3, confidence=0.67, marked=(MARKED,))
    name, data = to_json(event)
    assert from_json(name, json.loads(json.dumps(data))) == event
