from __future__ import annotations

from pathlib import Path

import pytest

from docsteward.base.errors import OperatorFault
from docsteward.storage.locator import locate


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://docs@db.acme.dev:5433/docs",
        "postgres://docs@db.acme.dev:5433/docs",
        "postgresql+psycopg://docs@db.acme.dev:5433/docs",
    ],
)
def test_postgres_addresses_as_users_write_them(text: str) -> None:
    found = locate(text)
    assert found.dialect == "postgresql"
    assert str(found.url) == "postgresql+psycopg://docs@db.acme.dev:5433/docs"
    assert not found.in_memory


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("sqlite:///docs.db", "docs.db"),
        ("sqlite:////var/docs.db", "/var/docs.db"),
        ("sqlite+aiosqlite:///a/docs.db", "a/docs.db"),
        ("docs.db", "docs.db"),
        ("/var/lib/my docs 100%.db", "/var/lib/my docs 100%.db"),
    ],
)
def test_sqlite_addresses_and_plain_paths(text: str, path: str) -> None:
    found = locate(text)
    assert (found.dialect, found.path) == ("sqlite", Path(path))
    assert found.url.database == path


@pytest.mark.parametrize(
    "text", ["sqlite://", "sqlite+aiosqlite://", ":memory:", "sqlite:///:memory:"]
)
def test_addresses_of_a_database_in_memory(text: str) -> None:
    assert locate(text).in_memory


@pytest.mark.parametrize(
    "text", ["", "  ", "mysql://u:hunter2@h/d", "postgresql://u:hunter2@h:x/d"]
)
def test_an_address_that_cannot_be_read_says_how_to_write_one(text: str) -> None:
    with pytest.raises(OperatorFault, match="plain file path") as caught:
        locate(text)
    assert caught.value.code == "database_url_invalid"
    assert "hunter2" not in caught.value.message


def test_a_password_is_not_shown() -> None:
    assert "hunter2" not in str(locate("postgresql://u:hunter2@h/d"))
