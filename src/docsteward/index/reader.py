"""Opening a published index and asking it (SPEC K3, E4)."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from docsteward.base.errors import OperatorFault, SiteFault
from docsteward.index.files import POINTER, SUFFIX, is_whole, read_pointer
from docsteward.index.gate import decide
from docsteward.index.search import Ranked, rank
from docsteward.index.signals import measure
from docsteward.index.terms import terms_of
from docsteward.index.values import ClosestPage, Hit, ToolHint, Verdict
from docsteward.index.write import APPLICATION_ID, FORMAT

_CURE = "run `docsteward index` to build it"
_CLOSEST = 3
# Calls are short and mostly wait for a processor, so more would not be faster.
_CONNECTIONS = 4
# A heading with no text of its own shows about this much of what is below it.
_BELOW = 1_200
_SELECT = (
    "SELECT sections.id, sections.name, pages.page, pages.title, sections.heading, sections.trail,"
    " sections.url, sections.text, pages.url AS page_url"
    " FROM sections JOIN pages ON pages.id = sections.page"
)


def open_index(path: Path) -> SqliteIndex:
    """Open the published index of a folder, or one index file, to read only.

    Raises SiteFault `index_missing`, or `index_broken` when the file is cut, altered or of
    another format.
    """
    if path.is_dir():
        path = _published(path)
    if not path.is_file():
        raise SiteFault("index_missing", f"there is no index {str(path)!r}; {_CURE}")
    try:
        return SqliteIndex(path, _verify(path))
    except sqlite3.Error as error:
        raise _broken(path, str(error)) from error


def _published(folder: Path) -> Path:
    if not (folder / POINTER).exists():
        raise SiteFault("index_missing", f"no index is published in {str(folder)!r}; {_CURE}")
    pointer = read_pointer(folder)
    if pointer is None:
        raise _broken(folder / POINTER, "it cannot be read")
    path = folder / pointer.file_name
    if not path.exists():
        raise SiteFault("index_missing", f"the index {str(path)!r} is gone; {_CURE}")
    if not is_whole(folder, pointer):
        raise _broken(path, "its content is not what was written")
    return path


def _broken(path: Path, why: str) -> SiteFault:
    return SiteFault("index_broken", f"the index {str(path)!r} is broken ({why}); {_CURE} anew")


def _connect(path: Path) -> sqlite3.Connection:
    # Immutable: the file never changes under its name, so no locks and no journal are looked for.
    address = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    connection = sqlite3.connect(address, uri=True, check_same_thread=False)
    connection.row_factory = sqlite3.Row
    return connection


def _verify(path: Path) -> str:
    connection = _connect(path)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION_ID:
            raise _broken(path, "it is no index of Docsteward")
        if version != FORMAT:
            raise _broken(path, f"its format is {version}, not {FORMAT}")
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise _broken(path, str(verdict))
        row = connection.execute("SELECT value FROM meta WHERE key = 'digest'").fetchone()
        if row is None or (path.suffix == SUFFIX and path.stem != row["value"]):
            raise _broken(path, "its name is not that of its content")
        return str(row["value"])
    finally:
        connection.close()


class SqliteIndex:
    """One index file, read-only; implements `index.values.Index`. Safe to call from any thread.

    All connections are opened at once and shared, so that calls run side by side, and an index
    that is no longer published can be read to the end although its file was removed.
    """

    def __init__(self, path: Path, digest: str) -> None:
        self._path = path
        self._digest = digest
        self._idle = [_connect(path) for _ in range(_CONNECTIONS)]
        for connection in self._idle:
            # SQLite opens the file only when it is first asked something.
            connection.execute("PRAGMA user_version").fetchone()
        self._addresses: frozenset[str] | None = None
        self._freed = threading.Condition()
        self._closed = False

    @property
    def digest(self) -> str:
        return self._digest

    def search(self, query: str, *, limit: int = 8) -> Sequence[Hit]:
        """Return the best sections for a query, best first, each section once.

        Raises SiteFault `index_broken`, OperatorFault `index_closed`.
        """
        with self._connection() as connection:
            return _hits(connection, rank(connection, query, terms_of(query), limit))

    def section(self, section_id: str) -> Hit | None:
        """Return one section by its id (`page#anchor`), or nothing."""
        with self._connection() as connection:
            row = connection.execute(
                f"{_SELECT} WHERE sections.name = ?", (_storable(section_id),)
            ).fetchone()
            return _hit(connection, row, 0.0) if row else None

    def page(self, page: str) -> Sequence[Hit]:
        """Return the sections of one page in their order; empty when there is no such page."""
        with self._connection() as connection:
            rows = connection.execute(
                f"{_SELECT} WHERE pages.page = ? ORDER BY sections.id", (_storable(page),)
            ).fetchall()
            return tuple(_hit(connection, row, 0.0) for row in rows)

    def publishes(self, url: str) -> bool:
        """Say whether this is the address of a page; the addresses are read once."""
        if self._addresses is None:
            with self._connection() as connection:
                rows = connection.execute("SELECT url FROM pages")
                self._addresses = frozenset(row["url"] for row in rows)
        return url in self._addresses

    def weigh(self, question: str, *, tools: Sequence[ToolHint] = (), limit: int = 6) -> Verdict:
        """Decide whether there is support for a question (SPEC E4)."""
        with self._connection() as connection:
            terms = terms_of(question)
            ranked = rank(connection, question, terms, max(limit, _CLOSEST * 3))
            signals = measure(connection, question, terms, ranked, tools)
            hits = _hits(connection, ranked)
            closest = _closest(connection, ranked)
        decision = decide(signals)
        return Verdict(
            supported=decision.supported,
            wanted_tools=decision.wanted_tools,
            hits=hits[:limit],
            closest=closest,
            signals=signals.numbers(),
        )

    def close(self) -> None:
        """Close every connection that is idle, and the others when their calls end."""
        with self._freed:
            self._closed = True
            idle, self._idle = self._idle, []
            self._freed.notify_all()
        for connection in idle:
            connection.close()

    @contextmanager
    def _connection(self) -> Generator[sqlite3.Connection]:
        connection = self._take()
        try:
            yield connection
        except sqlite3.DatabaseError as error:
            raise _broken(self._path, str(error)) from error
        finally:
            self._give_back(connection)

    def _take(self) -> sqlite3.Connection:
        with self._freed:
            self._freed.wait_for(lambda: self._closed or self._idle)
            if self._closed:
                raise OperatorFault(
                    "index_closed", f"the index {str(self._path)!r} was closed; open it again"
                )
            return self._idle.pop()

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._freed:
            if not self._closed:
                self._idle.append(connection)
                self._freed.notify()
                return
        connection.close()


def _hits(connection: sqlite3.Connection, ranked: Sequence[Ranked]) -> tuple[Hit, ...]:
    rows = _rows(connection, ranked)
    return tuple(_hit(connection, rows[item.section], item.score) for item in ranked)


def _rows(connection: sqlite3.Connection, ranked: Sequence[Ranked]) -> dict[int, sqlite3.Row]:
    marks = ", ".join("?" * len(ranked))
    rows = connection.execute(
        f"{_SELECT} WHERE sections.id IN ({marks})", [item.section for item in ranked]
    )
    return {row["id"]: row for row in rows}


def _hit(connection: sqlite3.Connection, row: sqlite3.Row, score: float) -> Hit:
    return Hit(
        section_id=row["name"],
        page=row["page"],
        page_title=row["title"],
        heading=row["heading"],
        trail=tuple(json.loads(row["trail"])),
        url=row["url"],
        text=row["text"] or _text_below(connection, row),
        score=score,
    )


def _text_below(connection: sqlite3.Connection, row: sqlite3.Row) -> str:
    """Return what stands under a heading that has only smaller headings below it."""
    rows = connection.execute(
        f"{_SELECT} WHERE pages.page = ? AND sections.id > ? ORDER BY sections.id",
        (row["page"], row["id"]),
    )
    texts: list[str] = []
    for below in rows:
        if row["heading"] not in json.loads(below["trail"]) or sum(map(len, texts)) > _BELOW:
            break
        texts.append(f"{below['heading']}\n\n{below['text']}".strip())
    return "\n\n".join(texts)


def _storable(text: str) -> str:
    # A lone surrogate cannot be stored, so nothing is found under what replaces it.
    return text.encode("utf-8", "replace").decode()


def _closest(connection: sqlite3.Connection, ranked: Sequence[Ranked]) -> tuple[ClosestPage, ...]:
    rows = _rows(connection, ranked)
    pages = {rows[item.section]["page_url"]: rows[item.section]["title"] for item in ranked}
    return tuple(ClosestPage(title=title, url=url) for url, title in pages.items())[:_CLOSEST]
