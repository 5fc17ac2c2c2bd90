"""What documentation becomes: pages and their sections (SPEC K2)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Section:
    """A piece of a page under one heading.

    `page` is the path without its ending (`tutorial/path-params`), `anchor` the id that the
    built site has for the heading (empty for text before the first heading), `trail` the
    headings above this one from the page's title down, `heading` its own, `text` the Markdown
    of the section without its heading line.
    """

    page: str
    anchor: str
    page_title: str
    heading: str
    trail: tuple[str, ...]
    text: str

    @property
    def id(self) -> str:
        """The section's name within its site: `page#anchor`, or `page` at the top of it."""
        return f"{self.page}#{self.anchor}" if self.anchor else self.page


@dataclass(frozen=True, kw_only=True)
class SourcePage:
    """One page as it was read: where it came from, its title and its sections in order.

    There is always at least one section. `description` is the page's own summary of itself, as
    its front matter gives it, or empty.
    """

    page: str
    title: str
    sections: tuple[Section, ...]
    description: str = ""
