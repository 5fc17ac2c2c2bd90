"""Markers in streamed text (SPEC E9)."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.base.values import Evidence
from docsteward.turn.citations import Cited, MarkerReader, Numbering, Piece, Text


def evidence(number: int, *, document: str = "", failed: bool = False) -> Evidence:
    return Evidence(
        id=number,
        kind="section",
        source=f"Page {number}",
        document=document or f"doc-{number}",
        text="…",
        failed=failed,
    )


AT_HAND = {number: evidence(number) for number in (1, 2, 3, 5)}


def read(
    text: str, *, cuts: tuple[int, ...] = (), at_hand: dict[int, Evidence] | None = None
) -> tuple[str, list[tuple[int, int]]]:
    """Feed a text cut at the given places; return what is shown and (number, id) per citation."""
    reader = MarkerReader(AT_HAND if at_hand is None else at_hand, Numbering())
    places = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    pieces: list[Piece] = []
    for start, end in pairwise(places):
        pieces += reader.feed(text[start:end])
    pieces += reader.end()
    shown = "".join(piece.text for piece in pieces if isinstance(piece, Text))
    return shown, [(p.number, p.evidence.id) for p in pieces if isinstance(p, Cited)]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("A [3]. B [1]. C [3].", "A [1]. B [2]. C [1]."),
        ("A [1, 2] and [2;3]", "A [1][2] and [2][3]"),
        ("A【1】 B 【2†source】.", "A[1] B [2]."),
        ("A [[1]](https://wiki.example/a_(v2)) b", "A [1] b"),
        ("A [1](/install) b", "A [1] b"),
        ("A [1](see the note) b", "A [1](see the note) b"),
        ("Invented [9]. Next", "Invented. Next"),
        ("Only [9][7] invented", "Only invented"),
        ("then [5 reasons", "then [5 reasons"),
        ("rows[0] and [2024] and [x] and []", "rows[0] and [2024] and [x] and []"),
        ("a [link](https://a.example) stays", "a [link](https://a.example) stays"),
        ("twice [1][1] once", "twice [1] once"),
        ("`x = [1]` but [1]", "`x = [1]` but [1]"),
        ("a lone ` tick [2]", "a lone ` tick [1]"),
        ("``a`[3]`` [2]", "``a`[3]`` [1]"),
        ("```py\nz = c[2]\n```\n[2]", "```py\nz = c[2]\n```\n[1]"),
        ("~~~\n[2]\n~~~\n[2]", "~~~\n[2]\n~~~\n[1]"),
        ("- ```\n  x[3]\n  ```\n  y [3]", "- ```\n  x[3]\n  ```\n  y [1]"),
        ("````\n```\n[3]\n````\n[3]", "````\n```\n[3]\n````\n[1]"),
        ("ends in spaces [9]  ", "ends in spaces  "),
    ],
)
def test_e9_markers_become_numbers_and_nothing_else_changes(written: str, shown: str) -> None:
    assert read(written)[0] == shown


def test_b052_markers_of_one_document_share_one_number() -> None:
    at_hand = {4: evidence(4, document="doc-A"), 8: evidence(8, document="doc-A")}
    shown, cited = read("First [4]. Later [8].", at_hand=at_hand)
    assert shown == "First [1]. Later [1]."
    assert [number for number, _ in cited] == [1, 1]


def test_b053_numbers_follow_first_use_and_strangers_are_dropped() -> None:
    at_hand = {1: evidence(1), 3: evidence(3)}
    shown, _ = read("Set the key [3], restart [1], check [7].", at_hand=at_hand)
    assert shown == "Set the key [1], restart [2], check."


def test_b055_an_unclosed_fence_protects_its_tail() -> None:
    text = "`x = [1]` then ```py\nz = c[2]  (fence never closed) [3]"
    assert read(text) == (text, [])


def test_b056_markers_split_over_chunks() -> None:
    reader = MarkerReader(AT_HAND, Numbering())
    chunks = ["See the guide ", "[", "1", "]", " and ", "【2", "†source】", " then [5 reasons"]
    pieces = [piece for chunk in chunks for piece in reader.feed(chunk)] + reader.end()
    shown = "".join(piece.text for piece in pieces if isinstance(piece, Text))
    assert shown == "See the guide [1] and [2] then [5 reasons"


def test_b058_an_address_hung_on_a_marker_is_taken_out() -> None:
    shown, cited = read("As said [[1]](https://wiki.example/Install Guide (v2).docx) there")
    assert shown == "As said [1] there"
    assert cited == [(1, 1)]


def test_d7_a_failed_run_is_cited_without_a_number() -> None:
    at_hand = {1: evidence(1, failed=True), 2: evidence(2)}
    shown, cited = read("Not known [1]. Known [2].", at_hand=at_hand)
    assert shown == "Not known. Known [1]."
    assert cited == [(0, 1), (1, 2)]


def test_text_is_not_held_longer_than_a_marker_can_be() -> None:
    reader = MarkerReader(AT_HAND, Numbering())
    shown = reader.feed("plain words, no bracket")
    assert shown == [Text("plain words, no bracket")]
    assert reader.feed(" and [") == [Text(" and")]


_SNIPPETS = st.sampled_from(
    (
        *("[1]", "[2, 3]", "[9]", "【5】", "`", "```", "\n", "\n\n", " ", "(", ")", "[", "]", "【"),
        *("word", "](http://a)", "[[3]]", "~~~", "- ", "@", "†source】", "1", "2024", "[0]", "é"),
    )
)


@given(
    text=st.lists(_SNIPPETS, max_size=25).map("".join),
    cuts=st.lists(st.integers(0, 120), max_size=12).map(tuple),
)
def test_e9_where_the_stream_is_cut_changes_nothing(text: str, cuts: tuple[int, ...]) -> None:
    whole = read(text)
    assert read(text, cuts=cuts) == whole
    assert read(text, cuts=tuple(range(len(text)))) == whole


@given(text=st.text(alphabet=st.characters(exclude_characters="[]【】"), max_size=80))
def test_e9_text_without_brackets_passes_untouched(text: str) -> None:
    assert read(text) == (text, [])


@given(text=st.lists(_SNIPPETS, max_size=25).map("".join))
def test_e9_outside_code_only_numbers_of_cited_documents_are_left(text: str) -> None:
    if "`" in text or "~" in text:
        return
    shown, cited = read(text)
    allowed = {number for number, _ in cited}
    ids = [int(found) for found in re.findall(r"\[(\d+)\]", shown)]
    assert all(number in allowed or number in (0, 2024) for number in ids if number < 100)
