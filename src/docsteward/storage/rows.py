"""Between rows and records, and the few statements that every repository needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Select, Table, func, select
from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from sqlalchemy import ColumnElement, Row
    from sqlalchemy.engine import Result

    from docsteward.storage.database import Database
    from docsteward.storage.transaction import Transaction

    R = TypeVar("R", bound=DataclassInstance)
else:
    R = TypeVar("R")


def columns(table: Table, kind: type[R]) -> list[ColumnElement[Any]]:
    """Return the table's columns that the record has, in the record's order."""
    return [table.c[field.name] for field in fields(kind)]


def values(record: DataclassInstance) -> dict[str, Any]:
    """Return a record's fields by their names, as a statement takes them."""
    return {field.name: getattr(record, field.name) for field in fields(record)}


def record(kind: type[R], row: Sequence[Any]) -> R:
    """Return the record of a row that was selected with `columns`."""
    return kind(**{field.name: value for field, value in zip(fields(kind), row, strict=True)})


async def first(db: Database, table: Table, kind: type[R], *where: ColumnElement[bool]) -> R | None:
    """Return the record that fits, or None."""
    async with db.read() as connection:
        found = await connection.execute(select(*columns(table, kind)).where(*where))
        row = found.first()
    return None if row is None else record(kind, row)


async def every(db: Database, kind: type[R], statement: Select[Any]) -> list[R]:
    """Return the records of a statement over `columns`, in its order."""
    async with db.read() as connection:
        found = await connection.execute(statement)
        return [record(kind, row) for row in found]


def insert_once(table: Table, dialect: str) -> sqlite.Insert | postgresql.Insert:
    """Return an insert that leaves a row with the same key as it is."""
    if dialect == "postgresql":
        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()


async def hold(connection: Transaction, table: Table, id: str) -> Row[Any] | None:
    """Lock one row until the transaction ends, and return its id or None.

    What is counted below it (positions, numbers) then cannot be counted twice. On SQLite the
    transaction itself is the lock.
    """
    found = await connection.execute(select(table.c.id).where(table.c.id == id).with_for_update())
    return found.first()


async def last(
    connection: Transaction, column: ColumnElement[int], *where: ColumnElement[bool]
) -> int:
    """Return the highest value of a counting column, 0 where there is none."""
    found = await connection.execute(select(func.coalesce(func.max(column), 0)).where(*where))
    return int(found.scalar_one())


def changed_one(result: Result[Any]) -> bool:
    """Say whether a compare-and-set with RETURNING has found its row."""
    return result.first() is not None
