"""When what a turn needed to go on was purged."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("turns", sa.Column("purged_at", sa.DateTime(timezone=True), nullable=True))
    kept = sa.text("purged_at IS NULL AND finished_at IS NOT NULL")
    op.create_index(
        "ix_turns_kept",
        "turns",
        ["finished_at"],
        unique=False,
        sqlite_where=kept,
        postgresql_where=kept,
    )
