"""The log of a turn's events: written behind, read live, resumed from any place.

A running turn writes through a `Recorder`. Whoever follows the turn gets events at once when it
runs in this process, and from storage, looked at every `poll_seconds`, when it runs in another.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from docsteward.base.clock import Clock
from docsteward.storage.events import Events
from docsteward.storage.records import EventRecord
from docsteward.turn.events import (
    StatusChanged,
    TextAdded,
    TurnEnded,
    TurnEvent,
    from_json,
    to_json,
)

# Text and status lines are stored in batches: a crash may lose this much of a stream that nobody
# had finished.
_WRITE_BEHIND_SECONDS = 0.1


@dataclass(frozen=True)
class Numbered:
    """An event with its place in its turn's log; the first one is 1."""

    seq: int
    event: TurnEvent


class Recorder:
    """Writes one turn's events; made by `EventLog.open`, closed when the turn ends or waits."""

    def __init__(self, log: EventLog, turn_id: str, *, last_seq: int, clock: Clock) -> None:
        self._log = log
        self._turn_id = turn_id
        self._clock = clock
        self._flushed_at = clock.monotonic()
        self.events: list[Numbered] = []
        self.first_seq = last_seq + 1
        self._stored = 0
        # Calls of one reply run together and each shows events: storing keeps their order.
        self._storing = asyncio.Lock()

    async def emit(self, event: TurnEvent) -> None:
        """Show an event to followers now and store it soon."""
        self.events.append(Numbered(self.first_seq + len(self.events), event))
        self._log.notify(self._turn_id)
        due = self._clock.monotonic() - self._flushed_at >= _WRITE_BEHIND_SECONDS
        if due or not isinstance(event, TextAdded | StatusChanged):
            await self.flush()

    async def flush(self) -> None:
        """Store what is not stored yet. Raises OperatorFault; what failed is tried again."""
        async with self._storing:
            fresh = self.events[self._stored :]
            self._flushed_at = self._clock.monotonic()
            if fresh:
                await self._log.store(self._turn_id, [self._record(item) for item in fresh])
                self._stored += len(fresh)

    def show_stored(self, events: Sequence[TurnEvent]) -> None:
        """Show followers the turn's last events, which were stored along with its end."""
        at = self.first_seq + len(self.events)
        self.events += [Numbered(at + n, event) for n, event in enumerate(events)]
        self._stored = len(self.events)
        self._log.notify(self._turn_id)

    def _record(self, numbered: Numbered) -> EventRecord:
        name, data = to_json(numbered.event)
        return EventRecord(
            turn_id=self._turn_id,
            seq=numbered.seq,
            type=name,
            data=data,
            created_at=self._clock.now(),
        )


class EventLog:
    """All turns' logs, as this process sees them."""

    def __init__(self, events: Events, clock: Clock, *, poll_seconds: float = 0.3) -> None:
        self._events = events
        self._clock = clock
        self._poll_seconds = poll_seconds
        self._live: dict[str, Recorder] = {}
        self._followers: dict[str, set[asyncio.Event]] = {}

    async def open(self, turn_id: str) -> Recorder:
        """Start or go on writing a turn's log."""
        last = await self._events.last_seq(turn_id)
        recorder = Recorder(self, turn_id, last_seq=last, clock=self._clock)
        self._live[turn_id] = recorder
        return recorder

    async def close(self, turn_id: str) -> None:
        """Store what is left and stop being the turn's live source."""
        recorder = self._live.get(turn_id)
        if recorder is None:
            return
        try:
            await recorder.flush()
        finally:
            if self._live.get(turn_id) is recorder:
                del self._live[turn_id]
            self.notify(turn_id)

    def abandon(self, turn_id: str) -> None:
        """Stop being the turn's live source and store no more: another worker has its log."""
        self._live.pop(turn_id, None)
        self.notify(turn_id)

    async def store(self, turn_id: str, records: list[EventRecord]) -> None:
        await self._events.append(turn_id, records)

    def notify(self, turn_id: str) -> None:
        """Wake whoever follows the turn."""
        for signal in self._followers.get(turn_id, ()):
            signal.set()

    async def read(self, turn_id: str) -> list[TurnEvent]:
        """Return every stored event of a turn, in order."""
        return [numbered.event for numbered in await self._stored_after(turn_id, 0)]

    async def follow(self, turn_id: str, *, after: int = 0) -> AsyncGenerator[Numbered]:
        """Yield events behind `after` as they come, up to and with the turn's end."""
        signal = asyncio.Event()
        self._followers.setdefault(turn_id, set()).add(signal)
        try:
            while True:
                signal.clear()
                fresh = await self._after(turn_id, after)
                for numbered in fresh:
                    after = numbered.seq
                    yield numbered
                    if isinstance(numbered.event, TurnEnded):
                        return
                if fresh:
                    continue
                if turn_id in self._live:
                    await signal.wait()  # Whatever is emitted here, and the end, gives a signal.
                else:
                    await self._poll(signal)
        finally:
            self._leave(turn_id, signal)

    @property
    def followed(self) -> int:
        """The number of streams that follow a turn in this process."""
        return sum(map(len, self._followers.values()))

    def _leave(self, turn_id: str, signal: asyncio.Event) -> None:
        signals = self._followers.get(turn_id, set[asyncio.Event]())
        signals.discard(signal)
        if not signals:
            self._followers.pop(turn_id, None)

    async def _after(self, turn_id: str, after: int) -> list[Numbered]:
        live = self._live.get(turn_id)
        if live is not None and after >= live.first_seq - 1:
            return live.events[after + 1 - live.first_seq :]
        return await self._stored_after(turn_id, after)

    async def _stored_after(self, turn_id: str, after: int) -> list[Numbered]:
        out: list[Numbered] = []
        while rows := await self._events.after(turn_id, after):
            after = rows[-1].seq
            known = ((row.seq, from_json(row.type, row.data)) for row in rows)
            out += [Numbered(seq, event) for seq, event in known if event is not None]
        return out

    async def _poll(self, signal: asyncio.Event) -> None:
        try:
            async with asyncio.timeout(self._poll_seconds):
                await signal.wait()
        except TimeoutError:
            return
