"""The stream: its parts, its heartbeats, and coming back to it from any place (docs/wire.md)."""

from __future__ import annotations

import json

import pytest

from docsteward.base.values import JsonObject
from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.llm.model import ModelCall, ModelUnavailable
from docsteward.testing.client import AppClient, Frame, Live, parts_of, read_frames
from docsteward.testing.house import PLAN, House, a_reader, a_tool, asking
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.testing.models import HeldModel
from docsteward.toolspec.tool import Tool
from docsteward.wiring import Product

LIMITS = "https://api.example/plans/pro"
ON_SERVER = a_tool(
    "plan_limits", parameters=PLAN, run={"fetch": "https://api.example/plans/{plan}"}
)
IN_PAGE = a_tool("plan_limits", parameters=PLAN, run={"fetch": "/api/plans/{plan}"})
PRICING = a_tool(
    "open_pricing",
    label="See pricing",
    parameters=PLAN,
    confirm=True,
    run={"href": "/pricing?plan={plan}"},
)
SUPPORT = a_tool(
    "contact",
    label="Write to support",
    parameters={
        "type": "object",
        "properties": {
            "email": {"type": "string", "format": "email", "description": "Where we reply"},
            "urgent": {"type": "boolean", "description": "It stops your work"},
        },
        "required": ["email"],
    },
    confirm="form",
    run={"fetch": "/api/support", "method": "POST"},
)
ASK = ModelCall(id="c1", name="plan_limits", arguments='{"plan":"pro"}')
REPORT: JsonObject = {
    "status": 200,
    "content_type": "application/json",
    "body": '{"requests_per_day":50000}',
}


def question(text: str = "the pro plan?") -> bytes:
    return json.dumps(asking(text)).encode()


async def open_chat(reader: AppClient, text: str = "the pro plan?") -> Live:
    live = await reader.open("POST", "/api/v1/chat", chunks=[question(text)])
    assert live.status == 200
    return live


async def frames_of(reader: AppClient, text: str = "the pro plan?") -> list[Frame]:
    said = await reader.post("/api/v1/chat", asking(text))
    assert said.status == 200, said.body
    return read_frames(said.body)


def types(parts: list[JsonObject]) -> list[str]:
    return [str(part["type"]) for part in parts]


async def test_j1_an_answer_is_streamed_as_documented() -> None:
    model = ScriptedModel([Says(text=("The pro plan holds ten projects", " [", "1]", ". More."))])
    async with House(model=model, mode="one_shot").open() as product:
        reader = await a_reader(product)
        said = await reader.post("/api/v1/chat", asking("the pro plan?"))
        assert said.headers["content-type"].startswith("text/event-stream")
        assert said.headers["x-vercel-ai-ui-message-stream"] == "v1"
        assert said.headers["x-accel-buffering"] == "no"
        assert "no-transform" in said.headers["cache-control"]
        frames = read_frames(said.body)
        assert frames[0] == Frame(), "the first bytes leave at once"
        assert frames[-1] == Frame(data="[DONE]")
        parts = parts_of(frames)
        kinds = types(parts)
        once = [kind for n, kind in enumerate(kinds) if kinds[n - 1 : n] != [kind]]
        assert once == [
            "start",
            "data-status",
            "text-start",
            "text-delta",
            "source-url",
            "text-delta",
            "text-end",
            "data-claims",
            "data-verdict",
            "finish",
        ]
        turn = parts[0]["messageId"]
        assert str(turn).startswith("turn_")
        assert parts[0]["messageMetadata"] == {"turn": turn}
        assert parts[1] == {
            "type": "data-status",
            "data": {"phase": "searching", "title": ""},
            "transient": True,
        }
        assert parts[kinds.index("source-url")] == {
            "type": "source-url",
            "sourceId": "1",
            "title": "Plans › Pro",
            "providerMetadata": {
                "docsteward": {
                    "number": 1,
                    "kind": "section",
                    "passage": "The **pro** plan is for teams and holds ten projects.",
                }
            },
            "url": "https://docs.example/plans/#pro",
        }
        text = "".join(str(p["delta"]) for p in parts if p["type"] == "text-delta")
        assert text == "The pro plan holds ten projects [1]. More."
        assert parts[-2]["data"] == {
            "state": "answered",
            "cause": None,
            "message": "",
            "closest": [],
        }
        ids = [frame.id for frame in frames if frame.id is not None]
        assert ids == list(range(1, len(ids) + 1)), "every event has its number"


