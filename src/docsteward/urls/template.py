"""URL templates: compiled once, filled by pure code that no argument can break out of (SPEC C)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from docsteward.base.values import JsonValue


@dataclass(frozen=True, kw_only=True)
class UrlTemplate:
    """A compiled template; make one with `compile_template`."""

    text: str

    @property
    def is_relative(self) -> bool:
        """Whether it starts with a single `/`, so that the reader's page gives scheme and host."""
        raise NotImplementedError

    @property
    def placeholders(self) -> tuple[str, ...]:
        raise NotImplementedError

    def fill(self, args: Mapping[str, JsonValue]) -> str:
        """Return the URL for checked arguments.

        Raises ModelFault (`argument_too_long`, `argument_unsafe`, `argument_missing`).
        """
        raise NotImplementedError


def compile_template(text: str) -> UrlTemplate:
    """Compile a template. Raises SiteFault with what is wrong and how to mend it."""
    raise NotImplementedError
