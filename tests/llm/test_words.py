"""Words as they are compared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.llm.words import all_stems, content_stems, stem, tokens


@pytest.mark.parametrize(
    "forms",
    [
        ("declare", "declared", "declares", "declaring", "declaration"),
        ("parameter", "parameters"),
        ("query", "queries"),
        ("run", "running"),
        ("class", "classes"),
        ("deploy", "deployed", "deployment"),
        ("price", "prices", "pricing"),
        ("validate", "validation"),
    ],
)
def test_forms_of_a_word_share_a_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


def test_identifiers_come_apart() -> None:
    assert tokens("UploadFile max_length requestsPerDay") == [
        *("upload", "file", "max", "length", "requests", "per", "day")
    ]


def test_scripts_without_spaces_are_compared_by_pairs() -> None:
    assert tokens("路径参数") == ["路径", "径参", "参数"]
    assert all_stems("参数") <= all_stems("路径参数")


def test_common_words_carry_nothing() -> None:
    assert content_stems("How do I use the limits of my plan, please?") == ["limit", "plan"]


@given(st.text())
def test_no_text_breaks_it(text: str) -> None:
    assert set(content_stems(text)) <= all_stems(text)
