"""The claim check on a real site: sentences as they are, reworded, and changed in one value."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.claim_cases import make_cases, sentences
from docsteward.turn.claims.check import check_claims


@pytest.mark.parametrize("seed", [20301, 48611, 77023])
def test_n7_changed_sentences_are_marked_and_true_ones_are_not(large_site: Path, seed: int) -> None:
    """At least 95 % of the changed ones, at most 3 % of the true ones."""
    made = make_cases(sentences(large_site), seed)
    assert made.wanting == {}
    assert len(made.cases) == 300
    marked = [
        bool(check_claims(case.answer, {1: [case.drawn.evidence]}).marked) for case in made.cases
    ]
    pairs = list(zip(made.cases, marked, strict=True))
    changed = [hit for case, hit in pairs if case.changed]
    true = [hit for case, hit in pairs if not case.changed]
    assert len(changed) == len(true) == 150
    assert sum(changed) >= 0.95 * len(changed)
    assert sum(true) <= 0.03 * len(true)
