"""One question to one answer: the loop over real storage, with a scripted model."""

from __future__ import annotations

import json

import pytest

from docsteward.base.errors import ReaderFault
from docsteward.base.values import Page
from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.llm.model import CallResult, ModelCall, ModelRequest, ModelUnavailable
from docsteward.storage.invariants import broken
from docsteward.testing.house import PLAN, House, a_tool, a_visitor, ask, told
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.toolspec.call import PageReport
from docsteward.turn.events import (
    OfferMade,
    PageAsked,
    SourceCited,
    TextAdded,
    ToolReturned,
    TurnEnded,
    VerdictGiven,
)

LIMITS = "https://api.example/plans/pro"
PLAN_LIMITS = a_tool(
    "plan_limits", parameters=PLAN, run={"fetch": "https://api.example/plans/{plan}"}
)
IN_PAGE = a_tool("plan_limits", parameters=PLAN, run={"fetch": "/api/plans/{plan}"})
OPEN_PRICING = a_tool(
    "open_pricing",
    label="See pricing",
    parameters=PLAN,
    confirm=True,
    run={"href": "/pricing?plan={plan}"},
)


def call(name: str, arguments: str, *, id: str = "c1", cut: bool = False) -> ModelCall:
    return ModelCall(id=id, name=name, arguments=arguments, cut=cut)


def result_texts(request: ModelRequest) -> list[str]:
    return [message.text for message in request.messages if isinstance(message, CallResult)]


async def test_e9_an_answer_is_cited_numbered_and_stored() -> None:
    model = ScriptedModel([Says(text=("The pro plan holds ten projects", " [", "1]."))])
    async with House(model=model, mode="one_shot").open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, "What does the pro plan include?"))
        stored = await product.turns.owned(said.turn, visitor)
        assert said.text == "The pro plan holds ten projects [1]."
        assert said.of(SourceCited)[0].source == "Plans › Pro"
        assert stored.state == "answered"
        assert stored.answer == said.text
        assert stored.model_calls == 1
        assert await broken(product.database) == []


async def test_e9_a_link_leads_to_a_page_or_to_a_result_of_the_turn_or_is_plain_text() -> None:
    page, stranger = "https://docs.example/plans/#pro", "https://evil.example/?q=secret"
    written = f"See [pro]({page}), [live]({LIMITS}), [this]({stranger}) ![x]({stranger}) [3]."
    model = ScriptedModel(
        [Says(calls=(call("plan_limits", '{"plan": "pro"}'),)), Says(text=tuple(written))]
    )
    http = FakeHttp({LIMITS: FakeReply(body=b"{}")})
    async with House(model=model, tools=[PLAN_LIMITS], http=http).open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, "How many, on the pro plan?"))
        assert said.text == f"See [pro]({page}), [live]({LIMITS}), this x [1]."
        assert (await product.turns.owned(said.turn, visitor)).answer == said.text


async def test_e9_the_address_of_a_call_that_was_not_made_is_not_known() -> None:
    model = ScriptedModel([Says(text=(f"See [live]({LIMITS}) [1].",))])
    async with House(model=model, tools=[PLAN_LIMITS]).open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, "How many, on the pro plan?"))
        assert said.text == "See live [1]."


async def test_e4_without_support_no_model_is_asked() -> None:
    model = ScriptedModel([])
    async with House(model=model).open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, "Sourdough?"))
        verdict = said.of(VerdictGiven)[0]
        assert (verdict.state, verdict.cause) == ("refused", "no_support")
        assert len(verdict.closest) == 3
        assert model.requests == []
        assert (await product.turns.owned(said.turn, visitor)).model_calls == 0


async def test_e4_a_question_that_a_tool_matches_is_not_refused() -> None:
    model = ScriptedModel([Says(text=("Which limits?",))])
    tool = a_tool("limits", description="Gives current limits.", run={"fetch": "/api/limits"})
    async with House(model=model, tools=[tool]).open() as product:
        said = await told(product, await ask(product, await a_visitor(product), "my limits"))
        assert said.of(VerdictGiven)[0].state == "answered"


