from __future__ import annotations

import pytest
from seeds import NOW, a_visitor

from docsteward.base.errors import OperatorFault
from docsteward.storage import Database, RecordRefused, Visitors, Workspaces
from docsteward.storage.records import VisitorRecord, WorkspaceRecord


async def test_a_workspace_is_made_once_and_then_renamed(database: Database) -> None:
    workspaces = Workspaces(database)
    await workspaces.ensure(id="ws", key="old", name="Old")
    await workspaces.ensure(id="ws", key="new", name="New")
    assert await workspaces.by_key("new") == WorkspaceRecord(id="ws", key="new", name="New")
    assert await workspaces.by_key("old") is None


async def test_a_key_belongs_to_one_workspace(database: Database) -> None:
    workspaces = Workspaces(database)
    await workspaces.ensure(id="one", key="k", name="One")
    await workspaces.ensure(id="two", key="l", name="Two")
    for id in ("two", "three"):
        with pytest.raises(OperatorFault) as caught:
            await workspaces.ensure(id=id, key="k", name="Other")
        assert caught.value.code == "workspace_key_taken"
    assert await workspaces.by_key("k") == WorkspaceRecord(id="one", key="k", name="One")


async def test_a_visitor_is_found_by_the_hash_of_the_token(database: Database) -> None:
    visitor = await a_visitor(database)
    assert await Visitors(database).by_session(visitor.session_hash) == visitor
    assert await Visitors(database).by_session("another") is None


async def test_a_visitor_needs_a_workspace(database: Database) -> None:
    visitor = VisitorRecord(
        id="v", workspace_id="none", session_hash="h", origin="o", created_at=NOW, expires_at=NOW
    )
    with pytest.raises(RecordRefused):
        await Visitors(database).create(visitor)
