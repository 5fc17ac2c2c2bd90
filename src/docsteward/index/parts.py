"""Sections to parts of a size that ranks well, and the words of them that are searched."""

from __future__ import annotations

import re
from itertools import pairwise

from docsteward.corpus.blocks import BlockScanner

# Measured on FastAPI's documentation: parts of this size rank better than whole sections.
MIN_PART = 400
MAX_PART = 800

_SENTENCE_END = re.compile(r"(?<=[.!?…:;])\s+|(?<=[。！？])|\n")
_FENCE_OPENER = re.compile(r"^([ \t]*(?:`{3,}|~{3,}))[^\n]*$", re.MULTILINE)
_BLOCK_MARK = re.compile(r"^[ \t]*/{3,}[ \t]*(?:[a-z-]+)?[ \t]*\|?", re.MULTILINE)
_INCLUDE = re.compile(r"\{\*[^*\n]*\*\}|\{![^!\n]*!\}|^[ \t]*--8<--.*$", re.MULTILINE)
_LINK = re.compile(
    r"!?\[((?:[^\[\]\n]|\[[^\[\]\n]*\])*)\]"
    r"\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t]+\"[^\"\n]*\")?\)"
)
_ADDRESS = re.compile(r"https?://[^\s<>()\"'`\]]+")
_TAG = re.compile(
    r"</?(?:a|abbr|b|blockquote|br|code|dfn|div|em|figure|font|h[1-6]|hr|i|iframe|img|kbd|li|ol|p|"
    r"pre|script|small|span|strong|style|sub|summary|details|sup|table|tbody|td|th|thead|tr|u|ul|"
    r"video)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_TITLE = re.compile(r"\stitle=(?:\"([^\"]*)\"|'([^']*)')")
_ATTRIBUTES = re.compile(r"\{:?[ \t]*[#.][^{}\n]*\}")


def split_parts(text: str, scanner: BlockScanner) -> tuple[tuple[int, int], ...]:
    """Cut a section into parts, as offsets that together cover it; an empty one is one part.

    A part has 400 to 800 characters where the text allows it. A fence, a table row and a list
    item are never cut, so one of these may be longer.
    """
    pieces: list[tuple[int, int]] = []
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    starts[-1] = len(text)
    for unit in scanner.units(text):
        start, end = starts[unit.start], starts[unit.end]
        pieces += _sentences(text, start, end) if unit.prose else [(start, end)]
    return _packed(pieces)


def searched_text(text: str) -> str:
    """Return the words of a part that a question could ask for: no addresses, marks or tags."""
    text = _BLOCK_MARK.sub(" ", text)
    text = _FENCE_OPENER.sub(r"\1", text)
    text = _INCLUDE.sub(" ", text)
    text = _LINK.sub(r" \1 ", text)
    text = _TAG.sub(_tag_words, text)
    text = _ATTRIBUTES.sub(" ", text)
    return _ADDRESS.sub(" ", text)


def _tag_words(found: re.Match[str]) -> str:
    title = _TITLE.search(found[0])
    return f" {title[1] or title[2] or ''} " if title else " "


def _sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    if end - start <= MAX_PART:
        return [(start, end)]
    cuts = [found.end() for found in _SENTENCE_END.finditer(text, start, end)]
    edges = [start, *sorted({cut for cut in cuts if start < cut < end}), end]
    return [piece for left, right in pairwise(edges) for piece in _words(text, left, right)]


def _words(text: str, start: int, end: int) -> list[tuple[int, int]]:
    pieces: list[tuple[int, int]] = []
    while end - start > MAX_PART:
        space = text.rfind(" ", start, start + MAX_PART)
        cut = space + 1 if space > start else start + MAX_PART
        pieces.append((start, cut))
        start = cut
    return [*pieces, (start, end)]


def _packed(pieces: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    parts: list[tuple[int, int]] = []
    for start, end in pieces:
        if parts and end - parts[-1][0] <= MAX_PART:
            parts[-1] = (parts[-1][0], end)
        else:
            parts.append((start, end))
    if len(parts) > 1 and parts[-1][1] - parts[-1][0] < MIN_PART // 2:
        # A tail of a line or two says too little alone; it goes with what it belongs to.
        tail = parts.pop()
        parts[-1] = (parts[-1][0], tail[1])
    return tuple(parts) or ((0, 0),)
