"""The tables, their constraints and their indexes. The migrations make exactly these."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    UniqueConstraint,
    text,
)

from docsteward.base.values import LEVELS
from docsteward.storage.records import (
    CALL_PLACES,
    CALL_STATES,
    EVIDENCE_KINDS,
    OFFER_STATES,
    REFUSAL_CAUSES,
    TURN_STATES,
)
from docsteward.storage.types import SafeText, UtcDateTime

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _one_of(column: str, words: Sequence[str]) -> CheckConstraint:
    listed = ", ".join(f"'{word}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


def _text(name: str, *, nullable: bool = False, primary_key: bool = False) -> Column[str]:
    return Column(name, SafeText(), nullable=nullable, primary_key=primary_key)


def _moment(name: str, *, nullable: bool = False) -> Column[object]:
    return Column(name, UtcDateTime(), nullable=nullable)


def _json(name: str, *, nullable: bool = False) -> Column[object]:
    return Column(name, JSON(none_as_null=True), nullable=nullable)


def _whole(name: str, *, nullable: bool = False, primary_key: bool = False) -> Column[int]:
    return Column(name, Integer(), nullable=nullable, primary_key=primary_key, autoincrement=False)


def _parent(table: str, *, primary_key: bool = False) -> Column[str]:
    # Deleting a visitor's data deletes all that hangs on it (SPEC H4).
    return Column(
        f"{table}_id",
        SafeText(),
        ForeignKey(f"{table}s.id", ondelete="CASCADE"),
        nullable=False,
        primary_key=primary_key,
    )


workspaces = Table(
    "workspaces",
    metadata,
    _text("id", primary_key=True),
    _text("key"),
    _text("name"),
    UniqueConstraint("key"),
)

visitors = Table(
    "visitors",
    metadata,
    _text("id", primary_key=True),
    _parent("workspace"),
    _text("session_hash"),
    _text("origin"),
    _text("level"),
    _moment("created_at"),
    _moment("expires_at"),
    UniqueConstraint("session_hash"),
    _one_of("level", LEVELS),
    Index(None, "workspace_id"),
)

conversations = Table(
    "conversations",
    metadata,
    _text("id", primary_key=True),
    _parent("workspace"),
    _parent("visitor"),
    _text("client_id"),
    _moment("created_at"),
    UniqueConstraint("visitor_id", "client_id"),
    Index(None, "workspace_id"),
)

_OPEN_TURN = text("state IN ('running', 'waiting')")
_KEPT_TURN = text("purged_at IS NULL AND finished_at IS NOT NULL")

# `position` keeps the order in which rows were made: moments can be equal, ids are random.
turns = Table(
    "turns",
    metadata,
    _text("id", primary_key=True),
    _parent("conversation"),
    _parent("visitor"),
    _parent("workspace"),
    _whole("position"),
    _text("message_id"),
    _text("question"),
    _json("page", nullable=True),
    _text("state"),
    _text("cause", nullable=True),
    _text("answer"),
    _json("log"),
    _whole("steps_used"),
    _whole("model_calls"),
    _text("mode"),
    _text("index_digest"),
    _moment("created_at"),
    _moment("finished_at", nullable=True),
    _moment("lease_until", nullable=True),
    _text("worker", nullable=True),
    _json("page_tools", nullable=True),
    _text("quote", nullable=True),
    _moment("purged_at", nullable=True),
    UniqueConstraint("conversation_id", "message_id"),
    UniqueConstraint("conversation_id", "position"),
    _one_of("state", TURN_STATES),
    _one_of("cause", REFUSAL_CAUSES),
    Index(
        "uq_turns_open",
        "conversation_id",
        unique=True,
        sqlite_where=_OPEN_TURN,
        postgresql_where=_OPEN_TURN,
    ),
    Index(
        "ix_turns_lease",
        "state",
        "lease_until",
        sqlite_where=_OPEN_TURN,
        postgresql_where=_OPEN_TURN,
    ),
    Index(
        "ix_turns_kept",
        "finished_at",
        sqlite_where=_KEPT_TURN,
        postgresql_where=_KEPT_TURN,
    ),
    Index(None, "visitor_id"),
    Index(None, "workspace_id", "created_at"),
)

steps = Table(
    "steps",
    metadata,
    _parent("turn", primary_key=True),
    _whole("n", primary_key=True),
    _json("messages"),
    _json("usage"),
    _moment("created_at"),
)

_OPEN_CALL = text("state IN ('running', 'waiting')")

calls = Table(
    "calls",
    metadata,
    _text("id", primary_key=True),
    _parent("turn"),
    _whole("position"),
    _whole("step"),
    _text("model_call_id"),
    _text("tool"),
    _json("args"),
    _text("memo_key"),
    _text("place"),
    _text("state"),
    Column("ok", Boolean(), nullable=True),
    _text("code", nullable=True),
    _whole("ms", nullable=True),
    _json("result", nullable=True),
    _whole("evidence_number", nullable=True),
    _moment("expires_at", nullable=True),
    _moment("created_at"),
    _json("approval", nullable=True),
    _moment("decided_at", nullable=True),
    UniqueConstraint("turn_id", "position"),
    _one_of("place", CALL_PLACES),
    _one_of("state", CALL_STATES),
    Index("ix_calls_open", "expires_at", sqlite_where=_OPEN_CALL, postgresql_where=_OPEN_CALL),
)

evidence = Table(
    "evidence",
    metadata,
    _parent("conversation", primary_key=True),
    _whole("number", primary_key=True),
    _parent("turn"),
    _text("kind"),
    _text("source"),
    _text("document"),
    _text("text"),
    _text("url", nullable=True),
    _text("access"),
    Column("failed", Boolean(), nullable=False),
    _one_of("kind", EVIDENCE_KINDS),
    _one_of("access", LEVELS),
    Index(None, "turn_id"),
)

_LIVE_OFFER = text("state IN ('offered', 'failed', 'reserved')")

offers = Table(
    "offers",
    metadata,
    _text("id", primary_key=True),
    _parent("turn"),
    _parent("conversation"),
    _parent("visitor"),
    _whole("position"),
    _text("tool"),
    _text("kind"),
    _json("args"),
    _text("state"),
    _text("outcome", nullable=True),
    _json("data"),
    _moment("reserved_at", nullable=True),
    _moment("expires_at"),
    _moment("created_at"),
    UniqueConstraint("turn_id", "position"),
    _one_of("state", OFFER_STATES),
    Index(
        "ix_offers_live",
        "state",
        "expires_at",
        sqlite_where=_LIVE_OFFER,
        postgresql_where=_LIVE_OFFER,
    ),
    Index(None, "conversation_id"),
    Index(None, "visitor_id"),
)

turn_events = Table(
    "turn_events",
    metadata,
    _parent("turn", primary_key=True),
    _whole("seq", primary_key=True),
    _text("type"),
    _json("data"),
    _moment("created_at"),
)
