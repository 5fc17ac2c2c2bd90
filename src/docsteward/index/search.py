"""Lexical search in an index file: BM25 over parts, grouped to sections (SPEC K3)."""

from __future__ import annotations

import math
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from docsteward.index.stem import stems_of
from docsteward.index.terms import Term, quoted, unframed

# Title and heading weigh double, as measured (DESIGN); identifiers found whole weigh as words.
_WEIGHTS = "2.0, 2.0, 1.0, 2.0"
# Parts looked at before grouping. Ranks below this never reach a reader.
_PARTS = 200
# A section found by several parts says more than one found by its best part alone.
_SECOND_PART = 0.05
# How much of its score a section gains whose heading is the question, in other words or in these.
_HEADING_GAIN = 0.7
# FTS5's own saturation: no term adds more than (k1 + 1) times its weight.
_SATURATION = 2.2


@dataclass(frozen=True, kw_only=True)
class Ranked:
    """A section by its number in the file, with its score (more is better) and its best part."""

    section: int
    part: int
    score: float
    bm25: float


def expression(terms: Sequence[Term]) -> str:
    """Return the FTS5 query for some terms: each quoted, any of them enough."""
    alternatives: dict[str, None] = {}
    for term in terms:
        for one in (*_alternatives(term), *map(quoted, term.pieces)):
            alternatives[one] = None
    return " OR ".join(alternatives)


def rank(
    connection: sqlite3.Connection, question: str, terms: Sequence[Term], limit: int
) -> list[Ranked]:
    """Return the best sections for some terms, best first; equal ones in the order of the site."""
    if not terms or limit < 1:
        return []
    rows = connection.execute(
        f"SELECT parts.section, parts.id, -bm25(words, {_WEIGHTS}) AS score,"  # noqa: S608 - constants
        " sections.heading, pages.title"
        " FROM words JOIN parts ON parts.id = words.rowid"
        " JOIN sections ON sections.id = parts.section JOIN pages ON pages.id = sections.page"
        " WHERE words MATCH ? ORDER BY score DESC, parts.id LIMIT ?",
        (expression(terms), _PARTS),
    ).fetchall()
    scores: dict[int, list[tuple[float, int]]] = defaultdict(list)
    names: dict[int, tuple[str, str]] = {}
    for section, part, score, heading, title in rows:
        scores[section].append((score, part))
        names[section] = (heading, title)
    asked = frozenset(stems_of(unframed(question)))
    ranked = [
        Ranked(
            section=section,
            part=found[0][1],
            score=_score(found) * (1 + _HEADING_GAIN * _likeness(asked, *names[section])),
            bm25=found[0][0],
        )
        for section, found in scores.items()
    ]
    ranked.sort(key=lambda item: (-item.score, item.section))
    return ranked[:limit]


def _score(found: Sequence[tuple[float, int]]) -> float:
    return found[0][0] + (_SECOND_PART * found[1][0] if len(found) > 1 else 0.0)


def _likeness(asked: frozenset[str], heading: str, title: str) -> float:
    """Return how far question and heading are the same words; the page's title may help."""
    named = frozenset(stems_of(heading or title))
    if not asked or not named:
        return 0.0
    precision = len(asked & (named | frozenset(stems_of(title)))) / len(asked)
    recall = len(asked & named) / len(named)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


@dataclass(frozen=True, kw_only=True)
class TermSupport:
    """One term of a question: its weight (rare is heavy), and how the pages carry it."""

    weight: float
    absent: bool
    coded: bool
    parts: frozenset[int]


def support_of(
    connection: sqlite3.Connection, terms: Sequence[Term], parts: Sequence[int]
) -> list[TermSupport]:
    """Weigh each term against the whole index, and find in which of some parts it stands."""
    (total,) = connection.execute("SELECT count(*) FROM parts").fetchone()
    marks = ", ".join("?" * len(parts))
    weighed: list[TermSupport] = []
    for term in terms:
        wanted = " OR ".join((*_alternatives(term), *_together(term)))
        (count,) = connection.execute(
            "SELECT count(*) FROM words WHERE words MATCH ?", (wanted,)
        ).fetchone()
        found = connection.execute(
            f"SELECT rowid FROM words WHERE words MATCH ? AND rowid IN ({marks})",  # noqa: S608 - marks only
            (wanted, *parts),
        ).fetchall()
        weighed.append(
            TermSupport(
                weight=weight_of(total, count),
                absent=count == 0,
                coded=term.coded,
                parts=frozenset(row[0] for row in found),
            )
        )
    return weighed


def weight_of(total: int, count: int) -> float:
    """Return how much a term says that stands in `count` of `total` parts (BM25's weight)."""
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def ceiling_of(support: Sequence[TermSupport]) -> float:
    """Return a score that a part would have in which each term is said again and again."""
    return _SATURATION * sum(term.weight for term in support)


def _alternatives(term: Term) -> list[str]:
    found = [quoted(phrase) for phrase in term.phrases]
    if term.whole:
        found.append(f"idents : {quoted(term.whole)}")
    return found


def _together(term: Term) -> list[str]:
    return [f"({' AND '.join(map(quoted, term.pieces))})"] if len(term.pieces) > 1 else []
