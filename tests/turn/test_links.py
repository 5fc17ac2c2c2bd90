"""Links in streamed text (SPEC E9): to what is not known, none is left for any reader of it."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from docsteward.turn.links import LinkReader

KNOWN = "https://docs.example/plans/"


def read(text: str, *, cuts: tuple[int, ...] = (), follows_text: bool = False) -> str:
    reader = LinkReader(lambda url: url == KNOWN, follows_text=follows_text)
    places = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    return "".join(reader.feed(text[a:b]) for a, b in pairwise(places)) + reader.end()


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (f"See [plans]({KNOWN}).", f"See [plans]({KNOWN})."),
        (f'See [`plans`](<{KNOWN}> "All").', f'See [`plans`](<{KNOWN}> "All").'),
        ("See [click](https://evil.example).", "See click."),
        ("[`retry()`](https://evil.example) it", "`retry()` it"),
        ("[a [b] c](https://evil.example/a_(b))", "a [b] c"),
        ("![a chart](https://evil.example/x.png?q=1) b", "a chart b"),
        (f"![a chart]({KNOWN})", "a chart"),
        (f"[![a chart](https://evil.example)]({KNOWN})", f"[a chart]({KNOWN})"),
        ("[x](javascript:alert(1))", "x"),
        ("[x](/relative) [y](#part) [z]()", "x y z"),
        ("[two\nlines](https://evil.example)", "[two\nlines]"),
        ("<https://evil.example> a", "&lt;https://evil.example> a"),
        (f"<{KNOWN}> a", f"<{KNOWN}> a"),
        ("<a@evil.example>", "&lt;a@evil.example>"),
        ('<a href="https://evil.example">x</a>', '&lt;a href="https://evil.example">x&lt;/a>'),
        ("1 < 2 and a<b", "1 < 2 and a&lt;b"),
        ("[1]: https://evil.example", "[1]&#58; https://evil.example"),
        ("> - [x]: https://evil.example", "> - [x]&#58; https://evil.example"),
        ("As in [1]: the plan", "As in [1]: the plan"),
        ("a [1](x) b", "a [1] b"),
        ("a [1](see there) b", "a [1]&#40;see there) b"),
        ("rows[0] and [2024] and [ ] and [x", "rows[0] and [2024] and [ ] and [x"),
        (r"\[click](https://evil.example)", r"\[click]"),
        ("[click][(https://evil.example)](x)", "[click][(https://evil.example)]"),
        ("]" * 3 + "(https://a.example)(https://b.example)", "]]]"),
        ("`[a](https://x.example)` and `<b>`", "`[a](https://x.example)` and `<b>`"),
        ("```md\n[a](https://x.example)\n<b>\n```\n", "```md\n[a](https://x.example)\n<b>\n```\n"),
        ("```md\n[a](https://x.example)", "```md\n[a](https://x.example)"),
        ("- ```html\n  <b>x</b>\n  ```", "- ```html\n  <b>x</b>\n  ```"),
        ("a\r\nb\rc", "a\nb\nc"),
    ],
)
def test_e9_only_known_addresses_stay_links(written: str, shown: str) -> None:
    assert read(written) == shown


_SMUGGLED = [
    "\\`[click](https://evil.example)`",
    "a ` b\n`[click](https://evil.example)` c",
    "x ```\n[click](https://evil.example)",
    "text\n      ```\n[click](https://evil.example)",
    "> ```\n[click](https://evil.example)",
    "> ```\n\n```\ncode\n```\n[click](https://evil.example)",
    "- ```\n\n[click](https://evil.example)",
    "   ```\n  a\n```\n[click](https://evil.example)",
    "```\n      ```\n```\n[click](https://evil.example)",
    "```\n- ```\n```\n[click](https://evil.example)",
    "~~~\r~~~\r[click](https://evil.example)",
    "<div>\n```\n\n[click](https://evil.example)",
    "[``](https://x.example)`\n```\n[click](https://evil.example)",
    "[~~~](https://x.example)\n```\n~~~\n[click](https://evil.example)",
    "``x``[`a`](https://x.example) `[click](https://evil.example)`",
    "| `a | [click](https://evil.example)` |\n|---|---|\n| b | c |",
    "| a | b |\n|---|---|\n| `a | [click](https://evil.example)` |",
    "[a](<`>) [click](https://evil.example)`",
    "```" + "a" * 90 + "[click](https://evil.example)`",
    "```" + "a" * 90 + "``` b\n[click](https://evil.example)\n",
    "[[click](https://evil.example)](https://docs.example/plans/)",
    "[x]\n\n[x]:\nhttps://evil.example",
    "[" + "a" * 300 + "](https://evil.example)",
    "[a](" + KNOWN + "#&amp;)",
]


class _Lax(MarkdownIt):
    """Follows schemes too that this reader refuses by itself and others may not."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 - its name for it
        return True


