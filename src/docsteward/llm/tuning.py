"""What an operator may set for one model, whichever wire it is spoken to over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from docsteward.config.values import ReasoningEffort

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.settings import ModelSettings


@dataclass(frozen=True, kw_only=True)
class Timeouts:
    """Seconds that a request may take: to connect, between two pieces, to begin, in all."""

    connect: float = 10.0
    silence: float = 60.0
    first: float = 90.0
    total: float = 300.0

    def http(self) -> httpx2.Timeout:
        """Return what an HTTP client is told."""
        import httpx2

        return httpx2.Timeout(self.silence, connect=self.connect)


@dataclass(frozen=True, kw_only=True)
class Tuning:
    """What is sent beside the request itself; what is not set is not sent."""

    max_output_tokens: int | None = None
    temperature: float | None = None
    reasoning_effort: ReasoningEffort | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    timeouts: Timeouts = Timeouts()

    def settings(self) -> ModelSettings:
        """Return this as the library takes it, the same for every wire; nothing is tried twice."""
        settings: ModelSettings = {
            "max_retries": 0,
            # A number, which every library takes; our transport says more exactly.
            "timeout": self.timeouts.silence,
            "first_event_timeout": self.timeouts.first,
            "request_timeout": self.timeouts.total,
        }
        if self.max_output_tokens is not None:
            settings["max_tokens"] = self.max_output_tokens
        if self.temperature is not None:
            settings["temperature"] = self.temperature
        if self.reasoning_effort is not None:
            settings["thinking"] = (
                False if self.reasoning_effort == "none" else self.reasoning_effort
            )
        return settings