async def test_e10_an_answer_without_a_citation_is_withdrawn() -> None:
    model = ScriptedModel([Says(text=("The pro plan costs nothing. ", "It is so [9]."))])
    async with House(model=model, mode="one_shot").open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, "What does the pro plan include?"))
        verdict = said.of(VerdictGiven)[0]
        assert (verdict.state, verdict.cause) == ("withdrawn", "uncited")
        assert verdict.closest
        assert (await product.turns.owned(said.turn, visitor)).answer == ""
        assert await broken(product.database) == []


async def test_e10_a_question_back_needs_no_citation() -> None:
    model = ScriptedModel([Says(text=("Which plan do you mean?",))])
    async with House(model=model).open() as product:
        said = await told(product, await ask(product, await a_visitor(product), "the plan limits"))
        assert said.of(VerdictGiven)[0].state == "answered"


async def test_a_function_runs_and_its_reply_is_cited() -> None:
    model = ScriptedModel(
        [
            Says(calls=(call("plan_limits", '{"plan": "pro"}'),)),
            Says(text=("It allows 50,000 requests a day [3].",)),
        ]
    )
    http = FakeHttp({LIMITS: FakeReply(body=b'{"requests_per_day": 50000}')})
    async with House(model=model, tools=[PLAN_LIMITS], http=http).open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, "How many, on the pro plan?"))
        sources = said.of(SourceCited)
        assert [source.source for source in sources] == ["Plan limits · from api.example"]
        assert said.text == "It allows 50,000 requests a day [1]."
        stored = await product.turns.owned(said.turn, visitor)
        assert [(entry["tool"], entry["ok"]) for entry in stored.log] == [("plan_limits", True)]
        assert set(stored.log[0]) == {"tool", "ok", "ms"}
        assert '"requests_per_day": 50000' in result_texts(model.requests[1])[0]
        assert await broken(product.database) == []


async def test_b3_a_call_that_breaks_its_schema_is_not_run_and_the_model_is_told_why() -> None:
    model = ScriptedModel(
        [
            Says(calls=(call("plan_limits", '{"plan": "premium"}'),)),
            Says(calls=(call("plan_limits", '{"plan": "pro"}', id="c2"),)),
            Says(text=("Fine [4].",)),
        ]
    )
    http = FakeHttp({LIMITS: FakeReply()})
    async with House(model=model, tools=[PLAN_LIMITS], http=http).open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, "the pro plan?"))
        assert [sent.url for sent in http.sent] == [LIMITS]
        told_why = result_texts(model.requests[1])[0]
        assert "plan" in told_why
        assert "premium" in told_why
        log = (await product.turns.owned(said.turn, visitor)).log
        assert [(entry["ok"], entry.get("code")) for entry in log] == [
            (False, "arguments_invalid"),
            (True, None),
        ]


async def test_b004_a_cut_call_is_never_run() -> None:
    model = ScriptedModel(
        [
            Says(calls=(call("plan_limits", '{"plan": "pro"', cut=True),), reason="length"),
            Says(text=("Ask again?",)),
        ]
    )
    http = FakeHttp({LIMITS: FakeReply()})
    async with House(model=model, tools=[PLAN_LIMITS], http=http).open() as product:
        await told(product, await ask(product, await a_visitor(product), "the pro plan?"))
        assert http.sent == []
        assert "cut off" in result_texts(model.requests[1])[0]


async def test_d8_the_same_call_is_answered_from_the_first_and_costs_nothing() -> None:
    model = ScriptedModel(
        [
            Says(calls=(call("plan_limits", '{"plan":"pro"}'),)),
            Says(calls=(call("plan_limits", ' {"plan": "pro"} ', id="c2"),)),
            Says(text=("Fine [3].",)),
        ]
    )
    http = FakeHttp({LIMITS: FakeReply()})
    async with House(model=model, tools=[PLAN_LIMITS], http=http).open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, "the pro plan?"))
        assert len(http.sent) == 1
        assert "[3]" in result_texts(model.requests[2])[1]
        assert (await product.turns.owned(said.turn, visitor)).steps_used == 1


