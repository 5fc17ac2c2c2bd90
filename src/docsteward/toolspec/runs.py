"""The ways of running a tool, as values (SPEC D2, D3)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from docsteward.urls.template import UrlTemplate

Method = Literal["GET", "POST"]

SECRET: Final = re.compile(r"\$\{secret:([A-Za-z][A-Za-z0-9_]*)\}")


@dataclass(frozen=True, kw_only=True)
class Header:
    """A request header; its `template` is text with `${secret:NAME}` parts."""

    name: str
    template: str

    @property
    def secrets(self) -> tuple[str, ...]:
        """The names of the secrets that it needs, each once."""
        return tuple(dict.fromkeys(SECRET.findall(self.template)))

    def value(self, secrets: Mapping[str, str]) -> str:
        """Return the value to send, read once: a secret's own text is never looked into.

        Raises KeyError for a secret that is not given.
        """
        return SECRET.sub(lambda found: secrets[found[1]], self.template)


@dataclass(frozen=True, kw_only=True)
class FetchRun:
    """Request a URL: a relative one in the reader's page, an absolute one from the server."""

    url: UrlTemplate
    method: Method = "GET"
    headers: tuple[Header, ...] = ()

    @property
    def secrets(self) -> tuple[str, ...]:
        """The names of all secrets that its headers need."""
        return tuple(dict.fromkeys(name for header in self.headers for name in header.secrets))


@dataclass(frozen=True, kw_only=True)
class LinkRun:
    """Build an absolute URL for the model to share; nothing is requested."""

    url: UrlTemplate


@dataclass(frozen=True, kw_only=True)
class HrefRun:
    """Open a link that the server built."""

    url: UrlTemplate


@dataclass(frozen=True, kw_only=True)
class EventRun:
    """Dispatch a CustomEvent of this name on the page's window."""

    name: str


@dataclass(frozen=True, kw_only=True)
class PythonRun:
    """Call a function of the site's own code; `target` is `module:function`."""

    target: str


@dataclass(frozen=True, kw_only=True)
class BrowserRun:
    """Ask the handler that the page registered under the tool's name."""


Run: TypeAlias = FetchRun | LinkRun | HrefRun | EventRun | PythonRun | BrowserRun
