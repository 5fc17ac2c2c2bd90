"""Markdown of the MkDocs family to a page and its sections (SPEC K1, K2)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import PurePosixPath

from docsteward.corpus.anchors import name_anchors, split_attributes
from docsteward.corpus.blocks import BlockScanner, HeadingLine
from docsteward.corpus.front import split_front_matter, text_of
from docsteward.corpus.section import Section, SourcePage

# A code span is matched first, so that a comment shown as code stays; none crosses a blank line.
_SPAN_OR_COMMENT = re.compile(
    r"(?P<span>(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)\2(?!`))|<!--.*?-->", re.DOTALL
)
_INDEX_NAMES = ("index", "README")


@dataclass(frozen=True, kw_only=True)
class Slice:
    """A run of lines of a page: the heading it opens with, if any, and the lines below."""

    heading: HeadingLine | None
    head: str
    text: str


def parse_markdown(text: str, page: str, *, scanner: BlockScanner | None = None) -> SourcePage:
    """Read one Markdown page; it has at least one section, however little it holds.

    `page` is its path without the ending. The title is that of the front matter, else the first
    heading of level 1, else the file's name in words. Raises SiteFault `front_matter`.
    """
    scanner = scanner or BlockScanner()
    front, body = split_front_matter(unified(text))
    slices = slice_body(body, scanner)
    headings = [piece.heading for piece in slices if piece.heading]
    split = [split_attributes(heading.source) for heading in headings]
    titles = [scanner.plain_inline(source) for source, _ in split]
    anchors = name_anchors([(t, given) for t, (_, given) in zip(titles, split, strict=True)])
    first = next((t for h, t in zip(headings, titles, strict=True) if h.level == 1 and t), "")
    title = text_of(front, "title") or first or name_in_words(page)
    named = iter(zip(titles, anchors, strict=True))
    sections: list[Section] = []
    above: list[tuple[int, str]] = []
    for piece in slices:
        heading, anchor = next(named) if piece.heading else ("", "")
        if piece.heading:
            above = [(level, name) for level, name in above if level < piece.heading.level]
        sections.append(
            Section(
                page=page,
                anchor=anchor,
                page_title=title,
                heading=heading,
                trail=_trail(title, heading, [name for _, name in above]),
                text=piece.text.strip("\n"),
            )
        )
        if piece.heading:
            above.append((piece.heading.level, heading))
    kept = _without_empty_top(sections)
    return SourcePage(
        page=page, title=title, sections=kept, description=text_of(front, "description")
    )


def unified(text: str) -> str:
    """Return text with one kind of line end and without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def slice_body(body: str, scanner: BlockScanner) -> tuple[Slice, ...]:
    """Cut a body at its headings; no line is lost but those of HTML comments."""
    if "<!--" in body:
        body = drop_comments(body, scanner.code_lines(body))
    lines = body.split("\n")
    headings = scanner.headings(body)
    starts = [heading.start for heading in headings]
    top = "\n".join(lines[: starts[0] if starts else len(lines)])
    cuts = zip(headings, [*starts[1:], len(lines)], strict=True) if headings else ()
    return (
        Slice(heading=None, head="", text=top),
        *(
            Slice(
                heading=heading,
                head="\n".join(lines[heading.start : heading.end]),
                text="\n".join(lines[heading.end : end]),
            )
            for heading, end in cuts
        ),
    )


def drop_comments(body: str, code: frozenset[int]) -> str:
    """Return a body without its HTML comments; those in code stay, and so does every line."""

    def runs() -> Iterator[str]:
        for in_code, run in groupby(enumerate(body.split("\n")), lambda item: item[0] in code):
            text = "\n".join(line for _, line in run)
            yield text if in_code else _SPAN_OR_COMMENT.sub(_span_or_nothing, text)

    return "\n".join(runs())


def _span_or_nothing(found: re.Match[str]) -> str:
    # Line numbers must hold, because code lines were counted with the comments in place.
    return found[0] if found["span"] else "\n" * found[0].count("\n")


def name_in_words(page: str) -> str:
    """Return a page's file name as a title: `how-to/first_steps` gives `First steps`."""
    path = PurePosixPath(page)
    name = path.parent.name if path.name in _INDEX_NAMES else path.name
    words = re.sub(r"[-_\s]+", " ", name).strip()
    return words[:1].upper() + words[1:] if words else "Home"


def _trail(title: str, heading: str, above: Sequence[str]) -> tuple[str, ...]:
    names = [name for name in above if name]
    if not names and heading == title:
        return ()
    return tuple(names) if names[:1] == [title] else (title, *names)


def _without_empty_top(sections: Sequence[Section]) -> tuple[Section, ...]:
    top, *rest = sections
    if not rest:
        return (replace(top, heading=""),)
    return tuple(sections) if top.text.strip() else tuple(rest)
