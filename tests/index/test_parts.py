from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.corpus.blocks import BlockScanner
from docsteward.index.parts import MAX_PART, searched_text, split_parts

SCANNER = BlockScanner()


def parts(text: str) -> list[str]:
    return [text[start:stop] for start, stop in split_parts(text, SCANNER)]


def test_a_short_section_is_one_part() -> None:
    assert parts("A line.\n\nAnother.") == ["A line.\n\nAnother."]
    assert split_parts("", SCANNER) == ((0, 0),)


def test_prose_is_cut_at_sentences_into_parts_of_a_good_size() -> None:
    text = "\n\n".join("This sentence says a little about the pump. " * 40 for _ in range(3))
    cut = parts(text)
    assert all(len(part) <= MAX_PART for part in cut[:-1])
    assert all(part.rstrip().endswith(".") for part in cut)


def test_a_fence_is_never_cut() -> None:
    fence = "```py\n" + "x = 1\n\n# a comment\n" * 100 + "```"
    text = f"{'Before. ' * 80}\n\n{fence}\n\n{'After. ' * 80}"
    assert sum(fence in part for part in parts(text)) == 1


def test_a_fence_in_an_admonition_is_never_cut() -> None:
    fence = "    ```py\n" + "    x = 1\n\n" * 150 + "    ```"
    text = f'!!! note "T"\n\n    {"Words. " * 100}\n\n{fence}\n\n    {"More. " * 100}'
    assert sum(fence in part for part in parts(text)) == 1


@pytest.mark.parametrize("item", ["| {} | " + "cell " * 30 + "|", "- item {}: " + "word " * 30])
def test_a_row_and_an_item_are_never_cut(item: str) -> None:
    lines = [item.format(at) for at in range(40)]
    head = ["| a | b |", "| - | - |"] if item.startswith("|") else []
    cut = parts("\n".join([*head, *lines]))
    assert len(cut) > 3
    for line in lines:
        assert sum(line in part for part in cut) == 1


def test_an_item_stays_with_what_it_holds() -> None:
    item = "- item\n\n" + "    inner words\n\n" * 60 + "    - deeper\n"
    assert sum(item.strip() in part for part in parts(f"{'x ' * 300}\n\n{item}")) == 1


@given(
    st.lists(
        st.sampled_from(
            ["word " * 60, "x" * 1000, "```", "- item", "    inner", "| a | b |", "|---|---|",
             "", "!!! note", "Sentence one. Sentence two!", "水" * 900, "> q", "/// tip", "///"]
        ),
        max_size=25,
    )
)  # fmt: skip
def test_parts_cover_a_section_without_gap_or_overlap(lines: list[str]) -> None:
    text = "\n".join(lines).strip("\n")
    assert "".join(parts(text)) == text


@pytest.mark.parametrize(
    ("text", "kept", "gone"),
    [
        ("See [the page](https://x.test/long/path).", "the page", "long"),
        ("![alt words](a.png)", "alt words", "png"),
        ("{* ../docs_src/app.py hl[2] *}", "", "docs_src"),
        ("/// tip | Two boards", "Two boards", "tip"),
        ('```py title="shown"\nx = 1\n```', "x = 1", "title"),
        ('an <abbr title="Long Name">LN</abbr>', "Long Name", "abbr"),
        ("`List<String>` stays", "List<String>", "nothing"),
        ("words { .wide }", "words", "wide"),
        ("at https://x.test/y now", "now", "x.test"),
    ],
)
def test_what_is_searched_of_a_part(text: str, kept: str, gone: str) -> None:
    found = searched_text(text)
    assert kept in found
    assert gone not in found
