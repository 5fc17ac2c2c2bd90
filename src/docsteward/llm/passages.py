"""The passages of some evidence that best answer a question, quoted whole; pure."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from docsteward.base.values import Evidence
from docsteward.llm.markdown_blocks import Block, blocks, sentences
from docsteward.llm.words import all_stems, content_stems

MAX_PASSAGES = 3
MAX_CHARACTERS = 700
_MAX_CODE = 900
_MAX_ITEMS = 6
# A question's word in the heading alone says what a section is about, not what it says; in the
# page's title alone it says even less.
_HEADING_SHARE = 0.8
_TITLE_SHARE = 0.5
_RANK_LOSS = 0.1
# A heading that says nothing but what was asked.
_EXACT_GAIN = 1.25
# Below these shares of the question's weight the passages speak of something else.
_LEAST_IN_BEST = 0.4
_LEAST_COVERED = 0.45
_LEAST_OF_BEST = 0.55
# A quotation goes on to this length where its paragraph does.
_READS_ALONE = 160
# A sentence shorter than this that ends in a colon only points.
_POINTER = 30
_LEANS_BACK = re.compile(
    r"^(this|that|these|those|it|they|he|she|so|then|thus|therefore|in this case|in that case|"
    r"because of this|for this|but|and|or|also|again|otherwise|however|instead|here|which|"
    r"because|as before|the same|if you do (that|this|it)|now|next|there)\b",
    re.IGNORECASE,
)
# Sentences about the document rather than about its subject.
_SPEAKS_OF_ITSELF = re.compile(
    r"\b(I'll|we'll|we will|let's|you will (see|learn|read)|(this|next|previous|following) "
    r"(section|chapter|page|tutorial|guide)|(we|you)( have)?( only| just)? (saw|seen)|"
    r"(read|learn|see) (more|about|the (docs|documentation|guide))|have evolved|below|above)\b",
    re.IGNORECASE,
)
_INSTRUCTS = re.compile(
    r"^(use|set|create|add|declare|define|import|run|install|call|pass|open|choose|go to|press)\b|"
    r"\b(you (can|should|must|need|could)|to do (so|this|that)|by (us|sett|add|pass|call)ing)\b",
    re.IGNORECASE,
)
_DEFINES = re.compile(
    r"(?<!there )\b(is|are|means|refers to|stands for|lets you|allows you)\b", re.IGNORECASE
)
_ASKS_WHAT = re.compile(r"^\s*(what (is|are|does|do)|what's|define|explain)\b", re.IGNORECASE)
_ASKS_HOW = re.compile(
    r"\b(how (do|can|to|should|would|does|is|are)|example|snippet|code|command|syntax|configure|"
    r"install|set ?up|declare|write|implement)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Passage:
    """A quotation: `text` in one paragraph, then what it introduces (`tail`: code or items)."""

    evidence_id: int
    text: str
    tail: str = ""


@dataclass(frozen=True, kw_only=True)
class _Unit:
    """A sentence, item, row or fence with where it stands."""

    rank: int
    block: int
    sentence: int
    kind: str
    text: str
    stems: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class _Source:
    """A piece of evidence, read."""

    evidence: Evidence
    heading: frozenset[str]
    title: frozenset[str]
    blocks: tuple[Block, ...]

    def share(self, term: str) -> float:
        """How much of a word's weight its place above the text is worth."""
        if term in self.heading:
            return _HEADING_SHARE
        return _TITLE_SHARE if term in self.title else 0.0


def best_passages(question: str, evidence: Sequence[Evidence]) -> tuple[Passage, ...]:
    """Return up to three passages, best first; none when too little of the question is met."""
    terms = content_stems(question)
    sources = [_read(piece) for piece in evidence]
    units = [unit for rank, source in enumerate(sources) for unit in _units(rank, source)]
    if not terms or not units:
        return ()
    weights = _weights(terms, units)
    picks = _pick(question, units, sources, weights)
    if not _covers(picks, sources, weights):
        return ()
    wants_code = _ASKS_HOW.search(question) is not None
    passages: list[Passage] = []
    for unit in picks:
        passage = _quoted(unit, sources[unit.rank])
        if wants_code and not passage.tail and not any(_has_code(done) for done in passages):
            passage = replace(passage, tail=_code_after(unit, sources[unit.rank]))
        passages.append(passage)
    return _fitting(passages)


