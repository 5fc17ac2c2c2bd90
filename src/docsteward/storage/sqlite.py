"""SQLite, in threads of our own: one that writes and a few that read.

Not by an asynchronous driver: those cost a thread hop for every cursor, fetch and close (measured
here: twice the processor time per transaction), and a task that is cancelled leaves their
connection in the middle of a transaction that still holds the lock. Here a hop is one statement,
and a cancelled task waits for the end of its hop.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import sqlalchemy
from sqlalchemy import Connection, Executable, create_engine, event
from sqlalchemy.engine import URL, Result
from sqlalchemy.pool import QueuePool, StaticPool

from docsteward.storage.transaction import Parameters, T, Transaction

# Writers of one process queue on a lock; this is for another process (the CLI) on the same file.
_BUSY_MS = 10_000
_READERS = 4


class SqliteEngine:
    """A file, or the memory of this process when `path` is None.

    A file has one writer at a time and readers that never wait for it (write-ahead log). A
    database in memory is one connection, used by one transaction at a time.
    """

    def __init__(self, path: Path | None) -> None:
        self._in_memory = path is None
        self._busy = 0
        self._one_writer = asyncio.Lock()
        self._some_readers = asyncio.Semaphore(_READERS)
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="docsteward-write")
        self._writer = _engine(
            path, size=1, begin="BEGIN" if self._in_memory else "BEGIN IMMEDIATE"
        )
        _on_connect(self._writer, "journal_mode = WAL")
        self._reading, self._reader = self._writing, self._writer
        if not self._in_memory:
            self._reading = ThreadPoolExecutor(_READERS, thread_name_prefix="docsteward-read")
            self._reader = _engine(path, size=_READERS, begin="BEGIN")
            _on_connect(self._reader, "query_only = ON")

    @property
    def busy(self) -> int:
        """The number of connections in use at this moment."""
        return self._busy

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Transaction]:
        """Give a transaction that sees one state and refuses to write."""
        gate = self._one_writer if self._in_memory else self._some_readers
        async with gate, self._transaction(self._reader, self._reading) as transaction:
            try:
                if self._in_memory:
                    await transaction.forbid_writing(True)
                yield transaction
            finally:
                await transaction.end(Connection.rollback)
                if self._in_memory:
                    await transaction.forbid_writing(False)

    @asynccontextmanager
    async def write(self, *, lasting: bool) -> AsyncGenerator[Transaction]:
        """Give a transaction that is committed before the block exits.

        What is `lasting` has reached the disk by then, with all that was written before it.
        """
        async with (
            self._one_writer,
            self._transaction(self._writer, self._writing) as transaction,
        ):
            transaction.pragma = f"synchronous = {'FULL' if lasting else 'NORMAL'}"
            try:
                yield transaction
            except BaseException:
                await transaction.end(Connection.rollback)
                raise
            await transaction.end(Connection.commit)

    async def close(self) -> None:
        """Let go of every connection and end the threads."""
        for engine, threads in ((self._reader, self._reading), (self._writer, self._writing)):
            await _hop(threads, engine.dispose)
        # In this order, for in memory both names mean the same.
        self._reading.shutdown()
        self._writing.shutdown()

    @asynccontextmanager
    async def _transaction(
        self, engine: sqlalchemy.Engine, threads: ThreadPoolExecutor
    ) -> AsyncGenerator[_SqliteTransaction]:
        self._busy += 1
        try:
            transaction = _SqliteTransaction(engine, threads)
            try:
                yield transaction
            finally:
                await transaction.leave()
        finally:
            self._busy -= 1


class _SqliteTransaction:
    """A connection that is taken, and a transaction that begins, with the first statement."""

    def __init__(self, engine: sqlalchemy.Engine, threads: ThreadPoolExecutor) -> None:
        self._engine = engine
        self._threads = threads
        self._connection: Connection | None = None
        self.pragma = ""  # What is set on the connection before the transaction begins.

    async def execute(self, statement: Executable, parameters: Parameters = None) -> Result[Any]:
        def work() -> Result[Any]:
            result = self._taken().execute(statement, parameters)
            # Frozen, so that no row is fetched outside this thread.
            return result.freeze()() if result.returns_rows else result

        return await _hop(self._threads, work)

    async def run_sync(self, work: Callable[[Connection], T]) -> T:
        return await _hop(self._threads, lambda: work(self._taken()))

    async def forbid_writing(self, forbidden: bool) -> None:
        def work() -> None:
            raw: Any = self._taken().connection.dbapi_connection
            raw.execute(f"PRAGMA query_only = {int(forbidden)}")

        await _hop(self._threads, work)

    async def end(self, how: Callable[[Connection], None]) -> None:
        connection = self._connection
        if connection is not None:
            await _hop(self._threads, lambda: how(connection))

    async def leave(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await _hop(self._threads, connection.close)

    def _taken(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
            if self.pragma:
                raw: Any = self._connection.connection.dbapi_connection
                raw.execute(f"PRAGMA {self.pragma}")
        return self._connection


async def _hop(threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    """Run work in a thread and wait for its end, also when the task is cancelled meanwhile."""
    future = asyncio.get_running_loop().run_in_executor(threads, work)
    cancelled: asyncio.CancelledError | None = None
    while not future.done():
        try:
            await asyncio.wait({future})
        except asyncio.CancelledError as fault:
            cancelled = fault
    if cancelled is not None:
        future.exception()  # Asked for, so that the loop does not report it as lost.
        raise cancelled
    return future.result()


def _engine(path: Path | None, *, size: int, begin: str) -> sqlalchemy.Engine:
    # More than one thread uses a connection, but never two at a time.
    url = URL.create("sqlite+pysqlite", database=None if path is None else str(path))
    shared = {"check_same_thread": False}
    if path is None:
        engine = create_engine(url, poolclass=StaticPool, connect_args=shared)
    else:
        engine = create_engine(
            url, poolclass=QueuePool, pool_size=size, max_overflow=0, connect_args=shared
        )

    def on_begin(connection: Connection) -> None:
        # The driver begins too late, with the first write, when the lock may be lost already.
        connection.exec_driver_sql(begin)

    event.listen(engine, "begin", on_begin)
    _on_connect(engine, f"busy_timeout = {_BUSY_MS}", "foreign_keys = ON")
    return engine


def _on_connect(engine: sqlalchemy.Engine, *pragmas: str) -> None:
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", prepare)