async def test_a_server_tool_shows_its_call_and_never_its_reply() -> None:
    model = ScriptedModel([Says(calls=(ASK,)), Says(text=("It allows 50,000 [3].",))])
    http = FakeHttp({LIMITS: FakeReply(body=b'{"requests_per_day": 50000, "hidden": "quokka"}')})
    async with House(model=model, tools=[ON_SERVER], http=http).open() as product:
        frames = await frames_of(await a_reader(product))
        parts = parts_of(frames)
        (called,) = [part for part in parts if part["type"] == "tool-input-available"]
        assert called["toolName"] == "plan_limits"
        assert called["title"] == "Plan limits"
        assert called["input"] == {"plan": "pro"}
        assert called["dynamic"] is True
        (back,) = [part for part in parts if part["type"] == "tool-output-available"]
        assert back["toolCallId"] == called["toolCallId"]
        assert isinstance(back["output"], dict)
        assert set(back["output"]) == {"ok", "ms"}
        status = [part["data"] for part in parts if part["type"] == "data-status"]
        assert {"phase": "tool", "title": "Plan limits"} in status
        shown = [part for part in parts if part["type"] != "source-url"]
        assert "quokka" not in str(shown)


async def test_a_failed_tool_is_shown_as_such() -> None:
    model = ScriptedModel([Says(calls=(ASK,)), Says(text=("It is not known [3].",))])
    http = FakeHttp({LIMITS: FakeReply(status=500)})
    async with House(model=model, tools=[ON_SERVER], http=http).open() as product:
        parts = parts_of(await frames_of(await a_reader(product)))
        (back,) = [part for part in parts if part["type"] == "tool-output-error"]
        assert back["errorText"] == "http_status"
        assert parts[-2]["data"] == {
            "state": "answered",
            "cause": "unresolved",
            "message": "",
            "closest": [],
        }


async def test_offers_carry_all_that_is_needed_to_draw_them() -> None:
    lines = '@offer open_pricing {"plan":"pro"}\n@offer contact {"email":"x@y.example"}'
    model = ScriptedModel([Says(text=(f"Ten [1].\n\n{lines}",))])
    async with House(model=model, tools=[PRICING, SUPPORT]).open() as product:
        parts = parts_of(await frames_of(await a_reader(product)))
        button, form = [part for part in parts if part["type"] == "data-offer"]
        assert types(parts)[-4:] == ["data-offer", "data-offer", "data-verdict", "finish"]
        assert isinstance(button["data"], dict)
        assert button["data"]["offer"] == button["id"]
        expected: JsonObject = {
            "offer": button["id"],
            "tool": "open_pricing",
            "kind": "button",
            "title": "Open pricing",
            "label": "See pricing",
            "args": {"plan": "pro"},
            "line": "With plan: pro",
            "fields": [],
            "link": {"kind": "href", "url": "/pricing?plan=pro", "new_tab": False},
            "state": "offered",
            "outcome": None,
        }
        assert button["data"] == expected
        assert isinstance(form["data"], dict)
        fields = form["data"]["fields"]
        assert isinstance(fields, list)
        assert [(f["name"], f["type"], f["required"]) for f in fields if isinstance(f, dict)] == [
            ("email", "email", True),
            ("urgent", "checkbox", False),
        ]
        # Not among the reader's own words, so not suggested (SPEC F2).
        assert "x@y.example" not in str(form)


async def test_e4_a_refusal_is_said_in_the_text_and_in_the_verdict() -> None:
    async with House(model=ScriptedModel([])).open() as product:
        parts = parts_of(await frames_of(await a_reader(product), "Sourdough?"))
        assert types(parts) == [
            "start",
            "data-status",
            "text-start",
            "text-delta",
            "text-end",
            "data-verdict",
            "finish",
        ]
        verdict = parts[-2]["data"]
        assert isinstance(verdict, dict)
        assert (verdict["state"], verdict["cause"]) == ("refused", "no_support")
        assert verdict["message"] == parts[3]["delta"]
        assert isinstance(verdict["closest"], list)
        assert verdict["closest"][0] == {
            "title": "Plans",
            "url": "https://docs.example/plans/#pro",
        }


