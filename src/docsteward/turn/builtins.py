"""The built-in functions `search_docs` and `get_doc` (SPEC E6).

None takes an argument that could widen what the reader may see.
"""

from __future__ import annotations

from dataclasses import dataclass

from docsteward.base.text import shorten
from docsteward.base.values import JsonObject
from docsteward.index.values import Hit, Index
from docsteward.toolspec.tool import Declaration

_MOST_HITS = 5
_LONGEST_QUERY = 300

SEARCH_DOCS = Declaration(
    name="search_docs",
    description=(
        "Search the documentation and get the best sections as evidence. Use it when the evidence "
        "at hand lacks something the question needs; ask for that thing in a few words."
    ),
    schema={
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "What to look for, in a few words."}
        },
        "required": ["query"],
    },
)
GET_DOC = Declaration(
    name="get_doc",
    description=(
        "Read one page of the documentation in full, as evidence. Use it when a section at hand "
        "belongs to a page whose other sections the question needs."
    ),
    schema={
        "type": "object",
        "properties": {
            "id": {"type": "string", "description": "The number of a piece of evidence at hand."}
        },
        "required": ["id"],
    },
)
BUILTINS = {declaration.name: declaration for declaration in (SEARCH_DOCS, GET_DOC)}


@dataclass(frozen=True, kw_only=True)
class Found:
    """What a built-in found; `problem` says why it could not look."""

    hits: tuple[Hit, ...] = ()
    problem: str = ""


def run_builtin(index: Index, name: str, args: JsonObject, *, page_of: dict[str, str]) -> Found:
    """Run a built-in. `page_of` maps the ids of evidence at hand to their pages. Blocks shortly."""
    if name == SEARCH_DOCS.name:
        query = args.get("query")
        if not isinstance(query, str) or not query.strip():
            return Found(problem="`query` must be some words to look for.")
        return Found(hits=tuple(index.search(query[:_LONGEST_QUERY], limit=_MOST_HITS)))
    wanted = str(args.get("id", "")).strip().strip("[]")
    page = page_of.get(wanted)
    if page is None:
        shown = shorten(wanted, 40)
        return Found(problem=f"There is no page of the documentation behind evidence {shown!r}.")
    return Found(hits=tuple(index.page(page)))
