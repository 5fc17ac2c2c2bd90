"""A clock that stands still until a test moves it."""

from __future__ import annotations

import asyncio
import heapq
from datetime import UTC, datetime, timedelta
from itertools import count

_START = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)


class FakeClock:
    """A `Clock` whose time passes only in `advance`; sleepers wake then, in their order."""

    def __init__(self, now: datetime = _START) -> None:
        self._now = now
        self._seconds = 0.0
        self._numbers = count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> datetime:
        return self._now

    def monotonic(self) -> float:
        return self._seconds

    @property
    def sleeping(self) -> int:
        """The number of tasks that sleep on this clock."""
        return sum(not future.done() for _, _, future in self._sleepers)

    async def sleep(self, seconds: float) -> None:
        """Return when that many seconds have been advanced; give way once for none."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        future = asyncio.get_running_loop().create_future()
        due = self._seconds + seconds
        heapq.heappush(self._sleepers, (due, next(self._numbers), future))
        await future

    def advance(self, seconds: float) -> None:
        """Let time pass and wake every sleeper that is due; they run at the next await."""
        if seconds < 0:
            raise ValueError(f"time cannot go back by {seconds!r} seconds")
        self._seconds += seconds
        self._now += timedelta(seconds=seconds)
        while self._sleepers and self._sleepers[0][0] <= self._seconds:
            future = heapq.heappop(self._sleepers)[2]
            if not future.done():
                future.set_result(None)
