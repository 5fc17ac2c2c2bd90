"""One strict reading of a URL, so that no two parsers can disagree about its host.

Where browsers, the WHATWG rules and RFC 3986 read a text differently (back-slashes, user-info,
dropped tabs, short or octal addresses, look-alike digits), the text is refused, not mended.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Literal
from urllib.parse import quote, urljoin

import idna

from docsteward.base.text import shorten
from docsteward.netguard.refusal import Refused

Scheme = Literal["http", "https"]
Address = IPv4Address | IPv6Address
Origin = tuple[Scheme, str, int]

MAX_URL = 8192
MAX_NAME = 253  # RFC 1035, without the root's dot.
DEFAULT_PORTS: dict[Scheme, int] = {"http": 80, "https": 443}

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
# Control characters, and lone surrogates, which no encoding can carry.
_UNSENDABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_AUTHORITY = re.compile(
    r"(?:\[(?P<v6>[0-9A-Fa-f:.]+)\]|(?P<name>[^:\[\]]+))(?::(?P<port>[1-9][0-9]{0,4}))?"
)
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_\-]{0,61}[a-z0-9_])?")
_NUMERIC = re.compile(r"[0-9]+|0x[0-9a-f]*")
# The four characters that IDNA reads as a dot (RFC 3490, section 3.1).
_DOTS = re.compile("[.\u3002\uff0e\uff61]")
_PRINTABLE = "".join(map(chr, range(0x21, 0x7F)))


@dataclass(frozen=True, kw_only=True)
class Target:
    """Where one request goes: every part checked and in its one spelling.

    `host` is a lower-case ASCII name or an address without brackets, `path` the request target
    with its query, `address` set when the host was written as an address.
    """

    scheme: Scheme
    host: str
    port: int
    path: str
    address: Address | None

    @property
    def origin(self) -> Origin:
        return self.scheme, self.host, self.port

    @property
    def authority(self) -> str:
        """The value of the `Host` header: the port only where it is not the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.authority}{self.path}"


def parse_target(url: str) -> Target:
    """Read an absolute http or https URL, or refuse it (RFC 3986; SPEC D5).

    Raises `Refused` with `bad_url`, or `scheme` for another scheme. The fragment is dropped;
    what HTTP cannot carry in a path or query is percent-encoded, the rest passes untouched.
    """
    _check_characters(url)
    scheme, rest = _split_scheme(url)
    if not rest.startswith("//"):
        raise Refused("bad_url", f"{_named(url)} needs '//' and a host after its scheme.")
    rest = rest[2:].partition("#")[0]
    end = next((at for at, mark in enumerate(rest) if mark in "/?"), len(rest))
    host, port, address = _read_authority(rest[:end])
    path = rest[end:]
    return Target(
        scheme=scheme,
        host=host,
        port=DEFAULT_PORTS[scheme] if port is None else port,
        path=quote(path if path.startswith("/") else f"/{path}", safe=_PRINTABLE),
        address=address,
    )


def follow(base: Target, location: str) -> Target:
    """Read the `Location` of a redirect as seen from `base`, by the same strict rules.

    Raises `Refused` as `parse_target` does. A text with a scheme or a `//` is never taken as
    relative, though `urljoin` would do so for `http:/path` and `//` (RFC 3986, section 5.2.2).
    """
    _check_characters(location)
    if _SCHEME.match(location):
        return parse_target(location)
    if location.startswith("//"):
        return parse_target(f"{base.scheme}:{location}")
    return parse_target(urljoin(base.url, location))


def read_host(text: str) -> tuple[str, Address | None]:
    """Return a host in its one spelling, and the address if it is one (UTS 46, RFC 5952).

    Raises `Refused` with `bad_url` for what could be read as two different hosts.
    """
    name = text.removesuffix(".").lower() if text.isascii() else _to_ascii(text)
    if _NUMERIC.fullmatch(name.rpartition(".")[2]):
        return _read_ipv4(text, name)
    if len(name) > MAX_NAME or not all(map(_is_label, name.split("."))):
        raise Refused("bad_url", f"The host {shorten(text, 80)!r} is no valid name; correct it.")
    return name, None


def _named(url: str) -> str:
    """Name a URL in a message without its query, which may hold a reader's values."""
    return repr(shorten(url.partition("?")[0], 80))


def _check_characters(url: str) -> None:
    if len(url) > MAX_URL:
        raise Refused("bad_url", f"The URL has {len(url)} characters; at most {MAX_URL} are taken.")
    if _UNSENDABLE.search(url):
        raise Refused("bad_url", f"{_named(url)} holds a control character; percent-encode it.")
    if "\\" in url:
        raise Refused("bad_url", f"{_named(url)} holds a back-slash; write '/' or '%5C'.")


def _split_scheme(url: str) -> tuple[Scheme, str]:
    match = _SCHEME.match(url)
    if match is None:
        raise Refused("bad_url", f"{_named(url)} has no scheme; begin it with 'https://'.")
    rest = url[match.end() :]
    match match[1].lower():
        case "http":
            return "http", rest
        case "https":
            return "https", rest
        case other:
            raise Refused("scheme", f"The scheme {other!r} is not taken; use http or https.")


def _read_authority(authority: str) -> tuple[str, int | None, Address | None]:
    if "@" in authority:
        # Not echoed: what stands before the sign may be a password.
        raise Refused("bad_url", "A URL with a user name before '@' is not taken; remove it.")
    match = _AUTHORITY.fullmatch(authority)
    port = int(match["port"]) if match and match["port"] else None
    if match is None or (port is not None and port > 65535):
        raise Refused(
            "bad_url",
            f"{shorten(authority, 80)!r} is no host with an optional port from 1 to 65535.",
        )
    if match["v6"]:
        address = _read_ipv6(match["v6"])
        return str(address), port, address
    host, literal = read_host(match["name"])
    return host, port, literal


def _read_ipv6(text: str) -> IPv6Address:
    try:
        return IPv6Address(text)
    except AddressValueError:
        raise Refused("bad_url", f"'[{shorten(text, 80)}]' is no IPv6 address.") from None


def _read_ipv4(text: str, name: str) -> tuple[str, IPv4Address]:
    # Only the spelling that every parser reads alike: four decimal parts, nothing after them.
    try:
        address = IPv4Address(name)
    except AddressValueError:
        address = None
    if address is None or text != name:
        raise Refused(
            "bad_url",
            f"The host {shorten(text, 80)!r} is an ambiguous number; write the address as four "
            "decimal parts.",
        )
    return name, address


def _to_ascii(text: str) -> str:
    try:
        name = idna.encode(text, uts46=True, std3_rules=True).decode("ascii").removesuffix(".")
    except idna.IDNAError:
        raise Refused(
            "bad_url", f"The host {shorten(text, 80)!r} is no valid international name."
        ) from None
    # A label that only becomes plain ASCII by mapping (full-width, circled, with invisible
    # marks) is a disguise; no registry issues such names.
    written = {label.lower() for label in _DOTS.split(text) if label.isascii()}
    if any(label not in written for label in name.split(".") if not label.startswith("xn--")):
        raise Refused("bad_url", f"The host {shorten(text, 80)!r} is disguised; write it plainly.")
    return name


def _is_label(label: str) -> bool:
    if not _LABEL.fullmatch(label):
        return False
    if not label.startswith("xn--"):
        return True
    try:
        idna.decode(label)
    except idna.IDNAError:
        return False
    return True
