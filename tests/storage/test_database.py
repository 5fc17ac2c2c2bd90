from __future__ import annotations

import pytest
from sqlalchemy import func, select

from docsteward.base.errors import OperatorFault
from docsteward.storage.database import Database
from docsteward.storage.tables import workspaces


async def test_what_was_written_is_read_by_another_connection(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute(workspaces.insert().values(id="w", key="k", name="n"))
    async with database.read() as connection:
        assert (
            await connection.execute(select(func.count()).select_from(workspaces))
        ).scalar() == 1


async def test_reading_refuses_to_write(database: Database) -> None:
    with pytest.raises(OperatorFault, match=r"read-?only"):
        async with database.read() as connection:
            await connection.execute(workspaces.insert().values(id="w", key="k", name="n"))
