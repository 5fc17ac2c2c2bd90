"""A turn against a proxy that only hands bytes on: processor time, and delay of the first token.

Four ways to the same mock model, each in a process of its own, measured in rounds one after
another: the bare proxy (the client makes the three requests itself), the bare loop on the model
library, the same loop on our own wire, and the whole product. Read the ratios; the figures
themselves are the machine's.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from figures import Row, ratios, report, spread
from mock_model import FIRST_TEXT
from product import KEY, ORIGIN
from wire import Heard, exchange, request
from worker import Worker, started

TEXT, MARK = FIRST_TEXT.encode(), b"[1]"
CHAT_QUESTION = "How are tools configured, and what does the pro plan allow?"
CHAT = "/v1/chat/completions"


@dataclass(frozen=True, kw_only=True)
class Turn:
    """When a reader saw the first text and the first marker of a turn, in milliseconds."""

    text: float
    mark: float


@dataclass(kw_only=True)
class Way:
    """One way to the model, with what was measured of it: a value for each round."""

    worker: Worker
    ask: Callable[[int], Awaitable[Turn]]
    cpu: list[float] = field(default_factory=list[float])
    text: list[float] = field(default_factory=list[float])
    mark: list[float] = field(default_factory=list[float])

    async def round(self, number: int, turns: int) -> None:
        """Run some turns, one after another."""
        before = await self.worker.cpu()
        seen = [await self.ask(number * turns + n) for n in range(turns)]
        self.cpu.append((await self.worker.cpu() - before) * 1000 / turns)
        self.text.append(spread([turn.text for turn in seen]).median)
        self.mark.append(spread([turn.mark for turn in seen]).median)


def three_requests(worker: Worker) -> Callable[[int], Awaitable[Turn]]:
    """Return a client that runs the turn's loop itself, through the proxy."""
    evidence = "Some text of the documentation. " * 60
    opening = [
        {"role": "system", "content": "Answer from the evidence. " * 40},
        {"role": "user", "content": f"{evidence}\n\nQuestion: {CHAT_QUESTION}"},
    ]
    result = {"role": "tool", "tool_call_id": "c1", "content": evidence}

    async def ask(_: int) -> Turn:
        began = time.perf_counter()
        heard = Heard()
        for results in range(3):
            asked = {"model": "mock", "stream": True, "messages": opening + [result] * results}
            body = json.dumps(asked, separators=(",", ":")).encode()
            heard = await exchange(worker.port, request(CHAT, body), (TEXT, MARK))
        return _turn(began, heard.seen_at)

    return ask


def one_request(worker: Worker) -> Callable[[int], Awaitable[Turn]]:
    """Return a client of the bare loop."""

    async def ask(_: int) -> Turn:
        began = time.perf_counter()
        heard = await exchange(worker.port, request("/", b"{}"), (TEXT, MARK))
        return _turn(began, heard.seen_at)

    return ask


async def open_session(worker: Worker) -> dict[str, str]:
    """Open a reader's session; return the headers that carry it."""
    opened = request("/api/v1/session", json.dumps({"key": KEY}).encode(), {"origin": ORIGIN})
    answer = await exchange(worker.port, opened)
    token = json.loads(answer.body.partition(b"\r\n\r\n")[2])["token"]
    return {"authorization": f"Bearer {token}"}


async def a_reader(worker: Worker) -> Callable[[int], Awaitable[Turn]]:
    """Return a reader of the product, with a session of their own."""
    headers = await open_session(worker)

    async def ask(number: int) -> Turn:
        message = {"id": "m", "role": "user", "parts": [{"type": "text", "text": CHAT_QUESTION}]}
        body = json.dumps({"id": f"talk-{number}", "messages": [message]}).encode()
        sent = request("/api/v1/chat", body, headers)
        began = time.perf_counter()
        heard = await exchange(worker.port, sent, (TEXT, MARK))
        if b'"state":"answered"' not in heard.body:
            raise RuntimeError(f"the turn was not answered: {bytes(heard.body[-400:])!r}")
        return _turn(began, heard.seen_at)

    return ask


def _turn(began: float, seen_at: dict[bytes, float]) -> Turn:
    return Turn(text=(seen_at[TEXT] - began) * 1000, mark=(seen_at[MARK] - began) * 1000)


async def measure(*, rounds: int, turns: int, pace: float) -> dict[str, Way]:
    """Measure every way, in rounds that take turns; the first round only warms up."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        model = await stack.enter_async_context(started("model", "mock_model.py", str(pace)))
        upstream = str(model.port)
        proxy = await stack.enter_async_context(started("proxy", "proxy.py", upstream))
        direct = await stack.enter_async_context(started("direct", "direct.py", upstream))
        own = await stack.enter_async_context(started("own", "own.py", upstream))
        product = await stack.enter_async_context(
            started("product", "product.py", upstream, folder, "15")
        )
        ways = {
            "passthrough": Way(worker=proxy, ask=three_requests(proxy)),
            "direct loop": Way(worker=direct, ask=one_request(direct)),
            "own wire": Way(worker=own, ask=one_request(own)),
            "docsteward": Way(worker=product, ask=await a_reader(product)),
        }
        for number in range(rounds + 1):
            for way in ways.values():
                await way.round(number, turns)
    for way in ways.values():
        del way.cpu[0], way.text[0], way.mark[0]
    return ways


def rows(ways: dict[str, Way]) -> list[Row]:
    """Return the report's lines; ratios are of rounds that ran side by side."""
    base = ways["passthrough"]
    return [
        Row(
            name=name,
            cells={
                "CPU ms/turn": spread(way.cpu),
                "CPU ratio": ratios(way.cpu, base.cpu),
                "first text +ms": spread(_added(way.text, base.text)),
                "first marker +ms": spread(_added(way.mark, base.mark)),
            },
        )
        for name, way in ways.items()
    ]


def _added(values: list[float], base: list[float]) -> list[float]:
    return [value - other for value, other in zip(values, base, strict=True)]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--turns", type=int, default=5, help="turns in a round")
    parser.add_argument("--pace", type=float, default=1, help="milliseconds between two deltas")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    ways = asyncio.run(measure(rounds=given.rounds, turns=given.turns, pace=given.pace))
    title = f"3 steps, 292 deltas, {given.pace:g} ms apart; medians with quartiles"
    report(title, rows(ways), as_json=given.json)


if __name__ == "__main__":
    main()
