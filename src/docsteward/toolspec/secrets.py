"""Secrets of a site: a name, where the value is kept, and the only hosts it may go to (D2)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from docsteward.urls.origin import Origin

SECRET_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_HOST: Final = re.compile(
    r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?::(?P<port>[0-9]{1,5}))?"
)
_USUAL_PORTS: Final = frozenset({80, 443})


@dataclass(frozen=True, kw_only=True)
class Secret:
    """A secret's name, the environment variable that holds it, and its hosts.

    The value is never part of it, so that no repr, log or schema can show it.
    """

    name: str
    env: str
    hosts: tuple[str, ...]

    def covers(self, origin: Origin) -> bool:
        """Say whether the secret may go to this origin; a bare host means ports 80 and 443."""
        return any(_is_host(host, origin) for host in self.hosts)


def is_host(text: str) -> bool:
    """Say whether the text is a host, with a port or without one; there are no wildcards."""
    found = _HOST.fullmatch(text)
    return found is not None and (found["port"] is None or 0 < int(found["port"]) < 65536)


def _is_host(text: str, origin: Origin) -> bool:
    found = _HOST.fullmatch(text)
    if found is None or found["host"].lower() != origin.host:
        return False
    return origin.port == int(found["port"]) if found["port"] else origin.port in _USUAL_PORTS
