"""The headers of a guarded request: which the caller may set, and which survive a redirect."""

from __future__ import annotations

import re
from collections.abc import Mapping

from docsteward import __version__
from docsteward.base.text import shorten
from docsteward.netguard.body import ACCEPT_ENCODING
from docsteward.netguard.refusal import Refused
from docsteward.netguard.target import Target

USER_AGENT = f"docsteward/{__version__} (+https://docsteward.dev)"

RawHeaders = list[tuple[bytes, bytes]]

_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~\-]+")  # RFC 9110, section 5.6.2
_VALUE = re.compile(r"[\t\x20-\x7e]*")

# They frame the message, or speak for this server: not the caller's to set.
# fmt: off
_OWN = frozenset((
    "host", "user-agent", "accept-encoding", "cookie", "connection", "keep-alive", "upgrade",
    "content-length", "transfer-encoding", "te", "trailer", "expect",
))
# fmt: on

# Any other header may hold a secret under whatever name a site's interface gave it.
_HARMLESS = frozenset(("accept", "accept-language"))


def is_own(name: str) -> bool:
    """Say whether a header is set by the guard alone."""
    return name.lower() in _OWN or name.lower().startswith("proxy-")


def check_headers(headers: Mapping[str, str]) -> None:
    """Raise `Refused` with `bad_header` for a name or value that may not be sent.

    The value is never named in the message: it may be a secret.
    """
    for name, value in headers.items():
        if not _TOKEN.fullmatch(name) or is_own(name):
            raise Refused(
                "bad_header", f"The header {shorten(name, 60)!r} may not be set; remove it."
            )
        if not _VALUE.fullmatch(value):
            raise Refused(
                "bad_header",
                f"The value of the header {name!r} may hold printable ASCII characters only.",
            )


def raw_headers(target: Target, headers: Mapping[str, str], content: bytes | None) -> RawHeaders:
    """Return the whole head of a request to `target`, as bytes."""
    raw: RawHeaders = [
        (b"Host", target.authority.encode("ascii")),
        (b"User-Agent", USER_AGENT.encode("ascii")),
        (b"Accept-Encoding", ACCEPT_ENCODING),
        (b"Connection", b"close"),
    ]
    if not any(name.lower() == "accept" for name in headers):
        raw.append((b"Accept", b"*/*"))
    if content is not None:
        raw.append((b"Content-Length", str(len(content)).encode("ascii")))
    raw += [(name.encode("ascii"), value.encode("ascii")) for name, value in headers.items()]
    return raw


def headers_after(headers: Mapping[str, str], *, origin_changed: bool) -> Mapping[str, str]:
    """Return the headers that go on to the next hop: across origins the harmless ones alone."""
    if not origin_changed:
        return headers
    return {name: value for name, value in headers.items() if name.lower() in _HARMLESS}
