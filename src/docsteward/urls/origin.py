"""Origins: who a page or a server is, compared as parsed values and never as text (SPEC J4)."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from docsteward.base.errors import ReaderFault
from docsteward.base.text import shorten

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_SHAPE: Final = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://"
    r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)"
    r"(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<rest>.*)",
    re.DOTALL,
)
_SHOWN = 120


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Scheme, host and port in one normal form, so that equal origins are equal values."""

    scheme: str
    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Origin:
        """Return the origin that the text is, with nothing before or after it (RFC 6454).

        Raises ReaderFault `origin_invalid` for anything else, the literal `null` included.
        """
        origin, rest = _read(text)
        if rest:
            raise _invalid(text, f"write {str(origin)!r}, with nothing after the host and port")
        return origin

    @classmethod
    def of_url(cls, url: str) -> Origin:
        """Return the origin of an absolute http or https URL.

        Raises ReaderFault `origin_invalid` when the URL has no such origin.
        """
        origin, rest = _read(url)
        if rest and rest[0] not in "/?#":
            raise _invalid(url, "a path, a query or a fragment may follow the host and port")
        return origin

    def __str__(self) -> str:
        if self.port == _DEFAULT_PORTS[self.scheme]:
            return f"{self.scheme}://{self.host}"
        return f"{self.scheme}://{self.host}:{self.port}"


def require_allowed(sent: str, allowed: Collection[Origin]) -> Origin:
    """Return the origin of a request's `Origin` header when it is exactly one of those allowed.

    Raises ReaderFault (403): `origin_invalid` for what is no origin, `origin_refused` for one
    that is not listed; the message shows what was sent and what is allowed, in full (SPEC J4).
    """
    origin = Origin.parse(sent)
    if origin in allowed:
        return origin
    listed = ", ".join(str(one) for one in allowed) or "none"
    raise ReaderFault(
        "origin_refused",
        f"The origin {str(origin)!r} is not an allowed one (allowed: {listed}); "
        "add it to site.allowed_origins.",
        status=403,
    )


def rebased(url: str, origin: str | None, allowed: Collection[Origin]) -> str:
    """Return an absolute URL on the origin of the page, where that is exactly an allowed one.

    `origin` is what the session's `Origin` header said, never a field that a script fills.
    Anything else, an absent or unreadable one included, leaves the URL as it is (SPEC C5).
    Raises ReaderFault `origin_invalid` for a URL that has no origin itself.
    """
    Origin.of_url(url)
    _, rest = _read(url)
    if origin is None:
        return url
    try:
        page = Origin.parse(origin)
    except ReaderFault:
        return url
    return f"{page}{rest}" if page in allowed else url


def _read(text: str) -> tuple[Origin, str]:
    if text == "null":
        raise _invalid(text, "an opaque origin is never allowed; serve the page over http or https")
    found = _SHAPE.fullmatch(text)
    if found is None:
        raise _invalid(text, "write scheme, host and port alone, such as 'https://example.com'")
    scheme = found["scheme"].lower()
    if scheme not in _DEFAULT_PORTS:
        raise _invalid(text, "only http and https have origins here")
    port = int(found["port"]) if found["port"] else _DEFAULT_PORTS[scheme]
    if not 0 < port < 65536:
        raise _invalid(text, f"the port {port} is not between 1 and 65535")
    return Origin(scheme=scheme, host=_host(found["host"], text), port=port), found["rest"]


def _host(host: str, text: str) -> str:
    if not host.startswith("["):
        return host.lower()
    try:
        return f"[{ipaddress.IPv6Address(host[1:-1]).compressed}]"
    except ValueError:
        raise _invalid(text, f"{host} is no IPv6 address") from None


def _invalid(text: str, cure: str) -> ReaderFault:
    return ReaderFault(
        "origin_invalid", f"{shorten(text, _SHOWN)!r} is not an origin: {cure}.", status=403
    )
