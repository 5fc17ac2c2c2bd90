"""Time as a value that is handed in, so that tests never wait."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """What a room may ask of time."""

    def now(self) -> datetime:
        """Return the moment, in UTC with its zone."""
        ...

    def monotonic(self) -> float:
        """Return seconds that never run backwards, for measuring."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after that many seconds."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
