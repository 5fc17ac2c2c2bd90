"""Values that cross rooms: JSON, access levels, the visitor, the page, evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
JsonObject: TypeAlias = "dict[str, JsonValue]"

Level = Literal["public", "user", "admin"]
LEVELS: tuple[Level, ...] = ("public", "user", "admin")


def reaches(held: Level, needed: Level) -> bool:
    """Say whether a visitor who holds one level may use what needs another (SPEC G3)."""
    return LEVELS.index(held) >= LEVELS.index(needed)


@dataclass(frozen=True, kw_only=True)
class Visitor:
    """A reader as the server knows them; only a verified level counts (SPEC G2)."""

    id: str
    level: Level = "public"
    verified: bool = False
    claims: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])


@dataclass(frozen=True, kw_only=True)
class Page:
    """The page that the widget is on, as the reader's browser reported it; never a proof."""

    url: str
    title: str = ""


EvidenceKind = Literal["section", "tool"]


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Something the server put before the model, with the id that an answer may cite.

    `id` rises through a conversation, so an old marker still means its old source (SPEC E9).
    `source` is the row a reader sees (SPEC E11): `Page title › section` for a section,
    `Title · from the site` for a tool run in the page, `Title · from HOST` for a server-side one.
    `document` is the identity by which citations are numbered: two pieces of evidence of one
    document share one number. A failed run is evidence too (`failed`), can be cited, and never
    gets a source row (SPEC D7).
    """

    id: int
    kind: EvidenceKind
    source: str
    document: str
    text: str
    url: str | None = None
    access: Level = "public"
    failed: bool = False
