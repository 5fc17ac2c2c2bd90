"""What a turn's page brought: its own tools and the names of its handlers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("turns", sa.Column("page_tools", sa.JSON(), nullable=True))
