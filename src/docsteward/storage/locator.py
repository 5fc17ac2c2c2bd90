"""Where a database is, read from what a user writes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from docsteward.base.errors import OperatorFault

Dialect = Literal["sqlite", "postgresql"]

_FORMS = "'postgresql://user@host/name', 'sqlite:///path/to/file.db' or a plain file path"


@dataclass(frozen=True, kw_only=True)
class Locator:
    """A database's dialect and address; `path` is its file, None in memory and on PostgreSQL."""

    dialect: Dialect
    url: URL
    path: Path | None = None

    @property
    def in_memory(self) -> bool:
        """Say whether this is an SQLite database without a file."""
        return self.dialect == "sqlite" and self.path is None

    def __str__(self) -> str:
        return str(self.path or self.url.render_as_string(hide_password=True))


def locate(text: str) -> Locator:
    """Read a database address as users write it.

    Takes `postgresql://…`, `postgres://…`, `sqlite:///path`, `sqlite+aiosqlite://` (in memory),
    `:memory:` and a plain file path. Raises OperatorFault `database_url_invalid`; the address is
    not repeated in full, for it may hold a password.
    """
    if "://" not in text:
        if not text.strip():
            raise OperatorFault(
                "database_url_invalid", f"The database address is empty; write {_FORMS}."
            )
        return _sqlite("" if text == ":memory:" else text)
    scheme = text.partition("://")[0]
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise OperatorFault(
            "database_url_invalid",
            f"The database address with the scheme {scheme!r} cannot be read; write {_FORMS}.",
        ) from None
    backend = url.drivername.partition("+")[0]
    if backend == "sqlite":
        return _sqlite(url.database or "")
    if backend in {"postgres", "postgresql"}:
        return Locator(dialect="postgresql", url=url.set(drivername="postgresql+psycopg"))
    raise OperatorFault(
        "database_url_invalid",
        f"The database scheme {scheme!r} is not supported; write {_FORMS}.",
    )


def _sqlite(name: str) -> Locator:
    url = URL.create("sqlite")
    if name in {"", ":memory:"}:
        return Locator(dialect="sqlite", url=url)
    path = Path(name).expanduser()
    return Locator(dialect="sqlite", url=url.set(database=str(path)), path=path)
