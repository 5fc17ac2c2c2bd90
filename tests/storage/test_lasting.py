"""What waits for the disk, and what need not (SPEC M1, F3)."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from docsteward.storage.database import Database


@pytest.mark.parametrize(("lasting", "level"), [(True, 2), (False, 1)])
async def test_a_lasting_write_waits_for_the_disk(
    tmp_path: Path, lasting: bool, level: int
) -> None:
    database = Database(f"sqlite:///{tmp_path / 'kept.db'}")
    await database.open()
    try:
        async with database.write(lasting=lasting) as connection:
            found = await connection.execute(text("PRAGMA synchronous"))
            assert found.scalar_one() == level
    finally:
        await database.close()


async def test_m1_what_did_not_wait_is_there_for_the_next_reader(database: Database) -> None:
    async with database.write(lasting=False) as connection:
        await connection.execute(
            text("INSERT INTO workspaces (id, key, name) VALUES ('w', 'k', 'n')")
        )
    async with database.read() as connection:
        found = await connection.execute(text("SELECT name FROM workspaces WHERE id = 'w'"))
        assert found.scalar_one() == "n"
