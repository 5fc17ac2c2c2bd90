"""The Chat Completions stream, mended byte by byte before a library reads it; no I/O."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TypeGuard, cast

from docsteward.base.values import JsonObject, JsonValue
from docsteward.llm.event_data import EventData, StreamTooLarge

_DONE = "[DONE]"


@dataclass(kw_only=True)
class OpenCall:
    """A call while it arrives: what was said of it so far, exactly as it was said."""

    number: int
    id: str = ""
    name: str = ""
    arguments: str = ""
    extra: JsonValue = None

    @property
    def is_whole(self) -> bool:
        """Whether the arguments are already one complete JSON object."""
        text = self.arguments.strip()
        # Cheap first: most deltas do not end in a brace.
        return text.startswith("{") and text.endswith("}") and is_object(text)


def is_object(text: str) -> bool:
    """Say whether a text is exactly one JSON object."""
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


@dataclass(kw_only=True)
class StreamRecord:
    """What a stream was seen to carry, for the decisions that a library would blur."""

    calls: list[OpenCall] = field(default_factory=list[OpenCall])
    finish_reason: str | None = None
    done: bool = False
    failed: bool = False
    output_tokens: int | None = None

    def note(self, chunk: JsonObject) -> None:
        """Keep of a chunk what decides how the reply is to be read."""
        if chunk.get("error"):
            self.failed = True
        choice = _choice(chunk)
        if choice is not None and isinstance(reason := choice.get("finish_reason"), str):
            self.finish_reason = reason
        usage = chunk.get("usage")
        if isinstance(usage, dict) and isinstance(tokens := usage.get("completion_tokens"), int):
            self.output_tokens = tokens

    @property
    def ended(self) -> bool:
        """Whether the server said in any way that this was all."""
        return self.done or self.finish_reason is not None


class CallAssembler:
    """Puts the deltas of calls together: two calls under one index stay two (faults B002, B008)."""

    def __init__(self, calls: list[OpenCall]) -> None:
        self._calls = calls
        self._by_index: dict[int, OpenCall] = {}

    def take(self, delta: JsonObject) -> JsonObject:
        """Add a delta to its call; return it as a delta of that call alone."""
        function = delta.get("function")
        said = function if isinstance(function, dict) else {}
        raw_index = delta.get("index")
        index = raw_index if isinstance(raw_index, int) else 0
        call = self._find(index, _text(delta, "id"), _text(said, "name"), _text(said, "arguments"))
        return _extend(call, delta, said)

    def _find(self, index: int, id: str, name: str, arguments: str) -> OpenCall:
        current = self._by_index.get(index)
        if id and (current is None or (current.id and current.id != id)):
            known = next((call for call in self._calls if call.id == id), None)
            current = known or self._open(id=id)
        elif current is None:
            current = self._open(id=id)
        elif _begins_anew(current, name=name, arguments=arguments):
            current = self._open(name="" if name else current.name)
        self._by_index[index] = current
        return current

    def _open(self, *, id: str = "", name: str = "") -> OpenCall:
        call = OpenCall(number=len(self._calls), id=id, name=name)
        self._calls.append(call)
        return call


class ChatStreamMender:
    """Takes a Chat Completions event stream in pieces of any size and gives it back mended.

    Text deltas that arrive in one piece come out as one; each tool call gets an index of its own
    (faults B002, B008), with its id and name said once; everything else passes untouched.
    `record` tells what was seen. Raises StreamTooLarge.
    """

    def __init__(self) -> None:
        self.record = StreamRecord()
        self._events = EventData()
        self._calls = CallAssembler(self.record.calls)
        self._text: JsonObject | None = None

    def feed(self, data: bytes) -> bytes:
        """Return what can be said after these bytes; empty while an event is incomplete."""
        out = [self._event(payload) for payload in self._events.feed(data)]
        return b"".join((*out, self._flush_text()))

    def close(self) -> bytes:
        """Return what was still open when the server closed the stream."""
        out = [self._event(payload) for payload in self._events.close()]
        return b"".join((*out, self._flush_text()))

    def _event(self, payload: str) -> bytes:
        if payload.strip() == _DONE:
            self.record.done = True
            return self._flush_text() + _event(_DONE)
        try:
            chunk = cast(JsonValue, json.loads(payload))
        except ValueError:
            return self._flush_text() + _event(payload)
        except RecursionError:
            raise StreamTooLarge("one event is nested too deeply") from None
        if not isinstance(chunk, dict):
            return self._flush_text()
        return self._chunk(chunk)

    def _chunk(self, chunk: JsonObject) -> bytes:
        self.record.note(chunk)
        delta = delta_of(chunk)
        if delta is not None and _is_plain_text(chunk, delta):
            return self._hold_text(chunk, delta)
        if delta is not None and isinstance(calls := delta.get("tool_calls"), list):
            delta["tool_calls"] = [self._calls.take(one) for one in calls if isinstance(one, dict)]
        return self._flush_text() + _event(json.dumps(chunk, ensure_ascii=False))

    def _hold_text(self, chunk: JsonObject, delta: JsonObject) -> bytes:
        held = self._text and delta_of(self._text)
        if held:
            held["content"] = _text(held, "content") + _text(delta, "content")
        else:
            self._text = chunk
        return b""

    def _flush_text(self) -> bytes:
        if self._text is None:
            return b""
        chunk, self._text = self._text, None
        return _event(json.dumps(chunk, ensure_ascii=False))


def _begins_anew(call: OpenCall, *, name: str, arguments: str) -> bool:
    if name and call.name and name != call.name:
        return True
    # A delta that says again what is whole already is a repetition, not a second call.
    return bool(arguments.strip()) and call.is_whole and arguments != call.arguments


def _extend(call: OpenCall, delta: JsonObject, said: JsonObject) -> JsonObject:
    """Add a delta to its call; return it as the first or a later delta of that call alone."""
    fresh: JsonObject = {"index": call.number}
    function: JsonObject = {}
    if (id := _text(delta, "id")) and not call.id:
        call.id = id
    if not call.arguments and call.id:
        fresh["id"] = call.id
    if (name := _text(said, "name")) and not call.name:
        call.name = name
        function["name"] = name
    arguments = _text(said, "arguments")
    if call.is_whole:
        arguments = ""
    call.arguments += arguments
    function["arguments"] = arguments
    if delta.get("extra_content") is not None:
        call.extra = fresh["extra_content"] = delta["extra_content"]
    return {**fresh, "type": "function", "function": function}


def _choice(chunk: JsonObject) -> JsonObject | None:
    choices = chunk.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    return first if isinstance(first, dict) else None


def delta_of(chunk: JsonObject) -> JsonObject | None:
    """Return what a chunk adds, None where it adds nothing."""
    choice = _choice(chunk)
    delta = choice.get("delta") if choice is not None else None
    return delta if isinstance(delta, dict) else None


def _is_plain_text(chunk: JsonObject, delta: JsonObject) -> bool:
    choice = _choice(chunk) or {}
    return (
        _is_text(delta.get("content"))
        and all(delta[key] is None for key in delta if key not in ("content", "role"))
        and choice.get("finish_reason") is None
        and not chunk.get("usage")
    )


def _is_text(value: JsonValue) -> TypeGuard[str]:
    return isinstance(value, str)


def _text(values: JsonObject, key: str) -> str:
    value = values.get(key)
    return value if isinstance(value, str) else ""


def _event(payload: str) -> bytes:
    return "".join(f"data: {line}\n" for line in payload.split("\n")).encode() + b"\n"
