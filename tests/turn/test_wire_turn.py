"""Whole turns over the wire: the real model client, a built index, a scripted server (SPEC E)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

import pytest
from wire_site import QUESTION, Heard, hear, open_site, site_config

from docsteward.base.values import JsonObject
from docsteward.config.values import TurnMode
from docsteward.storage.invariants import broken
from docsteward.testing.house import PLAN, a_tool
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.testing.openai_server import (
    Completion,
    Delivery,
    Failure,
    OpenAIServer,
    Seen,
    Step,
    Tokens,
    ToolCall,
)
from docsteward.toolrun.door import Means, ToolRunner
from docsteward.turn import words
from docsteward.turn.events import OfferMade, SourceCited, ToolCalled, ToolReturned

LIMITS = "https://api.example/plans/pro"
PLAN_LIMITS = a_tool(
    "plan_limits", parameters=PLAN, run={"fetch": "https://api.example/plans/{plan}"}
)
OPEN_PRICING = a_tool(
    "open_pricing",
    label="See pricing",
    parameters=PLAN,
    confirm=True,
    run={"href": "/pricing?plan={plan}"},
)
TOOLS = (PLAN_LIMITS, OPEN_PRICING)
ANSWER = Completion(text=("The pro plan", " holds ten projects [", "1]."))


def call(name: str, *pieces: str, id: str = "call_1") -> ToolCall:
    return ToolCall(id=id, name=name, pieces=pieces)


SEARCH = Completion(calls=(call("search_docs", '{"query": ', '"rotate a token"}', id="call_s"),))
GET_LIMITS = Completion(calls=(call("plan_limits", '{"pl', 'an": "pro"}', id="call_l"),))


async def turn(
    folder: Path,
    script: Sequence[Step] | Callable[[Seen], Step],
    *,
    mode: TurnMode = "agentic",
    http: FakeHttp | None = None,
    question: str = QUESTION,
) -> tuple[Heard, list[Seen]]:
    """Run one turn against a script; return it with the requests that the server saw."""
    http = http or FakeHttp({LIMITS: FakeReply(body=b'{"requests_per_day": 50000}')})
    runner = ToolRunner({tool.name: tool for tool in TOOLS}, Means(http=http))
    async with OpenAIServer(script) as server:
        config = site_config(server.base_url, tools=TOOLS, mode=mode)
        async with open_site(folder, config, runner=runner) as product:
            heard = await hear(product, question)
            assert await broken(product.database) == []
    return heard, server.seen


def body(seen: Seen) -> JsonObject:
    assert isinstance(seen.body, dict)
    return seen.body


def messages(seen: Seen) -> list[JsonObject]:
    return cast("list[JsonObject]", body(seen)["messages"])


def names(seen: Seen) -> set[str]:
    tools = cast("list[JsonObject]", body(seen).get("tools", []))
    return {str(cast(JsonObject, tool["function"])["name"]) for tool in tools}


def results(seen: Seen) -> dict[str, str]:
    """Return what the model was told for each of its calls."""
    return {
        str(message["tool_call_id"]): str(message["content"])
        for message in messages(seen)
        if message["role"] == "tool"
    }


def evidence_id(seen: Seen, source: str) -> int:
    """Return the number that the host gave to a piece of evidence, as the model reads it."""
    text = "\n".join(str(message["content"]) for message in messages(seen))
    found = re.search(rf'<evidence id="(\d+)" source="{re.escape(source)}">', text)
    assert found, text
    return int(found[1])


async def test_e1_a_turn_searches_calls_a_function_answers_and_offers(tmp_path: Path) -> None:
    def script(seen: Seen) -> Step:
        if not results(seen):
            return SEARCH
        if "call_l" not in results(seen):
            return GET_LIMITS
        page = evidence_id(seen, "Plans › The pro plan")
        limits = evidence_id(seen, "Plan limits · from api.example")
        text = f"The pro plan holds ten projects [{page}] and allows 50,000 requests [{limits}"
        return Completion(text=(text, "].\n\n@offer open_pri", 'cing {"plan": "pro"}'))

    heard, seen = await turn(tmp_path, script)

    assert heard.verdict.state == "answered"
    assert heard.text == ("The pro plan holds ten projects [1] and allows 50,000 requests [2].")
    assert [source.source for source in heard.of(SourceCited)] == [
        "Plans › The pro plan",
        "Plan limits · from api.example",
    ]
    (offer,) = heard.of(OfferMade)
    assert (offer.tool, offer.args) == ("open_pricing", {"plan": "pro"})
    assert [returned.ok for returned in heard.of(ToolReturned)] == [True]
    assert heard.stored.model_calls == 3
    assert len(seen) == 3
    assert "Rotate a token" in results(seen[1])["call_s"]
    assert '"requests_per_day": 50000' in results(seen[2])["call_l"]


async def test_a_transcript_only_grows_so_that_a_provider_can_cache_it(tmp_path: Path) -> None:
    _, seen = await turn(tmp_path, [SEARCH, GET_LIMITS, ANSWER])
    first, second, third = (messages(one) for one in seen)
    assert second[: len(first)] == first
    assert third[: len(second)] == second
    assert [message["role"] for message in third] == [
        "system",
        "user",
        "assistant",
        "tool",
        "assistant",
        "tool",
    ]


async def test_f1_functions_are_offered_to_the_model_and_actions_are_not(tmp_path: Path) -> None:
    _, seen = await turn(tmp_path, [ANSWER])
    assert names(seen[0]) == {"search_docs", "get_doc", "plan_limits"}
    assert "open_pricing" in str(messages(seen[0])[0]["content"])


async def test_e7_a_one_shot_turn_is_one_request_without_functions(tmp_path: Path) -> None:
    offer = Completion(text=("It holds ten projects [1].\n", '@offer open_pricing {"plan": "pro"}'))
    heard, seen = await turn(tmp_path, [offer], mode="one_shot")
    assert names(seen[0]) == set()
    assert len(seen) == 1
    assert len(heard.of(OfferMade)) == 1


async def test_b3_a_call_that_breaks_its_schema_is_not_run_and_the_model_is_told_why(
    tmp_path: Path,
) -> None:
    http = FakeHttp({})
    wrong = Completion(calls=(call("plan_limits", '{"plan": "gold", "x": 1}', id="call_w"),))
    heard, seen = await turn(tmp_path, [wrong, ANSWER], http=http)
    assert http.sent == []
    told = results(seen[1])["call_w"]
    assert "nothing was run" in told
    assert "plan" in told
    assert "gold" in told
    assert "x" in told
    assert [returned.code for returned in heard.of(ToolReturned)] == ["arguments_invalid"]
    assert heard.verdict.state == "answered"


async def test_b3_a_model_may_correct_a_refused_call(tmp_path: Path) -> None:
    http = FakeHttp({LIMITS: FakeReply(body=b'{"requests_per_day": 50000}')})
    wrong = Completion(calls=(call("plan_limits", "{}", id="call_w"),))
    final = Completion(text=("It allows 50,000 requests a day [3].",))
    heard, seen = await turn(tmp_path, [wrong, GET_LIMITS, final], http=http)
    assert [sent.url for sent in http.sent] == [LIMITS]
    assert set(results(seen[2])) == {"call_w", "call_l"}
    assert heard.verdict.state == "answered"


async def test_calls_of_one_reply_run_together_and_come_back_in_their_order(
    tmp_path: Path,
) -> None:
    both = Completion(calls=(*GET_LIMITS.calls, *SEARCH.calls))
    heard, seen = await turn(tmp_path, [both, ANSWER])
    assert list(results(seen[1])) == ["call_l", "call_s"]
    assert [called.tool for called in heard.of(ToolCalled)] == ["plan_limits"]
    assert heard.stored.steps_used == 2


async def test_b004_a_truncated_call_is_never_run(tmp_path: Path) -> None:
    http = FakeHttp({})
    cut = Completion(
        calls=(call("plan_limits", '{"plan": "pr', id="call_c"),), finish_reason="length"
    )
    heard, seen = await turn(tmp_path, [cut, ANSWER], http=http)
    assert http.sent == []
    assert "cut off" in results(seen[1])["call_c"]
    assert heard.verdict.state == "answered"


async def test_d7_a_failed_run_is_told_and_the_turn_goes_on(tmp_path: Path) -> None:
    http = FakeHttp({LIMITS: FakeReply(status=503, body=b'{"message": "down for repair"}')})
    heard, seen = await turn(tmp_path, [GET_LIMITS, ANSWER], http=http)
    assert "down for repair" in results(seen[1])["call_l"]
    assert [returned.code for returned in heard.of(ToolReturned)] == ["http_status"]
    assert heard.verdict.state == "answered"


@pytest.mark.parametrize("status", [401, 429, 503])
async def test_e16_a_refusing_server_ends_the_turn_with_words(tmp_path: Path, status: int) -> None:
    heard, seen = await turn(tmp_path, [Failure(status=status, message="secret detail")])
    assert len(seen) == 1
    assert (heard.verdict.state, heard.verdict.message) == ("failed", words.MODEL_DOWN)
    assert "secret detail" not in repr(heard.events)


async def test_e16_a_server_that_fails_in_a_later_step_ends_the_turn_with_words(
    tmp_path: Path,
) -> None:
    heard, _ = await turn(tmp_path, [GET_LIMITS, Failure(status=503)])
    assert [returned.ok for returned in heard.of(ToolReturned)] == [True]
    assert (heard.verdict.state, heard.verdict.message) == ("failed", words.MODEL_DOWN)


async def test_a_stream_that_breaks_off_leaves_no_half_answer(tmp_path: Path) -> None:
    long = Completion(
        text=("The pro plan holds ten projects [1]", ", and costs 12 euros"),
        delivery=Delivery(cut_after=2),
    )
    heard, _ = await turn(tmp_path, [long])
    assert (heard.verdict.state, heard.verdict.message) == ("failed", words.MODEL_DOWN)
    assert heard.stored.answer == ""


@pytest.mark.parametrize("piece", [1, 7, 1000])
async def test_where_the_bytes_are_cut_changes_nothing(tmp_path: Path, piece: int) -> None:
    final = Completion(
        text=("Ünïcode holds ten projects [1].",), delivery=Delivery(piece=piece), tokens=Tokens()
    )
    heard, _ = await turn(tmp_path, [final])
    assert heard.text == "Ünïcode holds ten projects [1]."


async def test_e4_no_request_is_made_for_what_the_pages_do_not_hold(tmp_path: Path) -> None:
    heard, seen = await turn(tmp_path, [], question="How is sourdough bread baked in winter?")
    assert heard.verdict.state == "refused"
    assert seen == []


async def test_the_bodies_are_json_that_says_the_question_once(tmp_path: Path) -> None:
    _, seen = await turn(tmp_path, [ANSWER], question=QUESTION)
    assert json.dumps(body(seen[0])).count(QUESTION) == 1
