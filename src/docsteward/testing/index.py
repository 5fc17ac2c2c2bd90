"""An index of a few sections in memory, for tests of what stands above the index."""

from __future__ import annotations

from collections.abc import Sequence

from docsteward.index.values import ClosestPage, Hit, ToolHint, Verdict


def a_hit(section_id: str, text: str, *, title: str = "", heading: str = "") -> Hit:
    """Return a section as a search finds it."""
    page, _, anchor = section_id.partition("#")
    title = title or page.replace("-", " ").capitalize()
    heading = heading or anchor.replace("-", " ").capitalize()
    return Hit(
        section_id=section_id,
        page=page,
        page_title=title,
        heading=heading,
        trail=(title,),
        url=f"https://docs.example/{page}/#{anchor}",
        text=text,
        score=1.0,
    )


class FakeIndex:
    """Finds a section when it shares a long word with the query; a tool likewise."""

    digest = "fake"

    def __init__(self, hits: Sequence[Hit]) -> None:
        self._hits = tuple(hits)

    def search(self, query: str, *, limit: int = 8) -> Sequence[Hit]:
        words = _words(query)
        found = [hit for hit in self._hits if words & _words(f"{hit.heading} {hit.text}")]
        return found[:limit]

    def section(self, section_id: str) -> Hit | None:
        return next((hit for hit in self._hits if hit.section_id == section_id), None)

    def page(self, page: str) -> Sequence[Hit]:
        return [hit for hit in self._hits if hit.page == page]

    def publishes(self, url: str) -> bool:
        return any(hit.url.partition("#")[0] == url for hit in self._hits)

    def weigh(self, question: str, *, tools: Sequence[ToolHint] = (), limit: int = 6) -> Verdict:
        hits = tuple(self.search(question, limit=limit))
        words = _words(question)
        wanted = tuple(tool.name for tool in tools if words & _words(tool.description))
        closest = tuple(ClosestPage(title=hit.page_title, url=hit.url) for hit in self._hits[:3])
        return Verdict(
            supported=bool(hits), wanted_tools=wanted, hits=hits, closest=closest, signals={}
        )


class FakeShelf:
    """A shelf with one index on it."""

    def __init__(self, index: FakeIndex) -> None:
        self._index = index

    def current(self) -> FakeIndex:
        return self._index


def _words(text: str) -> set[str]:
    return {word.strip(".,:;?!`").lower() for word in text.split() if len(word) > 3}
