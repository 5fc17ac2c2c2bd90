"""One provider's wire as the library speaks it: how to open it and what it needs beside that."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

from docsteward.llm.tuning import Tuning
from docsteward.toolspec.projection import Dialect

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model as LibraryWireModel
    from pydantic_ai.settings import ModelSettings

    from docsteward.llm.wire_transport import Mender


@dataclass(frozen=True, kw_only=True)
class Address:
    """Where a model is and what opens it; `host` is what an operator is told."""

    model: str
    base_url: str
    api_key: str | None = None

    @property
    def host(self) -> str:
        """The host that is asked."""
        return urlsplit(self.base_url).netloc.rpartition("@")[2]

    @property
    def key(self) -> str:
        """The key, or the empty text where none is sent."""
        return (self.api_key or "").strip()


_PLAIN_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def plain_id(id: str) -> str:
    """Return a call's id as every provider takes it, however another one wrote it."""
    return id if _PLAIN_ID.fullmatch(id) else f"call_{_digest(id)}"


def _digest(id: str) -> str:
    return sha256(id.encode("utf-8", "surrogatepass")).hexdigest()[:24]


Open: TypeAlias = "Callable[[httpx2.AsyncClient], LibraryWireModel]"


@dataclass(frozen=True, kw_only=True)
class Wire:
    """How one model is spoken to.

    `open` makes the library's model over a client that is closed with the request.
    `declares_past` says that calls in the history must stand beside definitions of their
    functions, `own_requests` that its library takes neither our transport nor its waits. `mender`
    mends what the library would misread, and `call_id` makes another model's id of a call into
    one that this provider takes.
    """

    provider: str
    model: str
    host: str
    has_key: bool
    dialect: Dialect
    open: Open
    settings: ModelSettings
    declares_past: bool = False
    mender: Callable[[], Mender] | None = None
    own_requests: bool = False
    call_id: Callable[[str], str] = plain_id
    tuning: Tuning = field(default_factory=Tuning)

    @property
    def system(self) -> str:
        """Who said what is opaque to us: one model's thinking is no business of another."""
        return f"{self.provider}:{self.host}/{self.model}"