def _read(evidence: Evidence) -> _Source:
    title, _, heading = evidence.source.partition(" › ")
    return _Source(
        evidence=evidence,
        heading=all_stems(heading or title),
        title=all_stems(title),
        blocks=tuple(blocks(evidence.text)),
    )


def _units(rank: int, source: _Source) -> list[_Unit]:
    units: list[_Unit] = []
    for number, block in enumerate(source.blocks):
        parts = sentences(block.text) if block.kind == "prose" else [block.text]
        units += [
            _Unit(
                rank=rank,
                block=number,
                sentence=place,
                kind=block.kind,
                text=part,
                stems=all_stems(part),
            )
            for place, part in enumerate(parts)
        ]
    return units


def _weights(terms: Sequence[str], units: Sequence[_Unit]) -> dict[str, float]:
    """Weigh the question's words by how rare they are in the evidence itself."""
    found = {term: sum(term in unit.stems for unit in units) for term in terms}
    return {term: math.log(2 + len(units) / (1 + count)) for term, count in found.items()}


def _worth(unit: _Unit, sources: Sequence[_Source], weights: Mapping[str, float]) -> float:
    """Say how much of the question a unit meets, with what stands above it."""
    source = sources[unit.rank]
    return sum(
        weight * (1.0 if term in unit.stems else source.share(term))
        for term, weight in weights.items()
    )


def _manner(question: str, unit: _Unit) -> float:
    """Say how well a unit reads as an answer, apart from what it is about."""
    if unit.kind == "code":
        return 0.6
    factor = 1.2 if unit.block == 0 and unit.sentence == 0 else 1.0
    if not 30 <= len(unit.text) <= 450:
        factor *= 0.8
    if _LEANS_BACK.match(unit.text):
        factor *= 0.75
    if _SPEAKS_OF_ITSELF.search(unit.text):
        factor *= 0.7
    if _ASKS_HOW.search(question) and _INSTRUCTS.search(unit.text):
        factor *= 1.15
    if _ASKS_WHAT.search(question) and _DEFINES.search(unit.text):
        factor *= 1.2
    return factor


def _pick(
    question: str,
    units: Sequence[_Unit],
    sources: Sequence[_Source],
    weights: Mapping[str, float],
) -> list[_Unit]:
    """Take the best unit, then those that add most to it."""
    named = {rank for rank, source in enumerate(sources) if _names(source, weights)}
    manner = {
        id(unit): _manner(question, unit)
        * (1 - min(0.5, _RANK_LOSS * unit.rank))
        * (_EXACT_GAIN if sources[unit.rank].heading <= weights.keys() else 1.0)
        for unit in units
        if unit.rank in named or any(term in unit.stems for term in weights)
    }
    rest = [unit for unit in units if id(unit) in manner]
    left = dict(weights)
    picks: list[_Unit] = []
    first = 0.0
    while rest and len(picks) < MAX_PASSAGES:
        scores = {id(unit): _worth(unit, sources, left) * manner[id(unit)] for unit in rest}
        # `max` keeps the first of equals, so the order of the evidence decides.
        best = max(rest, key=lambda unit: scores[id(unit)])
        if scores[id(best)] < _LEAST_OF_BEST * first:
            break
        first = first or scores[id(best)]
        picks.append(best)
        rest = [unit for unit in rest if not _overlaps(unit, best)]
        if best.rank in named:
            # Other sections of the same name are as much of an answer; this one has been heard.
            rest = [unit for unit in rest if unit.rank != best.rank]
            named.discard(best.rank)
        if not named:
            left |= {term: weights[term] * 0.3 for term in weights if term in best.stems}
    return picks


def _names(source: _Source, weights: Mapping[str, float]) -> bool:
    """Whether the words above a section's text are all that was asked about."""
    return all(term in source.heading for term in weights)


def _overlaps(unit: _Unit, pick: _Unit) -> bool:
    return unit.rank == pick.rank and abs(unit.block - pick.block) <= (
        1 if "code" in (unit.kind, pick.kind) else 0
    )


