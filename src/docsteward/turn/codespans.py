"""Streamed Markdown, split into code and everything else (SPEC E9: code is never rewritten).

An unclosed fence protects its tail. Inline code is code once it is closed on its own line, so a
lone backtick stays an ordinary character.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_LEAD = r"[ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?"
_FENCE = re.compile(rf"{_LEAD}(`{{3,}}|~{{3,}})")
_MAY_BE_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,3}[.)]?)[ \t]*)?(?:`*|~*)")
_LONGEST_INLINE = 200
_LONGEST_INFO = 80


@dataclass(frozen=True)
class Run:
    """A stretch of text that is code, or that is none."""

    text: str
    code: bool


class CodeSplitter:
    """Splits text that comes in chunks, cut anywhere; the runs put together are the text."""

    def __init__(self) -> None:
        self._held = ""
        self._at_line_start = True
        self._fence: str | None = None

    def feed(self, text: str) -> list[Run]:
        """Take more text and return the runs that are decided by now."""
        self._held += text
        return self._read(final=False)

    def end(self) -> list[Run]:
        """Return what is left."""
        return self._read(final=True)

    def _read(self, *, final: bool) -> list[Run]:
        runs: list[Run] = []
        while self._held:
            run = self._next(final=final)
            if run is None:
                break
            self._held = self._held[len(run.text) :]
            if run.text:
                self._at_line_start = run.text.endswith("\n")
                runs.append(run)
        return runs

    def _next(self, *, final: bool) -> Run | None:
        """Return the next run, or None to wait for more text."""
        if self._at_line_start:
            line = self._held.split("\n", 1)[0]
            whole = final or len(line) < len(self._held)
            if not whole and (_MAY_BE_FENCE.fullmatch(line) or self._info_is_open(line)):
                return None
            if self._turns_fence(line, whole=whole):
                return Run(self._held[: len(line)], code=True)
            if self._fence is not None and not whole and _FENCE.match(line):
                return None
        if self._fence is not None:
            return Run(self._up_to_line_end(), code=True)
        return self._outside_fence(final=final)

    def _info_is_open(self, line: str) -> bool:
        """Whether a fence's first line may still turn out to be inline code."""
        match = _FENCE.match(line) if self._fence is None else None
        return match is not None and "`" in match[1] and len(line) - match.end() < _LONGEST_INFO

    def _turns_fence(self, line: str, *, whole: bool) -> bool:
        """Open or close a fence if this line does so."""
        match = _FENCE.match(line)
        if match is None:
            return False
        if self._fence is None:
            if "`" in match[1] and "`" in line[match.end() : match.end() + _LONGEST_INFO]:
                return False  # An info string holds no backtick: this is inline code.
            self._fence = match[1]
            return True
        closes = match[1].startswith(self._fence) and not line[match.end() :].strip()
        if closes and whole:
            self._fence = None
            return True
        return False

    def _up_to_line_end(self) -> str:
        return self._held[: self._held.find("\n") + 1] or self._held

    def _outside_fence(self, *, final: bool) -> Run | None:
        line = self._up_to_line_end()
        tick = line.find("`")
        if tick != 0:
            return Run(line if tick < 0 else line[:tick], code=False)
        return self._inline(line, final=final)

    def _inline(self, line: str, *, final: bool) -> Run | None:
        """Decide on a run of backticks at the head of the held text."""
        mark = re.match("`+", line)
        assert mark is not None
        # What lies beyond the window is not looked at, so that cuts of the stream change nothing.
        window = line[:_LONGEST_INLINE]
        undecided = not final and not line.endswith("\n") and len(line) < _LONGEST_INLINE
        for closing in re.finditer("`+", window[mark.end() :]):
            end = mark.end() + closing.end()
            if end == len(line) and undecided:
                return None
            if end == _LONGEST_INLINE:
                break
            if closing[0] == mark[0]:
                return Run(line[:end], code=True)
        if undecided:
            return None
        if len(mark[0]) >= 3 and window == line and line.endswith("\n"):
            # A fence that a model opened in mid-line.
            self._fence = mark[0]
            return Run(line, code=True)
        return Run(mark[0], code=False)
