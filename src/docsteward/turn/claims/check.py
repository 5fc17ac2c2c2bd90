"""Looks up what a cited sentence claims in the evidence that it cites (SPEC N7).

Numbers, versions and code identifiers are looked up in any language; quoted names and negations
only where the sentence is in the language of its source, for a translation has none of its words.
A value that the evidence does hold is marked all the same where the very words around it stand
there with another value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from docsteward.turn.claims.evidence import Passage, Source, read_source, spell
from docsteward.turn.claims.polarity import turned
from docsteward.turn.claims.sentences import MARKER, Sentence, cited_sentences
from docsteward.turn.claims.tokens import Token, read

ClaimKind = Literal["number", "version", "identifier", "name", "negation"]

_QUOTED = re.compile(
    r'"([^"\n]{2,100})"|“([^”\n]{2,100})”|«([^»\n]{2,100})»|„([^“”\n]{2,100})[“”]|'
    r"「([^」\n]{1,60})」|『([^』\n]{1,60})』"
)
_SPAN = re.compile(r"`[^`\n]{1,200}`")
_UNQUOTED = str.maketrans('"“”«»„「」『』', "          ")
_LINK = re.compile(r"\]\([^()\s]{1,400}\)")
_SAME_LANGUAGE = 0.4
_MOST_ALIKE = 3
_MOST_PLACES = 200
_LONGEST_SENTENCE = 2000
_NEAR = 5
_ENOUGH = 3
Sides: TypeAlias = "tuple[list[str], list[str]]"


@dataclass(frozen=True, slots=True)
class Missing:
    """A claim that the cited evidence does not hold, as the sentence has it."""

    kind: ClaimKind
    text: str


@dataclass(frozen=True, kw_only=True)
class CheckedSentence:
    """A cited sentence and what of it was not found."""

    sentence: Sentence
    missing: tuple[Missing, ...]


@dataclass(frozen=True, kw_only=True)
class Claims:
    """What became of an answer's cited sentences, in their order."""

    sentences: tuple[CheckedSentence, ...]

    @property
    def marked(self) -> tuple[CheckedSentence, ...]:
        return tuple(checked for checked in self.sentences if checked.missing)

    @property
    def confidence(self) -> float:
        """The share of cited sentences of which nothing is missing; 1 where none is cited."""
        if not self.sentences:
            return 1.0
        return round(1 - len(self.marked) / len(self.sentences), 2)


def check_claims(answer: str, evidence: Mapping[int, Sequence[str]]) -> Claims:
    """Check an answer; `evidence` holds the texts behind each number that it cites."""
    sources: dict[int, Source] = {}
    checked: list[CheckedSentence] = []
    for sentence in cited_sentences(answer):
        cited: list[Source] = []
        for number in sentence.cites:
            if number in evidence:
                source = sources.get(number) or read_source(evidence[number])
                sources[number] = source
                cited.append(source)
        if cited:
            missing = tuple(dict.fromkeys(_missing(sentence.text, cited)))
            checked.append(CheckedSentence(sentence=sentence, missing=missing))
    return Claims(sentences=tuple(checked))


def _missing(text: str, sources: Sequence[Source]) -> Iterator[Missing]:
    text = _LINK.sub("]", MARKER.sub(" ", text[:_LONGEST_SENTENCE]))
    tokens = read(text)
    passages = [passage for source in sources for passage in _nearest(tokens, source)]
    same_language = any(_speaks_alike(tokens, source) for source in sources)
    for at, token in enumerate(tokens):
        kind = _kind(token)
        if kind is None:
            continue
        if not any(_is_found(token, source, same_language) for source in sources) or _is_replaced(
            at, tokens, passages
        ):
            yield Missing(kind, token.text)
    if same_language:
        yield from _missing_names(text, sources, passages)
        yield from (Missing("negation", place) for place in turned(tokens, passages))


def _kind(token: Token) -> ClaimKind | None:
    if token.kind == "identifier":
        return "identifier"
    if token.number is not None:
        return "version" if token.number.version else "number"
    return None


def _is_found(token: Token, source: Source, same_language: bool) -> bool:
    if token.number is None:
        return _has_name(token, source)
    if token.weak or (token.text.isalpha() and not same_language):
        return True  # `ten` is a word of Polish too.
    if source.has_number(token.number) or (token.code and token.text in source.names):
        return True
    parts = re.findall(r"\d+", token.text)
    is_date = len(parts) == 3 and len(token.text) == 10
    return is_date and all(part.lstrip("0") in source.numbers for part in parts[::2])


def _has_name(token: Token, source: Source) -> bool:
    if source.has_name(token.text, exact=token.code):
        return True
    parts = re.split(r"\.|::|->", token.text)
    return len(parts) > 1 and all(source.has_name(part, exact=token.code) for part in parts)


