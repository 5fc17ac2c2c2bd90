"""Whether a sentence denies what its source says, or says what its source denies (SPEC N7); pure.

A negation is compared by the words on its two sides. Only where these stand in the evidence side
by side as they do in the sentence is there a place to compare; elsewhere nothing is judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docsteward.turn.claims.evidence import Passage
from docsteward.turn.claims.negations import OPPOSITES
from docsteward.turn.claims.tokens import Token

_REACH = 4  # Words that carry meaning on each side.
_GAP = 3  # Words that may have been put in between.


class _Line:
    """The meaning words of a sentence, and before which of them a negation stands."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.keys: list[str] = []
        self.texts: list[str] = []
        self.negated: list[int] = []
        self.said: list[str] = []
        self.led: dict[str, str] = {}
        before = ""
        for token in tokens:
            if token.kind != "negation":
                self.led.setdefault(token.key, before)
            before = token.text.lower()
            if token.kind == "negation":
                self.negated.append(len(self.keys))
                self.said.append(token.text)
            elif not token.stop:
                self.keys.append(token.key)
                self.texts.append(token.text)


def turned(tokens: Sequence[Token], passages: Sequence[Passage]) -> Iterator[str]:
    """Yield where the sentence and the evidence differ by a negation."""
    here = _Line(tokens)
    lines = [_Line(passage.tokens) for passage in passages]
    if here.negated:
        yield from _put_in(here, lines)
    if any(line.negated for line in lines):
        yield from _left_out(here, lines)


def _put_in(here: _Line, lines: Sequence[_Line]) -> Iterator[str]:
    """Yield negations of the sentence where the evidence, in the same words, has none."""
    spent: list[set[int]] = [set() for _ in lines]
    for place, said in zip(here.negated, here.said, strict=True):
        without = denied = 0
        for line, taken in zip(lines, spent, strict=True):
            at, score = _find(here, place, line)
            if score and _take(line, at, taken):
                denied = max(denied, score)
            else:
                without = max(without, score, _is_opposite(here, place, said, line))
        if without > denied:
            yield said


def _left_out(here: _Line, lines: Sequence[_Line]) -> Iterator[str]:
    """Yield negations of the evidence where the sentence, in the same words, has none."""
    for line in lines:
        taken: set[int] = set()
        for place, said in zip(line.negated, line.said, strict=True):
            at, score = _find(line, place, here)
            if score and _take(here, at, taken):
                continue
            if _is_opposite(line, place, said, here):
                yield f"{said} {line.texts[place]}"
            elif score > max((_affirms(here, at, other) for other in lines), default=0):
                yield f"{said} {' '.join(line.texts[place : place + 2])}".strip()


def _is_opposite(one: _Line, place: int, said: str, other: _Line) -> bool:
    """Whether a line has `with` where the other has `without`, before the same word."""
    opposite = OPPOSITES.get(said.lower())
    if opposite is None or place >= len(one.keys):
        return False
    return other.led.get(one.keys[place]) == opposite


def _affirms(here: _Line, at: int, line: _Line) -> int:
    """Return how well a place of the evidence says what the sentence does, with no negation."""
    place, score = _find(here, at, line)
    return 0 if score and _take(line, place, set()) else score


def _take(line: _Line, at: int, taken: set[int]) -> bool:
    """Take the nearest negation at a place of a line, each once; False where there is none."""
    near = [place for place in line.negated if abs(place - at) <= 1 and place not in taken]
    if not near:
        return False
    taken.add(min(near, key=lambda place: abs(place - at)))
    return True


def _find(one: _Line, place: int, other: _Line) -> tuple[int, int]:
    """Return where the words beside a place stand in another line, and how many; 0 for nowhere."""
    before = one.keys[max(0, place - _REACH) : place]
    after = one.keys[place : place + _REACH]
    best = (0, 0)
    most = 1
    for at in range(len(other.keys) + 1):
        left = _common(before[::-1], other.keys[max(0, at - _REACH - _GAP) : at][::-1])
        right = _common(after, other.keys[at : at + _REACH + _GAP])
        score = left + right
        if right and score > most and (left or not before or right > 1):
            most, best = score, (at, score)
    return best


def _common(wanted: Sequence[str], there: Sequence[str]) -> int:
    """Count the words that both begin with, in the same order; the nearest one must be there."""
    count = at = 0
    for word in wanted:
        for step in range(at, min(at + 2, len(there))):
            if there[step] == word:
                count, at = count + 1, step + 1
                break
        else:
            break
    return count
