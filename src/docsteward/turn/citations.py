"""Markers in streamed text: checked, renumbered, never lost in the middle (SPEC E9).

A model writes `[3]` (or `[3, 5]`, or `【3†source】`) for a piece of evidence. `MarkerReader` takes
the text as it comes, in chunks cut anywhere, and gives back text and citations: a marker whose
id the server itself put before the model this turn becomes the number of its document, any other
is taken out, and code and ordinary brackets pass untouched. It holds back only what can still
become a marker.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from docsteward.base.values import Evidence
from docsteward.turn.codespans import CodeSplitter, Run

_LONGEST_MARKER = 64
_LONGEST_TARGET = 400
# Ids run from 1 and rise by ones; a number far above them is ordinary text (a year), no id.
_SPARE_IDS = 100

_ID = r"[0-9]{1,6}"
_IDS = rf"{_ID}(?:\s*[,;，、]\s*{_ID})*"
_IDS_START = rf"(?:{_ID}\s*[,;，、]\s*)*(?:{_ID}\s*)?"
_MARKER = re.compile(rf"\[\[({_IDS})\]\]|\[({_IDS})\]|【({_IDS})(?:†[^】\n]*)?】")
_MARKER_START = re.compile(
    rf"\[{{1,2}}{_IDS_START}|\[\[{_IDS}\]|【{_IDS_START}(?:(?<=[0-9])†[^】\n]*)?"
)
_BRACKET = re.compile(r"[ \t]*[\[【]")
_TARGET = re.compile(r"\((?:https?:|/|#)[^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)")
_TARGET_START = re.compile(
    r"\((?:h?|ht|htt|https?|(?:https?:|/|#)[^)\n]*(?:\([^()\n]*\)?[^)\n]*)*)"
)


@dataclass(frozen=True)
class Text:
    """Text for the reader."""

    text: str


@dataclass(frozen=True, kw_only=True)
class Cited:
    """A marker that stood the check; its text follows as `[number]`.

    A failed run may be cited, but has no source row: its number is 0 and no text follows.
    """

    number: int
    evidence: Evidence
    first: bool


Piece: TypeAlias = Text | Cited


@dataclass(kw_only=True)
class Numbering:
    """Numbers of cited documents, in the order of their first use in a turn's answer."""

    numbers: dict[str, int] = field(default_factory=dict[str, int])

    def number(self, evidence: Evidence) -> tuple[int, bool]:
        """Return the document's number and whether it is new."""
        known = self.numbers.get(evidence.document)
        if known is not None:
            return known, False
        number = len(self.numbers) + 1
        self.numbers[evidence.document] = number
        return number, True


class MarkerReader:
    """Reads one reply's text as it comes; see the module's own words."""

    def __init__(self, evidence: Mapping[int, Evidence], numbering: Numbering) -> None:
        self._evidence = evidence
        self._numbering = numbering
        self._code = CodeSplitter()
        self._held = ""
        self._run_of_markers: set[int] | None = None  # Numbers shown since the last other text.

    def feed(self, text: str) -> list[Piece]:
        """Take more text and return what is decided by now."""
        return _joined(self._take(self._code.feed(text)))

    def end(self) -> list[Piece]:
        """Return all that is left; nothing is swallowed."""
        return _joined([*self._take(self._code.end()), *self._drain(final=True)])

    def _take(self, runs: list[Run]) -> list[Piece]:
        pieces: list[Piece] = []
        for run in runs:
            if run.code:
                pieces += self._drain(final=True)
                pieces.append(self._plain(run.text))
            else:
                self._held += run.text
                pieces += self._drain(final=False)
        return pieces

    def _drain(self, *, final: bool) -> list[Piece]:
        pieces: list[Piece] = []
        while self._held:
            taken = self._next(final=final)
            if taken is None:
                break
            length, found = taken
            self._held = self._held[length:]
            pieces += found
        return pieces

    def _next(self, *, final: bool) -> tuple[int, list[Piece]] | None:
        """Return how much of the held text is decided and what it becomes; None waits for more."""
        if self._run_of_markers is not None and self._held[0] == "(":
            target = self._target_length(final=final)
            if target is None:
                return None
            if target:
                return target, []
        bracket = _BRACKET.search(self._held)
        if bracket is None:
            return self._text_before_spaces(final=final)
        if bracket.start() > 0:
            return bracket.start(), [self._plain(self._held[: bracket.start()])]
        return self._bracket(bracket.end() - 1, final=final)

    def _text_before_spaces(self, *, final: bool) -> tuple[int, list[Piece]] | None:
        """Hold spaces at the end: they go with a marker that turns out to be invented."""
        length = len(self._held) if final else len(self._held.rstrip(" \t"))
        return (length, [self._plain(self._held[:length])]) if length else None

    def _bracket(self, at: int, *, final: bool) -> tuple[int, list[Piece]] | None:
        """Decide on the bracket at this place, which has only spaces before it."""
        rest = self._held[at : at + _LONGEST_MARKER]
        marker = _MARKER.match(rest)
        if marker is not None:
            return self._marker(marker, at)
        if not final and len(rest) < _LONGEST_MARKER and _MARKER_START.fullmatch(rest):
            return None
        return at + 1, [self._plain(self._held[: at + 1])]

    def _marker(self, marker: re.Match[str], at: int) -> tuple[int, list[Piece]]:
        ids = [int(found) for found in re.findall(_ID, next(filter(None, marker.groups())))]
        length = at + marker.end()
        most = max(self._evidence, default=0) + _SPARE_IDS
        if any(not 0 < number <= most for number in ids):
            return length, [self._plain(self._held[:length])]
        return length, self._cite(ids, spaces=self._held[:at])

    def _cite(self, ids: list[int], *, spaces: str) -> list[Piece]:
        shown = self._run_of_markers = self._run_of_markers or set()
        pieces: list[Piece] = []
        for evidence in filter(None, map(self._evidence.get, ids)):
            if evidence.failed:
                pieces.append(Cited(number=0, evidence=evidence, first=False))
                continue
            number, first = self._numbering.number(evidence)
            if number not in shown:
                shown.add(number)
                pieces.append(Cited(number=number, evidence=evidence, first=first))
                pieces.append(Text(f"[{number}]"))
        return [Text(spaces), *pieces] if spaces and shown else pieces

    def _target_length(self, *, final: bool) -> int | None:
        """Measure an address that a model hung on a marker: sources carry their own."""
        window = self._held[:_LONGEST_TARGET]
        target = _TARGET.match(window)
        if target is not None:
            return target.end()
        may_be = len(window) < _LONGEST_TARGET and _TARGET_START.fullmatch(window)
        return None if may_be and not final else 0

    def _plain(self, text: str) -> Text:
        if text.strip():
            self._run_of_markers = None
        return Text(text)


def _joined(pieces: list[Piece]) -> list[Piece]:
    """Put neighbouring texts together."""
    out: list[Piece] = []
    for piece in pieces:
        last = out[-1] if out else None
        if isinstance(piece, Text) and isinstance(last, Text):
            out[-1] = Text(last.text + piece.text)
        else:
            out.append(piece)
    return out
