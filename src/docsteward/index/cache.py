"""Parsed pages kept between builds, so that an unchanged file is not parsed again (SPEC K1)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from docsteward.corpus.section import SourcePage
from docsteward.index.files import write_whole

CACHE = "pages.cache"


@dataclass(frozen=True, kw_only=True)
class ParsedPage:
    """A page with the parts of each of its sections, as offsets into the section's text."""

    source: SourcePage
    parts: tuple[tuple[tuple[int, int], ...], ...]


def read_cache(folder: Path) -> dict[str, ParsedPage]:
    """Return what is cached, by key; empty when the file is absent, cut or altered."""
    try:
        checksum, _, body = (folder / CACHE).read_bytes().partition(b"\n")
    except OSError:
        return {}
    if hashlib.sha256(body).hexdigest().encode() != checksum:
        return {}
    try:
        return _adapter().validate_json(body)
    except ValidationError:
        return {}


def write_cache(folder: Path, pages: Mapping[str, ParsedPage]) -> None:
    """Replace the cache. Raises OperatorFault `index_unwritable`."""
    body = _adapter().dump_json(dict(pages))
    write_whole(folder / CACHE, hashlib.sha256(body).hexdigest().encode() + b"\n" + body)


def _adapter() -> TypeAdapter[dict[str, ParsedPage]]:
    return TypeAdapter(dict[str, ParsedPage])
