from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from docsteward.base.clock import Clock
from docsteward.testing.clock import FakeClock


async def test_time_passes_only_when_it_is_advanced() -> None:
    start = datetime(2030, 5, 1, tzinfo=UTC)
    clock = FakeClock(start)
    clock.advance(1.5)
    assert clock.now() == start + timedelta(seconds=1.5)
    assert clock.monotonic() == 1.5


async def test_sleepers_wake_in_their_order_and_not_before() -> None:
    clock: FakeClock = FakeClock()
    woken: list[int] = []

    async def sleeper(seconds: int, sleeping_clock: Clock) -> None:
        await sleeping_clock.sleep(seconds)
        woken.append(seconds)

    tasks = [asyncio.create_task(sleeper(n, clock)) for n in (3, 1, 2, 0)]
    await asyncio.sleep(0)
    assert clock.sleeping == 3
    clock.advance(0.9)
    await asyncio.sleep(0)
    assert woken == [0]
    clock.advance(2.1)
    await asyncio.gather(*tasks)
    assert woken == [0, 1, 2, 3]


async def test_a_cancelled_sleeper_is_forgotten() -> None:
    clock = FakeClock()
    task = asyncio.create_task(clock.sleep(5))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert clock.sleeping == 0
    clock.advance(10)


def test_time_does_not_go_back() -> None:
    with pytest.raises(ValueError, match="-1"):
        FakeClock().advance(-1)