def _nearest(tokens: Sequence[Token], source: Source) -> list[Passage]:
    """Return the passages that say most of the sentence, and those that say what they leave out."""
    left = {token.key for token in tokens if not token.stop and token.kind != "negation"}
    enough = max(2, len(left) // 5)
    found: list[int] = []
    for most in (_MOST_ALIKE, 1, 1):
        counts = _counts(left, source)
        ranked = sorted(counts, key=lambda place: (-counts[place], place))[:most]
        found += [place for place in ranked if counts[place] >= enough and place not in found]
        for place in ranked:
            left -= {token.key for token in source.passages[place].tokens}
    return [source.passages[place] for place in found]


def _counts(keys: set[str], source: Source) -> dict[int, int]:
    counts: dict[int, int] = {}
    for key in keys:
        for place in source.places.get(key, ())[:_MOST_PLACES]:
            counts[place] = counts.get(place, 0) + 1
    return counts


def _speaks_alike(tokens: Sequence[Token], source: Source) -> bool:
    """Whether the sentence is in its source's language: most of its words stand there."""
    words = [token.text.lower() for token in tokens if token.kind == "word"]
    if not words:
        return bool(tokens)
    known = sum(word in source.words for word in words)
    return known >= _SAME_LANGUAGE * len(words)


def _is_replaced(at: int, tokens: Sequence[Token], passages: Sequence[Passage]) -> bool:
    """Whether the evidence has the very words around a value around another one, and only there."""
    here = _sides(at, tokens)
    same = other = 0
    for passage in passages:
        for place, token in enumerate(passage.tokens):
            if token.kind != tokens[at].kind:
                continue
            common = _shared(here, _sides(place, passage.tokens))
            if _equal(token, tokens[at]):
                same = max(same, common)
            elif common >= _ENOUGH and _is_lost(token, tokens, passage):
                other = max(other, common)
    return other > same


def _is_lost(value: Token, tokens: Sequence[Token], passage: Passage) -> bool:
    """Whether the sentence has a value less often than the passage has it."""
    return _count(value, tokens) < _count(value, passage.tokens)


def _count(value: Token, tokens: Sequence[Token]) -> int:
    return sum(token.kind == value.kind and _equal(token, value) for token in tokens)


def _equal(one: Token, other: Token) -> bool:
    if one.number is None or other.number is None:
        return one.key.lower() == other.key.lower()
    if one.number.base is not None and one.number.base == other.number.base:
        return True
    return bool(set(one.number.keys) & set(other.number.keys))


def _sides(at: int, tokens: Sequence[Token]) -> Sides:
    """Return the words before a place, nearest first, and those behind it."""
    before = [token.key for token in reversed(tokens[max(0, at - _NEAR) : at])]
    return before, [token.key for token in tokens[at + 1 : at + 1 + _NEAR]]


def _shared(one: Sides, other: Sides) -> int:
    """Count the words that both have next to the place, without a gap."""
    return sum(_run(mine, theirs) for mine, theirs in zip(one, other, strict=True))


def _run(one: Sequence[str], other: Sequence[str]) -> int:
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        count += 1
    return count


def _missing_names(
    text: str, sources: Sequence[Source], passages: Sequence[Passage]
) -> Iterator[Missing]:
    for found in _quoted(text):
        inside = next(filter(None, found.groups()))
        words = spell(inside)
        if not words:
            continue
        quoted = any(source.quotes(words) for source in sources)
        if not quoted or _is_misquoted(text, found, words, passages):
            yield Missing("name", inside)


def _quoted(text: str) -> Iterator[re.Match[str]]:
    """Yield quoted names; quotation marks in code quote nothing."""
    return _QUOTED.finditer(_SPAN.sub(lambda code: code[0].translate(_UNQUOTED), text))


def _is_misquoted(text: str, quote: re.Match[str], words: str, passages: Sequence[Passage]) -> bool:
    """Whether the evidence has another quoted name between these very words."""
    here = _beside(text, quote)
    same = other = 0
    for passage in passages:
        for found in _quoted(passage.text):
            theirs = spell(next(filter(None, found.groups())))
            common = _shared(here, _beside(passage.text, found))
            if theirs == words:
                same = max(same, common)
            elif f" {theirs} " not in f" {spell(text)} ":
                other = max(other, common)
    return other >= _ENOUGH and other > same


def _beside(text: str, quote: re.Match[str]) -> Sides:
    before = spell(text[max(0, quote.start() - 80) : quote.start()]).split()
    after = spell(text[quote.end() : quote.end() + 80]).split()
    return before[::-1][:_NEAR], after[:_NEAR]
