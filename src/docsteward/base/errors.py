"""The error tree. Each error has a stable code and says who can mend it.

DocstewardError
├── ModelFault      the model may correct itself within its step budget
├── ReaderFault     the caller or reader sent something that cannot be taken (a 4xx)
├── SiteFault       the site's owner must mend configuration, documents or a tool
└── OperatorFault   whoever runs the server must mend it (a provider, a database, a key)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from docsteward.base.values import JsonValue

Reacts = Literal["model", "reader", "site", "operator"]


class DocstewardError(Exception):
    """An expected failure: `code` is stable, `message` says what is wrong and how to mend it."""

    reacts: ClassVar[Reacts] = "operator"

    def __init__(
        self, code: str, message: str, *, details: Mapping[str, JsonValue] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details: dict[str, JsonValue] = dict(details or {})

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class ModelFault(DocstewardError):
    """A model asked for something that is refused; it is told why and may try again."""

    reacts = "model"


class ReaderFault(DocstewardError):
    """A request cannot be taken as it is; `status` is the HTTP status that says so."""

    reacts = "reader"

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 400,
        details: Mapping[str, JsonValue] | None = None,
    ) -> None:
        super().__init__(code, message, details=details)
        self.status = status


class SiteFault(DocstewardError):
    """The site's own configuration, documents or tools must be mended by its owner."""

    reacts = "site"


class OperatorFault(DocstewardError):
    """The server, its keys or what it depends on must be mended by whoever runs it."""

    reacts = "operator"