async def test_d8_two_equal_calls_in_one_reply_run_once() -> None:
    calls = (
        call("plan_limits", '{"plan":"pro"}'),
        call("plan_limits", '{"plan":"pro"}', id="c2"),
    )
    model = ScriptedModel([Says(calls=calls), Says(text=("Fine [3].",))])
    http = FakeHttp({LIMITS: FakeReply()})
    async with House(model=model, tools=[PLAN_LIMITS], http=http).open() as product:
        await told(product, await ask(product, await a_visitor(product), "the pro plan?"))
        assert len(http.sent) == 1
        assert len(result_texts(model.requests[1])) == 2


async def test_d7_a_failed_run_is_told_and_never_ends_the_conversation() -> None:
    model = ScriptedModel(
        [
            Says(calls=(call("plan_limits", '{"plan":"pro"}'),)),
            Says(text=("The limits could not be read [3].",)),
        ]
    )
    http = FakeHttp({LIMITS: FakeReply(status=503, body=b'{"message": "down"}')})
    async with House(model=model, tools=[PLAN_LIMITS], http=http).open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, "the pro plan?"))
        verdict = said.of(VerdictGiven)[0]
        assert (verdict.state, verdict.cause) == ("answered", "unresolved")
        assert said.of(SourceCited) == []
        assert said.text == "The limits could not be read."
        assert "503: down" in result_texts(model.requests[1])[0]


async def test_d4_a_run_that_never_answers_is_given_up() -> None:
    model = ScriptedModel(
        [
            Says(calls=(call("plan_limits", '{"plan":"pro"}'),)),
            Says(text=("Not known [3].",)),
        ]
    )
    house = House(model=model, tools=[PLAN_LIMITS], http=FakeHttp({LIMITS: None}), run_seconds=0.01)
    async with house.open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, "the pro plan?"))
        assert (await product.turns.owned(said.turn, visitor)).log[0]["code"] == "timeout"


async def test_e7_a_spent_budget_offers_no_functions_any_more() -> None:
    searches = [
        Says(calls=(call("search_docs", json.dumps({"query": f"tokens {n}"}), id=f"c{n}"),))
        for n in range(2)
    ]
    model = ScriptedModel([*searches, Says(text=("Done [1].",))])
    async with House(model=model, max_steps=2).open() as product:
        said = await told(product, await ask(product, await a_visitor(product), "the pro plan?"))
        assert [bool(request.functions) for request in model.requests] == [True, True, False]
        assert said.of(VerdictGiven)[0].state == "answered"


async def test_b148_calls_that_cost_nothing_cannot_go_on_for_ever() -> None:
    again = [Says(calls=(call("plan_limits", '{"plan":"pro"}', id=f"c{n}"),)) for n in range(4)]
    model = ScriptedModel([*again, Says(text=("Done [3].",))])
    http = FakeHttp({LIMITS: FakeReply()})
    async with House(model=model, tools=[PLAN_LIMITS], http=http).open() as product:
        said = await told(product, await ask(product, await a_visitor(product), "the pro plan?"))
        assert len(http.sent) == 1
        assert said.of(VerdictGiven)[0].state == "answered"


async def test_e7_calls_beyond_the_budget_are_not_run() -> None:
    calls = tuple(
        call("search_docs", json.dumps({"query": f"tokens {n}"}), id=f"c{n}") for n in range(6)
    )
    model = ScriptedModel([Says(calls=calls), Says(text=("Done [1].",))])
    async with House(model=model).open() as product:
        await told(product, await ask(product, await a_visitor(product), "the pro plan?"))
        texts = result_texts(model.requests[1])
        assert sum("budget" in text for text in texts) == 2
        assert len(texts) == 6


