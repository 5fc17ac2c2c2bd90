from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import TextClause, inspect, text
from sqlalchemy.engine import Connection

from docsteward.base.errors import OperatorFault
from docsteward.storage import Database, Workspaces
from docsteward.storage.tables import metadata


def _shape(connection: Connection) -> dict[str, Any]:
    """Return all that the database says about our tables, checks and partial indexes included."""
    inspector = inspect(connection)
    shape: dict[str, Any] = {}
    for table in sorted(metadata.tables):
        columns = [
            (column["name"], str(column["type"]), column["nullable"])
            for column in inspector.get_columns(table)
        ]
        shape[table] = {
            "columns": columns,
            "key": inspector.get_pk_constraint(table),
            "foreign": _sorted(inspector.get_foreign_keys(table)),
            "unique": _sorted(inspector.get_unique_constraints(table)),
            "checks": _sorted(inspector.get_check_constraints(table)),
            "indexes": _sorted(inspector.get_indexes(table)),
        }
    return shape


def _sorted(found: Any) -> list[str]:
    return sorted(repr(_plain(one)) for one in found)


def _plain(value: Any) -> Any:
    """Return the words of a value: SQLite reports a partial index's condition as an object."""
    if isinstance(value, TextClause):
        return value.text
    if isinstance(value, dict):
        pairs = cast("dict[str, Any]", value).items()
        return {key: _plain(inner) for key, inner in sorted(pairs)}
    return value


def _made_from_metadata(connection: Connection) -> dict[str, Any]:
    metadata.drop_all(connection)
    metadata.create_all(connection)
    return _shape(connection)


async def test_the_migrations_make_exactly_the_tables(database_url: str) -> None:
    database = Database(database_url)
    await database.open()
    async with database.write() as connection:
        migrated = await connection.run_sync(_shape)
        made = await connection.run_sync(_made_from_metadata)
    assert migrated == made
    assert len(made) == 9
    assert "running" in str(made["turns"]["indexes"])
    await database.close()


def _differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return compare_metadata(context, metadata)


async def test_alembic_finds_nothing_to_migrate(database: Database) -> None:
    async with database.read() as connection:
        assert await connection.run_sync(_differences) == []


async def test_servers_that_start_together_migrate_once(database_url: str) -> None:
    servers = [Database(database_url) for _ in range(4)]
    await asyncio.gather(*(server.open() for server in servers))
    await Workspaces(servers[0]).ensure(id="w", key="k", name="n")
    assert await Workspaces(servers[3]).by_key("k") is not None
    async with servers[1].read() as connection:
        versions = await connection.execute(text("SELECT version_num FROM alembic_version"))
        assert len(versions.all()) == 1
    for server in servers:
        await server.close()


async def test_opening_again_keeps_what_is_there(database_url: str) -> None:
    for _ in range(2):
        database = Database(database_url)
        await database.open()
        await database.open()
        await Workspaces(database).ensure(id="w", key="k", name="n")
        await database.close()
    again = Database(database_url)
    await again.open()
    assert await Workspaces(again).by_key("k") is not None
    await again.close()


async def test_a_database_of_a_later_version_is_refused_and_left_alone(database_url: str) -> None:
    database = Database(database_url)
    await database.open()
    async with database.write() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await database.close()
    later = Database(database_url)
    with pytest.raises(OperatorFault, match="newer docsteward") as caught:
        await later.open(exclusive=True)
    assert caught.value.code == "database_newer"
    with pytest.raises(OperatorFault) as caught:
        await later.open(exclusive=True)
    assert caught.value.code == "database_newer"
