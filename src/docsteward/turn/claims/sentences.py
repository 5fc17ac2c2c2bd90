"""An answer's Markdown cut into sentences, each with the sources that it cites; pure.

A sentence ends at its mark, at the end of a list item, of a table's row or of a paragraph. Markers
behind the mark belong to the sentence before it. Fenced code holds no sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_FENCE = re.compile(r"[ \t>]*(?:[-*+][ \t]+)?(`{3,}|~{3,})")
_STARTS_BLOCK = re.compile(r"[ \t>]*(?:[-*+][ \t]|\d{1,3}[.)][ \t]|\||#{1,6}[ \t])")
_LEAD = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,3}[.)]|#{1,6})[ \t]+|>[ \t]*)")
MARKER = re.compile(r"\[(\d{1,3})\](?!\()")
_SPAN = re.compile(r"``[^`\n]{1,200}``|`[^`\n]{1,200}`|\]\([^()\s]{1,400}\)")
_CLOSING = r"[\"”’»)*_]{0,4}"
# A mark, with what closes behind it and the markers that follow.
_END = re.compile(
    rf"(?:[.!?…]++{_CLOSING}(?=\s|\[\d|$)|[。！？]++[」』”)]{{0,2}})"
    r"(?:[ \t]*\[\d{1,3}\](?!\())*+[.。]?"
)
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|ca|approx|no|nr|fig|z\.\s?B|bzw|usw|p\.\s?ej|ex|al|St|Dr|Mr|Ms)|"
    r"(?<![\w.])[A-Za-z])\.$",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """A sentence of an answer: its place, its words as written, and the numbers it cites."""

    start: int
    end: int
    text: str
    cites: tuple[int, ...]


def cited_sentences(answer: str) -> list[Sentence]:
    """Return the sentences that carry a marker, in their order."""
    return [sentence for sentence in _sentences(answer) if sentence.cites]


def _sentences(answer: str) -> Iterator[Sentence]:
    for start, end in _blocks(answer):
        lead = _LEAD.match(answer, start, end)
        start = lead.end() if lead else start
        at = start
        for stop in [*_stops(answer, start, end), end]:
            text = answer[at:stop]
            lead = len(text) - len(text.lstrip())
            bare = text.strip()
            if bare:
                cites = tuple(dict.fromkeys(_markers(bare)))
                begin = at + lead
                yield Sentence(start=begin, end=begin + len(bare), text=bare, cites=cites)
            at = stop


def _markers(text: str) -> list[int]:
    return [int(number) for number in MARKER.findall(_blanked(text))]


def _blocks(answer: str) -> Iterator[tuple[int, int]]:
    """Yield the places of paragraphs, list items and rows, outside fenced code."""
    at = start = 0
    fence: str | None = None
    for line in answer.splitlines(keepends=True):
        mark = _FENCE.match(line)
        if fence is not None:
            if mark is not None and mark[1].startswith(fence):
                fence = None
            at += len(line)
            start = at
            continue
        if mark is not None or not line.strip() or _STARTS_BLOCK.match(line):
            if start < at:
                yield start, at
            start = at
        if mark is not None:
            fence = mark[1]
        at += len(line)
    if fence is None and start < at:
        yield start, at


def _stops(answer: str, start: int, end: int) -> list[int]:
    """Return where sentences end inside a block."""
    block = _blanked(answer[start:end])
    stops: list[int] = []
    for found in _END.finditer(block):
        head = block[max(0, found.start() - 12) : found.start() + 1]
        rest = block[found.end() :].lstrip()
        # What goes on in small letters is the same sentence: `.env files`, `e.g. this`.
        if _ABBREVIATED.search(head) or (rest[:1].islower() and "[" not in found[0]):
            continue
        stops.append(start + found.end())
    return stops


def _blanked(text: str) -> str:
    """Return the text with code and link targets as blanks of the same length."""
    return _SPAN.sub(lambda found: "x" * len(found[0]), text)
