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
# A question's word in the heading alone says what the section is about, not what it says.
_HEADING_SHARE = 0.6
_RANK_LOSS = 0.07
# Below this share of the question's weight the passages speak of something else.
_LEAST_COVERED = 0.45
_LEAST_OF_BEST = 0.55
_LEANS_BACK = re.compile(
    r"^(this|that|these|those|it|they|he|she|so|then|thus|therefore|in this case|in that case|"
    r"because of this|for this|but|and|or|also|again|otherwise|however|instead|here|which)\b",
    re.IGNORECASE,
)
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
    blocks: tuple[Block, ...]


def best_passages(question: str, evidence: Sequence[Evidence]) -> tuple[Passage, ...]:
    """Return up to three passages, best first; none when too little of the question is met."""
    terms = content_stems(question)
    sources = [_read(piece) for piece in evidence]
    units = [unit for rank, source in enumerate(sources) for unit in _units(rank, source)]
    if not terms or not units:
        return ()
    weights = _weights(terms, units)
    picks = _pick(units, sources, weights)
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
    return _Source(
        evidence=evidence,
        heading=all_stems(evidence.source),
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


def _score(unit: _Unit, sources: Sequence[_Source], weights: Mapping[str, float]) -> float:
    heading = sources[unit.rank].heading
    inside = sum(weight for term, weight in weights.items() if term in unit.stems)
    above = sum(
        weight for term, weight in weights.items() if term in heading and term not in unit.stems
    )
    score = (inside + _HEADING_SHARE * above) * (1 - min(0.5, _RANK_LOSS * unit.rank))
    if unit.kind == "code":
        score *= 0.6
    elif len(unit.text) < 30 or len(unit.text) > 450:
        score *= 0.8
    if unit.block == 0 and unit.sentence == 0:
        score *= 1.1
    return score


def _pick(
    units: Sequence[_Unit], sources: Sequence[_Source], weights: Mapping[str, float]
) -> list[_Unit]:
    """Take the best unit, then those that add most to it."""
    picks: list[_Unit] = []
    left = dict(weights)
    first = 0.0
    for _ in range(MAX_PASSAGES):
        rest = [unit for unit in units if not any(_overlaps(unit, pick) for pick in picks)]
        if not rest:
            break
        # `max` keeps the first of equals, so the order of the evidence decides.
        best = max(rest, key=lambda unit: _score(unit, sources, left))
        score = _score(best, sources, left)
        if score <= 0 or score < _LEAST_OF_BEST * first:
            break
        if not any(term in best.stems for term in weights):
            break
        picks.append(best)
        first = first or score
        for term in weights:
            if term in best.stems:
                left[term] = weights[term] * 0.4
    return picks


def _overlaps(unit: _Unit, pick: _Unit) -> bool:
    return unit.rank == pick.rank and abs(unit.block - pick.block) <= (
        1 if "code" in (unit.kind, pick.kind) else 0
    )


def _covers(
    picks: Sequence[_Unit], sources: Sequence[_Source], weights: Mapping[str, float]
) -> bool:
    if not picks:
        return False
    inside = frozenset[str]().union(*(unit.stems for unit in picks))
    above = frozenset[str]().union(*(sources[unit.rank].heading for unit in picks))
    met = [term for term in weights if term in inside or term in above]
    share = sum(
        weight if term in inside else _HEADING_SHARE * weight
        for term, weight in weights.items()
        if term in met
    )
    return len(met) >= min(2, len(weights)) and share >= _LEAST_COVERED * sum(weights.values())


def _quoted(unit: _Unit, source: _Source) -> Passage:
    id = source.evidence.id
    if unit.kind == "code":
        return _code_passage(unit, source)
    text = unit.text
    if _LEANS_BACK.match(text) and (before := _sentence_before(unit, source)):
        text = f"{before} {text}"
    tail = _introduced(unit.block, source) if text.endswith(":") else ""
    if text.endswith(":") and not tail:
        text = text[:-1] + "."
    return Passage(evidence_id=id, text=text, tail=tail)


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
