"""What the gate weighs, as numbers: how the pages and the tools answer to a question's words."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from docsteward.index.gate import GateSignals
from docsteward.index.search import (
    Ranked,
    TermSupport,
    ceiling_of,
    support_of,
)
from docsteward.index.stem import stems_of
from docsteward.index.terms import Term
from docsteward.index.toolmatch import match_tool
from docsteward.index.values import ToolHint

# Sections looked at for the one that covers a question best.
_BEST = 8


def measure(
    connection: sqlite3.Connection,
    question: str,
    terms: Sequence[Term],
    ranked: Sequence[Ranked],
    tools: Sequence[ToolHint],
) -> GateSignals:
    """Measure the support that pages and tools give to a question."""
    parts = [item.part for item in ranked[:_BEST]]
    support = support_of(connection, terms, parts)
    weights = _stem_weights(terms, support)
    return GateSignals(
        terms=len(terms),
        coverage=_coverage(support, parts),
        absent=_absent(support),
        relative=_relative(ranked, support),
        named=any(term.coded and term.parts for term in support),
        tools={tool.name: match_tool(question, tool, weights) for tool in tools},
    )


def _coverage(support: Sequence[TermSupport], parts: Sequence[int]) -> float:
    whole = sum(term.weight for term in support)
    if not whole:
        return 0.0
    return max(
        (sum(term.weight for term in support if part in term.parts) / whole for part in parts),
        default=0.0,
    )


def _absent(support: Sequence[TermSupport]) -> float:
    return sum(term.absent for term in support) / len(support) if support else 0.0


def _relative(ranked: Sequence[Ranked], support: Sequence[TermSupport]) -> float:
    ceiling = ceiling_of(support)
    best = max((item.bm25 for item in ranked), default=0.0)
    # The pieces of an identifier are searched for too, which can lift a score over the ceiling.
    return min(1.0, best / ceiling) if ceiling else 0.0


def _stem_weights(terms: Sequence[Term], support: Sequence[TermSupport]) -> Mapping[str, float]:
    return {
        stem: found.weight
        for term, found in zip(terms, support, strict=True)
        for phrase in term.phrases
        for stem in stems_of(phrase)
    }
