from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.index.stem import stem, stems_of


@pytest.mark.parametrize(
    "forms",
    [
        "declare declares declared declaring declaration declarations",
        "limit limits limited limiting",
        "query queries",
        "stop stops stopped stopping",
        "class classes",
        "status",
        "validate validates validated validation validating",
    ],
)
def test_forms_of_one_word_share_a_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(("one", "other"), [("plan", "plant"), ("test", "text"), ("use", "us")])
def test_different_words_stay_apart(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_stems_of_a_text_leave_out_stopwords_and_split_names() -> None:
    assert stems_of("What are the limits of my plan_limits?") == ("limit", "plan")


@given(st.text(min_size=1, alphabet=st.characters(categories=["L"])))
def test_a_stem_is_never_empty(word: str) -> None:
    assert stem(word)
