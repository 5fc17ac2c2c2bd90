"""Who a reader is, as far as the server knows: sessions and levels."""

from __future__ import annotations

from docsteward.visitors.sessions import OpenSession, Sessions

__all__ = ["OpenSession", "Sessions"]
