"""Reads a model's reply in plain-text mode: the answer, its citations, its offers.

The reply is Markdown with markers, then lines `@offer NAME {json}`. Offer lines are taken out
wherever they stand outside code; all the rest is the answer. The text may be cut anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from docsteward.base.values import Evidence
from docsteward.llm.offer_lines import OFFER_MARK
from docsteward.turn.citations import Cited, MarkerReader, Numbering, Piece, Text
from docsteward.turn.links import LinkReader

_OFFER_LINE = re.compile(rf"[ \t]*(?:[-*][ \t]+)?`?{OFFER_MARK}[ \t]+(\w+)[ \t]*(.*?)`?[ \t]*")
_LONGEST_LEAD = 12


@dataclass(frozen=True, kw_only=True)
class OfferWritten:
    """An action that the model proposes, as it wrote it: nothing is checked yet."""

    tool: str
    arguments: str


AnswerPiece: TypeAlias = Text | Cited | OfferWritten


class AnswerReader:
    """Takes a reply's text in chunks and gives back what is decided by now.

    `knows` says whether an address may stay a link; `follows_text` that an earlier reply of the
    turn was shown already.
    """

    def __init__(
        self,
        evidence: Mapping[int, Evidence],
        numbering: Numbering,
        *,
        knows: Callable[[str], bool],
        follows_text: bool = False,
    ) -> None:
        self._markers = MarkerReader(evidence, numbering)
        # The last to look: taking a marker out can bring a label and an address together.
        self._links = LinkReader(knows, follows_text=follows_text)
        self._held = ""
        self._at_line_start = True
        self._blank = ""  # White space that is shown only once more text follows it.
        self._fence: str | None = None

    def feed(self, text: str) -> list[AnswerPiece]:
        """Take more text."""
        self._held += text
        return self._read(final=False)

    def end(self) -> list[AnswerPiece]:
        """Return all that is left; white space at the very end is dropped."""
        pieces = [*self._read(final=True), *self._linked(self._markers.end())]
        rest = self._links.end()
        return [*pieces, Text(rest)] if rest else pieces

    def _read(self, *, final: bool) -> list[AnswerPiece]:
        pieces: list[AnswerPiece] = []
        while self._held:
            end = self._held.find("\n") + 1
            line = self._held[:end] if end else self._held
            if not end and not final and self._at_line_start and _may_become_offer(line):
                break
            pieces += self._line(line)
            self._held = self._held[len(line) :]
            self._at_line_start = bool(end)
        return pieces

    def _line(self, line: str) -> list[AnswerPiece]:
        """Read a line, or the next part of one whose start has gone by."""
        if self._at_line_start:
            self._track_fence(line)
            offer = _OFFER_LINE.fullmatch(line.rstrip("\n")) if self._fence is None else None
            if offer is not None:
                return [OfferWritten(tool=offer[1], arguments=offer[2])]
        if not line.strip():
            self._blank += line
            return []
        body = line.rstrip()
        text, self._blank = self._blank + body, line[len(body) :]
        return self._linked(self._markers.feed(text))

    def _linked(self, pieces: list[Piece]) -> list[AnswerPiece]:
        """Check the links; a citation goes ahead of text that is still held back."""
        out: list[AnswerPiece] = []
        for piece in pieces:
            if isinstance(piece, Cited):
                out.append(piece)
            elif text := self._links.feed(piece.text):
                out.append(Text(text))
        return out

    def _track_fence(self, line: str) -> None:
        mark = re.match(r"[ \t>]*(?:[-*+][ \t]+)?(`{3,}|~{3,})", line)
        if mark is None:
            return
        if self._fence is None:
            self._fence = mark[1]
        elif mark[1].startswith(self._fence):
            self._fence = None


def _may_become_offer(line: str) -> bool:
    """Whether the start of a line must be held since it may turn out to be an offer."""
    head = line.lstrip(" \t-*`")
    if len(line) - len(head) > _LONGEST_LEAD:
        return False
    return head.startswith(OFFER_MARK) or OFFER_MARK.startswith(head)


def is_question_back(text: str) -> bool:
    """Whether an answer is only a short question back, which needs no source (SPEC E10)."""
    sentences = [part for part in re.split(r"(?<=[.!?。！？؟])\s*", text.strip()) if part]
    asks = [part for part in sentences if part.endswith(("?", "？", "؟"))]
    return bool(asks) and sentences[-1] in asks and len(sentences) <= 2 and len(text) <= 300


__all__ = [
    "AnswerPiece",
    "AnswerReader",
    "Cited",
    "OfferWritten",
    "Piece",
    "Text",
    "is_question_back",
]