async def test_e10_what_was_shown_without_a_source_is_withdrawn() -> None:
    model = ScriptedModel([Says(text=("It costs nothing. ", "Really."))])
    async with House(model=model, mode="one_shot").open() as product:
        parts = parts_of(await frames_of(await a_reader(product)))
        verdict = parts[-2]["data"]
        assert isinstance(verdict, dict)
        assert (verdict["state"], verdict["cause"]) == ("withdrawn", "uncited")
        assert verdict["message"]
        assert verdict["closest"]


@pytest.mark.parametrize(
    "error", [ModelUnavailable("overloaded", "secret of the provider"), RuntimeError("secret")]
)
async def test_a_broken_turn_ends_in_words_for_the_reader(error: Exception) -> None:
    model = ScriptedModel([Says(text=("Ten [1].",), error=error)])
    async with House(model=model).open() as product:
        parts = parts_of(await frames_of(await a_reader(product)))
        assert types(parts)[-3:] == ["data-verdict", "error", "finish"]
        assert isinstance(parts[-3]["data"], dict)
        assert parts[-3]["data"]["state"] == "failed"
        assert parts[-2]["errorText"] == parts[-3]["data"]["message"]
        assert parts[-2]["errorText"]
        assert "secret" not in str(parts)


async def run_in_page(product: Product) -> tuple[AppClient, list[Frame]]:
    """Ask what the page must answer, answer it, and return the whole uncut stream."""
    reader = await a_reader(product)
    live = await open_chat(reader)
    frames: list[Frame] = []
    async for frame in live.frames():
        frames.append(frame)
        if frame.data and frame.data != "[DONE]" and frame.part["type"] == "data-call":
            taken = await reader.post(f"/api/v1/calls/{frame.part['id']}", REPORT)
            assert (taken.status, taken.json) == (202, {"state": "taken"})
    return reader, frames


def with_page_and_offers(tools: tuple[Tool, ...] = (IN_PAGE, PRICING)) -> House:
    model = ScriptedModel(
        [
            Says(text=("I begin [1]. ",), calls=(ASK,)),
            Says(text=("It allows", " 50,000 [3].", '\n@offer open_pricing {"plan":"pro"}')),
        ]
    )
    return House(model=model, tools=tools)


async def test_d2_the_page_is_asked_for_exactly_one_request() -> None:
    async with with_page_and_offers().open() as product:
        _, frames = await run_in_page(product)
        (asked,) = [part for part in parts_of(frames) if part["type"] == "data-call"]
        assert asked["data"] == {
            "call": asked["id"],
            "tool": "plan_limits",
            "title": "Plan limits",
            "request": {"kind": "fetch", "method": "GET", "url": "/api/plans/pro"},
            "seconds": 10,
        }


async def test_j1_a_stream_that_broke_anywhere_is_resumed_without_a_gap_or_a_doubling() -> None:
    async with with_page_and_offers().open() as product:
        reader, frames = await run_in_page(product)
        whole = [frame for frame in frames if frame.data is not None]
        turn = whole[0].part["messageId"]
        ends = [n for n, frame in enumerate(whole) if frame.id is not None]
        assert len(ends) > 12
        for end in ends:
            again = await reader.get(
                f"/api/v1/turns/{turn}/events", headers={"last-event-id": str(whole[end].id)}
            )
            assert again.status == 200
            rest = [frame for frame in read_frames(again.body) if frame.data is not None]
            assert [*whole[: end + 1], *rest] == whole, f"resumed after event {whole[end].id}"
        from_start = await reader.get(f"/api/v1/turns/{turn}/events")
        assert [f for f in read_frames(from_start.body) if f.data is not None] == whole


async def test_b086_a_stored_conversation_shows_what_the_stream_showed() -> None:
    async with with_page_and_offers().open() as product:
        reader, frames = await run_in_page(product)
        live = parts_of(frames)
        (turn,) = (await reader.get("/api/v1/conversations/talk")).json["turns"]
        assert turn["turn"] == live[0]["messageId"]
        assert (turn["question"], turn["state"]) == ("the pro plan?", "answered")
        stored = turn["parts"]
        said = "".join(str(part["delta"]) for part in live if part["type"] == "text-delta")
        assert "".join(part["text"] for part in stored if part["type"] == "text") == said
        assert said == "I begin [1].\n\nIt allows 50,000 [2]."
        for kind in ("source-url", "source-document", "data-offer", "data-verdict"):
            shown = [part for part in live if part["type"] == kind]
            assert [part for part in stored if part["type"] == kind] == shown
        (called,) = [part for part in live if part["type"] == "tool-input-available"]
        (back,) = [part for part in live if part["type"] == "tool-output-available"]
        (kept,) = [part for part in stored if part["type"] == "dynamic-tool"]
        assert kept == {
            "type": "dynamic-tool",
            "toolCallId": called["toolCallId"],
            "toolName": called["toolName"],
            "title": called["title"],
            "input": called["input"],
            "state": "output-available",
            "output": back["output"],
        }


