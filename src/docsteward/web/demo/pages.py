"""A folder of Markdown in the MkDocs flavour to pages of HTML, read once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

_EXPLICIT = re.compile(r"\s*\{\s*:?\s*#(?P<id>[\w.:-]+)\s*\}\s*$")
_NUMBERED = re.compile(r"^(?P<stem>.*)_(?P<number>\d+)$")


@dataclass(frozen=True, kw_only=True)
class Heading:
    """A heading of a page as a table of contents needs it."""

    level: int
    anchor: str
    text: str


@dataclass(frozen=True, kw_only=True)
class DocPage:
    """One rendered page; `path` is its address below `/docs/` (`api/messages/`, or empty)."""

    path: str
    title: str
    description: str
    group: str
    order: int
    html: str
    headings: tuple[Heading, ...]


def load_pages(folder: Path) -> tuple[DocPage, ...]:
    """Read and render every Markdown file of a folder, in the order of the navigation.

    Front matter gives `title`, `description`, `group` and `order`. Raises FileNotFoundError when
    the folder holds no page.
    """
    files = sorted(folder.rglob("*.md"))
    if not files:
        raise FileNotFoundError(
            f"No Markdown page in {str(folder)!r}: give the folder of the docs."
        )
    pages = [
        render_page(PurePosixPath(file.relative_to(folder).as_posix()), file.read_text("utf-8"))
        for file in files
    ]
    return tuple(sorted(pages, key=lambda page: (page.order, page.path)))


def render_page(file: PurePosixPath, text: str) -> DocPage:
    """Render one Markdown file; raw HTML in it is shown as text."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.use(front_matter_plugin).use(admon_plugin)
    tokens = parser.parse(text)
    meta = _front_matter(tokens)
    headings = _name_headings(tokens)
    _mend_links(tokens, file)
    _frame_wide_blocks(tokens)
    html = parser.renderer.render(tokens, parser.options, {})
    first = headings[0].text if headings else file.stem
    return DocPage(
        path=page_path(file),
        title=meta.get("title", first),
        description=meta.get("description", ""),
        group=meta.get("group", ""),
        order=int(meta.get("order", "999")),
        # Raw HTML is off, so this text can only be a fence: let the keyboard scroll it.
        html=html.replace("<pre><code", '<pre tabindex="0"><code'),
        headings=headings,
    )


def page_path(file: PurePosixPath) -> str:
    """Return the directory address of a file: `a/b.md` is `a/b/`, `a/index.md` is `a/`."""
    stem = file.parent if file.stem == "index" else file.with_suffix("")
    return "" if str(stem) == "." else f"{stem}/"


def slugify(text: str) -> str:
    """Return the id that python-markdown's toc extension gives a heading without an anchor."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    kept = re.sub(r"[^\w\s-]", "", plain).strip().lower()
    return re.sub(r"[-\s]+", "-", kept)


def unused(anchor: str, used: set[str]) -> str:
    """Return the anchor, counted up (`_1`, `_2`) until it is new, and remember it."""
    while anchor in used or not anchor:
        numbered = _NUMBERED.match(anchor)
        anchor = f"{numbered['stem']}_{int(numbered['number']) + 1}" if numbered else f"{anchor}_1"
    used.add(anchor)
    return anchor


def _front_matter(tokens: Sequence[Token]) -> Mapping[str, str]:
    # Only `key: value` lines are used here, so a YAML parser would earn nothing.
    if not tokens or tokens[0].type != "front_matter":
        return {}
    pairs = (line.partition(":") for line in tokens[0].content.splitlines())
    return {key.strip(): value.strip().strip("\"'") for key, _, value in pairs if key.strip()}


def _name_headings(tokens: Sequence[Token]) -> tuple[Heading, ...]:
    opened = [
        (token, tokens[at + 1]) for at, token in enumerate(tokens) if token.type == "heading_open"
    ]
    explicit = [_take_anchor(inline) for _, inline in opened]
    # Ids that the author wrote are kept free before any is made up, as python-markdown does.
    used = {anchor for anchor in explicit if anchor}
    found: list[Heading] = []
    for (token, inline), given in zip(opened, explicit, strict=True):
        text = _plain(inline.children or [])
        anchor = given or unused(slugify(text), used)
        token.attrSet("id", anchor)
        level = int(token.tag[1:])
        if level > 1:
            inline.children = [*(inline.children or []), _permalink(anchor, text)]
        found.append(Heading(level=level, anchor=anchor, text=text))
    return tuple(found)


def _take_anchor(inline: Token) -> str | None:
    """Return a heading's `{ #anchor }` and take it out of what is shown."""
    last = inline.children[-1] if inline.children else None
    found = _EXPLICIT.search(last.content) if last is not None and last.type == "text" else None
    if last is None or found is None:
        return None
    last.content = last.content[: found.start()]
    return found["id"]


def _plain(children: Iterable[Token]) -> str:
    return "".join(
        token.content for token in children if token.type in {"text", "code_inline", "text_special"}
    ).strip()


def _permalink(anchor: str, text: str) -> Token:
    label = escape(f"Link to “{text}”")
    return Token(
        "html_inline",
        "",
        0,
        content=f'<a class="permalink" href="#{escape(anchor)}" aria-label="{label}">#</a>',
    )


def _mend_links(tokens: Iterable[Token], file: PurePosixPath) -> None:
    for token in tokens:
        for child in token.children or []:
            if child.type == "link_open":
                child.attrSet("href", site_link(str(child.attrGet("href")), file))


def site_link(href: str, file: PurePosixPath) -> str:
    """Return where a link of a page leads on the site; `../limits.md#daily` is a page's address.

    Raises ValueError for one that leaves the folder.
    """
    parts = urlsplit(href)
    if parts.scheme or parts.netloc or not parts.path.endswith(".md"):
        return href
    target: list[str] = []
    for step in (*file.parent.parts, *PurePosixPath(parts.path).parts):
        if step != "..":
            target.append(step)
        elif target:
            target.pop()
        else:
            raise ValueError(f"The link {href!r} in {str(file)!r} leaves the folder of the docs.")
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    return f"/docs/{page_path(PurePosixPath(*target))}{fragment}"


def _frame_wide_blocks(tokens: list[Token]) -> None:
    """Let tables scroll in a frame of their own, reachable by keyboard, on a narrow screen."""
    for at in reversed(range(len(tokens))):
        if tokens[at].type == "table_open":
            opening = '<div class="scroll" tabindex="0" role="group" aria-label="Table">\n'
            tokens.insert(at, Token("html_block", "", 0, content=opening))
        elif tokens[at].type == "table_close":
            tokens.insert(at + 1, Token("html_block", "", 0, content="</div>\n"))