async def test_e5_an_excerpt_is_sent_once_per_turn() -> None:
    model = ScriptedModel(
        [
            Says(calls=(call("search_docs", '{"query": "tokens"}'),)),
            Says(calls=(call("search_docs", '{"query": "tokens again"}', id="c2"),)),
            Says(text=("Done [3].",)),
        ]
    )
    async with House(model=model).open() as product:
        await told(product, await ask(product, await a_visitor(product), "the pro plan holds?"))
        first, second = result_texts(model.requests[2])
        assert "rotated in the settings" in first
        assert "rotated in the settings" not in second
        assert "At hand already: [3]" in second


async def test_get_doc_reads_the_page_behind_a_piece_of_evidence() -> None:
    model = ScriptedModel(
        [
            Says(calls=(call("get_doc", '{"id": "1"}'),)),
            Says(calls=(call("get_doc", '{"id": "77"}', id="c2"),)),
            Says(text=("Done [1].",)),
        ]
    )
    async with House(model=model).open() as product:
        await told(product, await ask(product, await a_visitor(product), "tokens rotated"))
        first, second = result_texts(model.requests[2])
        assert "At hand already: [1]" in first
        assert "'77'" in second


async def test_a_preamble_before_a_call_is_not_the_answer() -> None:
    model = ScriptedModel(
        [
            Says(text=("I will look that up.\n",), calls=(call("search_docs", '{"query": "x"}'),)),
            Says(text=("Ten projects [1].",)),
        ]
    )
    async with House(model=model).open() as product:
        said = await told(product, await ask(product, await a_visitor(product), "the pro plan?"))
        assert said.text == "Ten projects [1]."


async def test_a_page_call_suspends_the_turn_and_its_report_carries_it_on() -> None:
    model = ScriptedModel(
        [
            Says(calls=(call("plan_limits", '{"plan":"pro"}'),)),
            Says(text=("It allows 50,000 [3].",)),
        ]
    )
    async with House(model=model, tools=[IN_PAGE]).open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, "the pro plan?")
        asked = None
        events: list[object] = []
        async for numbered in product.turns.follow(turn):
            events.append(numbered.event)
            if isinstance(numbered.event, PageAsked):
                asked = numbered.event
                report = PageReport(
                    status=200, content_type="application/json", body='{"requests_per_day":50000}'
                )
                await product.turns.report(asked.call, report, visitor)
        assert asked is not None
        assert asked.request == {"kind": "fetch", "method": "GET", "url": "/api/plans/pro"}
        assert len([event for event in events if isinstance(event, ToolReturned)]) == 1
        sources = [event for event in events if isinstance(event, SourceCited)]
        assert [source.source for source in sources] == ["Plan limits · from the site"]
        assert "50000" in result_texts(model.requests[1])[0]
        assert await broken(product.database) == []


async def test_a_caller_without_a_page_is_not_offered_what_needs_one() -> None:
    model = ScriptedModel([Says(text=("Ten [1].",))])
    async with House(model=model, tools=[IN_PAGE, OPEN_PRICING]).open() as product:
        visitor = await a_visitor(product)
        await told(product, await ask(product, visitor, "the pro plan?", page=None))
        request = model.requests[0]
        assert [function.name for function in request.functions] == ["search_docs", "get_doc"]
        assert request.actions == ()
        assert "pricing" not in str(request.messages)


async def test_f1_offers_are_checked_deduplicated_and_at_most_three() -> None:
    lines = [
        '@offer open_pricing {"plan": "pro"}',
        '@offer open_pricing {"plan":"pro"}',
        '@offer open_pricing {"plan": "premium"}',
        "@offer plan_limits {}",
        "@offer nothing {}",
        '@offer open_pricing {"plan": "free"}',
        '@offer open_pricing {"plan": "team"}',
    ]
    model = ScriptedModel([Says(text=("Ten [1].\n\n" + "\n".join(lines),))])
    async with House(model=model, tools=[OPEN_PRICING, PLAN_LIMITS]).open() as product:
        said = await told(product, await ask(product, await a_visitor(product), "the pro plan?"))
        offers = said.of(OfferMade)
        assert [offer.args for offer in offers] == [
            {"plan": "pro"},
            {"plan": "free"},
            {"plan": "team"},
        ]
        assert offers[0].data["label"] == "See pricing"
        assert offers[0].data["line"] == "With plan: pro"
        assert offers[0].data["link"] == {
            "kind": "href",
            "url": "/pricing?plan=pro",
            "new_tab": False,
        }
        assert said.text == "Ten [1]."


