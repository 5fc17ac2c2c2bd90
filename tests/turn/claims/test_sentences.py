"""An answer cut into sentences, each with what it cites."""

from __future__ import annotations

import pytest

from docsteward.turn.claims.sentences import cited_sentences


@pytest.mark.parametrize(
    ("answer", "sentences"),
    [
        ("One [1]. Two [2].", [("One [1].", (1,)), ("Two [2].", (2,))]),
        ("One. Two [2].", [("Two [2].", (2,))]),
        ("One. [1] Two. [2][3]", [("One. [1]", (1,)), ("Two. [2][3]", (2, 3))]),
        ("See e.g. this, i.e. that [1].", [("See e.g. this, i.e. that [1].", (1,))]),
        ("Use `a. B` or 3.10 [1].", [("Use `a. B` or 3.10 [1].", (1,))]),
        ("- One [1]\n- Two [2]\n", [("One [1]", (1,)), ("Two [2]", (2,))]),
        ("1. One\n   more [1]\n2. Two", [("One\n   more [1]", (1,))]),
        (
            "| a [1] | b |\n|---|---|\n| c | d [2] |",
            [("| a [1] | b |", (1,)), ("| c | d [2] |", (2,))],
        ),
        (
            "One line\nand more [1].\n\nTwo [2].",
            [("One line\nand more [1].", (1,)), ("Two [2].", (2,))],
        ),
        ("```\nx = a[1]\n```\nYes [1].", [("Yes [1].", (1,))]),
        ("```\nx = a[1].", []),
        ("Code `a[1]` and [2](https://x/) only.", []),
        ("待ちます [1]。次 [2]。", [("待ちます [1]。", (1,)), ("次 [2]。", (2,))]),
        ("It is so [1][1].", [("It is so [1][1].", (1,))]),
        ("> Quoted [1].", [("Quoted [1].", (1,))]),
        ("Really? [1] Yes!", [("Really? [1]", (1,))]),
        ("", []),
    ],
)
def test_n7_sentences_and_what_they_cite(
    answer: str, sentences: list[tuple[str, tuple[int, ...]]]
) -> None:
    found = cited_sentences(answer)
    assert [(one.text, one.cites) for one in found] == sentences
    assert all(answer[one.start : one.end] == one.text for one in found)