async def test_b093_a_quiet_stream_shows_that_it_lives() -> None:
    model = HeldModel(Says(text=("Ten ", "[1].")))
    house = House(model=model, mode="one_shot", heartbeat_seconds=0.02)
    async with house.open() as product:
        live = await open_chat(await a_reader(product))
        beats = 0
        async for frame in live.frames():
            beats += frame.data is None
            if beats == 4:
                model.go.set()
            if frame.data == "[DONE]":
                break
        assert beats >= 4


async def test_b094_a_client_that_leaves_does_not_stop_its_turn() -> None:
    model = HeldModel(Says(text=("Ten projects ", "[1].")))
    async with House(model=model, mode="one_shot").open() as product:
        reader = await a_reader(product)
        live = await open_chat(reader)
        await model.reached.wait()
        turn = (await reader.get("/api/v1/conversations/talk")).json["turns"][0]
        assert turn["state"] == "running"
        await live.leave()
        assert live.task.done()
        assert product.events.followed == 0, "nobody follows any more"
        model.go.set()
        again = await reader.get(f"/api/v1/turns/{turn['turn']}/events")
        text = "".join(str(p.get("delta", "")) for p in parts_of(read_frames(again.body)))
        assert text == "Ten projects [1]."


async def test_two_tabs_follow_one_turn_and_see_the_same() -> None:
    model = HeldModel(Says(text=("Ten ", "projects ", "[1].")))
    async with House(model=model, mode="one_shot").open() as product:
        reader = await a_reader(product)
        first = await open_chat(reader)
        await model.reached.wait()
        second = await open_chat(reader)  # The same message again: the same turn's stream.
        turns = (await reader.get("/api/v1/conversations/talk")).json["turns"]
        third = await reader.open("GET", f"/api/v1/turns/{turns[0]['turn']}/events")
        model.go.set()
        seen = [
            [frame async for frame in live.frames() if frame.data is not None]
            for live in (first, second, third)
        ]
        assert seen[0] == seen[1] == seen[2]
        assert len(model.requests) == 1
        assert product.events.followed == 0


async def test_stopping_is_seen_in_the_stream() -> None:
    model = HeldModel(Says(text=("Ten ", "projects [1].")))
    async with House(model=model, mode="one_shot").open() as product:
        reader = await a_reader(product)
        live = await open_chat(reader)
        await model.reached.wait()
        turn = (await reader.get("/api/v1/conversations/talk")).json["turns"][0]["turn"]
        stopped = await reader.post(f"/api/v1/turns/{turn}/stop")
        assert stopped.json == {"state": "stopped"}
        parts = parts_of([frame async for frame in live.frames()])
        assert types(parts)[-2:] == ["data-verdict", "finish"]
        assert isinstance(parts[-2]["data"], dict)
        assert parts[-2]["data"]["state"] == "stopped"
        assert model.closed.is_set()
        again = await reader.post(f"/api/v1/turns/{turn}/stop")
        assert again.json == {"state": "stopped"}


async def test_a_second_question_while_one_runs_is_told_which_one() -> None:
    model = HeldModel(Says(text=("Ten ", "projects [1].")), then=[Says(text=("Nine [1].",))])
    async with House(model=model, mode="one_shot").open() as product:
        reader = await a_reader(product)
        live = await open_chat(reader)
        await model.reached.wait()
        refused = await reader.post("/api/v1/chat", asking("the pro plan again?"))
        assert (refused.status, refused.code) == (409, "turn_running")
        details = refused.json["error"]["details"]
        assert details["state"] == "running"
        # As documented: stop that turn, then ask.
        await reader.post(f"/api/v1/turns/{details['turn']}/stop")
        said = await reader.post("/api/v1/chat", asking("the pro plan again?"))
        assert b"Nine" in said.body
        await live.leave()