async def test_f1_a_model_that_calls_an_action_is_told_that_it_cannot() -> None:
    model = ScriptedModel(
        [
            Says(calls=(call("open_pricing", '{"plan": "pro"}'),)),
            Says(text=("Ten [1].",)),
        ]
    )
    async with House(model=model, tools=[OPEN_PRICING]).open() as product:
        said = await told(product, await ask(product, await a_visitor(product), "the pro plan?"))
        assert "only offer it" in result_texts(model.requests[1])[0]
        assert said.of(PageAsked) == []


async def test_g3_a_tool_above_the_level_is_neither_shown_nor_run() -> None:
    locked = a_tool(
        "plan_limits", access="admin", parameters=PLAN, run={"fetch": "https://api.example/{plan}"}
    )
    model = ScriptedModel(
        [Says(calls=(call("plan_limits", '{"plan":"pro"}'),)), Says(text=("Ten [1].",))]
    )
    http = FakeHttp({})
    async with House(model=model, tools=[locked], http=http).open() as product:
        await told(product, await ask(product, await a_visitor(product), "the pro plan?"))
        assert "plan_limits" not in [f.name for f in model.requests[0].functions]
        assert "sign in" in result_texts(model.requests[1])[0]
        assert http.sent == []


async def test_b082_the_same_message_starts_one_turn() -> None:
    model = ScriptedModel([Says(text=("Ten [1].",))])
    async with House(model=model).open() as product:
        visitor = await a_visitor(product)
        first = await ask(product, visitor, "the pro plan?")
        assert await ask(product, visitor, "the pro plan?") == first
        await told(product, first)
        assert len(model.requests) == 1


async def test_a_model_that_is_down_ends_the_turn_with_words() -> None:
    model = ScriptedModel([Says(error=ModelUnavailable("overloaded", "busy"))])
    async with House(model=model).open() as product:
        visitor = await a_visitor(product)
        said = await told(product, await ask(product, visitor, "the pro plan?"))
        assert said.of(VerdictGiven)[0].state == "failed"
        assert (await product.turns.owned(said.turn, visitor)).state == "failed"


async def test_m1_whatever_breaks_the_turn_ends() -> None:
    model = ScriptedModel([Says(error=RuntimeError("a bug"))])
    async with House(model=model).open() as product:
        said = await told(product, await ask(product, await a_visitor(product), "the pro plan?"))
        assert said.events[-1] == TurnEnded(state="failed")
        assert await broken(product.database) == []


async def test_e9_text_arrives_while_it_is_written() -> None:
    model = ScriptedModel([Says(text=("Ten ", "projects ", "[1].", " More", " [2]."))])
    async with House(model=model, mode="one_shot").open() as product:
        said = await told(product, await ask(product, await a_visitor(product), "the pro plan?"))
        assert len(said.of(TextAdded)) >= 4


async def test_m3_a_turn_of_another_visitor_does_not_exist() -> None:
    model = ScriptedModel([Says(text=("Ten [1].",))])
    async with House(model=model).open() as product:
        mine, other = await a_visitor(product), await a_visitor(product)
        turn = await ask(product, mine, "the pro plan?", page=Page(url="https://docs.example/"))
        with pytest.raises(ReaderFault) as refused:
            await product.turns.owned(turn, other)
        assert (refused.value.code, refused.value.status) == ("not_found", 404)
        await told(product, turn)
