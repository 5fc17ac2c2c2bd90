"""PostgreSQL, by psycopg's asynchronous connections."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Connection, Executable
from sqlalchemy.engine import URL, Result
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import QueuePool

from docsteward.base.errors import OperatorFault
from docsteward.storage.transaction import Parameters, T, Transaction

_POOL = 10


class PostgresEngine:
    """A pool of connections; many transactions work at once."""

    def __init__(self, url: URL) -> None:
        try:
            self._writer = create_async_engine(
                url, pool_size=_POOL, max_overflow=_POOL, pool_pre_ping=True
            )
        except ModuleNotFoundError as fault:
            raise OperatorFault(
                "database_driver_missing",
                f"PostgreSQL needs the package {fault.name!r}; install 'docsteward[postgres]'.",
            ) from fault
        self._reader = self._writer.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )

    @property
    def busy(self) -> int:
        """The number of connections in use at this moment."""
        pool = self._writer.pool
        return pool.checkedout() if isinstance(pool, QueuePool) else 0

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Transaction]:
        """Give a transaction that sees one state and refuses to write."""
        async with self._reader.connect() as connection:
            yield _PostgresTransaction(connection)

    @asynccontextmanager
    async def write(self, *, lasting: bool) -> AsyncGenerator[Transaction]:
        """Give a transaction that is committed before the block exits.

        What is `lasting` has reached the disk by then, with all that was written before it.
        """
        async with self._writer.begin() as connection:
            if not lasting:
                await connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
            yield _PostgresTransaction(connection)

    async def close(self) -> None:
        """Let go of every connection."""
        await self._writer.dispose()


class _PostgresTransaction:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def execute(self, statement: Executable, parameters: Parameters = None) -> Result[Any]:
        return await self._connection.execute(statement, parameters)

    async def run_sync(self, work: Callable[[Connection], T]) -> T:
        return await self._connection.run_sync(work)