def addresses(text: str) -> set[str]:
    """Return where a common reader of Markdown would lead."""
    found: set[str] = set()

    def walk(tokens: list[Token]) -> None:
        for token in tokens:
            found.update(str(token.attrs[key]) for key in ("href", "src") if key in token.attrs)
            walk(token.children or [])

    for rules in ("commonmark", "js-default"):
        walk(_Lax(rules, {"html": True, "linkify": False}).parse(text))
    return found


@pytest.mark.parametrize("text", _SMUGGLED)
def test_e9_no_link_is_smuggled_in_as_code(text: str) -> None:
    assert addresses(read(text)) <= {KNOWN}


def test_e9_the_smuggled_links_are_links_where_nothing_looks_at_them() -> None:
    assert sum(bool(addresses(text) - {KNOWN}) for text in _SMUGGLED) >= len(_SMUGGLED) - 2


def test_e9_text_shown_before_may_have_left_code_open() -> None:
    text = "```\n[click](https://evil.example)"
    assert read(text) == text
    assert addresses("```\n\n" + read(text, follows_text=True)) == set()


_SNIPPETS = st.sampled_from(
    (
        *("[", "]", "(", ")", "!", "<", ">", "`", "``", "```", "~~~", "\\", ":", "|", "$", "#"),
        *("\n", "\n\n", "\r", " ", "  ", "    ", "- ", "1. ", "> ", "\t", "a", "word", "é", "&"),
        *("](https://evil.example)", "[click](https://evil.example)", "https://evil.example"),
        *(f"]({KNOWN})", f"[ok]({KNOWN})", "[x]: ", "[x]", "<https://evil.example>", "<b>"),
        *(
            "![",
            ' "t")',
            "| a | b |\n|---|---|\n",
            "```\n",
            "\n```\n",
            "`[c](https://evil.example)`",
        ),
    )
)
_TEXTS = st.lists(_SNIPPETS, max_size=25).map("".join)


@given(text=_TEXTS, cuts=st.lists(st.integers(0, 300), max_size=12).map(tuple))
@example(text="[click](https://evil.example)~~~", cuts=())
@example(text="![](https://evil.example)```\n[click](https://evil.example)", cuts=())
def test_e9_where_the_stream_is_cut_changes_nothing(text: str, cuts: tuple[int, ...]) -> None:
    whole = read(text)
    assert read(text, cuts=cuts) == whole
    assert read(text, cuts=tuple(range(len(text)))) == whole


@given(text=_TEXTS)
@example(text="[x]: \n\t[x]")
def test_e9_a_common_reader_finds_known_addresses_alone(text: str) -> None:
    assert addresses(read(text)) <= {KNOWN}


@given(text=st.text(alphabet=st.characters(exclude_characters="[]<!\r\\"), max_size=80))
def test_e9_text_without_links_passes_untouched(text: str) -> None:
    assert read(text) == text


def test_text_is_not_held_longer_than_a_link_can_be() -> None:
    reader = LinkReader(lambda _: False)
    assert reader.feed("plain words") == "plain words"
    assert reader.feed(" and [a label") == " and "
    assert reader.feed(" that ends in a line\n") == "[a label that ends in a line\n"


@pytest.mark.parametrize(
    "bit", ["[", "](", "![", "<", "`", "[a](", "\\", "[`a`](b", "](  ", "``` "]
)
def test_a_long_hostile_text_takes_no_long_time(bit: str) -> None:
    started = time.process_time()
    read(bit * (40_000 // len(bit)))
    assert time.process_time() - started < 2
