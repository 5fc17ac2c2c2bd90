"""Small, pure helpers for text that is shown or sent."""

from __future__ import annotations

_ELLIPSIS = "…"


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
