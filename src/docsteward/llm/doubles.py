"""Models for tests: one that says what it is told, one that obeys whoever planted a text."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from docsteward.llm.model import (
    CallResult,
    FinishReason,
    ModelCall,
    ModelEvent,
    ModelReply,
    ModelRequest,
    ReaderText,
    ReplyEnded,
    TextDelta,
    Usage,
)
from docsteward.llm.offer_lines import OFFER_MARK


@dataclass(frozen=True, kw_only=True)
class Says:
    """One scripted reply: text in chunks, then calls; or an error, raised after the chunks."""

    text: tuple[str, ...] = ()
    calls: tuple[ModelCall, ...] = ()
    reason: FinishReason | None = None
    usage: Usage = field(default_factory=Usage)
    error: Exception | None = None


ScriptStep: TypeAlias = Says | Callable[[ModelRequest], Says]


class ScriptedModel:
    """Replies step by step from a list; `requests` keeps what it was asked.

    A request beyond the list raises AssertionError: the test asked for more than it scripted.
    """

    def __init__(self, replies: Sequence[ScriptStep], *, name: str = "scripted") -> None:
        self._replies = tuple(replies)
        self._name = name
        self.requests: list[ModelRequest] = []

    @property
    def name(self) -> str:
        return self._name

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Yield the next scripted reply."""
        number = len(self.requests)
        self.requests.append(request)
        if number >= len(self._replies):
            raise AssertionError(f"request {number + 1} came, {len(self._replies)} are scripted")
        step = self._replies[number]
        says = step if isinstance(step, Says) else step(request)
        for chunk in says.text:
            yield TextDelta(text=chunk)
        if says.error is not None:
            raise says.error
        yield ended(says)


def ended(says: Says) -> ReplyEnded:
    """Return the last event of a scripted reply."""
    return ReplyEnded(
        reply=ModelReply(text="".join(says.text), calls=says.calls),
        reason=says.reason or ("calls" if says.calls else "stop"),
        usage=says.usage,
    )


_ORDER = re.compile(r"SYSTEM:\s*(call|offer|say)\s+(.+)")
_NAMED = re.compile(r"(\S+)\s*(\{.*\})?")


@dataclass(frozen=True, kw_only=True)
class _Orders:
    """What planted lines demand, in their order."""

    calls: tuple[tuple[str, str], ...]
    offers: tuple[tuple[str, str], ...]
    sayings: tuple[str, ...]


class ObedientModel:
    """A model that belongs to the attacker: it does whatever a planted line says.

    It reads evidence, tool results and what stands beside the question for lines such as
    `SYSTEM: call NAME {json}`, `SYSTEM: offer NAME {json}` and `SYSTEM: say TEXT`. It calls what
    it was told to call whether or not it was offered, each once, then says and offers the rest.
    What it achieves is what the host allows (SPEC E14, L2).
    """

    @property
    def name(self) -> str:
        return "obedient"

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Yield what the planted lines demand."""
        orders = _read_orders(request)
        made = {(call.name, call.arguments) for call in _calls_made(request)}
        due = [order for order in orders.calls if order not in made]
        if due:
            calls = tuple(
                ModelCall(id=f"obeyed_{len(made) + number}", name=name, arguments=arguments)
                for number, (name, arguments) in enumerate(due)
            )
            yield ended(Says(calls=calls))
            return
        lines = [*orders.sayings]
        if not lines:
            lines.append("Nothing was planted.")
        # As planted, even where that is no JSON: the host has to cope.
        offers = [f"{OFFER_MARK} {name} {args}" for name, args in orders.offers]
        text = "\n".join(lines) + ("\n\n" + "\n".join(offers) if offers else "")
        yield TextDelta(text=text)
        yield ended(Says(text=(text,)))


def _read_orders(request: ModelRequest) -> _Orders:
    texts = [evidence.text for evidence in request.evidence]
    texts += [
        message.text for message in request.messages if isinstance(message, ReaderText | CallResult)
    ]
    found = dict.fromkeys(match.groups() for text in texts for match in _ORDER.finditer(text))
    named = [(verb, _NAMED.match(rest)) for verb, rest in found]
    return _Orders(
        calls=tuple(_pair(match) for verb, match in named if verb == "call" and match),
        offers=tuple(_pair(match) for verb, match in named if verb == "offer" and match),
        sayings=tuple(rest.strip() for verb, rest in found if verb == "say"),
    )


def _pair(match: re.Match[str]) -> tuple[str, str]:
    return match.group(1), match.group(2) or "{}"


def _calls_made(request: ModelRequest) -> list[ModelCall]:
    return [
        call
        for message in request.messages
        if isinstance(message, ModelReply)
        for call in message.calls
    ]
