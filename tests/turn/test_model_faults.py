"""Models that do what they should not: no stream, however odd, leaves a turn open or a call run."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest

from docsteward.llm.doubles import Says, ScriptedModel, ended
from docsteward.llm.model import (
    CallResult,
    ModelCall,
    ModelReply,
    ModelRequest,
    ModelUnavailable,
    ReplyEnded,
    TextDelta,
)
from docsteward.storage.invariants import broken
from docsteward.testing.house import PLAN, House, a_tool, a_visitor, ask, told
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.testing.models import EventsModel, HeldModel
from docsteward.turn.events import TurnEnded, VerdictGiven
from docsteward.turn.reading import MOST_ARGUMENTS, MOST_CALLS, MOST_TEXT, read_stream

BASE = "https://api.example/plans/"
TOOL = a_tool("plan_limits", parameters=PLAN, run={"fetch": BASE + "{plan}"})
REQUEST = ModelRequest(messages=())


def call(plan: str, *, id: str) -> ModelCall:
    return ModelCall(id=id, name="plan_limits", arguments=json.dumps({"plan": plan}))


async def taken(model: EventsModel | HeldModel, *, seconds: float = 5) -> tuple[str, ReplyEnded]:
    said: list[str] = []

    async def take(text: str) -> None:
        said.append(text)

    reply = await read_stream(model, REQUEST, take, seconds=seconds)
    return "".join(said), reply


async def test_a_stream_without_an_end_is_a_fault_of_the_model() -> None:
    with pytest.raises(ModelUnavailable) as fault:
        await taken(EventsModel([TextDelta(text="Ten")]))
    assert fault.value.code == "bad_reply"
    async with House(model=EventsModel([TextDelta(text="Ten [1].")])).open() as product:
        said = await told(product, await ask(product, await a_visitor(product), "the pro plan?"))
        assert said.events[-1] == TurnEnded(state="failed")
        assert await broken(product.database) == []


async def test_b148_a_stream_that_stays_open_is_given_up() -> None:
    model = HeldModel(Says(text=("Ten ", "projects")))
    with pytest.raises(ModelUnavailable) as fault:
        await taken(model, seconds=0.01)
    assert fault.value.code == "unreachable"
    assert model.closed.is_set()


async def test_b148_text_without_end_is_cut_and_its_calls_are_not_run() -> None:
    model = EventsModel([TextDelta(text="again ") for _ in range(MOST_TEXT)])
    text, reply = await taken(model)
    assert len(text) == MOST_TEXT
    assert reply == ReplyEnded(reply=ModelReply(text=text), reason="length")


async def test_b148_no_reply_has_more_calls_than_its_bound() -> None:
    calls = tuple(call("pro", id=f"c{n}") for n in range(500))
    _, reply = await taken(EventsModel([ended(Says(calls=calls))]))
    assert reply.reply.calls == calls[:MOST_CALLS]


async def test_arguments_without_end_are_neither_kept_nor_run() -> None:
    long = ModelCall(id="a", name="f", arguments='{"x": "' + "x" * MOST_ARGUMENTS + '"}')
    _, reply = await taken(EventsModel([ended(Says(calls=(long, call("pro", id="b"))))]))
    assert reply.reply.calls == (
        ModelCall(id="a", name="f", arguments="", cut=True),
        call("pro", id="b"),
    )


async def test_what_comes_after_the_end_is_not_read() -> None:
    events = [ended(Says(text=("Ten",))), TextDelta(text="more"), ended(Says(text=("Nine",)))]
    text, reply = await taken(EventsModel(events))
    assert (text, reply.reply.text) == ("", "Ten")


@pytest.mark.parametrize("ids", [("c1", "c1"), ("", ""), ("\ud800", "\ufffd"), ("a\x00", "a\x00")])
async def test_calls_with_one_id_each_get_their_own_result(
    ids: tuple[str, str], migrated_url: str
) -> None:
    calls = (call("pro", id=ids[0]), call("free", id=ids[1]))
    model = ScriptedModel([Says(calls=calls), Says(text=("Fine [3].",))])
    http = FakeHttp({BASE + "pro": FakeReply(body=b"1111"), BASE + "free": FakeReply(body=b"2222")})
    house = House(model=model, tools=[TOOL], http=http, database_url=migrated_url)
    async with house.open() as product:
        said = await told(product, await ask(product, await a_visitor(product), "the pro plan?"))
        assert said.events[-1] == TurnEnded(state="answered")
        messages = model.requests[1].messages
        results = [each for each in messages if isinstance(each, CallResult)]
        assert ["1111" in each.text for each in results] == [True, False]
        assert ["2222" in each.text for each in results] == [False, True]
        (reply,) = [each for each in messages if isinstance(each, ModelReply)]
        assert [each.id for each in reply.calls] == [each.call_id for each in results]
        assert len({each.call_id for each in results}) == 2


async def test_odd_characters_from_a_model_do_not_break_a_turn(migrated_url: str) -> None:
    odd = ModelCall(id="\ud800", name="no\x00\udfffthing", arguments='{"a": "\ud800\x00"}')
    model = ScriptedModel(
        [
            Says(calls=(odd,)),
            Says(
                text=(
                    "Ten \ud83d",
                    "\x00 projects [1]\udfff.",
                )
            ),
        ]
    )
    async with House(model=model, database_url=migrated_url).open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, "the pro plan?"))
        assert said.events[-1] == TurnEnded(state="answered")
        stored = await product.turns.owned(said.turn, visitor)
        assert stored.answer == said.text
        assert said.text.encode(), "it can be sent"
        assert await broken(product.database) == []


@pytest.mark.parametrize(
    "arguments", ["", "null", "[]", "{", "{}{}", '{"plan": NaN}', "[" * 5000, '{"plan":"pro"} {}']
)
async def test_b3_whatever_stands_for_arguments_the_turn_goes_on(arguments: str) -> None:
    wanted = ModelCall(id="c1", name="plan_limits", arguments=arguments)
    model = ScriptedModel([Says(calls=(wanted,)), Says(text=("Ten [1].",))])
    http = FakeHttp({})
    async with House(model=model, tools=[TOOL], http=http).open() as product:
        said = await told(product, await ask(product, await a_visitor(product), "the pro plan?"))
        assert said.of(VerdictGiven)[0].state == "answered"
        assert http.sent == []


def _calls_then_answers(calls: tuple[ModelCall, ...]) -> Callable[[ModelRequest], Says]:
    def says(request: ModelRequest) -> Says:
        done = any(isinstance(message, CallResult) for message in request.messages)
        return Says(text=("Fine [3].",)) if done else Says(calls=calls)

    return says


async def test_parallel_calls_of_one_reply_keep_the_log_in_order(migrated_url: str) -> None:
    plans = ("pro", "free", "team")
    calls = tuple(call(plan, id=f"c{plan}") for plan in plans)
    # Four conversations at once: whoever has no results yet calls, whoever has them answers.
    model = ScriptedModel([_calls_then_answers(calls)] * 8)
    http = FakeHttp({BASE + plan: FakeReply(body=plan.encode()) for plan in plans})
    house = House(model=model, tools=[TOOL], http=http, database_url=migrated_url)
    async with house.open() as product:
        visitor = await a_visitor(product)
        turns = [
            await ask(product, visitor, "the pro plan?", names={"conversation": f"talk-{n}"})
            for n in range(4)
        ]
        for said in await asyncio.gather(*(told(product, turn) for turn in turns)):
            assert said.events[-1] == TurnEnded(state="answered")
        assert await broken(product.database) == []


async def test_e9_an_answer_that_goes_on_after_a_call_begins_a_paragraph() -> None:
    search = ModelCall(id="c1", name="search_docs", arguments='{"query": "tokens"}')
    model = ScriptedModel(
        [Says(text=("It holds ten [1].",), calls=(search,)), Says(text=("\nTokens rotate [3].",))]
    )
    async with House(model=model).open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, "the pro plan?"))
        assert said.text == "It holds ten [1].\n\nTokens rotate [2]."
        assert (await product.turns.owned(said.turn, visitor)).answer == said.text


async def test_a_failing_call_leaves_none_of_its_fellows_running() -> None:
    calls = (call("pro", id="c1"), call("free", id="c2"))
    model = ScriptedModel([Says(calls=calls)])
    started: list[str] = []

    class Breaking(FakeHttp):
        async def get(self, url: str, *, headers: object) -> FakeReply:
            started.append(url)
            if url.endswith("free"):
                raise RuntimeError("a bug in the door")
            await asyncio.Event().wait()
            raise AssertionError

    house = House(model=model, tools=[TOOL], http=Breaking({}))
    async with house.open() as product:
        said = await told(product, await ask(product, await a_visitor(product), "the pro plan?"))
        assert said.events[-1] == TurnEnded(state="failed")
        assert len(started) == 2
        left = [task for task in asyncio.all_tasks() if "_one" in str(task.get_coro())]
        assert left == []
        assert await broken(product.database) == []
