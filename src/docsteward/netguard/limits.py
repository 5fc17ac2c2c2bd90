"""How long and how much: the numbers that bound one guarded request (SPEC D5)."""

from __future__ import annotations

from dataclasses import dataclass

KIB = 1024


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The bounds of one `get` or `post`, redirects included; seconds and bytes.

    `connect` covers the look-up, the TCP connection and the TLS handshake together, `read` each
    wait for bytes, `total` everything. `body` counts decoded bytes and cuts; `wire` counts every
    byte that arrives over all hops, `head` those of one hop before its response begins, so that
    chunk frames, headers and interim responses end too.
    `dials` is how many of a name's addresses are tried.
    """

    connect: float = 6.0
    read: float = 6.0
    total: float = 10.0
    body: int = 100 * KIB
    # Five times the body: room for every head and for chunk frames of any sane size.
    wire: int = 512 * KIB
    head: int = 64 * KIB
    redirects: int = 3
    dials: int = 3


# A local model may think for minutes before its first byte; a webhook's reply may be a document.
OPERATOR_LIMITS = Limits(
    connect=10.0, read=120.0, total=300.0, body=8192 * KIB, wire=65536 * KIB, redirects=0
)
