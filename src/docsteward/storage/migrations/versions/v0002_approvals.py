"""Calls that wait for the reader's word: what they are asked, when they decided, how it ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_STATES_BEFORE = ("running", "waiting", "done", "failed", "expired")
_STATES = ("running", "waiting", "done", "failed", "declined", "expired", "unknown")


def upgrade() -> None:
    with op.batch_alter_table("calls", copy_from=_calls(_STATES_BEFORE)) as calls:
        calls.add_column(sa.Column("approval", sa.JSON(), nullable=True))
        calls.add_column(sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True))
        calls.drop_constraint(op.f("ck_calls_state"), type_="check")
        calls.create_check_constraint(op.f("ck_calls_state"), _one_of(_STATES))
        calls.drop_index("ix_calls_waiting")
    is_open = sa.text("state IN ('running', 'waiting')")
    op.create_index(
        "ix_calls_open",
        "calls",
        ["expires_at"],
        unique=False,
        sqlite_where=is_open,
        postgresql_where=is_open,
    )


def _one_of(states: tuple[str, ...]) -> str:
    return f"state IN ({', '.join(repr(state) for state in states)})"


def _calls(states: tuple[str, ...]) -> sa.Table:
    """Return the table as it was: SQLite copies it, and tells of no checks."""
    return sa.Table(
        "calls",
        sa.MetaData(),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("turn_id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("model_call_id", sa.String(), nullable=False),
        sa.Column("tool", sa.String(), nullable=False),
        sa.Column("args", sa.JSON(), nullable=False),
        sa.Column("memo_key", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("ok", sa.Boolean(), nullable=True),
        sa.Column("code", sa.String(), nullable=True),
        sa.Column("ms", sa.Integer(), nullable=True),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("evidence_number", sa.Integer(), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("place IN ('server', 'page')", name=op.f("ck_calls_place")),
        sa.CheckConstraint(_one_of(states), name=op.f("ck_calls_state")),
        sa.ForeignKeyConstraint(
            ["turn_id"], ["turns.id"], name=op.f("fk_calls_turn_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calls")),
        sa.UniqueConstraint("turn_id", "position", name=op.f("uq_calls_turn_id_position")),
        sa.Index("ix_calls_waiting", "expires_at"),
    )
