"""Bring a database's schema to what this version of the code expects."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import text
from sqlalchemy.engine import Connection

from docsteward.base.errors import OperatorFault

_SCRIPTS = Path(__file__).parent / "migrations"
# Any number will do as long as no other program takes the same in this database.
_ADVISORY_LOCK = 0x646F6373


def migrate(connection: Connection) -> None:
    """Run what is missing, inside the caller's transaction, one process at a time.

    Raises OperatorFault `database_newer` when the database was made by a later version.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _ADVISORY_LOCK})
    config = _config(connection)
    scripts = ScriptDirectory.from_config(config)
    held = MigrationContext.configure(connection).get_current_heads()
    if set(held) == set(scripts.get_heads()):
        return
    _refuse_unknown(held, scripts)
    command.upgrade(config, "head")


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _refuse_unknown(held: Sequence[str], scripts: ScriptDirectory) -> None:
    for revision in held:
        try:
            scripts.get_revision(revision)
        except CommandError:
            raise OperatorFault(
                "database_newer",
                f"The database is at schema {revision!r}, which this version does not know; "
                "run a newer docsteward on it, or restore a backup from before the upgrade.",
            ) from None
