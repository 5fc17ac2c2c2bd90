"""What an index gives: hits, closest pages, and the support that the gate weighs (SPEC E4, K3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class Hit:
    """A section that a search found. `url` opens it at its anchor on the published site."""

    section_id: str
    page: str
    page_title: str
    heading: str
    trail: tuple[str, ...]
    url: str
    text: str
    score: float

    @property
    def source(self) -> str:
        """The row a reader sees: `Page title › section` (SPEC E11)."""
        return (
            f"{self.page_title} › {self.heading}"
            if self.heading and self.heading != self.page_title
            else self.page_title
        )


@dataclass(frozen=True, kw_only=True)
class ClosestPage:
    """A page to show when there is no answer."""

    title: str
    url: str


@dataclass(frozen=True, kw_only=True)
class ToolHint:
    """A tool as the gate weighs it: its name and the words that a question for it would use."""

    name: str
    title: str
    description: str
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The gate's decision with its grounds, before any model is called.

    `supported` says that the pages carry an answer; `wanted_tools` names the tools that the
    question plausibly needs. The turn goes on when either holds. `signals` are the numbers
    behind the decision, for the record and for calibration.
    """

    supported: bool
    wanted_tools: tuple[str, ...]
    hits: tuple[Hit, ...]
    closest: tuple[ClosestPage, ...]
    signals: dict[str, float]
    provisional: bool = True

    @property
    def open(self) -> bool:
        return self.supported or bool(self.wanted_tools)


class Index(Protocol):
    """One published index, read-only. Calls are short and block; the turn runs them in a thread."""

    @property
    def digest(self) -> str: ...

    def search(self, query: str, *, limit: int = 8) -> Sequence[Hit]:
        """Return the best sections for a query, best first, each section once."""
        ...

    def section(self, section_id: str) -> Hit | None:
        """Return one section by its id (`page#anchor`), or nothing."""
        ...

    def page(self, page: str) -> Sequence[Hit]:
        """Return the sections of one page in their order; empty when there is no such page."""
        ...

    def publishes(self, url: str) -> bool:
        """Say whether this is the address of a page."""
        ...

    def weigh(self, question: str, *, tools: Sequence[ToolHint] = (), limit: int = 6) -> Verdict:
        """Decide whether there is support for a question (SPEC E4)."""
        ...
