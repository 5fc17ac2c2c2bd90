"""Who may do what: bearer tokens, and nothing across visitors (SPEC J4, M3)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from docsteward.base.clock import SystemClock
from docsteward.base.values import JsonObject
from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.llm.model import ModelCall
from docsteward.storage.people import Visitors, Workspaces
from docsteward.testing.client import AppClient, parts_of, read_frames
from docsteward.testing.clock import FakeClock
from docsteward.testing.house import ORIGIN, PLAN, House, a_reader, a_tool, an_app, asking
from docsteward.visitors.sessions import Sessions
from docsteward.wiring import SESSION_LASTS

IN_PAGE = a_tool("plan_limits", parameters=PLAN, run={"fetch": "/api/plans/{plan}"})
SUPPORT = a_tool(
    "contact",
    parameters={"type": "object", "properties": {"email": {"type": "string", "format": "email"}}},
    confirm="form",
    run={"fetch": "/api/support", "method": "POST"},
)


def quiet(clock: FakeClock | None = None) -> House:
    house = House(model=ScriptedModel([Says(text=("Ten [1].",))]))
    return replace(house, clock=clock) if clock else house


async def test_a_session_says_who_when_and_the_assistants_name() -> None:
    async with quiet().open() as product:
        client = AppClient(app=an_app(product), origin=ORIGIN)
        opened = await client.post("/api/v1/session", {"key": "example"})
        assert opened.status == 200
        assert set(opened.json) == {"token", "visitor", "expires_at", "assistant"}
        assert opened.json["visitor"].startswith("vis_")
        assert opened.json["expires_at"].endswith("Z")
        assert opened.json["assistant"] == {"name": "Example Docs"}
        assert "set-cookie" not in opened.headers
        again = await client.post("/api/v1/session", {"key": "example"})
        assert again.json["visitor"] != opened.json["visitor"]
        other = await client.post("/api/v1/session", {"key": "nobody's"})
        assert (other.status, other.code) == (403, "key_unknown")


@pytest.mark.parametrize(
    ("authorization", "code"),
    [
        (None, "session_missing"),
        ("", "session_missing"),
        ("Bearer", "session_missing"),
        ("Bearer   ", "session_missing"),
        ("Basic abc", "session_missing"),
        ("Bearer wrong", "session_expired"),
        ("Bearer " + "x" * 5000, "session_expired"),
        ("Bearer \xff\xfe", "session_expired"),
    ],
)
async def test_j4_no_token_no_answer(authorization: str | None, code: str) -> None:
    async with quiet().open() as product:
        client = AppClient(app=an_app(product), origin=ORIGIN)
        headers = {} if authorization is None else {"authorization": authorization}
        refused = await client.get("/api/v1/conversations/talk", headers=headers)
        assert (refused.status, refused.code) == (401, code)


async def test_j4_a_token_is_taken_whatever_the_case_of_its_scheme() -> None:
    async with quiet().open() as product:
        reader = await a_reader(product)
        headers = {"authorization": f"bearer {reader.token}"}
        found = await reader.get("/api/v1/conversations/talk", headers=headers)
        assert (found.status, found.code) == (404, "not_found")


async def test_j4_a_token_runs_out() -> None:
    clock = FakeClock()
    async with quiet(clock).open() as product:
        reader = await a_reader(product)
        clock.advance(SESSION_LASTS.total_seconds() - 1)
        assert (await reader.get("/api/v1/conversations/talk")).status == 404
        clock.advance(2)
        refused = await reader.get("/api/v1/conversations/talk")
        assert (refused.status, refused.code) == (401, "session_expired")


async def test_j4_a_token_is_of_no_use_to_another_origin() -> None:
    async with quiet().open() as product:
        reader = await a_reader(product)
        thief = replace(reader, origin="https://evil.example")
        refused = await thief.get("/api/v1/conversations/talk")
        assert (refused.status, refused.code) == (403, "origin_refused")
        assert "access-control-allow-origin" not in refused.headers
        # A client that is no browser sends none; its token speaks for it.
        bare = replace(reader, origin=None)
        assert (await bare.get("/api/v1/conversations/talk")).status == 404


async def test_j4_an_origin_that_the_site_has_struck_off_loses_its_sessions() -> None:
    async with quiet().open() as product:
        reader = await a_reader(product)
        stricter = Sessions(
            Visitors(product.database),
            Workspaces(product.database),
            SystemClock(),
            SESSION_LASTS,
            allows=frozenset({"https://new.example"}).__contains__,
        )
        later = replace(reader, app=an_app(replace(product, sessions=stricter)))
        refused = await later.get("/api/v1/conversations/talk")
        assert (refused.status, refused.code) == (403, "origin_refused")


async def test_m3_another_visitor_can_read_press_report_and_stop_nothing() -> None:
    model = ScriptedModel(
        [
            Says(text=('Ten [1].\n\n@offer contact {"email": ""}',)),
            Says(calls=(ModelCall(id="c1", name="plan_limits", arguments='{"plan":"pro"}'),)),
        ]
    )
    async with House(model=model, tools=[IN_PAGE, SUPPORT]).open() as product:
        app = an_app(product)
        mine, other = await a_reader(product, app), await a_reader(product, app)
        first = await mine.post("/api/v1/chat", asking("the pro plan?"))
        parts = parts_of(read_frames(first.body))
        live = await mine.open("POST", "/api/v1/chat", chunks=[_question("the pro plan limits?")])
        call = ""
        async for frame in live.frames():
            if frame.data and frame.part["type"] == "data-call":
                call = str(frame.part["id"])
                break
        turn = str(parts[0]["messageId"])
        (offer,) = (str(part["id"]) for part in parts if part["type"] == "data-offer")
        waiting = (await mine.get("/api/v1/conversations/talk")).json["turns"][1]["turn"]

        requests: list[tuple[str, str, JsonObject]] = [
            ("GET", "/api/v1/conversations/talk", {}),
            ("GET", f"/api/v1/turns/{turn}/events", {}),
            ("GET", f"/api/v1/turns/{waiting}/events", {}),
            ("POST", f"/api/v1/turns/{turn}/stop", {}),
            ("POST", f"/api/v1/turns/{waiting}/stop", {}),
            ("POST", f"/api/v1/calls/{call}", {"error": "network"}),
            ("POST", f"/api/v1/offers/{offer}/press", {"args": {"email": "a@b.example"}}),
            ("POST", f"/api/v1/offers/{offer}/outcome", {"ok": True}),
        ]
        for method, path, body in requests:
            refused = await other.send(method, path, json_body=body)
            assert (refused.status, refused.code) == (404, "not_found"), path
            # Nor does the answer tell an id that exists from one that does not.
            for id in (turn, waiting, call, offer):
                path = path.replace(id, "nothing_of_that_name")
            unknown = await other.send(method, path.replace("talk", "none"), json_body=body)
            assert unknown.body == refused.body
        # And nothing of the first visitor's has moved.
        turns = (await mine.get("/api/v1/conversations/talk")).json["turns"]
        assert [shown["state"] for shown in turns] == ["answered", "waiting"]
        states = [p["data"]["state"] for p in turns[0]["parts"] if p["type"] == "data-offer"]
        assert states == ["offered"]
        taken = await mine.post(f"/api/v1/turns/{waiting}/stop")
        assert taken.json == {"state": "stopped"}
        await live.leave()


async def test_m3_two_visitors_may_choose_the_same_names() -> None:
    model = ScriptedModel([Says(text=("Ten [1].",)), Says(text=("Nine [1].",))])
    async with House(model=model).open() as product:
        app = an_app(product)
        mine, other = await a_reader(product, app), await a_reader(product, app)
        body = asking("the pro plan?", conversation="same", message="same")
        first, second = (
            await mine.post("/api/v1/chat", body),
            await other.post("/api/v1/chat", body),
        )
        assert b"Ten" in first.body
        assert b"Nine" in second.body
        assert b"Nine" not in (await mine.get("/api/v1/conversations/same")).body


def _question(text: str) -> bytes:
    return json.dumps(asking(text)).encode()
