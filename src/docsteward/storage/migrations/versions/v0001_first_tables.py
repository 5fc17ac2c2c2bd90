"""The first tables: workspaces, visitors, conversations and all that a turn leaves behind."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "workspaces",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_workspaces")),
        sa.UniqueConstraint("key", name=op.f("uq_workspaces_key")),
    )
    op.create_table(
        "visitors",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("workspace_id", sa.String(), nullable=False),
        sa.Column("session_hash", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("level", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("level IN ('public', 'user', 'admin')", name=op.f("ck_visitors_level")),
        sa.ForeignKeyConstraint(
            ["workspace_id"],
            ["workspaces.id"],
            name=op.f("fk_visitors_workspace_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_visitors")),
        sa.UniqueConstraint("session_hash", name=op.f("uq_visitors_session_hash")),
    )
    op.create_index(op.f("ix_visitors_workspace_id"), "visitors", ["workspace_id"], unique=False)
    op.create_table(
        "conversations",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("workspace_id", sa.String(), nullable=False),
        sa.Column("visitor_id", sa.String(), nullable=False),
        sa.Column("client_id", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["visitor_id"],
            ["visitors.id"],
            name=op.f("fk_conversations_visitor_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"],
            ["workspaces.id"],
            name=op.f("fk_conversations_workspace_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_conversations")),
        sa.UniqueConstraint(
            "visitor_id", "client_id", name=op.f("uq_conversations_visitor_id_client_id")
        ),
    )
    op.create_index(
        op.f("ix_conversations_workspace_id"), "conversations", ["workspace_id"], unique=False
    )
    op.create_table(
        "turns",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("conversation_id", sa.String(), nullable=False),
        sa.Column("visitor_id", sa.String(), nullable=False),
        sa.Column("workspace_id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("page", sa.JSON(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("cause", sa.String(), nullable=True),
        sa.Column("answer", sa.String(), nullable=False),
        sa.Column("log", sa.JSON(), nullable=False),
        sa.Column("steps_used", sa.Integer(), nullable=False),
        sa.Column("model_calls", sa.Integer(), nullable=False),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("index_digest", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("worker", sa.String(), nullable=True),
        sa.CheckConstraint(
            "cause IN ('no_support', 'credential', 'uncited', 'unresolved', 'budget')",
            name=op.f("ck_turns_cause"),
        ),
        sa.CheckConstraint(
            "state IN ('running', 'waiting', 'answered', 'refused', 'withdrawn', "
            "'stopped', 'interrupted', 'failed')",
            name=op.f("ck_turns_state"),
        ),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name=op.f("fk_turns_conversation_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["visitor_id"], ["visitors.id"], name=op.f("fk_turns_visitor_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"],
            ["workspaces.id"],
            name=op.f("fk_turns_workspace_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_turns")),
        sa.UniqueConstraint(
            "conversation_id", "message_id", name=op.f("uq_turns_conversation_id_message_id")
        ),
        sa.UniqueConstraint(
            "conversation_id", "position", name=op.f("uq_turns_conversation_id_position")
        ),
    )
    op.create_index(
        "ix_turns_lease",
        "turns",
        ["state", "lease_until"],
        unique=False,
        sqlite_where=sa.text("state IN ('running', 'waiting')"),
        postgresql_where=sa.text("state IN ('running', 'waiting')"),
    )
    op.create_index(op.f("ix_turns_visitor_id"), "turns", ["visitor_id"], unique=False)
    op.create_index(
        op.f("ix_turns_workspace_id_created_at"),
        "turns",
        ["workspace_id", "created_at"],
        unique=False,
    )
    op.create_index(
        "uq_turns_open",
        "turns",
        ["conversation_id"],
        unique=True,
        sqlite_where=sa.text("state IN ('running', 'waiting')"),
        postgresql_where=sa.text("state IN ('running', 'waiting')"),
    )
    op.create_table(
        "calls",
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
        sa.CheckConstraint(
            "state IN ('running', 'waiting', 'done', 'failed', 'expired')",
            name=op.f("ck_calls_state"),
        ),
        sa.ForeignKeyConstraint(
            ["turn_id"], ["turns.id"], name=op.f("fk_calls_turn_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calls")),
        sa.UniqueConstraint("turn_id", "position", name=op.f("uq_calls_turn_id_position")),
    )
    op.create_index(
        "ix_calls_waiting",
        "calls",
        ["expires_at"],
        unique=False,
        sqlite_where=sa.text("state = 'waiting'"),
        postgresql_where=sa.text("state = 'waiting'"),
    )
    op.create_table(
        "evidence",
        sa.Column("conversation_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("turn_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("document", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("url", sa.String(), nullable=True),
        sa.Column("access", sa.String(), nullable=False),
        sa.Column("failed", sa.Boolean(), nullable=False),
        sa.CheckConstraint(
            "access IN ('public', 'user', 'admin')", name=op.f("ck_evidence_access")
        ),
        sa.CheckConstraint("kind IN ('section', 'tool')", name=op.f("ck_evidence_kind")),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name=op.f("fk_evidence_conversation_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["turn_id"], ["turns.id"], name=op.f("fk_evidence_turn_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("conversation_id", "number", name=op.f("pk_evidence")),
    )
    op.create_index(op.f("ix_evidence_turn_id"), "evidence", ["turn_id"], unique=False)
    op.create_table(
        "offers",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("turn_id", sa.String(), nullable=False),
        sa.Column("conversation_id", sa.String(), nullable=False),
        sa.Column("visitor_id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("tool", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("args", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("reserved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "state IN ('offered', 'reserved', 'done', 'failed', 'unknown', 'expired')",
            name=op.f("ck_offers_state"),
        ),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name=op.f("fk_offers_conversation_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["turn_id"], ["turns.id"], name=op.f("fk_offers_turn_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["visitor_id"], ["visitors.id"], name=op.f("fk_offers_visitor_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offers")),
        sa.UniqueConstraint("turn_id", "position", name=op.f("uq_offers_turn_id_position")),
    )
    op.create_index(op.f("ix_offers_conversation_id"), "offers", ["conversation_id"], unique=False)
    op.create_index(
        "ix_offers_live",
        "offers",
        ["state", "expires_at"],
        unique=False,
        sqlite_where=sa.text("state IN ('offered', 'failed', 'reserved')"),
        postgresql_where=sa.text("state IN ('offered', 'failed', 'reserved')"),
    )
    op.create_index(op.f("ix_offers_visitor_id"), "offers", ["visitor_id"], unique=False)
    op.create_table(
        "steps",
        sa.Column("turn_id", sa.String(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("messages", sa.JSON(), nullable=False),
        sa.Column("usage", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["turn_id"], ["turns.id"], name=op.f("fk_steps_turn_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("turn_id", "n", name=op.f("pk_steps")),
    )
    op.create_table(
        "turn_events",
        sa.Column("turn_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["turn_id"], ["turns.id"], name=op.f("fk_turn_events_turn_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("turn_id", "seq", name=op.f("pk_turn_events")),
    )


def downgrade() -> None:
    op.drop_table("turn_events")
    op.drop_table("steps")
    op.drop_index(op.f("ix_offers_visitor_id"), table_name="offers")
    op.drop_index(
        "ix_offers_live",
        table_name="offers",
        sqlite_where=sa.text("state IN ('offered', 'failed', 'reserved')"),
        postgresql_where=sa.text("state IN ('offered', 'failed', 'reserved')"),
    )
    op.drop_index(op.f("ix_offers_conversation_id"), table_name="offers")
    op.drop_table("offers")
    op.drop_index(op.f("ix_evidence_turn_id"), table_name="evidence")
    op.drop_table("evidence")
    op.drop_index(
        "ix_calls_waiting",
        table_name="calls",
        sqlite_where=sa.text("state = 'waiting'"),
        postgresql_where=sa.text("state = 'waiting'"),
    )
    op.drop_table("calls")
    op.drop_index(
        "uq_turns_open",
        table_name="turns",
        sqlite_where=sa.text("state IN ('running', 'waiting')"),
        postgresql_where=sa.text("state IN ('running', 'waiting')"),
    )
    op.drop_index(op.f("ix_turns_workspace_id_created_at"), table_name="turns")
    op.drop_index(op.f("ix_turns_visitor_id"), table_name="turns")
    op.drop_index(
        "ix_turns_lease",
        table_name="turns",
        sqlite_where=sa.text("state IN ('running', 'waiting')"),
        postgresql_where=sa.text("state IN ('running', 'waiting')"),
    )
    op.drop_table("turns")
    op.drop_index(op.f("ix_conversations_workspace_id"), table_name="conversations")
    op.drop_table("conversations")
    op.drop_index(op.f("ix_visitors_workspace_id"), table_name="visitors")
    op.drop_table("visitors")
    op.drop_table("workspaces")