def _covers(
    picks: Sequence[_Unit], sources: Sequence[_Source], weights: Mapping[str, float]
) -> bool:
    """Say whether the picks meet enough of the question, the best one most of it."""
    if not picks:
        return False
    whole = sum(weights.values())
    together = sum(
        weight
        * max(1.0 if term in unit.stems else sources[unit.rank].share(term) for unit in picks)
        for term, weight in weights.items()
    )
    best = _worth(picks[0], sources, weights)
    met = sum(term in picks[0].stems or sources[picks[0].rank].share(term) > 0 for term in weights)
    return (
        met >= min(2, len(weights))
        and best >= _LEAST_IN_BEST * whole
        and together >= _LEAST_COVERED * whole
    )


def _quoted(unit: _Unit, source: _Source) -> Passage:
    id = source.evidence.id
    if unit.kind == "code":
        return _code_passage(unit, source)
    text, last = _continued(unit, source)
    if _LEANS_BACK.match(text) and (before := _sentence_before(unit, source)):
        text = f"{before} {text}"
    tail = _introduced(last, source) if text.endswith(":") else ""
    if text.endswith(":") and not tail:
        text = _without_pointer(text)
    return Passage(evidence_id=id, text=text, tail=tail)


def _without_pointer(text: str) -> str:
    """Close a text whose example was taken out of the page; a bare `For example:` goes with it."""
    whole = sentences(text)
    if len(whole) > 1 and len(whole[-1]) < _POINTER:
        return " ".join(whole[:-1])
    return text[:-1] + "."


def _continued(unit: _Unit, source: _Source) -> tuple[str, int]:
    """Return a unit with what follows while it is short, and the last block that was used."""
    if unit.kind != "prose":
        return unit.text, unit.block
    text = unit.text
    following = sentences(source.blocks[unit.block].text)[unit.sentence + 1 :]
    last = unit.block
    if not following and not _announces(last, source):
        # A short paragraph goes on in the next one; what it pointed at was taken out of the page.
        next_block = source.blocks[last + 1] if last + 1 < len(source.blocks) else None
        if next_block is not None and next_block.kind == "prose":
            following, last = sentences(next_block.text)[:2], last + 1
            if text.endswith(":"):
                text = text[:-1] + ("," if following[0][:1].islower() else ".")
    for sentence in following:
        if len(text) + len(sentence) > 2 * _READS_ALONE or len(text) >= _READS_ALONE:
            break
        text = f"{text} {sentence}"
    return text, last


def _announces(number: int, source: _Source) -> bool:
    """Whether a block points at the fence or the items that come next."""
    following = source.blocks[number + 1 : number + 2]
    return source.blocks[number].introduces and bool(following) and following[0].kind != "prose"


def _code_passage(unit: _Unit, source: _Source) -> Passage:
    """Quote a fence with the sentence that leads to it."""
    before = source.blocks[unit.block - 1] if unit.block else None
    lead = sentences(before.text)[-1] if before is not None and before.kind != "code" else ""
    return Passage(evidence_id=source.evidence.id, text=lead, tail=unit.text)


def _sentence_before(unit: _Unit, source: _Source) -> str:
    if unit.kind != "prose":
        return ""
    if unit.sentence:
        return sentences(source.blocks[unit.block].text)[unit.sentence - 1]
    before = source.blocks[unit.block - 1] if unit.block else None
    if before is None or before.kind != "prose":
        return ""
    last = sentences(before.text)[-1]
    return last[:-1] + "." if last.endswith(":") else last


def _introduced(number: int, source: _Source) -> str:
    """Return the fence or the items that a block announces."""
    following = source.blocks[number + 1 :]
    if following and following[0].kind == "code":
        return following[0].text if len(following[0].text) <= _MAX_CODE else ""
    items: list[str] = []
    for block in following:
        if block.kind not in ("item", "row") or len(items) == _MAX_ITEMS:
            break
        items.append(f"- {block.text}")
    return "\n".join(items)


def _code_after(unit: _Unit, source: _Source) -> str:
    for block in source.blocks[unit.block + 1 : unit.block + 3]:
        if block.kind == "code":
            return block.text if len(block.text) <= _MAX_CODE else ""
    return ""


def _has_code(passage: Passage) -> bool:
    return passage.tail.startswith("```")


def _fitting(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """Keep whole passages until there is enough to read; the first is always kept."""
    kept: list[Passage] = []
    length = 0
    for passage in passages:
        length += len(passage.text) + len(passage.tail)
        if kept and length > MAX_CHARACTERS:
            continue
        if not any(passage.text in done.text for done in kept):
            kept.append(passage)
    return tuple(kept)
