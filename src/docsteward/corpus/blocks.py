"""The block structure of Markdown, by line: where headings, fences and rows begin and end."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

# Admonitions, collapsible blocks and tabs: what follows, indented by four, belongs to them.
_OPENER = re.compile(r"(?:!!!|\?\?\?\+?|===[+!]*) +\S")
_CONTENT_INDENT = 4
_BREAKS_BEFORE = frozenset(
    {
        "paragraph_open",
        "heading_open",
        "fence",
        "code_block",
        "html_block",
        "hr",
        "tr_open",
        "list_item_open",
        "container_open",
    }
)


@dataclass(frozen=True, kw_only=True)
class HeadingLine:
    """A heading of the page itself (none in a list, quote or admonition): lines, level, source."""

    start: int
    end: int
    level: int
    source: str


@dataclass(frozen=True, kw_only=True)
class Unit:
    """Lines that belong together and are never cut, unless they are running prose."""

    start: int
    end: int
    prose: bool


class BlockScanner:
    """Reads the block structure of Markdown; holds a parser, so that one is made once.

    Lines are those of `text.split("\\n")`, which must hold no carriage return.
    """

    def __init__(self) -> None:
        self._blocks = MarkdownIt("commonmark").enable("table")
        self._blocks.core.ruler.enableOnly(["normalize", "block"])
        self._blocks.block.ruler.before(
            "fence", "container", _container, {"alt": ["paragraph", "reference", "blockquote"]}
        )
        self._inline = MarkdownIt("commonmark")

    def headings(self, text: str) -> tuple[HeadingLine, ...]:
        """Return the headings at the top level of a page, in order."""
        tokens = self._blocks.parse(text)
        return tuple(
            heading
            for at, token in enumerate(tokens)
            if token.type == "heading_open" and token.level == 0
            for heading in [_heading(token, tokens[at + 1])]
            if heading
        )

    def code_lines(self, text: str) -> frozenset[int]:
        """Return the numbers of all lines that stand in fenced or indented code."""
        return frozenset(
            line
            for token in self._blocks.parse(text)
            if token.type in ("fence", "code_block") and token.map
            for line in range(*token.map)
        )

    def units(self, text: str) -> tuple[Unit, ...]:
        """Return the text as units in order, which together cover every line.

        A fence, a table row and a list item (with all that it holds) are one unit each.
        """
        starts: dict[int, bool] = {0: False}
        depth = 0
        for token in self._blocks.parse(text):
            if token.type == "list_item_close":
                depth -= 1
            if depth == 0 and token.map and token.type in _BREAKS_BEFORE:
                starts[token.map[0]] = token.type == "paragraph_open"
            if token.type == "list_item_open":
                depth += 1
        ordered = sorted(starts)
        ends = [*ordered[1:], len(text.split("\n"))]
        return tuple(
            Unit(start=start, end=end, prose=starts[start])
            for start, end in zip(ordered, ends, strict=True)
        )

    def plain_inline(self, source: str) -> str:
        """Return inline Markdown as the words a reader sees: no marks, no tags, no addresses."""
        parts: list[str] = []
        for block in self._inline.parseInline(source):
            for token in block.children or []:
                if token.type in ("text", "code_inline", "image", "text_special"):
                    parts.append(token.content)
                elif token.type in ("softbreak", "hardbreak"):
                    parts.append(" ")
        return " ".join("".join(parts).split())


def _heading(opening: Token, inline: Token) -> HeadingLine | None:
    if opening.map is None:
        return None
    start, end = opening.map
    # Python-Markdown knows underlined headings of one line only; over more lines the
    # published page has a paragraph there, and no anchor.
    if opening.markup in ("=", "-") and end - start != 2:
        return None
    return HeadingLine(start=start, end=end, level=int(opening.tag[1]), source=inline.content)


def _container(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    if state.is_code_block(start_line):
        return False
    at = state.bMarks[start_line] + state.tShift[start_line]
    if not _OPENER.match(state.src, at, state.eMarks[start_line]):
        return False
    if silent:
        return True
    indent = state.sCount[start_line] + _CONTENT_INDENT
    last = _content_end(state, start_line + 1, end_line, indent)
    outer = (state.lineMax, state.blkIndent, state.parentType)
    opening = state.push("container_open", "div", 1)
    opening.map = [start_line, last]
    state.lineMax, state.blkIndent = last, indent
    state.md.block.tokenize(state, start_line + 1, last)
    state.lineMax, state.blkIndent, state.parentType = outer
    state.push("container_close", "div", -1)
    state.line = last
    return True


def _content_end(state: StateBlock, line: int, end_line: int, indent: int) -> int:
    last = line
    while line < end_line:
        if not state.isEmpty(line):
            if state.sCount[line] < indent:
                break
            last = line + 1
        line += 1
    return last
