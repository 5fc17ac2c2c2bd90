"""A turn that waits for the reader's page, and turns whose server went away (SPEC N2, M1)."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from docsteward.base.errors import OperatorFault, ReaderFault
from docsteward.base.values import Visitor
from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.llm.model import CallResult, ModelCall, ModelRequest
from docsteward.storage.invariants import broken
from docsteward.storage.records import EventRecord
from docsteward.testing.clock import FakeClock
from docsteward.testing.house import PLAN, House, a_tool, a_visitor, ask, told
from docsteward.testing.models import HeldModel
from docsteward.toolspec.call import PageReport
from docsteward.turn import words
from docsteward.turn.events import PageAsked, ToolReturned, TurnEnded, VerdictGiven
from docsteward.wiring import Product

IN_PAGE = a_tool("plan_limits", parameters=PLAN, run={"fetch": "/api/plans/{plan}"})
SIGNED_IN = a_tool(
    "plan_limits", access="user", parameters=PLAN, run={"fetch": "/api/plans/{plan}"}
)
FIFTY = PageReport(status=200, content_type="application/json", body='{"requests_per_day":50000}')


def wants(plan: str = "pro", *, id: str = "c1") -> ModelCall:
    return ModelCall(id=id, name="plan_limits", arguments=f'{{"plan":"{plan}"}}')


def a_house(*calls: ModelCall, then: str = "It allows 50,000 [3].", **changed: object) -> House:
    model = ScriptedModel([Says(calls=calls or (wants(),)), Says(text=(then,))])
    return replace(House(model=model, tools=[IN_PAGE]), **changed)  # pyright: ignore[reportArgumentType]


def results(request: ModelRequest) -> list[str]:
    return [message.text for message in request.messages if isinstance(message, CallResult)]


async def asked_of_page(product: Product, turn: str, *, calls: int = 1) -> list[PageAsked]:
    """Wait until the page was asked so often and the turn is stored as waiting."""
    asked: list[PageAsked] = []
    async for numbered in product.turns.follow(turn):
        if isinstance(numbered.event, PageAsked):
            asked.append(numbered.event)
            if len(asked) == calls:
                break
    await settled(product)
    return asked


async def settled(product: Product) -> None:
    """Let every task of a turn come to its end or its wait."""
    while product.turns.carrying:
        await asyncio.wait(product.turns.carrying)


async def state_of(product: Product, turn: str, visitor: Visitor) -> str:
    return (await product.turns.owned(turn, visitor)).state


@pytest.mark.parametrize("early", [False, True], ids=["waiting", "before it is stored as waiting"])
async def test_a_report_carries_the_turn_on_however_early(early: bool, migrated_url: str) -> None:
    async with a_house(database_url=migrated_url).open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "the pro plan?")
        events: list[object] = []
        async for numbered in product.turns.follow(turn):
            events.append(numbered.event)
            if isinstance(numbered.event, PageAsked):
                if not early:
                    await settled(product)
                    assert await state_of(product, turn, visitor) == "waiting"
                await product.turns.report(numbered.event.call, FIFTY, visitor)
        assert events[-1] == TurnEnded(state="answered")
        assert len([event for event in events if isinstance(event, ToolReturned)]) == 1
        assert await broken(product.database) == []


async def test_a_page_that_stays_silent_holds_nothing_up(migrated_url: str) -> None:
    clock = FakeClock()
    house = a_house(then="The limits are not known [3].", clock=clock, database_url=migrated_url)
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "the pro plan?")
        (asked,) = await asked_of_page(product, turn)
        clock.advance(asked.seconds + 1)
        await product.turns.tend()
        assert await state_of(product, turn, visitor) == "waiting", "there is time for the way"
        clock.advance(5)
        await product.turns.tend()
        said = await told(product, turn)
        (back,) = said.of(ToolReturned)
        assert (back.ok, back.code) == (False, "page_silent")
        (verdict,) = said.of(VerdictGiven)
        assert (verdict.state, verdict.cause) == ("answered", "unresolved")
        assert said.text == "The limits are not known."
        assert isinstance(house.model, ScriptedModel)
        assert "did not report back" in results(house.model.requests[1])[0]
        with pytest.raises(ReaderFault) as late:
            await product.turns.report(asked.call, FIFTY, visitor)
        assert (late.value.code, late.value.status) == ("call_closed", 409)
        assert await broken(product.database) == []


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_two_calls_of_the_page_are_answered_in_any_order(order: tuple[int, int]) -> None:
    house = a_house(wants("pro"), wants("free", id="c2"), then="50,000 [3] and 100 [4].")
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "the pro plan?")
        asked = await asked_of_page(product, turn, calls=2)
        by_url = {str(each.request["url"]): each for each in asked}
        pages = [by_url["/api/plans/pro"], by_url["/api/plans/free"]]
        first, second = (pages[n] for n in order)
        await product.turns.report(first.call, FIFTY, visitor)
        await settled(product)
        assert await state_of(product, turn, visitor) == "waiting", "one is still open"
        with pytest.raises(ReaderFault, match="answered already"):
            await product.turns.report(first.call, FIFTY, visitor)
        other = PageReport(status=200, content_type="application/json", body='{"n":100}')
        await product.turns.report(second.call, other, visitor)
        said = await told(product, turn)
        assert said.events[-1] == TurnEnded(state="answered")
        assert isinstance(house.model, ScriptedModel)
        told_model = results(house.model.requests[1])
        expected = ["50000", '"n": 100'] if order == (0, 1) else ['"n": 100', "50000"]
        assert all(word in text for word, text in zip(expected, told_model, strict=True))


async def test_b076_two_reports_at_once_wake_the_turn_once(migrated_url: str) -> None:
    house = a_house(wants("pro"), wants("free", id="c2"), database_url=migrated_url)
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "the pro plan?")
        asked = await asked_of_page(product, turn, calls=2)
        await asyncio.gather(*(product.turns.report(each.call, FIFTY, visitor) for each in asked))
        said = await told(product, turn)
        assert said.events[-1] == TurnEnded(state="answered")
        assert isinstance(house.model, ScriptedModel)
        assert len(house.model.requests) == 2
        assert await broken(product.database) == []


async def test_b077_b083_a_stopped_turn_closes_its_calls(migrated_url: str) -> None:
    async with a_house(database_url=migrated_url).open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "the pro plan?")
        (asked,) = await asked_of_page(product, turn)
        assert await product.turns.stop(turn, visitor) == "stopped"
        assert await product.turns.stop(turn, visitor) == "stopped"
        with pytest.raises(ReaderFault) as late:
            await product.turns.report(asked.call, FIFTY, visitor)
        assert late.value.code == "call_closed"
        said = await told(product, turn)
        assert said.of(VerdictGiven)[0].state == "stopped"
        assert await broken(product.database) == []


async def test_a_running_turn_is_stopped_with_what_it_had_said(migrated_url: str) -> None:
    model = HeldModel(Says(text=("Ten projects ", "[1].")))
    house = House(model=model, mode="one_shot", database_url=migrated_url)
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "the pro plan?")
        await model.reached.wait()
        states = await asyncio.gather(*(product.turns.stop(turn, visitor) for _ in range(3)))
        assert states == ["stopped"] * 3
        assert model.closed.is_set(), "the provider's connection is given back"
        said = await told(product, turn)
        assert said.text.startswith("Ten projects")
        assert await broken(product.database) == []


async def test_a_turn_that_waits_is_carried_on_by_another_process(migrated_url: str) -> None:
    first, second = a_house(database_url=migrated_url), a_house(database_url=migrated_url)
    second = replace(second, model=ScriptedModel([Says(text=("It allows 50,000 [3].",))]))
    async with first.open() as here:
        visitor = await a_visitor(here)
        turn = await ask(here, visitor, "the pro plan?")
        (asked,) = await asked_of_page(here, turn)
    async with second.open() as there:
        assert await state_of(there, turn, visitor) == "waiting"
        await there.turns.report(asked.call, FIFTY, visitor)
        said = await told(there, turn)
        assert said.text == "It allows 50,000 [1]."
        assert isinstance(second.model, ScriptedModel)
        assert "50000" in results(second.model.requests[0])[0]
        assert await broken(there.database) == []


async def test_a_stop_in_another_process_ends_the_turn_here(migrated_url: str) -> None:
    model = HeldModel(Says(text=("Ten ", "projects [1].")))
    house = House(model=model, mode="one_shot", database_url=migrated_url)
    async with house.open() as here, replace(house, model=ScriptedModel([])).open() as there:
        visitor = await a_visitor(here)
        turn = await ask(here, visitor, "the pro plan?")
        await model.reached.wait()
        assert await there.turns.stop(turn, visitor) == "stopped"
        model.go.set()
        await settled(here)
        assert await state_of(here, turn, visitor) == "stopped"
        assert (await told(here, turn)).of(VerdictGiven)[0].state == "stopped"
        await here.turns.tend()
        assert await broken(here.database) == []


async def test_m1_a_lease_that_ran_out_marks_the_turn_interrupted(migrated_url: str) -> None:
    clock = FakeClock()
    model = HeldModel(Says(text=("Ten ", "projects [1].")))
    house = House(model=model, mode="one_shot", database_url=migrated_url, clock=clock)
    async with house.open() as here, replace(house, model=ScriptedModel([])).open() as there:
        visitor = await a_visitor(here)
        turn = await ask(here, visitor, "the pro plan?")
        await model.reached.wait()
        clock.advance(10)
        await here.turns.tend()
        clock.advance(10)
        await there.turns.tend()
        assert await state_of(there, turn, visitor) == "running", "its server renews its lease"
        clock.advance(16)
        await there.turns.tend()
        assert await state_of(there, turn, visitor) == "interrupted"
        assert (await told(there, turn)).of(VerdictGiven)[0].state == "interrupted"
        # The first server comes back to life: it finds the turn over and lets it be.
        model.go.set()
        await settled(here)
        await here.turns.tend()
        assert await state_of(here, turn, visitor) == "interrupted"
        assert await broken(here.database) == []


async def test_m1_what_ran_when_a_server_ended_is_interrupted_when_it_starts(
    migrated_url: str,
) -> None:
    model = HeldModel(Says(text=("Ten ", "projects [1].")))
    house = House(model=model, mode="one_shot", database_url=migrated_url)
    async with house.open() as here:
        visitor = await a_visitor(here)
        turn = await ask(here, visitor, "the pro plan?")
        await model.reached.wait()
        async with replace(house, model=ScriptedModel([])).open() as there:
            assert await there.turns.recover(all_running=True) == [turn]
            assert await there.turns.recover(all_running=True) == []
            assert (await told(there, turn)).of(VerdictGiven)[0].state == "interrupted"
            assert await broken(there.database) == []


async def test_a_server_that_ends_leaves_nothing_running_and_what_waits_waiting() -> None:
    model = HeldModel(Says(text=("Ten ", "projects [1].")))
    async with House(model=model, mode="one_shot").open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "the pro plan?")
        await model.reached.wait()
        await product.turns.close()
        assert await state_of(product, turn, visitor) == "interrupted"
    async with a_house().open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "the pro plan?")
        await asked_of_page(product, turn)
        await product.turns.close()
        assert await state_of(product, turn, visitor) == "waiting"


async def test_g7_typing_on_while_a_turn_waits_ends_that_turn() -> None:
    async with a_house().open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "the pro plan?")
        (waited,) = await asked_of_page(product, turn)
        assert await ask(product, visitor, "another thing about the plan holds?") != turn
        said = await told(product, turn)
        (verdict,) = said.of(VerdictGiven)
        assert (verdict.state, verdict.message) == ("stopped", words.SUPERSEDED)
        with pytest.raises(ReaderFault, match="answered already"):
            await product.turns.report(waited.call, FIFTY, visitor)
        await settled(product)


async def test_typing_on_while_a_turn_runs_is_told_which_turn_to_stop() -> None:
    model = HeldModel(Says(text=("Ten projects [1].",)))
    async with House(model=model).open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "the pro plan?")
        await model.reached.wait()
        with pytest.raises(ReaderFault) as refused:
            await ask(product, visitor, "another thing about the plan")
        assert (refused.value.code, refused.value.status) == ("turn_running", 409)
        assert refused.value.details == {"turn": turn, "state": "running"}
        model.go.set()
        await settled(product)


async def test_g3_a_turn_that_goes_on_unattended_does_so_at_the_public_level() -> None:
    clock = FakeClock()
    model = ScriptedModel([Says(calls=(wants(),)), Says(text=("It is not known [3].",))])
    async with House(model=model, tools=[SIGNED_IN], clock=clock).open() as product:
        visitor = await a_visitor(product, level="user")
        turn = await ask(product, visitor, "the pro plan?")
        await asked_of_page(product, turn)
        clock.advance(60)
        await product.turns.tend()
        await told(product, turn)
        names = [[each.name for each in request.functions] for request in model.requests]
        assert "plan_limits" in names[0]
        assert "plan_limits" not in names[1]


async def test_odd_characters_from_a_page_do_not_break_the_turn(migrated_url: str) -> None:
    async with a_house(database_url=migrated_url).open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "the pro plan?")
        (asked,) = await asked_of_page(product, turn)
        odd = PageReport(
            status=200, content_type="text/plain\x00\ud800", body="50,000 \ud800 \u202e a day"
        )
        await product.turns.report(asked.call, odd, visitor)
        assert (await told(product, turn)).events[-1] == TurnEnded(state="answered")
        assert await broken(product.database) == []


async def test_m1_a_turn_whose_database_went_away_ends_when_it_is_back() -> None:
    clock = FakeClock()
    model = HeldModel(Says(text=("Ten ", "projects [1].")))
    async with House(model=model, mode="one_shot", clock=clock).open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "the pro plan?")
        await model.reached.wait()
        healthy = product.events.store
        back = asyncio.Event()

        async def store(turn_id: str, records: list[EventRecord]) -> None:
            if not back.is_set():
                raise OperatorFault("database_unavailable", "The database is away.")
            await healthy(turn_id, records)

        product.events.store = store
        model.go.set()
        await settled(product)
        assert await state_of(product, turn, visitor) == "running"
        back.set()
        clock.advance(60)
        await product.turns.tend()
        assert await state_of(product, turn, visitor) == "failed"
        said = await told(product, turn)
        assert said.events[-1] == TurnEnded(state="failed")
        assert await broken(product.database) == []


async def test_e7_a_turn_that_waited_has_spent_what_it_spent(migrated_url: str) -> None:
    plans = ("pro", "free", "team")
    calls = [Says(calls=(wants(plan, id=plan),)) for plan in plans]
    calls[2] = replace(calls[2], text=("It allows 50,000 [3].",))
    model = ScriptedModel(calls)
    house = House(model=model, tools=[IN_PAGE], max_steps=2, database_url=migrated_url)
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "How many, on the pro plan?")
        for asked in (1, 2):
            page = (await asked_of_page(product, turn, calls=asked))[-1]
            await product.turns.report(page.call, FIFTY, visitor)
        async with asyncio.timeout(10):  # One call more would wait for the page.
            said = await told(product, turn)
        assert len(said.of(PageAsked)) == 2
        assert model.requests[-1].functions == ()
        stored = await product.turns.owned(turn, visitor)
        assert (stored.steps_used, stored.model_calls, len(stored.log)) == (2, 3, 2)
