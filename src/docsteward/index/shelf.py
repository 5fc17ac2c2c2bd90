"""The index that is published now: opened when it is first asked for, changed when a new one is."""

from __future__ import annotations

from pathlib import Path

from docsteward.index.reader import SqliteIndex, open_index


class IndexShelf:
    """Gives the published index of a folder; looking whether it changed costs one `stat`.

    The index before stays open until the next change, so that turns that read it can end.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stamp: tuple[int, int] | None = None
        self._current: SqliteIndex | None = None
        self._before: SqliteIndex | None = None

    def current(self) -> SqliteIndex:
        """Return the index. Raises SiteFault `index_missing` or `index_broken`."""
        stamp = self._look()
        if self._current is None or stamp != self._stamp:
            opened = open_index(self._folder)
            if self._before is not None:
                self._before.close()
            self._before, self._current, self._stamp = self._current, opened, stamp
        return self._current

    def _look(self) -> tuple[int, int] | None:
        try:
            found = (self._folder / "current").stat()
        except FileNotFoundError:
            return None
        return found.st_mtime_ns, found.st_ino

    def close(self) -> None:
        """Close what is open."""
        for index in (self._before, self._current):
            if index is not None:
                index.close()
        self._before = self._current = None
