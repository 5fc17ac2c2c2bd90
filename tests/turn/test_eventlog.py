"""The log of a turn's events: in order, live, and leaving nothing behind."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from docsteward.base.errors import OperatorFault
from docsteward.storage.records import EventRecord
from docsteward.testing.clock import FakeClock
from docsteward.turn.eventlog import EventLog, Numbered
from docsteward.turn.events import TextAdded, TurnEnded, TurnEvent, TurnStarted

TURN = "turn_1"
START, END = TurnStarted(turn=TURN), TurnEnded(state="answered")


class FakeEvents:
    """A store in memory that takes its time, and refuses a gap as the real one does."""

    def __init__(self) -> None:
        self.rows: list[EventRecord] = []
        self.slow = 0
        self.away = False
        self.writes = 0

    async def append(self, turn_id: str, events: list[EventRecord]) -> None:
        end = len(self.rows)
        # The first to come takes longest, as a slow connection of a pool would.
        turns, self.slow = self.slow, 0
        for _ in range(turns):
            await asyncio.sleep(0)
        if self.away:
            raise OperatorFault("database_unavailable", "The database is away.")
        assert [row.seq for row in events] == list(range(end + 1, end + 1 + len(events)))
        assert len(self.rows) == end, "another write came in between"
        self.rows += events
        self.writes += 1

    async def after(self, turn_id: str, seq: int, *, limit: int = 500) -> list[EventRecord]:
        return self.rows[seq : seq + limit]

    async def last_seq(self, turn_id: str) -> int:
        return len(self.rows)


def a_log(clock: FakeClock | None = None) -> tuple[EventLog, FakeEvents]:
    store = FakeEvents()
    log = EventLog(store, clock or FakeClock(), poll_seconds=0.01)  # pyright: ignore[reportArgumentType] - what it asks of it
    return log, store


async def all_of(log: EventLog, *, after: int = 0) -> list[Numbered]:
    return [numbered async for numbered in log.follow(TURN, after=after)]


async def test_events_shown_together_are_stored_in_their_order() -> None:
    log, store = a_log()
    recorder = await log.open(TURN)
    store.slow = 20
    await asyncio.gather(*(recorder.emit(START) for _ in range(6)))
    assert [row.seq for row in store.rows] == [1, 2, 3, 4, 5, 6]


async def test_what_could_not_be_stored_is_stored_later() -> None:
    log, store = a_log()
    recorder = await log.open(TURN)
    store.away = True
    with pytest.raises(OperatorFault):
        await recorder.emit(START)
    store.away = False
    await recorder.emit(END)
    assert [row.seq for row in store.rows] == [1, 2]


async def test_b153_text_is_stored_in_batches() -> None:
    clock = FakeClock()
    log, store = a_log(clock)
    recorder = await log.open(TURN)
    for _ in range(50):
        await recorder.emit(TextAdded(text="x"))
    assert store.writes == 0
    clock.advance(1)
    await recorder.emit(TextAdded(text="x"))
    assert (store.writes, len(store.rows)) == (1, 51)
    await log.close(TURN)
    assert store.writes == 1


async def test_followers_see_text_before_it_is_stored_and_the_same_in_the_end() -> None:
    log, store = a_log()
    recorder = await log.open(TURN)
    await recorder.emit(START)
    early = asyncio.create_task(all_of(log))
    seen: list[TurnEvent] = []
    async with aclosing(log.follow(TURN)) as live:
        await recorder.emit(TextAdded(text="Ten"))
        async for numbered in live:
            seen.append(numbered.event)
            if isinstance(numbered.event, TextAdded):
                break
    assert len(store.rows) == 1
    await recorder.emit(END)
    await log.close(TURN)
    assert [each.event for each in await early] == [*seen, END]
    assert [each.seq for each in await all_of(log, after=1)] == [2, 3]
    assert log.followed == 0


async def test_b155_nobody_who_followed_is_remembered() -> None:
    log, _ = a_log()
    recorder = await log.open(TURN)
    await recorder.emit(START)
    waiting = [asyncio.create_task(all_of(log)) for _ in range(20)]
    while log.followed < 20:  # noqa: ASYNC110 - each task takes a few rounds to get there
        await asyncio.sleep(0)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert log.followed == 0
    await recorder.emit(END)
    await log.close(TURN)
    for _ in range(20):
        assert len(await all_of(log)) == 2
    assert log.followed == 0


async def test_a_log_that_cannot_be_closed_is_let_go_all_the_same() -> None:
    log, store = a_log()
    recorder = await log.open(TURN)
    await recorder.emit(TextAdded(text="x"))
    store.away = True
    with pytest.raises(OperatorFault):
        await log.close(TURN)
    await log.close(TURN)


async def test_a_turn_of_another_process_is_followed_from_storage() -> None:
    log, store = a_log()
    elsewhere = EventLog(store, FakeClock())  # pyright: ignore[reportArgumentType] - what it asks of it
    recorder = await elsewhere.open(TURN)
    follower = asyncio.create_task(all_of(log))
    await recorder.emit(START)
    await recorder.emit(END)
    assert [each.event for each in await follower] == [START, END]
