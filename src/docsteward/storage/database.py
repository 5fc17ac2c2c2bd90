"""The one way to a database: SQLite by default, PostgreSQL by address."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, QueuePool

from docsteward.base.errors import OperatorFault
from docsteward.storage.locator import Dialect, Locator, locate
from docsteward.storage.lockfile import LockFile
from docsteward.storage.migrate import migrate

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

# Writers of one process queue on a lock; this is for another process (the CLI) on the same file.
_BUSY_MS = 10_000
_SQLITE_READERS = 4
_POSTGRES_POOL = 10


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
        self._engines: tuple[AsyncEngine, AsyncEngine] | None = None
        self._keeper: AsyncConnection | None = None
        self._lock_file: LockFile | None = None
        self._turnstile = asyncio.Lock()

    @property
    def dialect(self) -> Dialect:
        """The kind of database, `sqlite` or `postgresql`."""
        return self._locator.dialect

    @property
    def busy(self) -> int:
        """The number of connections in use at this moment."""
        engines = dict.fromkeys(engine.pool for engine in self._engines or ())
        return sum(pool.checkedout() for pool in engines if isinstance(pool, QueuePool))

    def __str__(self) -> str:
        return str(self._locator)

    async def open(self, *, exclusive: bool = False) -> None:
        """Connect and bring the schema up to date.

        With `exclusive`, a second server on the same SQLite file is refused; PostgreSQL takes
        many. Raises OperatorFault `database_locked`, `database_newer`, `database_unavailable`,
        `database_driver_missing`.
        """
        if self._engines is not None:
            return
        path = self._locator.path
        if path is not None:
            _make_file(path)
            if exclusive:
                lock_file = LockFile(path.with_name(path.name + ".lock"))
                lock_file.acquire()
                self._lock_file = lock_file
        try:
            await self._connect()
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Let go of every connection and of the lock file; harmless when already closed."""
        if self._keeper is not None:
            keeper, self._keeper = self._keeper, None
            await keeper.close()
        if self._engines is not None:
            engines, self._engines = self._engines, None
            for engine in dict.fromkeys(engines):
                await engine.dispose()
        if self._lock_file is not None:
            self._lock_file.release()
            self._lock_file = None

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[AsyncConnection]:
        """Give a connection that sees one unchanging state and refuses to write."""
        reader, _ = self._opened()
        async with self._alone_in_memory():
            with self._translated():
                async with reader.connect() as connection:
                    yield connection

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[AsyncConnection]:
        """Give a connection in a transaction that is committed before the block exits.

        Keep the block short: on SQLite every other writer waits. Never wait in it for anything
        but the database.
        """
        _, writer = self._opened()
        async with self._one_writer():
            with self._translated():
                async with writer.begin() as connection:
                    yield connection

    async def _connect(self) -> None:
        if self.dialect == "postgresql":
            self._engines = _postgres_engines(self._locator)
        else:
            self._engines = _sqlite_engines(self._locator)
        if self._locator.in_memory:
            with self._translated():
                self._keeper = await self._engines[0].connect()
        async with self.write() as connection:
            await connection.run_sync(migrate)

    def _opened(self) -> tuple[AsyncEngine, AsyncEngine]:
        if self._engines is None:
            raise OperatorFault(
                "database_closed", f"The database {str(self)!r} is not open; call open() first."
            )
        return self._engines

    def _one_writer(self) -> AbstractAsyncContextManager[Any]:
        return self._turnstile if self.dialect == "sqlite" else nullcontext()

    def _alone_in_memory(self) -> AbstractAsyncContextManager[Any]:
        # Connections that share one memory lock whole tables and do not wait for each other.
        return self._turnstile if self._locator.in_memory else nullcontext()

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


def _postgres_engines(locator: Locator) -> tuple[AsyncEngine, AsyncEngine]:
    try:
        engine = create_async_engine(
            locator.url, pool_size=_POSTGRES_POOL, max_overflow=_POSTGRES_POOL, pool_pre_ping=True
        )
    except ModuleNotFoundError as fault:
        raise OperatorFault(
            "database_driver_missing",
            f"PostgreSQL needs the package {fault.name!r}; install 'docsteward[postgres]'.",
        ) from fault
    reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return reader, engine


def _sqlite_engines(locator: Locator) -> tuple[AsyncEngine, AsyncEngine]:
    url = locator.url
    if locator.in_memory:
        # A name of its own, so that two databases of one process never meet.
        url = url.set(
            database=f"file:docsteward-{uuid4().hex}",
            query={"mode": "memory", "cache": "shared", "uri": "true"},
        )
    # Named outright, for the library would choose a pool by the address.
    pool = AsyncAdaptedQueuePool
    reader = create_async_engine(
        url, poolclass=pool, pool_size=_SQLITE_READERS, max_overflow=_SQLITE_READERS
    )
    writer = create_async_engine(url, poolclass=pool, pool_size=1, max_overflow=0)
    _prepare_sqlite(writer, begin="BEGIN IMMEDIATE", pragmas=("journal_mode = WAL",))
    _prepare_sqlite(reader, begin="BEGIN", pragmas=("query_only = ON",))
    return reader, writer


def _prepare_sqlite(engine: AsyncEngine, *, begin: str, pragmas: tuple[str, ...]) -> None:
    """Take transactions into our own hands: the driver's begin too late for a lock to hold."""

    def on_connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (f"busy_timeout = {_BUSY_MS}", "foreign_keys = ON", *pragmas):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine.sync_engine, "connect", on_connect)
    event.listen(engine.sync_engine, "begin", on_begin)
