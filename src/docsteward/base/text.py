"""Small, pure helpers for text that is shown or sent."""

from __future__ import annotations

import re

from docsteward.base.values import JsonValue

_ELLIPSIS = "…"
# PostgreSQL refuses NUL in text, and no encoder takes half of a surrogate pair; a model, a reader
# or an endpoint can send both, and neither may cost a turn.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def storable(text: str) -> str:
    """Return the text with each character that cannot be stored or sent as U+FFFD."""
    return _UNSTORABLE.sub("\ufffd", text)


def storable_json(value: JsonValue) -> JsonValue:
    """Return the value with every text in it, names included, made storable."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {storable(name): storable_json(one) for name, one in value.items()}
    if isinstance(value, list):
        return [storable_json(one) for one in value]
    return value


def shorten(text: str, limit: int) -> str:
    """Return the text in one line of at most `limit` characters, with `…` where it was cut."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + _ELLIPSIS


def cut_at_boundary(text: str, limit: int) -> tuple[str, bool]:
    """Cut text to at most `limit` characters at a line or word boundary; say whether it was cut."""
    if len(text) <= limit:
        return text, False
    head = text[:limit]
    for mark in ("\n", " "):
        at = head.rfind(mark)
        if at >= limit * 3 // 4:
            return head[:at].rstrip(), True
    return head, True
