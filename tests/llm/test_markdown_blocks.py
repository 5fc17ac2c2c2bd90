"""Markdown of several builders as plain blocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.llm.markdown_blocks import blocks, plain, sentences


def shown(markdown: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in blocks(markdown)]


@pytest.mark.parametrize(
    "markdown",
    [
        "/// tip | Mind this\n\nReal text.\n\n///",
        '!!! note "Mind this"\n    Real text.',
        ":::tip\nReal text.\n:::",
        "```{note}\nReal text.\n```",
        "> [!NOTE]\n> Real text.",
        ".. note::\n\n   Real text.",
        "{* ../src/tutorial.py hl[1] *}\n\nReal text.\n\n{! other.md !}",
        "<!-- hidden\nstill hidden -->\nReal text.",
        '<div class="x">\n\nReal text.\n\n</div>\n\n<img src="a.png">',
        "import Tabs from '@theme/Tabs';\n\nReal text.",
        "## Real heading { #x }\n\nReal text.\n\n---",
        '=== "Python"\n\n    Real text.',
        "[ref]: https://example.com\n\nReal text.",
    ],
)
def test_furniture_is_taken_away(markdown: str) -> None:
    assert shown(markdown) == [("prose", "Real text.")]


def test_fences_stay_whole_and_items_and_rows_stand_alone() -> None:
    markdown = (
        "Do this:\n\n```python hl_lines='2'\n# no heading\n\nx = [a](b)\n```\n"
        "- one\n  goes on\n- two\n\n| Plan | Seats |\n|---|---|\n| Pro | 10 |\n| Free | 1 |\n"
    )
    assert shown(markdown) == [
        ("prose", "Do this:"),
        ("code", "```python\n# no heading\n\nx = [a](b)\n```"),
        ("item", "one goes on"),
        ("item", "two"),
        ("row", "Plan: Pro; Seats: 10"),
        ("row", "Plan: Free; Seats: 1"),
    ]


def test_a_fence_that_never_closes_is_closed() -> None:
    assert shown("````md\n```x\n") == [("code", "````md\n```x\n````")]


def test_links_become_their_text_and_code_spans_stay() -> None:
    text = 'See [the *guide*](../guide.md#x), `[a](b)` and <abbr title="t">API</abbr>![i](x.png).'
    assert plain(text) == "See the *guide*, `[a](b)` and API."


def test_sentences_do_not_end_at_abbreviations_code_or_versions() -> None:
    text = "Use e.g. `a. B` here. Python 3.11 works! See **this.** Next one?"
    assert sentences(text) == [
        "Use e.g. `a. B` here.",
        "Python 3.11 works!",
        "See **this.**",
        "Next one?",
    ]


@given(st.text(alphabet="ab `~|-*#:{}[]()!<>/\n.", max_size=120))
def test_no_markdown_breaks_it(markdown: str) -> None:
    for block in blocks(markdown):
        assert block.text.strip()
        if block.kind != "code":
            assert "\n" not in block.text
            assert " ".join(sentences(block.text)).split() == block.text.split()
