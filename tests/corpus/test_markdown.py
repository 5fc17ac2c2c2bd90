from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.base.errors import SiteFault
from docsteward.corpus.blocks import BlockScanner
from docsteward.corpus.markdown import name_in_words, parse_markdown, slice_body, unified
from docsteward.corpus.section import Section


def headings(text: str, page: str = "a") -> list[tuple[str, str]]:
    return [(s.heading, s.anchor) for s in parse_markdown(text, page).sections]


def only(text: str) -> Section:
    (section,) = parse_markdown(text, "a").sections
    return section


def test_k2_sections_have_anchor_trail_and_text() -> None:
    page = parse_markdown(
        "# Tank\n\nTop.\n\n## Pump { #the-pump }\n\nHum.\n\n### Noise\n\nBuzz.", "x/y"
    )
    assert page.title == "Tank"
    assert [(s.id, s.trail, s.text) for s in page.sections] == [
        ("x/y#tank", (), "Top."),
        ("x/y#the-pump", ("Tank",), "Hum."),
        ("x/y#noise", ("Tank", "Pump"), "Buzz."),
    ]


def test_trail_begins_with_the_page_title_that_front_matter_gives() -> None:
    page = parse_markdown("---\ntitle: Care\n---\n# Tank\n\n## Pump\n", "a")
    assert [s.trail for s in page.sections] == [("Care",), ("Care", "Tank")]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: 'Care: daily'\n---\n# Tank", "Care: daily"),
        ("## Small\n\n# Tank `now` & **here**", "Tank now & here"),
        ("Words only.", "First steps"),
        ("---\ntitle: 2024\n---\n", "2024"),
        ("", "First steps"),
    ],
)
def test_title_is_front_matter_then_first_heading_then_file_name(text: str, title: str) -> None:
    page = parse_markdown(text, "how-to/first_steps")
    assert page.title == title
    assert page.sections


@pytest.mark.parametrize(
    ("page", "name"),
    [("index", "Home"), ("a/feeding-times", "Feeding times"), ("about_us/index", "About us")],
)
def test_name_in_words(page: str, name: str) -> None:
    assert name_in_words(page) == name


def test_front_matter_is_read_and_is_no_text() -> None:
    page = parse_markdown("---\ntitle: T\ndescription: Short\n  words\ntags: [a]\n---\nBody", "a")
    assert (page.description, page.sections[0].text) == ("Short words", "Body")


def test_a_ruled_line_at_the_top_is_no_front_matter() -> None:
    assert only("---\nno mapping\n\n---\nBody").text == "---\nno mapping\n\n---\nBody"
    assert only("---\nnever: closed\n").text == "---\nnever: closed"


def test_broken_front_matter_says_where() -> None:
    with pytest.raises(SiteFault, match=r"line 3: mapping values") as caught:
        parse_markdown("---\nok: 1\ntitle: a: b\n---\nBody", "a")
    assert caught.value.code == "front_matter"


def test_slugs_are_those_of_the_published_page() -> None:
    text = "# A\n## Über die *Größe*!\n## Get `/items/{id}`\n## x - y\n## 水温\n## 水温\n## A"
    assert [anchor for _, anchor in headings(text)] == [
        "a", "uber-die-groe", "get-itemsid", "x-y", "_1", "_2", "a_1",
    ]  # fmt: skip


