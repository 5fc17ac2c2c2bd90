"""Evidence as claims are looked up in it: its names, numbers, words and sentences; pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from docsteward.turn.claims.numbers import FOREIGN, HAN, Number, han_value
from docsteward.turn.claims.tokens import Token, month_key, read, read_code

# Evidence is cut before it is sent; this only bounds what a caller of another kind hands in.
_LONGEST = 40_000
_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_END = re.compile(
    r"[.!?…](?:[\"”’»)*_\]]{0,3})(?=\s)|[。！？]|\n[ \t]*\n|\n(?=[ \t>]*(?:[-*+|#]|\d+[.)]))"
)
_UNWRAPPED = re.compile(r"[ \t]*\n[ \t]*")
_SPLIT = re.compile(r"[^\W_]+")
_TARGET = re.compile(r"\]\([^()\s]{1,400}\)")
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")


@dataclass(slots=True)
class Passage:
    """A sentence of the evidence, or a line of its code."""

    text: str
    tokens: list[Token]


@dataclass(slots=True)
class Source:
    """All that is looked up in the evidence behind one number of an answer."""

    names: set[str] = field(default_factory=set[str])
    lowered: set[str] = field(default_factory=set[str])
    words: set[str] = field(default_factory=set[str])
    cased: set[str] = field(default_factory=set[str])
    numbers: dict[str, set[tuple[str, float] | None]] = field(
        default_factory=dict[str, "set[tuple[str, float] | None]"]
    )
    bases: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    spelled: str = ""
    passages: list[Passage] = field(default_factory=list[Passage])
    places: dict[str, list[int]] = field(default_factory=dict[str, list[int]])

    def has_number(self, number: Number) -> bool:
        """Whether the number stands there, in any of its forms and in its unit or none."""
        for key in number.keys:
            units = self.numbers.get(key)
            if units is not None and (number.unit is None or None in units or number.unit in units):
                return True
        return number.base is not None and number.base in self.bases

    def has_name(self, name: str, *, exact: bool) -> bool:
        """Whether an identifier stands there; in prose its case and a plural `s` are left open."""
        if name in self.names or name in self.cased:
            return True
        lowered = name.lower()
        if exact:
            # A word that begins a sentence has a capital, and may be written as code without.
            other = name.capitalize()
            return name == lowered and other in self.cased and other not in self.names
        return lowered in self.lowered or lowered.removesuffix("s") in self.lowered

    def quotes(self, words: str) -> bool:
        """Whether the words stand there, in this order and side by side."""
        return f" {words} " in self.spelled


def spell(text: str) -> str:
    """Return the words of a text alone, in lower case, side by side."""
    return " ".join(_SPLIT.findall(text.lower()))


def read_source(texts: Iterable[str]) -> Source:
    """Read the evidence behind one number of an answer."""
    source = Source()
    spelled: list[str] = []
    for text in texts:
        text = text[:_LONGEST]
        spelled.append(spell(text))
        source.cased.update(_SPLIT.findall(text))
        for is_code, passage in _passages(text):
            tokens = read_code(passage) if is_code else read(passage)
            if tokens:
                _add(source, Passage(passage, tokens))
    joined = " | ".join(spelled)
    source.spelled = f" {joined} "
    source.words = set(joined.split(" "))
    source.lowered |= source.words
    written: list[str] = []
    if "the" not in source.words:  # `on` is ten in Turkish.
        written += [str(FOREIGN[word]) for word in source.words & FOREIGN.keys()]
    if not joined.isascii():
        written += map(han_value, HAN.findall(joined))
    for value in written:
        source.numbers.setdefault(value, set()).add(None)
    return source


def _add(source: Source, passage: Passage) -> None:
    at = len(source.passages)
    source.passages.append(passage)
    for token in passage.tokens:
        if token.number is not None:
            _add_number(source, token)
        elif token.kind == "identifier":
            _add_name(source, token.text)
        if not token.stop and token.kind != "negation":
            places = source.places.setdefault(token.key, [])
            if not places or places[-1] != at:
                places.append(at)


def _add_number(source: Source, token: Token) -> None:
    assert token.number is not None
    for key in token.number.keys:
        source.numbers.setdefault(key, set()).add(token.number.unit)
    if token.number.base is not None:
        source.bases.add(token.number.base)
    date = _DATE.fullmatch(token.text)
    if date is not None:
        year, month, day = map(int, date.groups())
        for key in (str(year), month_key(month), str(day)):
            source.numbers.setdefault(key, set()).add(None)
    if token.code:
        source.names.add(token.text)


def _add_name(source: Source, name: str) -> None:
    source.names.add(name)
    source.lowered.add(name.lower())
    if "." in name or "::" in name or "->" in name:
        parts = re.split(r"\.|::|->", name)
        source.names.update(parts)
        source.lowered.update(part.lower() for part in parts)


def _passages(text: str) -> Iterator[tuple[bool, str]]:
    """Yield the sentences of the prose, and the lines of fenced code."""
    prose: list[str] = []
    fence: str | None = None
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if mark is not None and (fence is None or mark[1].startswith(fence)):
            if fence is None:
                yield from _sentences("\n".join(prose))
                prose = []
            fence = None if fence is not None else mark[1]
        elif fence is not None:
            yield True, line
        else:
            prose.append(_TARGET.sub("]", line))
    yield from _sentences("\n".join(prose))


def _sentences(text: str) -> Iterator[tuple[bool, str]]:
    at = 0
    for end in _END.finditer(text):
        yield False, _UNWRAPPED.sub(" ", text[at : end.end()]).strip()
        at = end.end()
    yield False, _UNWRAPPED.sub(" ", text[at:]).strip()
