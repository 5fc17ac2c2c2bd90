"""The one way to a database: SQLite by default, PostgreSQL by address."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from docsteward.base.errors import OperatorFault
from docsteward.storage.locator import Dialect, locate
from docsteward.storage.lockfile import LockFile
from docsteward.storage.migrate import migrate
from docsteward.storage.postgres import PostgresEngine
from docsteward.storage.sqlite import SqliteEngine
from docsteward.storage.transaction import Engine, Transaction


class RecordRefused(OperatorFault):
    """A write broke a constraint of the tables: a doubled key, an unknown parent, a wrong word."""


class Database:
    """Short transactions on one database; `open` it before use and `close` it after.

    On SQLite one writer works at a time and a reader never waits for it (SPEC J1, fault B153).
    A failure of the database itself comes out as OperatorFault `database_unavailable`, a broken
    constraint as RecordRefused `record_refused`; nothing of SQLAlchemy leaks to other rooms.
    """

    def __init__(self, url: str) -> None:
        self._locator = locate(url)
        self._engine: Engine | None = None
        self._lock_file: LockFile | None = None

    @property
    def dialect(self) -> Dialect:
        """The kind of database, `sqlite` or `postgresql`."""
        return self._locator.dialect

    @property
    def busy(self) -> int:
        """The number of connections in use at this moment."""
        return 0 if self._engine is None else self._engine.busy

    def __str__(self) -> str:
        return str(self._locator)

    async def open(self, *, exclusive: bool = False) -> None:
        """Connect and bring the schema up to date.

        With `exclusive`, a second server on the same SQLite file is refused; PostgreSQL takes
        many. Raises OperatorFault `database_locked`, `database_newer`, `database_unavailable`,
        `database_driver_missing`.
        """
        if self._engine is not None:
            return
        path = self._locator.path
        if path is not None:
            _make_file(path)
            if exclusive:
                lock_file = LockFile(path.with_name(path.name + ".lock"))
                lock_file.acquire()
                self._lock_file = lock_file
        try:
            self._engine = (
                SqliteEngine(path)
                if self.dialect == "sqlite"
                else PostgresEngine(self._locator.url)
            )
            async with self.write() as transaction:
                await transaction.run_sync(migrate)
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Let go of every connection and of the lock file; harmless when already closed."""
        if self._engine is not None:
            engine, self._engine = self._engine, None
            await engine.close()
        if self._lock_file is not None:
            self._lock_file.release()
            self._lock_file = None

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Transaction]:
        """Give a transaction that sees one unchanging state and refuses to write."""
        engine = self._opened()
        with self._translated():
            async with engine.read() as transaction:
                yield transaction

    @asynccontextmanager
    async def write(self, *, lasting: bool = True) -> AsyncGenerator[Transaction]:
        """Give a transaction that is committed before the block exits.

        With `lasting` off it does not wait for the disk (milliseconds each time): a power cut may
        take it, a killed process does not, and the next lasting one brings it to the disk too.
        Keep the block short: on SQLite every other writer waits. Never wait in it for anything
        but the database.
        """
        engine = self._opened()
        with self._translated():
            async with engine.write(lasting=lasting) as transaction:
                yield transaction

    def _opened(self) -> Engine:
        if self._engine is None:
            raise OperatorFault(
                "database_closed", f"The database {str(self)!r} is not open; call open() first."
            )
        return self._engine

    @contextmanager
    def _translated(self) -> Generator[None]:
        try:
            yield
        except IntegrityError as fault:
            raise RecordRefused(
                "record_refused",
                f"The database refused a record: {fault.orig}; this is a fault of the caller.",
            ) from fault
        except (SQLAlchemyError, OSError) as fault:
            reason = fault.orig if isinstance(fault, DBAPIError) else fault
            raise OperatorFault(
                "database_unavailable",
                f"The database {str(self)!r} does not work: {reason}; "
                "check its address, its rights and its disk.",
            ) from fault


def _make_file(path: Path) -> None:
    """Make the file for its owner alone, for it holds what readers asked."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as fault:
        raise OperatorFault(
            "database_unavailable",
            f"The database {str(path)!r} cannot be made: {fault.strerror}; "
            "choose a folder that this user may write to.",
        ) from fault
