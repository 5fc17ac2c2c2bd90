"""How a reply ended, said the same for every provider."""

from __future__ import annotations

from docsteward.llm.model import FinishReason


def ended_as(reason: FinishReason, *, has_calls: bool) -> FinishReason:
    """Say why a reply ended; one with a call is not the last one, whatever it says (B095)."""
    if has_calls and reason in ("stop", "unknown"):
        return "calls"
    if not has_calls and reason == "calls":
        return "stop"
    return reason
