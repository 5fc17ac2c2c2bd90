"""Column types that make SQLite and PostgreSQL give and take the same values."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import DateTime, String
from sqlalchemy.types import TypeDecorator

from docsteward.base.text import storable

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import Dialect


class UtcDateTime(TypeDecorator[datetime]):
    """A moment with its zone, always UTC; a moment without a zone is refused with ValueError."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"the moment {value!r} has no time zone; hand in one in UTC")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(
        self,
        value: datetime | None,
        dialect: Dialect,  # noqa: ARG002 - the library passes it by name
    ) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class SafeText(TypeDecorator[str]):
    """Text in which a character that no database stores has become U+FFFD."""

    impl = String
    cache_ok = True

    def process_bind_param(
        self,
        value: str | None,
        dialect: Dialect,  # noqa: ARG002 - the library passes it by name
    ) -> str | None:
        return None if value is None else storable(value)
