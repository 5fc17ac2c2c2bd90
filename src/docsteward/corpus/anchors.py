"""Heading anchors as MkDocs publishes them: explicit ones, and slugs where none is given."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_ATTRIBUTES = re.compile(r"(?:^|[ \t]+)\{:?[ \t]*([^{}\n]*)\}[ \t]*$")
_ATTRIBUTE = re.compile(
    r"""\#(?P<hash>[^\s.=\#'"]+) | \.[^\s.=\#'"]+
      | (?P<key>[^\s=.\#'"]+)=(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s'"]+))""",
    re.VERBOSE,
)
_NUMBERED = re.compile(r"^(.*)_([0-9]+)$", re.DOTALL)


def split_attributes(source: str) -> tuple[str, str]:
    """Return a heading's Markdown without its attribute list, and the id the list gives or ``.

    `Title { #first .wide }` gives `("Title", "first")`. Braces that hold anything but `#id`,
    `.class` and `key=value` are words of the heading and stay.
    """
    found = _ATTRIBUTES.search(source)
    if not found:
        return source, ""
    anchor = ""
    for word in re.findall(r"""(?:[^\s"']|"[^"]*"|'[^']*')+""", found[1]):
        attribute = _ATTRIBUTE.fullmatch(word)
        if not attribute:
            return source, ""
        if attribute["hash"]:
            anchor = attribute["hash"]
        elif attribute["key"] == "id":
            anchor = attribute["double"] or attribute["single"] or attribute["bare"] or ""
    return source[: found.start()].rstrip(), anchor


def slug(title: str) -> str:
    """Return a title as Python-Markdown's table of contents spells it in an address."""
    ascii_only = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    kept = re.sub(r"[^\w\s-]", "", ascii_only).strip().lower()
    return re.sub(r"[-\s]+", "-", kept)


def name_anchors(headings: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Give each heading, as its title and its explicit id or ``, an anchor that is its own.

    Explicit ids are taken first wherever they stand, as on the published page; a slug that is
    taken gets `_1`, then `_2`. A repeated explicit id is numbered too, because two sections
    must not share one name.
    """
    explicit = {given for _, given in headings if given}
    taken: set[str] = set(explicit)
    used: set[str] = set()
    anchors: list[str] = []
    for title, given in headings:
        free = given if given and given not in used else _numbered(given or slug(title), taken)
        taken.add(free)
        used.add(free)
        anchors.append(free)
    return tuple(anchors)


def _numbered(wanted: str, taken: set[str]) -> str:
    free = wanted
    while not free or free in taken:
        found = _NUMBERED.match(free)
        free = f"{found[1]}_{int(found[2]) + 1}" if found else f"{free}_1"
    return free
