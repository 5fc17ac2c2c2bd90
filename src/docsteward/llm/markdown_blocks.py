"""Markdown of any builder as plain blocks to quote from, its furniture taken away; pure."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, replace
from typing import Literal

from docsteward.llm.offer_lines import OFFER_MARK, quotable

BlockKind = Literal["prose", "item", "row", "code"]


@dataclass(frozen=True, kw_only=True)
class Block:
    """A paragraph, a list item, a table row or a whole code fence."""

    kind: BlockKind
    text: str

    @property
    def introduces(self) -> bool:
        """Whether the text ends by pointing at what comes next."""
        return self.kind != "code" and self.text.endswith(":")


_FENCE = re.compile(r"^(\s*)(`{3,}|~{3,})\s*(.*)$")
_DIRECTIVE = re.compile(r"^\{(\w[\w-]*)\}")
# Directives whose body is text for the reader; the others hold code or machinery.
_ADMONITIONS = frozenset(
    {
        *("note", "tip", "hint", "important", "warning", "caution"),
        *("danger", "attention", "error", "admonition", "seealso"),
    }
)
_FURNITURE = re.compile(
    r"""^\s*(
        /{3,}.* | :{3,}.* | !{3}\s.* | \?{3}\+?\s.* | ={3}\+?\s.* |  # admonitions and tabs
        \{[*!%].* | --8<--.* |                                        # includes
        \.\.\s.* | :\w[\w-]*:\s.* |                                   # directives and options
        (import|export)\s.*(from\s|=).* |                             # MDX
        (\*\s*){3,} | (-\s*){3,} | (_\s*){3,} |                       # rules
        \[[^\]]+\]:\s+\S+.*                                           # link definitions
    )$""",
    re.VERBOSE,
)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])")
_LINK = re.compile(r"\[([^\]]+)\](\([^)]*\)|\[[^\]]*\])(\{[^}]*\})?")
_ATTRIBUTES = re.compile(r"\s*\{\s*[#.:][^}]*\}")
_ROLE = re.compile(r"\{[a-z][\w:-]*\}(?=`)")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+(.*)$")
_ALERT = re.compile(r"^\[!\w+\]\s*$")
_CODE_SPAN = re.compile(r"(`+)(?:(?!\1).)+?\1")


def blocks(markdown: str) -> list[Block]:
    """Return the blocks of a section in their order."""
    found: list[Block] = []
    lines = _COMMENT.sub("", markdown).replace("\r\n", "\n").split("\n")
    at = 0
    text: list[str] = []
    while at < len(lines):
        fence = _FENCE.match(lines[at])
        if fence is None:
            text.append(lines[at])
            at += 1
            continue
        found += _text_blocks(text)
        text = []
        end = _fence_end(lines, at, fence.group(2))
        found += _fenced(fence, lines[at + 1 : end])
        at = end + 1
    found += _text_blocks(text)
    return _settled(found)


def _fence_end(lines: list[str], at: int, mark: str) -> int:
    for number in range(at + 1, len(lines)):
        line = lines[number].strip()
        if line.startswith(mark) and not line.strip(mark[0]):
            return number
    return len(lines)


def _fenced(fence: re.Match[str], body: list[str]) -> list[Block]:
    info = fence.group(3).strip()
    directive = _DIRECTIVE.match(info)
    if directive is not None and directive.group(1) in _ADMONITIONS:
        return blocks("\n".join(body))
    language = re.match(r"[\w+#.-]*", info)
    code = textwrap.dedent("\n".join(body)).strip("\n")
    if not code.strip():
        return []
    # Terminal colours come as tags in some documents; real angle brackets are left alone.
    if re.search(r"<(font|span|style)\b", code):
        code = _TAG.sub("", code)
    longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
    mark = "`" * max(3, longest + 1)
    name = language.group() if language is not None else ""
    return [Block(kind="code", text=f"{mark}{name}\n{code}\n{mark}")]


def _text_blocks(lines: list[str]) -> list[Block]:
    found: list[Block] = []
    header: list[str] = []
    open_block: Block | None = None
    for raw in lines:
        line = _unquoted(raw)
        if line.lstrip().startswith("|"):
            found += [open_block] if open_block else []
            open_block = None
            found += _row(line, header)
            continue
        header.clear()
        if not line.strip() or _FURNITURE.match(line) or line.lstrip().startswith("#"):
            found += [open_block] if open_block else []
            open_block = None
            continue
        item = _ITEM.match(line)
        if item is not None:
            found += [open_block] if open_block else []
            open_block = Block(kind="item", text=item.group(1))
        elif open_block is None:
            open_block = Block(kind="prose", text=line.strip())
        else:
            open_block = replace(open_block, text=f"{open_block.text} {line.strip()}")
    return [*found, *([open_block] if open_block else [])]


def _unquoted(line: str) -> str:
    line = re.sub(r"^\s*(>\s?)+", "", line)
    return "" if _ALERT.match(line.strip()) else line


def _row(line: str, header: list[str]) -> list[Block]:
    """Return a table's row as `Column: value` pairs, so that it can be read alone."""
    cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
    if not header:
        header += cells
        return []
    if all(re.fullmatch(r":?-+:?", cell) for cell in cells):
        return []
    pairs = [
        f"{name}: {cell}" if name else cell
        for name, cell in zip(header, cells, strict=False)
        if cell
    ]
    return [Block(kind="row", text="; ".join(pairs))]


def _settled(found: list[Block]) -> list[Block]:
    # What looks like an offer of ours is not quoted at all, be it planted or about ourselves.
    found = [block for block in found if OFFER_MARK not in block.text]
    settled = [
        block if block.kind == "code" else replace(block, text=plain(block.text)) for block in found
    ]
    return [block for block in settled if re.search(r"\w", block.text)]


def plain(text: str) -> str:
    """Return one block's inline Markdown without tags, images, link targets and attributes.

    Emphasis and code spans stay: the answer is Markdown again.
    """
    spans: list[str] = []

    def keep(match: re.Match[str]) -> str:
        spans.append(match.group())
        return f"\x00{len(spans) - 1}\x00"

    text = _CODE_SPAN.sub(keep, _ROLE.sub("", text))
    text = _IMAGE.sub("", text)
    text = _LINK.sub(r"\1", text)
    text = _TAG.sub("", text)
    text = quotable(_ATTRIBUTES.sub("", text))
    text = re.sub(r"\x00(\d+)\x00", lambda match: spans[int(match.group(1))], text)
    return " ".join(text.split())


_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|resp|approx|no|fig|dr|mr|ms)|\b[A-Z])\.$", re.I
)
_BREAK = re.compile(
    r"(?<=[.!?])([\"'”’)\]*_]*)\s+(?=[\"'“‘(\[*_`]*[A-Z0-9\u0400-\u042f`])|(?<=[。！？])"
)


def sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph; code spans and abbreviations do not end one."""
    masked = _CODE_SPAN.sub(lambda match: re.sub(r"[.!?。！？]", "\x01", match.group()), text)
    found: list[str] = []
    start = 0
    for match in _BREAK.finditer(masked):
        end = match.end(1) if match.group(1) is not None else match.end()
        if _ABBREVIATION.search(masked[start:end]):
            continue
        found.append(text[start:end].strip())
        start = match.end()
    found.append(text[start:].strip())
    return [sentence for sentence in found if sentence]
