"""What a repository may do inside a transaction, whatever the database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection, Executable
from sqlalchemy.engine import Result

T = TypeVar("T")
Parameters: TypeAlias = "Sequence[Mapping[str, Any]] | Mapping[str, Any] | None"


class Transaction(Protocol):
    """A connection inside a transaction that somebody else begins and ends."""

    async def execute(self, statement: Executable, parameters: Parameters = None) -> Result[Any]:
        """Run one statement and return its rows, all of them fetched."""
        ...

    async def run_sync(self, work: Callable[[Connection], T]) -> T:
        """Run a function that needs the plain connection."""
        ...


class Engine(Protocol):
    """A kind of database; see `sqlite` and `postgres`."""

    @property
    def busy(self) -> int:
        """The number of connections in use at this moment."""
        ...

    def read(self) -> AbstractAsyncContextManager[Transaction]:
        """Give a transaction that sees one state and refuses to write."""
        ...

    def write(self, *, lasting: bool) -> AbstractAsyncContextManager[Transaction]:
        """Give a transaction that is committed before the block exits.

        What is `lasting` has reached the disk by then, with all that was written before it.
        """
        ...

    async def close(self) -> None:
        """Let go of every connection."""
        ...
