from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest
from seeds import NOW, a_visitor
from sqlalchemy import func, select, text

from docsteward.base.errors import OperatorFault
from docsteward.storage import Conversations, Database, RecordRefused, Visitors, Workspaces
from docsteward.storage.tables import workspaces


async def _count(database: Database) -> int:
    async with database.read() as connection:
        found = await connection.execute(select(func.count()).select_from(workspaces))
        return int(found.scalar_one())


async def test_what_was_written_is_read_by_another_connection(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute(workspaces.insert().values(id="w", key="k", name="n"))
    assert await _count(database) == 1


async def test_a_block_that_fails_writes_nothing(database: Database) -> None:
    async def fail() -> None:
        async with database.write() as connection:
            await connection.execute(workspaces.insert().values(id="w", key="k", name="n"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await _count(database) == 0


async def test_reading_refuses_to_write(database: Database) -> None:
    with pytest.raises(OperatorFault, match=r"read-?only"):
        async with database.read() as connection:
            await connection.execute(workspaces.insert().values(id="w", key="k", name="n"))


async def test_a_reader_sees_one_state_and_does_not_wait_for_a_writer(database: Database) -> None:
    statement = select(func.count()).select_from(workspaces)
    async with database.read() as connection:
        assert (await connection.execute(statement)).scalar() == 0
        await Workspaces(database).ensure(id="w", key="k", name="n")
        assert (await connection.execute(statement)).scalar() == 0
    assert await _count(database) == 1


async def test_a_broken_constraint_is_a_fault_of_ours_and_names_no_library(
    database: Database,
) -> None:
    await Workspaces(database).ensure(id="w", key="k", name="n")
    with pytest.raises(RecordRefused) as caught:
        async with database.write() as connection:
            await connection.execute(workspaces.insert().values(id="w", key="l", name="n"))
    assert caught.value.code == "record_refused"


async def test_moments_come_back_in_utc(database: Database) -> None:
    visitor = await a_visitor(database)
    found = await Visitors(database).by_session(visitor.session_hash)
    assert found is not None
    assert (found.created_at, found.created_at.tzinfo) == (NOW, NOW.tzinfo)


async def test_a_moment_without_a_zone_is_refused(database: Database) -> None:
    visitor = await a_visitor(database)
    with pytest.raises(OperatorFault, match="no time zone"):
        await Conversations(database).open(
            workspace_id=visitor.workspace_id,
            visitor_id=visitor.id,
            client_id="c",
            now=NOW.replace(tzinfo=None),
        )


async def test_text_that_no_database_stores_costs_nothing(database: Database) -> None:
    """SPEC M2: a NUL or half a surrogate in a reader's words is no server fault."""
    odd = f"a\x00b{chr(0xD800)}"
    visitor = await a_visitor(database)
    made = [
        await Conversations(database).open(
            workspace_id=visitor.workspace_id, visitor_id=visitor.id, client_id=odd, now=NOW
        )
        for _ in range(2)
    ]
    assert made[0].id == made[1].id
    assert await Workspaces(database).by_key(odd) is None


async def test_b155_aborted_readers_and_writers_leave_nothing_behind(database: Database) -> None:
    """Fault B155: many requests at once, a third of them aborted."""

    async def request(n: int) -> None:
        await Workspaces(database).ensure(id=f"w{n}", key=f"k{n}", name="n")
        await Workspaces(database).by_key(f"k{n}")

    tasks = [asyncio.create_task(request(n)) for n in range(60)]
    for n, task in enumerate(tasks):
        if n % 3 == 0:
            await asyncio.sleep(0)
            task.cancel()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert not [one for one in done if isinstance(one, Exception)]
    await asyncio.gather(*(request(n) for n in range(60)))
    assert await _count(database) == 60
    assert database.busy == 0


async def test_closing_twice_is_harmless_and_use_after_it_is_named(database: Database) -> None:
    await database.close()
    await database.close()
    with pytest.raises(OperatorFault, match=r"open\(\)") as caught:
        await _count(database)
    assert caught.value.code == "database_closed"


# --- SQLite alone -----------------------------------------------------------------------------


async def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "docs.db")
    first, second, tool = Database(path), Database(path), Database(path)
    await first.open(exclusive=True)
    with pytest.raises(OperatorFault, match="Another server") as caught:
        await second.open(exclusive=True)
    assert caught.value.code == "database_locked"
    await tool.open()
    await tool.close()
    await first.close()
    await second.open(exclusive=True)
    await second.close()


async def test_two_processes_on_one_file_take_turns(tmp_path: Path) -> None:
    """Fault B153: the command line writes while the server writes."""
    path = str(tmp_path / "docs.db")
    server, tool = Database(path), Database(path)
    await server.open()
    await tool.open()
    await asyncio.gather(
        *(
            Workspaces(db).ensure(id=f"{name}{n}", key=f"{name}{n}", name="n")
            for n in range(30)
            for name, db in (("s", server), ("t", tool))
        )
    )
    assert await _count(server) == await _count(tool) == 60
    await server.close()
    await tool.close()


async def test_an_sqlite_file_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "deep" / "docs.db"))
    await database.open(exclusive=True)
    await database.close()
    modes = {stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "deep").iterdir()}
    assert modes == {0o600}


