"""The stream mender: any split of the bytes says the same, and calls come apart (B002, B008)."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Sequence
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.base.values import JsonObject, JsonValue
from docsteward.llm.chat_stream import (
    ChatStreamMender,
    is_object,
)
from docsteward.llm.event_data import EVENT_LIMIT, StreamTooLarge


def chunk(delta: JsonObject, finish: str | None = None) -> JsonObject:
    return {"id": "x", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def stream(payloads: Sequence[JsonObject], *, end: str = "\n") -> bytes:
    events = [f"data: {json.dumps(payload)}{end}{end}" for payload in payloads]
    return "".join([*events, f"data: [DONE]{end}{end}"]).encode()


def call(
    arguments: str, *, index: int | None = 0, id: str | None = None, name: str | None = None
) -> JsonObject:
    function: JsonObject = {"arguments": arguments}
    if name is not None:
        function["name"] = name
    delta: JsonObject = {"function": function}
    if index is not None:
        delta["index"] = index
    if id is not None:
        delta["id"] = id
    return chunk({"tool_calls": [delta]})


def mend(data: bytes, cuts: Sequence[int] = ()) -> tuple[ChatStreamMender, list[JsonValue]]:
    mender = ChatStreamMender()
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    out = b"".join(mender.feed(data[start:end]) for start, end in itertools.pairwise(edges))
    out += mender.close()
    payloads = [part.removeprefix("data: ") for part in out.decode().split("\n\n") if part]
    return mender, [cast(JsonValue, json.loads(one)) for one in payloads if one != "[DONE]"]


def deltas_of(payloads: Sequence[JsonValue]) -> list[JsonObject]:
    found: list[JsonObject] = []
    for payload in payloads:
        assert isinstance(payload, dict)
        choices = payload["choices"]
        assert isinstance(choices, list)
        assert isinstance(choices[0], dict)
        delta = choices[0]["delta"]
        assert isinstance(delta, dict)
        found.append(delta)
    return found


def text_of(payloads: Sequence[JsonValue]) -> str:
    return "".join(str(delta.get("content", "")) for delta in deltas_of(payloads))


def indexes_of(payloads: Sequence[JsonValue]) -> list[JsonValue]:
    found: list[JsonValue] = []
    for delta in deltas_of(payloads):
        calls = delta["tool_calls"]
        assert isinstance(calls, list)
        found += [call["index"] for call in calls if isinstance(call, dict)]
    return found


@given(
    texts=st.lists(st.text(max_size=6), max_size=8),
    cuts=st.lists(st.integers(min_value=0, max_value=5_000), max_size=12),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_text_is_the_same_however_the_bytes_are_split(
    texts: list[str], cuts: list[int], end: str
) -> None:
    data = stream([*(chunk({"content": text}) for text in texts), chunk({}, "stop")], end=end)
    mender, payloads = mend(data, cuts)
    assert text_of(payloads) == "".join(texts)
    assert mender.record.done
    assert mender.record.finish_reason == "stop"


def test_deltas_that_arrive_together_come_out_as_one() -> None:
    data = stream([chunk({"content": "a"}), chunk({"content": "b"}), chunk({"content": "c"})])
    _, payloads = mend(data)
    assert len(payloads) == 1
    assert text_of(payloads) == "abc"


def test_text_keeps_its_place_before_a_call() -> None:
    _, payloads = mend(stream([chunk({"content": "a"}), call("{}", id="1", name="n")]))
    assert text_of(payloads[:1]) == "a"
    assert len(payloads) == 2


@given(
    arguments=st.lists(
        st.dictionaries(st.text(max_size=3), st.text(max_size=3), max_size=2).map(json.dumps),
        min_size=1,
        max_size=4,
    ),
    size=st.integers(min_value=1, max_value=5),
    cuts=st.lists(st.integers(min_value=0, max_value=5_000), max_size=8),
)
def test_b008_calls_with_ids_of_their_own_come_apart_under_one_index(
    arguments: list[str], size: int, cuts: list[int]
) -> None:
    payloads: list[JsonObject] = []
    for number, text in enumerate(arguments):
        payloads.append(call("", id=f"c{number}", name="read"))
        payloads += [call(text[at : at + size]) for at in range(0, len(text), size)]
    mender, out = mend(stream(payloads), cuts)
    assert [one.arguments for one in mender.record.calls] == arguments
    assert list(dict.fromkeys(indexes_of(out))) == list(range(len(arguments)))


@pytest.mark.parametrize(
    ("payloads", "calls"),
    [
        pytest.param(
            [call('{"p":1}', name="read"), call('{"p":2}', name="write")],
            [("read", '{"p":1}'), ("write", '{"p":2}')],
            id="a new name begins a call",
        ),
        pytest.param(
            [call("", name="now"), call("", name="later")],
            [("now", ""), ("later", "")],
            id="a new name begins a call after one without arguments",
        ),
        pytest.param(
            [call('{"p":1}', name="read"), call('{"p":2}')],
            [("read", '{"p":1}'), ("read", '{"p":2}')],
            id="whole arguments end a call",
        ),
        pytest.param(
            [
                call('{"p"', id="a", name="read"),
                call(":1", id="a", name="read"),
                call("}", id="a", name="read"),
            ],
            [("read", '{"p":1}')],
            id="id and name said again are the same call",
        ),
        pytest.param(
            [call('{"p":1}', id="a", name="read"), call('{"p":1}', id="a", name="read")],
            [("read", '{"p":1}')],
            id="a whole call said twice is one",
        ),
        pytest.param(
            [
                call("{", id="a", name="x", index=None),
                call("{", id="b", name="y", index=None),
                call("}", id="a", index=None),
                call("}", id="b", index=None),
            ],
            [("x", "{}"), ("y", "{}")],
            id="without an index the id decides",
        ),
        pytest.param(
            [call("", name="read"), call('{"p":1}', id="late")],
            [("read", '{"p":1}')],
            id="an id may come late",
        ),
    ],
)
def test_b008_which_delta_belongs_to_which_call(
    payloads: list[JsonObject], calls: list[tuple[str, str]]
) -> None:
    mender, _ = mend(stream(payloads))
    assert [(one.name, one.arguments) for one in mender.record.calls] == calls


def test_what_is_no_json_or_no_event_passes_or_is_dropped() -> None:
    mender = ChatStreamMender()
    out = mender.feed(b": comment\nevent: x\nretry: 3\ndata: not json\n\ndata: 7\n\n")
    assert out == b"data: not json\n\n"
    assert not mender.record.ended


def test_an_event_left_open_at_the_end_is_still_said() -> None:
    mender, payloads = mend(b'data: {"choices": [{"index": 0, "delta": {"content": "a"}}]}')
    assert text_of(payloads) == "a"
    assert not mender.record.done


def test_an_event_without_end_is_refused() -> None:
    mender = ChatStreamMender()
    with pytest.raises(StreamTooLarge):
        mender.feed(b"data: " + b"x" * (EVENT_LIMIT + 1))


def test_an_event_that_is_nested_too_deeply_is_refused() -> None:
    with pytest.raises(StreamTooLarge):
        ChatStreamMender().feed(b"data: " + b"[" * 100_000 + b"\n\n")


def test_arguments_that_are_nested_too_deeply_are_no_object() -> None:
    assert not is_object('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}")


def test_a_long_line_in_small_pieces_takes_no_long_time() -> None:
    mender = ChatStreamMender()
    started = time.process_time()
    for _ in range(20_000):
        assert mender.feed(b"x" * 100) == b""
    assert time.process_time() - started < 1
