"""What clients send: whatever it is, the answer is a clear 4xx and nothing is lost (SPEC M2)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docsteward.base.values import JsonValue
from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.testing.client import AppClient, Reply
from docsteward.testing.house import House, a_reader, asking
from docsteward.web.api.bodies import MOST_QUESTION

ROUTES = [
    ("POST", "/api/v1/session"),
    ("POST", "/api/v1/chat"),
    ("POST", "/api/v1/calls/call_x"),
    ("POST", "/api/v1/offers/off_x/press"),
    ("POST", "/api/v1/offers/off_x/outcome"),
]
DEEP = b"[" * 100_000 + b"]" * 100_000
RAW = [
    b"",
    b"{",
    b"nonsense",
    b"null",
    b"[]",
    b'"text"',
    b"\xff\xfe\x00",
    b'{"key": "\xff"}',
    DEEP,
    b'{"args": ' + DEEP + b"}",
    b'{"args": {"a": ' + b"[" * 500 + b"]" * 500 + b"}}",
    b'{"args": {"a": NaN}}',
    b'{"args": {"a": [1e999]}}',
    b'{"args": {"a": ' + b"9" * 5000 + b"}}",
    b'{"args": {"\\ud800": {"\\udfff": "\\ud800"}}}',
    b'{"status": 1e400}',
    b'{"key": "\\u0000", "id": "\\u0000", "ok": true}',
]


@pytest.mark.parametrize(("method", "path"), ROUTES)
@pytest.mark.parametrize("raw", RAW, ids=range(len(RAW)))
async def test_m2_no_body_makes_a_fault(method: str, path: str, raw: bytes) -> None:
    async with House(model=ScriptedModel([])).open() as product:
        reader = await a_reader(product)
        reply = await reader.send(method, path, content=raw)
        assert 400 <= reply.status < 500, reply.body
        assert reply.code


def question(**changed: JsonValue) -> JsonValue:
    return {**asking("the pro plan?"), **changed}


def message(**changed: JsonValue) -> JsonValue:
    return question(messages=[{"id": "m", "role": "user", "parts": [], **changed}])


@pytest.mark.parametrize(
    "body",
    [
        question(id=""),
        question(id="x" * 65),
        question(id=7),
        question(id=None),
        question(messages=[]),
        question(messages="hello"),
        question(messages=[7]),
        question(messages={"role": "user"}),
        question(page={"url": ""}),
        question(page={"url": "javascript:alert(1)"}),
        question(page={"url": "http://[::1"}),
        question(page={"url": "/plans/"}),
        question(page={"url": "https://docs.example/" + "x" * 3000}),
        question(page={"url": "https://docs.example/", "title": 3}),
        question(page="here"),
        message(),
        message(role="robot"),
        message(role="assistant", parts=[{"type": "text", "text": "hello"}]),
        message(parts=[{"type": "text", "text": "  \n"}]),
        message(parts=[{"type": "text", "text": ["x"]}]),
        message(parts=[{"text": "no type"}]),
        message(parts=[{"type": "text", "text": "x" * (MOST_QUESTION + 1)}]),
        message(id="x" * 65, parts=[{"type": "text", "text": "hello"}]),
    ],
)
async def test_m2_a_question_that_does_not_fit_is_refused_with_its_place(body: JsonValue) -> None:
    async with House(model=ScriptedModel([])).open() as product:
        reader = await a_reader(product)
        refused = await reader.post("/api/v1/chat", body)
        assert (refused.status, refused.code) == (422, "request_invalid")
        assert (await reader.get("/api/v1/conversations/talk")).status == 404


async def test_only_the_last_message_is_read_however_long_or_odd_the_history() -> None:
    odd: JsonValue = {"type": "odd", "text": None}
    parts: list[JsonValue] = [odd] * 300
    long: JsonValue = {"id": "x" * 300, "role": "assistant", "parts": parts}
    history: list[JsonValue] = [*[long] * 20, *[odd] * 600, 7]
    last: JsonValue = {"id": "m", "role": "user", "parts": [{"type": "text", "text": "pro plan?"}]}
    model = ScriptedModel([Says(text=("Ten [1].",))])
    async with House(model=model).open() as product:
        reader = await a_reader(product)
        body = question(messages=[*history, last])
        assert (await reader.post("/api/v1/chat", body)).status == 200
        assert "odd" not in str(model.requests)


async def test_m2_a_question_at_its_limit_is_taken() -> None:
    text = "the pro plan? " + "x" * (MOST_QUESTION - 14)
    model = ScriptedModel([Says(text=("Ten [1].",))])
    async with House(model=model).open() as product:
        reader = await a_reader(product)
        assert (await reader.post("/api/v1/chat", asking(text))).status == 200


async def test_m2_nul_and_other_odd_characters_do_not_break_a_turn() -> None:
    text = "\x00\x07\u202e\ufffe the pro plan holds?"
    model = ScriptedModel([Says(text=("Ten [1].",))])
    async with House(model=model).open() as product:
        reader = await a_reader(product)
        name = "a/b \x00ü"
        said = await reader.post("/api/v1/chat", asking(text, conversation=name, message="\x00"))
        assert b'"answered"' in said.body
        kept = await reader.get("/api/v1/conversations/a/b%20%00%C3%BC")
        assert kept.status == 200
        assert kept.json["turns"][0]["question"].startswith("\ufffd\x07")


@pytest.mark.parametrize("last", ["x", "-1", "1.5", "²", "9" * 10, " "])
async def test_m2_a_strange_last_event_id_is_refused(last: str) -> None:
    model = ScriptedModel([Says(text=("Ten [1].",))])
    async with House(model=model).open() as product:
        reader = await a_reader(product)
        said = await reader.post("/api/v1/chat", asking("the pro plan?"))
        turn = json.loads(said.body.split(b"data: ")[1].split(b"\n")[0])["messageId"]
        path = f"/api/v1/turns/{turn}/events"
        refused = await reader.get(path, headers={"last-event-id": last})
        assert (refused.status, refused.code) == (400, "request_invalid")


@pytest.mark.parametrize("id", ["x" * 100_000, "%00", "%ED%A0%80", "..%2f..", "'; drop table", "ü"])
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/v1/turns/{}/events"),
        ("POST", "/api/v1/turns/{}/stop"),
        ("POST", "/api/v1/calls/{}"),
        ("POST", "/api/v1/offers/{}/press"),
        ("POST", "/api/v1/offers/{}/outcome"),
        ("GET", "/api/v1/conversations/{}"),
    ],
)
async def test_m2_an_odd_id_is_not_found(method: str, path: str, id: str) -> None:
    async with House(model=ScriptedModel([])).open() as product:
        reader = await a_reader(product)
        reply = await reader.send(method, path.format(id), json_body={"ok": True})
        assert reply.status in (404, 405), reply.body


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"status": 99},
        {"status": 600},
        {"status": "200"[:2]},
        {"error": "silent"},
        {"error": "tired"},
        {"status": 200, "body": "x" * 200_001},
        {"status": 200, "content_type": "x" * 201},
        {"status": 200, "body": {"a": 1}},
        {"ok": "perhaps"},
    ],
)
async def test_m2_a_report_that_does_not_fit_is_refused(body: JsonValue) -> None:
    async with House(model=ScriptedModel([])).open() as product:
        reader = await a_reader(product)
        for path in ("/api/v1/calls/call_x", "/api/v1/offers/off_x/outcome"):
            refused = await reader.post(path, body)
            # What does not fit is refused before anything is looked up, or nothing is found.
            assert (refused.status, refused.code) == (422, "request_invalid")


def _json() -> st.SearchStrategy[Any]:
    simple = st.none() | st.booleans() | st.integers() | st.floats() | TEXT

    def grown(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4)

    return st.recursive(simple, grown, max_leaves=20)


def _bodies() -> st.SearchStrategy[Any]:
    """Bodies that have the right keys, more or less."""
    part: st.SearchStrategy[Any] = st.fixed_dictionaries({"type": st.just("text"), "text": JSON})
    message: st.SearchStrategy[Any] = st.fixed_dictionaries(
        {},
        optional={
            "id": JSON | st.just("m"),
            "role": st.sampled_from(["user", "assistant", 1]),
            "parts": st.lists(part, max_size=2) | JSON,
        },
    )
    page: st.SearchStrategy[Any] = st.fixed_dictionaries(
        {"url": JSON | st.just("https://docs.example/")}
    )
    fields: dict[str, st.SearchStrategy[Any]] = {
        "id": JSON,
        "key": JSON,
        "messages": st.lists(message, max_size=2),
        "page": page | JSON,
        "args": st.dictionaries(TEXT, JSON, max_size=3) | JSON,
        "status": JSON | st.integers(90, 700),
        "content_type": JSON,
        "body": JSON,
        "error": JSON | st.just("network"),
        "ok": JSON,
    }
    return st.fixed_dictionaries({}, optional=fields)


TEXT = st.text(st.characters(exclude_categories=()))  # Lone surrogates and NUL included.
JSON = _json()


class Desk:
    """One application for many examples: opening one for each would take all the time."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._house = House(model=ScriptedModel([])).open()
        product = self.loop.run_until_complete(self._house.__aenter__())
        self.reader: AppClient = self.loop.run_until_complete(a_reader(product))

    def send(self, method: str, path: str, raw: bytes) -> Reply:
        return self.loop.run_until_complete(self.reader.send(method, path, content=raw))

    def close(self) -> None:
        self.loop.run_until_complete(self._house.__aexit__(None, None, None))
        self.loop.close()


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    route=st.sampled_from(ROUTES),
    raw=(_bodies() | JSON).map(lambda value: json.dumps(value).encode()) | st.binary(max_size=200),
)
def test_m2_fuzzed_bodies_never_make_a_fault(
    desk: Desk, route: tuple[str, str], raw: bytes
) -> None:
    reply = desk.send(*route, raw)
    assert reply.status < 500, (route, raw, reply.body)
    if reply.status >= 400:
        assert reply.code