async def test_sqlite_runs_with_wal_and_foreign_keys(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "docs.db"))
    await database.open()
    async with database.read() as connection:
        for pragma, value in (
            ("journal_mode", "wal"),
            ("foreign_keys", 1),
            ("busy_timeout", 10000),
        ):
            assert (await connection.execute(text(f"PRAGMA {pragma}"))).scalar() == value
    await database.close()


async def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, but long enough to be looked at " * 20)
    with pytest.raises(OperatorFault, match=r"notes\.txt") as caught:
        await Database(str(path)).open(exclusive=True)
    assert caught.value.code == "database_unavailable"
    again = Database(str(path))
    with pytest.raises(OperatorFault) as caught:
        await again.open(exclusive=True)  # The lock was let go with the failure.
    assert caught.value.code == "database_unavailable"


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OperatorFault, match="cannot be made"):
        await Database(str(tmp_path / "file" / "docs.db")).open()


async def test_a_database_in_memory_is_whole_and_its_own() -> None:
    one, two = Database("sqlite+aiosqlite://"), Database(":memory:")
    await one.open(exclusive=True)
    await two.open(exclusive=True)
    await asyncio.gather(
        *(Workspaces(one).ensure(id=f"w{n}", key=f"k{n}", name="n") for n in range(20)),
        *(Workspaces(one).by_key(f"k{n}") for n in range(20)),
    )
    assert (await _count(one), await _count(two)) == (20, 0)
    await one.close()
    await two.close()


@pytest.mark.parametrize("name", [":memory:", "docs.db"])
async def test_cancelling_at_any_point_leaves_a_database_that_works(
    tmp_path: Path, name: str
) -> None:
    """SPEC D4, fault B155: a stopped turn is cancelled wherever it is, and loses nothing."""
    database = Database(name if name == ":memory:" else str(tmp_path / name))
    await database.open()
    workspaces = Workspaces(database)
    for spins in range(40):
        await workspaces.ensure(id="w", key=f"k{spins}", name="n")
        tasks = [
            asyncio.create_task(workspaces.ensure(id="x", key="x", name="n")),
            asyncio.create_task(workspaces.by_key(f"k{spins}")),
        ]
        for _ in range(spins):
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert await workspaces.by_key(f"k{spins}") is not None
        assert database.busy == 0
    await workspaces.ensure(id="x", key="x", name="n")
    assert await _count(database) == 2
    await database.close()


# --- PostgreSQL alone -------------------------------------------------------------------------


async def test_a_postgres_server_that_does_not_answer_is_named_without_its_password(
    tmp_path: Path,
) -> None:
    database = Database(f"postgresql://user:hunter2@/docs?host={tmp_path}")
    with pytest.raises(OperatorFault) as caught:
        await database.open()
    assert caught.value.code == "database_unavailable"
    assert "hunter2" not in caught.value.message
