"""What a Chat Completions server gave for itself alone, kept and carried back (fault B015)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from docsteward.base.values import JsonObject, JsonValue
from docsteward.llm.carried import kept_json

# The fields in which compatible servers are known to put a model's thinking.
THINKING_FIELDS: Final = ("reasoning_content", "reasoning")
_DETAILS: Final = "reasoning_details"
# Of a piece of details, these grow from delta to delta; all else is said once.
_GROWING: Final = ("text", "summary", "data")


@dataclass(kw_only=True)
class ChatOpaque:
    """A reply's thinking, its opaque pieces, and what was hung on its calls, by their ids."""

    thinking: dict[str, str] = field(default_factory=dict[str, str])
    details: list[JsonObject] = field(default_factory=list[JsonObject])
    extras: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])

    def add(self, delta: JsonObject) -> None:
        """Take what a delta adds."""
        for name in THINKING_FIELDS:
            if isinstance(text := delta.get(name), str) and text:
                self.thinking[name] = self.thinking.get(name, "") + text
        if isinstance(pieces := delta.get(_DETAILS), list):
            for piece in pieces:
                if isinstance(piece, dict):
                    self._add_detail(piece)

    def _add_detail(self, piece: JsonObject) -> None:
        last = self.details[-1] if self.details else None
        if last is None or any(last.get(key) != piece.get(key) for key in ("type", "index")):
            self.details.append(dict(piece))
            return
        for key, value in piece.items():
            before = last.get(key)
            if key in _GROWING and isinstance(value, str) and isinstance(before, str):
                last[key] = before + value
            elif value is not None:
                last[key] = value

    def as_json(self, *, system: str) -> JsonValue:
        """Return it for keeping with the reply; nothing when there is nothing."""
        if not self.thinking and not self.details and not self.extras:
            return None
        return kept_json(
            {
                "system": system,
                "thinking": {**self.thinking},
                "details": list[JsonValue](self.details),
                "extras": {**self.extras},
            }
        )

    def as_fields(self) -> JsonObject:
        """Return it as the fields of a message."""
        fields: JsonObject = {**self.thinking}
        if self.details:
            fields[_DETAILS] = list[JsonValue](self.details)
        return fields


def read_opaque(value: JsonValue, *, system: str) -> ChatOpaque:
    """Read back what was kept, for the provider that it came from; else nothing of it."""
    if not isinstance(value, dict) or value.get("system") != system:
        return ChatOpaque()
    thinking, details, extras = (value.get(key) for key in ("thinking", "details", "extras"))
    return ChatOpaque(
        thinking={key: str(text) for key, text in thinking.items()}
        if isinstance(thinking, dict)
        else {},
        details=[one for one in details if isinstance(one, dict)]
        if isinstance(details, list)
        else [],
        extras=dict(extras) if isinstance(extras, dict) else {},
    )
