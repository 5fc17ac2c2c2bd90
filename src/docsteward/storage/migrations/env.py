"""Run by Alembic: applies the migrations over the connection that `migrate` hands in."""

from __future__ import annotations

from alembic import context
from sqlalchemy.engine import Connection

from docsteward.storage.tables import metadata


def run(connection: Connection) -> None:
    """Apply what is missing inside the transaction that is already open."""
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    context.run_migrations()


run(context.config.attributes["connection"])
