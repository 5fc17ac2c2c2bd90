"""A Chat Completions stream as it is read: text at once, all else when it has ended; no I/O."""

from __future__ import annotations

import json
from typing import Final, cast

from docsteward.base.ids import new_id
from docsteward.base.values import JsonObject, JsonValue
from docsteward.llm.chat_opaque import ChatOpaque
from docsteward.llm.chat_stream import CallAssembler, OpenCall, StreamRecord, delta_of
from docsteward.llm.endings import ended_as
from docsteward.llm.event_data import EventData, StreamTooLarge
from docsteward.llm.model import FinishReason, ModelCall, ModelReply, ReplyEnded, Usage

_REASONS: Final[dict[str, FinishReason]] = {
    "stop": "stop",
    "tool_calls": "calls",
    "function_call": "calls",
    "length": "length",
    "content_filter": "filtered",
}
_DONE: Final = "[DONE]"


class StreamFailed(Exception):
    """The server said in the middle of its stream that it failed; `error` is what it said."""

    def __init__(self, error: JsonValue) -> None:
        super().__init__("the stream says that it failed")
        self.error = error


class ChatReader:
    """Takes the bytes of a stream and gives back the text that they add.

    Raises StreamTooLarge, StreamFailed, and ValueError for what is no chunk.
    """

    def __init__(self) -> None:
        self.record = StreamRecord()
        self._events = EventData()
        self._calls = CallAssembler(self.record.calls)
        self._opaque = ChatOpaque()
        self._usage = Usage()
        self._said: list[str] = []

    def feed(self, data: bytes) -> str:
        """Return the text that these bytes add."""
        return self._read(self._events.feed(data))

    def close(self) -> str:
        """Return the text of what was still open when the server closed the stream."""
        return self._read(self._events.close())

    def _read(self, payloads: list[str]) -> str:
        added = "".join([self._chunk(payload) for payload in payloads])
        if added:
            self._said.append(added)
        return added

    def _chunk(self, payload: str) -> str:
        if payload.strip() == _DONE:
            self.record.done = True
            return ""
        try:
            chunk = cast(JsonValue, json.loads(payload))
        except RecursionError:
            raise StreamTooLarge("one event is nested too deeply") from None
        # Events that are no chunk, or have no delta, add nothing (fault B097).
        if not isinstance(chunk, dict):
            return ""
        if error := chunk.get("error"):
            raise StreamFailed(error)
        self.record.note(chunk)
        if isinstance(usage := chunk.get("usage"), dict):
            self._usage = _usage(usage)
        delta = delta_of(chunk)
        return "" if delta is None else self._delta(delta)

    def _delta(self, delta: JsonObject) -> str:
        if isinstance(calls := delta.get("tool_calls"), list):
            for call in calls:
                if isinstance(call, dict):
                    self._calls.take(call)
        # Most deltas are text and nothing else.
        if len(delta) > 1 or "content" not in delta:
            self._opaque.add(delta)
        content = delta.get("content")
        return content if isinstance(content, str) else ""

    def ended(self, *, system: str, limit: int | None) -> ReplyEnded:
        """Return the end of the reply; `limit` is the most tokens that it was allowed."""
        calls = self._whole_calls(limit)
        reason = _REASONS.get(self.record.finish_reason or "", "unknown")
        # A reply without calls ends its turn: its thinking is not asked for again.
        opaque = self._opaque.as_json(system=system) if calls else None
        return ReplyEnded(
            reply=ModelReply(text="".join(self._said), calls=calls, opaque=opaque),
            reason=ended_as(reason, has_calls=bool(calls)),
            usage=self._usage,
        )

    def _whole_calls(self, limit: int | None) -> tuple[ModelCall, ...]:
        calls: list[ModelCall] = []
        used: set[str] = set()
        for call in self.record.calls:
            # Some servers give no id, or one id twice; a result must still find its one call.
            id = call.id if call.id and call.id not in used else new_id("call")
            used.add(id)
            cut = _is_cut(call, self.record, limit=limit, is_last=call is self.record.calls[-1])
            calls.append(ModelCall(id=id, name=call.name, arguments=call.arguments, cut=cut))
            if call.extra is not None:
                self._opaque.extras[id] = call.extra
        return tuple(calls)


def _is_cut(call: OpenCall, record: StreamRecord, *, limit: int | None, is_last: bool) -> bool:
    """Say whether the reply ended in the middle of a call (faults B004, B005, B007)."""
    if call.is_whole:
        return False
    is_blank = not call.arguments.strip()
    if record.finish_reason == "length":
        return is_last or not is_blank
    spent = limit is not None and record.output_tokens is not None and record.output_tokens >= limit
    return not is_blank and (spent or record.finish_reason is None)


def _usage(said: JsonObject) -> Usage:
    return Usage(
        input_tokens=_count(said.get("prompt_tokens")),
        output_tokens=_count(said.get("completion_tokens")),
        cached_tokens=_inner(said, "prompt_tokens_details", "cached_tokens"),
        reasoning_tokens=_inner(said, "completion_tokens_details", "reasoning_tokens"),
    )


def _inner(said: JsonObject, group: str, name: str) -> int:
    details = said.get(group)
    return _count(details.get(name)) if isinstance(details, dict) else 0


def _count(value: JsonValue) -> int:
    # A number of a stranger's: storage takes none that is no count.
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53
    return value if is_count and isinstance(value, int) else 0
