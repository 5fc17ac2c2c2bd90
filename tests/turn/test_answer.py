"""Reading a reply in plain-text mode: answer and offer lines."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.turn.answer import AnswerPiece, AnswerReader, OfferWritten, is_question_back
from docsteward.turn.citations import Numbering, Text


def read(text: str, *, cuts: tuple[int, ...] = ()) -> tuple[str, list[tuple[str, str]]]:
    reader = AnswerReader({}, Numbering(), knows=lambda _: True)
    places = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    pieces: list[AnswerPiece] = []
    for start, end in pairwise(places):
        pieces += reader.feed(text[start:end])
    pieces += reader.end()
    shown = "".join(piece.text for piece in pieces if isinstance(piece, Text))
    return shown, [(p.tool, p.arguments) for p in pieces if isinstance(p, OfferWritten)]


def test_f1_offer_lines_are_taken_out_of_the_answer() -> None:
    text = 'Yes.\n\n@offer open_pricing {"plan": "pro"}\n- @offer contact_support {}\n'
    shown, offers = read(text)
    assert shown == "Yes."
    assert offers == [("open_pricing", '{"plan": "pro"}'), ("contact_support", "{}")]


@pytest.mark.parametrize(
    "text",
    [
        "```\n@offer x {}\n```",
        "@off this is text",
        "write `@offer x {}` yourself",
        "mail me @ offer",
    ],
)
def test_what_is_no_offer_line_stays(text: str) -> None:
    assert read(text) == (text, [])


_SNIPPETS = st.sampled_from(
    ["@offer a {}", "@offer", "\n", "\n\n", "`", "```", "- ", " ", "text", "@", "{}", "@off", "\t"]
)


@given(
    text=st.lists(_SNIPPETS, max_size=20).map("".join),
    cuts=st.lists(st.integers(0, 100), max_size=10).map(tuple),
)
def test_where_the_stream_is_cut_changes_nothing(text: str, cuts: tuple[int, ...]) -> None:
    whole = read(text)
    assert read(text, cuts=cuts) == whole
    assert read(text, cuts=tuple(range(len(text)))) == whole


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Which plan do you mean?", True),
        ("That depends. Which plan do you mean?", True),
        ("どのプランですか？", True),
        ("The limit is 5. It rises daily. Do you want more?", False),
        ("The limit is 5.", False),
        ("Why? Because it is so.", False),
        ("", False),
    ],
)
def test_e10_a_short_question_back_needs_no_source(text: str, asks: bool) -> None:
    assert is_question_back(text) is asks
