"""When a turn's arguments, replies and evidence were taken away (SPEC D9)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_KEPT = sa.text("purged_at IS NULL")


def upgrade() -> None:
    op.add_column("turns", sa.Column("purged_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        "ix_turns_kept",
        "turns",
        ["finished_at"],
        sqlite_where=_KEPT,
        postgresql_where=_KEPT,
    )
