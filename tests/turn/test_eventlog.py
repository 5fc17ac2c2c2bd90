"""The log of a turn's events: what is stored when, and in which order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

from docsteward.storage.database import Database
from docsteward.storage.events import Events
from docsteward.storage.records import EventRecord
from docsteward.testing.clock import FakeClock
from docsteward.turn.eventlog import EventLog, Numbered
from docsteward.turn.events import StatusChanged, TextAdded, ToolReturned, TurnEnded

TURN = "turn_1"
RETURNED = ToolReturned(call="c", tool="t", ok=True, ms=1)


class SlowEvents(Events):
    """Keeps what is stored, slowly, and how many were storing at once."""

    def __init__(self) -> None:
        super().__init__(Database("sqlite://"))
        self.stored: list[int] = []
        self.batches = 0
        self.at_once = 0
        self.most_at_once = 0

    async def append(self, turn_id: str, events: Sequence[EventRecord]) -> None:
        self.batches += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(0)
        self.stored += [event.seq for event in events]
        self.at_once -= 1

    async def after(self, turn_id: str, seq: int, *, limit: int = 500) -> list[EventRecord]:
        return []

    async def last_seq(self, turn_id: str) -> int:
        return 0


async def test_b094_events_of_calls_that_run_together_are_stored_one_batch_at_a_time() -> None:
    events = SlowEvents()
    recorder = await EventLog(events, FakeClock()).open(TURN)
    await asyncio.gather(*(recorder.emit(RETURNED) for _ in range(4)))
    assert events.most_at_once == 1
    assert events.stored == [1, 2, 3, 4]


async def test_text_and_status_are_stored_along_with_what_comes_next() -> None:
    events = SlowEvents()
    recorder = await EventLog(events, FakeClock()).open(TURN)
    await recorder.emit(StatusChanged(phase="thinking"))
    await recorder.emit(TextAdded(text="Ten"))
    assert events.stored == []
    await recorder.emit(RETURNED)
    assert (events.stored, events.batches) == ([1, 2, 3], 1)


async def test_text_is_stored_when_it_is_due_and_at_the_close() -> None:
    events, clock = SlowEvents(), FakeClock()
    log = EventLog(events, clock)
    recorder = await log.open(TURN)
    clock.advance(0.2)
    await recorder.emit(TextAdded(text="Ten"))
    await recorder.emit(TextAdded(text=" projects"))
    assert events.stored == [1]
    await log.close(TURN)
    assert events.stored == [1, 2]


async def following(events: AsyncIterator[Numbered]) -> Numbered:
    return await anext(events)


async def test_a_follower_here_sees_an_event_before_it_is_stored() -> None:
    events = SlowEvents()
    log = EventLog(events, FakeClock(), poll_seconds=3600)
    recorder = await log.open(TURN)
    follower = log.follow(TURN)
    waiting = asyncio.ensure_future(following(follower))
    await asyncio.sleep(0)
    await recorder.emit(TextAdded(text="Ten"))
    assert (await waiting).event == TextAdded(text="Ten")
    assert events.stored == []
    waiting = asyncio.ensure_future(following(follower))
    await asyncio.sleep(0)
    recorder.show_stored([TurnEnded(state="answered")])
    assert (await waiting).event == TurnEnded(state="answered")
