"""Workspaces and visitors."""

from __future__ import annotations

from docsteward.base.errors import OperatorFault
from docsteward.storage.database import Database, RecordRefused
from docsteward.storage.records import VisitorRecord, WorkspaceRecord
from docsteward.storage.rows import first, insert_once, values
from docsteward.storage.tables import visitors, workspaces


class Workspaces:
    """The sites that this server answers for."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def ensure(self, *, id: str, key: str, name: str) -> WorkspaceRecord:
        """Make the workspace, or give the one of that id this key and name.

        Raises OperatorFault `workspace_key_taken` when another workspace has the key.
        """
        wanted = WorkspaceRecord(id=id, key=key, name=name)
        try:
            async with self._db.write() as connection:
                await connection.execute(
                    insert_once(workspaces, self._db.dialect).values(**values(wanted))
                )
                updated = await connection.execute(
                    workspaces.update()
                    .where(workspaces.c.id == id)
                    .values(key=key, name=name)
                    .returning(workspaces.c.id)
                )
                made = updated.first() is not None
        except RecordRefused:
            made = False
        if not made:
            raise OperatorFault(
                "workspace_key_taken",
                f"The widget key {key!r} belongs to another workspace; choose another key.",
            )
        return wanted

    async def by_key(self, key: str) -> WorkspaceRecord | None:
        """Return the workspace with this widget key."""
        return await first(self._db, workspaces, WorkspaceRecord, workspaces.c.key == key)


class Visitors:
    """Readers' sessions."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def create(self, record: VisitorRecord) -> None:
        """Store a new session."""
        async with self._db.write() as connection:
            await connection.execute(visitors.insert().values(**values(record)))

    async def by_session(self, session_hash: str) -> VisitorRecord | None:
        """Return the session whose token has this SHA-256, run out or not."""
        return await first(
            self._db, visitors, VisitorRecord, visitors.c.session_hash == session_hash
        )
