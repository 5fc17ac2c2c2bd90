"""A turn that waits for the reader's word, and what becomes of each word (SPEC N2)."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from docsteward.base.errors import ReaderFault
from docsteward.base.values import JsonValue, Visitor
from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.llm.model import CallResult, ModelCall
from docsteward.storage.invariants import broken
from docsteward.testing.clock import FakeClock
from docsteward.testing.house import PLAN, House, a_tool, a_visitor, ask, told
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.toolspec.call import FetchInPage, PageReport
from docsteward.toolspec.pythontools import PythonCall
from docsteward.toolspec.tool import Tool
from docsteward.turn.decisions import Decision
from docsteward.turn.events import ApprovalAsked, ApprovalSettled, ToolReturned, VerdictGiven
from docsteward.wiring import Product

API = "https://api.example/orders"
YES, NO = Decision(approve=True), Decision(approve=False)
ORDERED = FakeReply(body=b'{"order": "A-7"}')


def tool(**change: JsonValue) -> Tool:
    raw: dict[str, JsonValue] = {
        "description": "Order a plan. Use it when the reader asks to order.",
        "title": "Order a plan",
        "parameters": PLAN,
        "confirm": {"ask": "Order this plan?", "icon": "cart", "context": ["It costs money."]},
        "run": {"fetch": API, "method": "POST"},
    }
    return a_tool("order", **(raw | change))


def wants(id: str = "c1", *, name: str = "order", plan: str = "pro") -> ModelCall:
    return ModelCall(id=id, name=name, arguments=f'{{"plan":"{plan}"}}')


def a_house(*steps: tuple[ModelCall, ...], http: FakeHttp | None = None, **more: object) -> House:
    said = [Says(calls=calls) for calls in steps or ((wants(),),)]
    model = ScriptedModel([*said, Says(text=("It is ordered [3].",))])
    house = House(model=model, tools=[tool()], http=http or FakeHttp({API: ORDERED}))
    return replace(house, **more)  # pyright: ignore[reportArgumentType]


async def asked(
    product: Product, visitor: Visitor, *, calls: int = 1, question: str = "order the pro plan"
) -> tuple[str, list[str]]:
    """Ask, and wait until the turn waits for the reader; return it and the calls, as asked."""
    turn = await ask(product, visitor, question)
    found: list[str] = []
    async for numbered in product.turns.follow(turn):
        if isinstance(numbered.event, ApprovalAsked):
            found.append(numbered.event.call)
            if len(found) == calls:
                break
    await at_rest(product)
    return turn, found


async def at_rest(product: Product) -> None:
    """Let turns and approved runs come to their end or their wait."""
    await product.decisions.close()
    while product.turns.carrying:
        await asyncio.wait(product.turns.carrying)


def results(house: House) -> list[str]:
    assert isinstance(house.model, ScriptedModel)
    messages = house.model.requests[-1].messages
    return [message.text for message in messages if isinstance(message, CallResult)]


async def test_n2_an_approved_call_runs_once_and_the_turn_goes_on(migrated_url: str) -> None:
    house = a_house(database_url=migrated_url)
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn, (call,) = await asked(product, visitor)
        assert (await product.turns.owned(turn, visitor)).state == "waiting"
        assert house.http.sent == []
        assert (await product.decisions.decide(call, YES, visitor)).state == "approved"
        said = await told(product, turn)
        assert await broken(product.database) == []
    (sent,) = house.http.sent
    assert sent.headers["Idempotency-Key"] == call
    assert said.text == "It is ordered [1]."
    (card,) = said.of(ApprovalAsked)
    assert (card.ask, card.icon, card.context) == ("Order this plan?", "cart", ("It costs money.",))
    assert card.rows == (("Plan", "pro"),)
    assert [settled.state for settled in said.of(ApprovalSettled)] == ["approved"]
    assert [back.ok for back in said.of(ToolReturned)] == [True]
    assert "A-7" in results(house)[0]


async def test_n2_a_declined_call_never_runs_and_its_reason_reaches_the_model() -> None:
    house = a_house()
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn, (call,) = await asked(product, visitor)
        no = Decision(approve=False, reason="too dear\x00")
        assert (await product.decisions.decide(call, no, visitor)).state == "declined"
        said = await told(product, turn)
    assert house.http.sent == []
    assert "The reader declined this" in results(house)[0]
    assert "too dear" in results(house)[0]
    assert [settled.state for settled in said.of(ApprovalSettled)] == ["declined"]
    assert said.of(ToolReturned) == []
    assert said.of(VerdictGiven)[0].cause == "unresolved"


async def test_b062_a_decision_counts_once_and_from_its_own_reader_only(migrated_url: str) -> None:
    house = a_house(database_url=migrated_url)
    async with house.open() as product:
        visitor, stranger = await a_visitor(product), await a_visitor(product)
        _, (call,) = await asked(product, visitor)
        with pytest.raises(ReaderFault) as hidden:
            await product.decisions.decide(call, YES, stranger)
        assert (hidden.value.code, hidden.value.status) == ("not_found", 404)
        decided = await asyncio.gather(
            *(product.decisions.decide(call, word, visitor) for word in (YES, NO) * 5),
            return_exceptions=True,
        )
        refused = [fault for fault in decided if isinstance(fault, ReaderFault)]
        assert len(refused) == len(decided) - 1
        assert {fault.code for fault in refused} == {"call_closed"}
        await at_rest(product)
    assert len(house.http.sent) <= 1


async def test_n2_a_call_that_nobody_was_asked_about_takes_no_decision() -> None:
    page = a_tool("limits", parameters=PLAN, run={"fetch": "/plans/{plan}"})
    model = ScriptedModel([Says(calls=(wants(name="limits"),)), Says(text=("Ten [1].",))])
    async with House(model=model, tools=[page]).open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "the plan?")
        await at_rest(product)
        (call,) = await product.records.calls.of_turn(turn)
        with pytest.raises(ReaderFault, match="no such call"):
            await product.decisions.decide(call.id, YES, visitor)


async def test_b011_every_call_has_its_own_card_and_the_turn_waits_for_all() -> None:
    house = a_house((wants("a", plan="pro"), wants("b", plan="free")))
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn, calls = await asked(product, visitor, calls=2)
        await product.decisions.decide(calls[1], YES, visitor)
        await at_rest(product)
        assert (await product.turns.owned(turn, visitor)).state == "waiting"
        assert len(house.http.sent) == 1, "what was approved does not wait for the other word"
        await product.decisions.decide(calls[0], NO, visitor)
        said = await told(product, turn)
    assert len(house.http.sent) == 1
    assert len(said.of(ApprovalSettled)) == 2
    texts = results(house)
    assert len(texts) == 2
    assert sum("declined" in text for text in texts) == 1


async def test_b065_approved_in_another_process_hours_later(migrated_url: str) -> None:
    clock = FakeClock()
    house = a_house(database_url=migrated_url, clock=clock)
    async with house.open() as here:
        visitor = await a_visitor(here)
        turn, (call,) = await asked(here, visitor)
    clock.advance(timedelta(hours=20).total_seconds())
    then = replace(house, model=ScriptedModel([Says(text=("It is ordered [3].",))]))
    async with then.open() as there:
        await there.turns.tend()
        await there.decisions.decide(call, YES, visitor)
        said = await told(there, turn)
        assert await broken(there.database) == []
    assert said.of(VerdictGiven)[0].state == "answered"
    assert len(house.http.sent) == 1


async def test_n2_a_call_that_nobody_decides_expires_and_the_turn_goes_on() -> None:
    clock = FakeClock()
    house = a_house(clock=clock)
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn, (call,) = await asked(product, visitor)
        clock.advance(timedelta(hours=24).total_seconds())
        with pytest.raises(ReaderFault) as late:
            await product.decisions.decide(call, YES, visitor)
        assert late.value.code == "call_closed"
        await product.turns.tend()
        said = await told(product, turn)
    assert house.http.sent == []
    assert "did not decide in time" in results(house)[0]
    assert [settled.state for settled in said.of(ApprovalSettled)] == ["expired"]


async def test_g7_a_new_question_declines_what_waits_in_its_own_conversation_only() -> None:
    house = a_house((wants(),), (wants(),))
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn, (call,) = await asked(product, visitor)
        names = {"conversation": "elsewhere", "message": "m-2"}
        await ask(product, visitor, "order the pro plan", names=names)
        await at_rest(product)
        assert (await product.turns.owned(turn, visitor)).state == "waiting"
        await ask(product, visitor, "what does the plan hold?")
        ended = await product.turns.owned(turn, visitor)
        (stored,) = await product.records.calls.of_turn(turn)
        with pytest.raises(ReaderFault) as late:
            await product.decisions.decide(call, YES, visitor)
        assert late.value.details == {"state": "declined"}
        await at_rest(product)
    assert (ended.state, stored.state) == ("stopped", "declined")
    assert house.http.sent == []


async def test_b083_a_stopped_turn_takes_no_decision_any_more(migrated_url: str) -> None:
    house = a_house(database_url=migrated_url)
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn, (call,) = await asked(product, visitor)
        assert await product.turns.stop(turn, visitor) == "stopped"
        with pytest.raises(ReaderFault) as late:
            await product.decisions.decide(call, YES, visitor)
        assert late.value.details == {"state": "expired"}
        assert await broken(product.database) == []
    assert house.http.sent == []


async def test_g3_the_level_of_the_moment_counts_and_the_call_goes_on_waiting() -> None:
    house = a_house(http=FakeHttp({API: ORDERED}), tools=[tool(access="user")])
    async with house.open() as product:
        visitor = await a_visitor(product, level="user")
        _, (call,) = await asked(product, visitor)
        with pytest.raises(ReaderFault) as refused:
            await product.decisions.decide(call, YES, replace(visitor, level="public"))
        assert (refused.value.code, refused.value.status) == ("not_allowed", 403)
        assert house.http.sent == []
        await product.decisions.decide(call, YES, visitor)
        await at_rest(product)
    assert len(house.http.sent) == 1


async def test_b062_arguments_that_fit_no_more_are_not_sent(migrated_url: str) -> None:
    """The site's file has changed between the question and the reader's word."""
    house = a_house(database_url=migrated_url)
    async with house.open() as before:
        visitor = await a_visitor(before)
        turn, (call,) = await asked(before, visitor)
    plan: JsonValue = {"type": "object", "properties": {"plan": {"type": "string", "enum": ["x"]}}}
    model = ScriptedModel([Says(text=("It was not ordered [3].",))])
    after = replace(house, tools=[tool(parameters=plan)], model=model)
    async with after.open() as product:
        await product.decisions.decide(call, YES, visitor)
        said = await told(product, turn)
    assert house.http.sent == []
    assert [back.code for back in said.of(ToolReturned)] == ["arguments_invalid"]


async def test_b066_a_sender_that_died_leaves_a_call_that_may_have_run(migrated_url: str) -> None:
    clock, sent, go = FakeClock(), asyncio.Event(), asyncio.Event()
    runs: list[str] = []

    async def order(plan: str) -> str:
        runs.append(plan)
        sent.set()
        await go.wait()
        return "ordered"

    slow = a_tool("order", parameters=PLAN, run={"python": "site:order"})
    house = a_house(
        tools=[slow],
        functions={"site:order": PythonCall(order)},
        run_seconds=3600,
        clock=clock,
        database_url=migrated_url,
    )
    then = replace(house, model=ScriptedModel([Says(text=("It may be ordered [3].",))]))
    async with house.open() as here, then.open() as there:
        visitor = await a_visitor(here)
        turn, (call,) = await asked(here, visitor)
        await here.decisions.decide(call, YES, visitor)
        await sent.wait()
        await there.turns.tend()
        assert (await there.turns.owned(turn, visitor)).state == "waiting"
        clock.advance(16)
        await there.turns.tend()
        said = await told(there, turn)
        # The sender was only slow: what it brings comes too late, and changes nothing.
        go.set()
        await here.decisions.close()
        stored = await here.records.calls.get(call)
        assert stored is not None
        assert stored.state == "unknown"
        assert await broken(there.database) == []
    assert runs == ["pro"], "nothing sends it again"
    assert [back.code for back in said.of(ToolReturned)] == ["outcome_unknown"]
    assert "it may have run" in results(then)[0]


async def test_d4_a_stop_does_not_take_back_what_was_sent_and_its_outcome_is_kept() -> None:
    sent, go = asyncio.Event(), asyncio.Event()

    async def order(plan: str) -> str:
        sent.set()
        await go.wait()
        return f"{plan} is ordered"

    slow = a_tool("order", parameters=PLAN, run={"python": "site:order"})
    house = a_house(tools=[slow], functions={"site:order": PythonCall(order)})
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn, (call,) = await asked(product, visitor)
        await product.decisions.decide(call, YES, visitor)
        await sent.wait()
        await product.turns.stop(turn, visitor)
        go.set()
        await product.decisions.close()
        stored = await product.records.calls.get(call)
        assert stored is not None
        assert (stored.state, stored.ok) == ("done", True)
        assert (await product.turns.owned(turn, visitor)).state == "stopped"
        assert await broken(product.database) == []


async def test_n2_an_approved_request_of_the_page_is_given_to_who_approved_and_reported() -> None:
    in_page = tool(run={"fetch": "/orders", "method": "POST"})
    house = a_house(tools=[in_page])
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn, (call,) = await asked(product, visitor)
        report = PageReport(status=200, content_type="application/json", body='{"order":"B-2"}')
        with pytest.raises(ReaderFault) as early:
            await product.turns.report(call, report, visitor)
        assert early.value.code == "call_closed", "a report is no approval"
        taken = await product.decisions.decide(call, YES, visitor)
        assert isinstance(taken.request, FetchInPage)
        assert (taken.request.method, taken.request.url) == ("POST", "/orders")
        assert (await product.turns.owned(turn, visitor)).state == "waiting"
        await product.turns.report(call, report, visitor)
        said = await told(product, turn)
    assert "B-2" in results(house)[0]
    assert [back.ok for back in said.of(ToolReturned)] == [True]


async def test_b066_a_page_that_approved_and_went_silent_may_have_run_it() -> None:
    clock = FakeClock()
    house = a_house(tools=[tool(run={"fetch": "/orders", "method": "POST"})], clock=clock)
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn, (call,) = await asked(product, visitor)
        await product.decisions.decide(call, YES, visitor)
        clock.advance(16)
        await product.turns.tend()
        said = await told(product, turn)
    assert [back.code for back in said.of(ToolReturned)] == ["page_silent"]
    assert "may have run" in results(house)[0]


async def test_b148_a_declined_call_is_not_asked_about_again_in_the_turn() -> None:
    house = a_house((wants("a"),), (wants("b"),))
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn, (call,) = await asked(product, visitor)
        await product.decisions.decide(call, NO, visitor)
        said = await told(product, turn)
    assert len(said.of(ApprovalAsked)) == 1
    assert "not asked again" in results(house)[1]


async def test_b149_the_third_same_failure_is_not_sent_and_ends_the_calling() -> None:
    limits = a_tool("limits", parameters=PLAN, run={"fetch": "https://api.example/{plan}"})
    http = FakeHttp({"https://api.example/pro": FakeReply(status=500)})
    steps = [(wants(f"c{n}", name="limits"),) for n in range(3)]
    house = a_house(*steps, tools=[limits], http=http, max_steps=10)
    async with house.open() as product:
        visitor = await a_visitor(product)
        await told(product, await ask(product, visitor, "the limits of the plan?"))
    assert len(http.sent) == 2
    assert isinstance(house.model, ScriptedModel)
    assert "failed twice" in results(house)[2]
    assert house.model.requests[-1].functions == (), "the closing answer has no functions"
    assert house.model.requests[-2].functions != ()


async def test_b149_failures_are_counted_over_a_wait() -> None:
    limits = a_tool("limits", parameters=PLAN, run={"fetch": "https://api.example/{plan}"})
    page = a_tool("cart", run={"fetch": "/cart"})
    http = FakeHttp({"https://api.example/pro": FakeReply(status=500)})
    cart = ModelCall(id="p", name="cart", arguments="{}")
    steps = [
        (wants("c1", name="limits"),),
        (wants("c2", name="limits"), cart),
        (wants("c3", name="limits"),),
    ]
    house = a_house(*steps, tools=[limits, page], http=http, max_steps=10)
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "the limits of the plan?")
        await at_rest(product)
        waiting = [c for c in await product.records.calls.of_turn(turn) if c.state == "waiting"]
        await product.turns.report(waiting[0].id, PageReport(status=200, body="{}"), visitor)
        await told(product, turn)
    assert len(http.sent) == 2
