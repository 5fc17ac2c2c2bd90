"""The index file: an SQLite database whose bytes follow from what it holds alone."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from docsteward.corpus.section import Section
from docsteward.index.parts import searched_text
from docsteward.index.terms import identifier_words, spaced

# Raised when the tables, or the words that are put into them, change.
FORMAT = 1
APPLICATION_ID = 0x44535749  # "DSWI", so that no other SQLite file is taken for an index.

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE pages (
  id INTEGER PRIMARY KEY, page TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
  description TEXT NOT NULL, url TEXT NOT NULL
);
CREATE TABLE sections (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, page INTEGER NOT NULL REFERENCES pages,
  heading TEXT NOT NULL, trail TEXT NOT NULL, url TEXT NOT NULL, text TEXT NOT NULL
);
CREATE INDEX sections_by_page ON sections (page);
CREATE TABLE parts (
  id INTEGER PRIMARY KEY, section INTEGER NOT NULL REFERENCES sections,
  start INTEGER NOT NULL, stop INTEGER NOT NULL
);
CREATE VIRTUAL TABLE words USING fts5 (
  title, heading, body, idents, content='', tokenize='porter unicode61 remove_diacritics 2'
);
"""


@dataclass(frozen=True, kw_only=True)
class IndexedSection:
    """A section with its address and its parts, as offsets into its text."""

    section: Section
    url: str
    parts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, kw_only=True)
class IndexedPage:
    """A page with its address and its sections in order."""

    page: str
    title: str
    description: str
    url: str
    sections: tuple[IndexedSection, ...]


def content_digest(sites: Sequence[str], pages: Iterable[IndexedPage]) -> str:
    """Return the hash of all that an index holds: format, site addresses and sections."""
    found = hashlib.sha256()
    for line in _content_lines(sites, pages):
        found.update(line.encode("utf-8", "surrogatepass"))
        found.update(b"\n")
    return found.hexdigest()


def write_index(path: Path, digest: str, pages: Sequence[IndexedPage]) -> None:
    """Write an index to a new file; the same pages give the same bytes.

    Raises OSError when the disk refuses.
    """
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            # The file is new and renamed when whole, so a journal would guard nothing.
            connection.executescript(
                "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
                f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {FORMAT};"
            )
            connection.executescript(_SCHEMA)
            connection.execute("BEGIN")
            _fill(connection, digest, pages)
            connection.execute("COMMIT")
            connection.execute("VACUUM")
    except sqlite3.OperationalError as error:
        raise OSError(0, str(error)) from error


def _content_lines(sites: Sequence[str], pages: Iterable[IndexedPage]) -> Iterable[str]:
    yield json.dumps([FORMAT, *sites])
    for page in pages:
        yield json.dumps([page.page, page.title, page.description, page.url])
        for item in page.sections:
            section = item.section
            yield json.dumps(
                [section.id, section.heading, section.trail, item.url, section.text, item.parts]
            )


def _fill(connection: sqlite3.Connection, digest: str, pages: Sequence[IndexedPage]) -> None:
    connection.execute("INSERT INTO meta VALUES ('digest', ?)", (digest,))
    section_id = part_id = 0
    for page_id, page in enumerate(pages, 1):
        connection.execute(
            "INSERT INTO pages VALUES (?, ?, ?, ?, ?)",
            (page_id, page.page, page.title, page.description, page.url),
        )
        for at, item in enumerate(page.sections):
            section_id += 1
            _add_section(connection, section_id, page_id, item)
            summary = page.description if at == 0 else ""
            for start, stop in item.parts:
                part_id += 1
                connection.execute(
                    "INSERT INTO parts VALUES (?, ?, ?, ?)", (part_id, section_id, start, stop)
                )
                _add_words(connection, part_id, item.section, (start, stop), summary)
    connection.execute("INSERT INTO words (words) VALUES ('optimize')")


def _add_section(
    connection: sqlite3.Connection, section_id: int, page_id: int, item: IndexedSection
) -> None:
    section = item.section
    connection.execute(
        "INSERT INTO sections VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            section_id,
            section.id,
            page_id,
            section.heading,
            json.dumps(section.trail, ensure_ascii=False),
            item.url,
            section.text,
        ),
    )


def _add_words(
    connection: sqlite3.Connection,
    part_id: int,
    section: Section,
    span: tuple[int, int],
    summary: str,
) -> None:
    above = " ".join(dict.fromkeys((section.page_title, *section.trail)))
    body = searched_text(section.text[slice(*span)])
    connection.execute(
        "INSERT INTO words (rowid, title, heading, body, idents) VALUES (?, ?, ?, ?, ?)",
        (
            part_id,
            spaced(above),
            spaced(section.heading),
            spaced(f"{summary} {body}".strip()),
            identifier_words(f"{section.heading} {body}"),
        ),
    )