def test_slugs_avoid_explicit_ids_that_come_later() -> None:
    assert headings("## One\n## Two { #one }\n## Three {#one}") == [
        ("One", "one_1"),
        ("Two", "one"),
        ("Three", "one_2"),
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("## T { #x }", ("T", "x")),
        ("## T {: #x .wide data-k='v w' }", ("T", "x")),
        ('## T { .wide id="x" }', ("T", "x")),
        ("## T {#x} ##", ("T", "x")),
        ("## T { .wide }", ("T", "t")),
        ("## Use {name}", ("Use {name}", "use-name")),
        ("## Use {{ name }}", ("Use {{ name }}", "use-name")),
        ('## A <dfn title="a > b">thing</dfn> &amp; <b>it</b>', ("A thing & it", "a-thing-it")),
        ("## [Link](http://x/y) ![pic](z.png)", ("Link pic", "link-pic")),
        ("Under\n-----", ("Under", "under")),
    ],
)  # fmt: skip
def test_heading_titles_and_attribute_lists(line: str, expected: tuple[str, str]) -> None:
    assert headings(line) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "```py\n# no\n```",
        "~~~~\n# no\n~~~\n# no\n~~~~",
        "````md\n```\n# no\n```\n````",
        "- item\n\n    ```sh\n    # no\n    ```",
        "!!! note\n\n    ```sh\n# cut\n".replace("# cut\n", "    # no\n\n    # no\n    ```"),
        '=== "Tab"\n\n    ```sh\n\n    # no\n    ```\n\n    More.',
        '??? tip "T"\n    # no, it is inside',
        "??? tip\n\n    !!! note\n\n        ```\n        # no\n        ```",
        "```py\n# no, the fence is never closed",
        "<!--\n# no\n-->\ntext",
        "> # no, quoted",
        "two lines\nof prose\n---",
        "| a | b |\n|---|---|\n| c | d |",
    ],
)
def test_what_is_no_heading_of_the_page(text: str) -> None:
    assert [heading for heading, _ in headings(text)] == [""]


def test_admonitions_and_includes_stay_in_the_text() -> None:
    text = (
        '!!! note "Mind"\n\n    Wet.\n\n/// tip | Dry\n\nTowel.\n\n///\n\n'
        "{* a/b.py hl[1:2] *}\n\n{!c.md!}"
    )
    assert only(text).text == text


def test_text_before_the_first_heading_is_a_section_of_its_own() -> None:
    first, second = parse_markdown("Hello.\n\n# Tank", "a").sections
    assert (first.id, first.heading, first.trail, first.text) == ("a", "", ("Tank",), "Hello.")
    assert second.id == "a#tank"


def test_comments_are_dropped_but_not_where_they_are_code() -> None:
    text = (
        "a <!-- x --> b\n\n<!--\nx\n\n# x\n-->\n\n"
        "```html\n<!-- kept -->\n```\n\nUse `<!-- kept too -->`."
    )
    kept = only(text).text
    assert " x " not in kept
    assert "# x" not in kept
    assert kept.count("kept") == 2
    assert only("open <!-- never closed").text == "open <!-- never closed"


def test_line_ends_and_byte_order_mark_do_not_matter() -> None:
    assert parse_markdown("\ufeff# A\r\n\r\nb\rc", "a") == parse_markdown("# A\n\nb\nc", "a")


SCANNER = BlockScanner()
MARKDOWN = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "# One",
                "## Two { #two }",
                "### Three",
                "Under",
                "=====",
                "---",
                "```py",
                "```",
                "~~~",
                "````",
                "    ```",
                "!!! note",
                '=== "Tab"',
                "    inside",
                "        deep",
                "- item",
                "  1. inner",
                "> quote",
                "/// tip | T",
                "///",
                "| a | b |",
                "|---|---|",
                "<div>",
                "</div>",
                "{* a.py *}",
                "",
                " ",
                "\t# tab",
                "***",
            ]
        ),
        st.text(max_size=30),
    ),
    max_size=30,
).map("\n".join)


@given(MARKDOWN)
def test_no_line_of_a_body_is_lost(text: str) -> None:
    body = re.sub("<!--", "", unified(text))
    lines: list[str] = []
    for piece in slice_body(body, SCANNER):
        lines += [*piece.head.split("\n"), *piece.text.split("\n")]
    assert [line for line in lines if line.strip()] == [
        line for line in body.split("\n") if line.strip()
    ]


@given(MARKDOWN)
def test_every_page_has_sections_with_names_of_their_own(text: str) -> None:
    # A line of prose first, because front matter is another matter.
    page = parse_markdown(f"Top.\n{text}", "a", scanner=SCANNER)
    names = [section.id for section in page.sections]
    assert names
    assert len(set(names)) == len(names)
