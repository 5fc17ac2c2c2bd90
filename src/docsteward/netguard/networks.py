"""Which addresses are never dialled: explicit networks, so that no library release moves them.

The tables follow the IANA special-purpose registries for IPv4 and IPv6 and are stricter in one
way: of IPv6 only the global unicast block 2000::/3 is reachable at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from docsteward.netguard.target import Address

Network = IPv4Network | IPv6Network

_IPV4_SPECIAL = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network; 0.0.0.0 reaches the machine itself
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared, carrier NAT (RFC 6598)
            "127.0.0.0/8",  # loopback
            "168.63.129.16/32",  # a cloud's host agent behind a public number
            "169.254.0.0/16",  # link-local, metadata
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments (RFC 6890)
            "192.0.2.0/24",  # documentation
            "192.88.99.0/24",  # former 6to4 relays (RFC 7526)
            "192.168.0.0/16",  # private
            "198.18.0.0/15",  # benchmarking
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, broadcast
        ),
    )
)

_IPV6_GLOBAL = IPv6Network("2000::/3")

_IPV6_SPECIAL = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments: Teredo, benchmarking, ORCHID (RFC 2928)
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4
            "3fff::/20",  # documentation (RFC 9637)
        ),
    )
)

# What a cloud serves its secrets on, and what is never one host: refused even for a host that
# the operator allows, since a name on that list may be made to point here.
_NEVER: tuple[Network, ...] = (
    IPv4Network("0.0.0.0/8"),
    IPv4Network("100.100.100.200/32"),
    IPv4Network("168.63.129.16/32"),
    IPv4Network("169.254.0.0/16"),
    IPv4Network("192.0.0.192/32"),
    IPv4Network("224.0.0.0/4"),
    IPv4Network("255.255.255.255/32"),
    IPv6Network("::/128"),
    IPv6Network("fd00:42::42/128"),
    IPv6Network("fd00:c1::/64"),
    IPv6Network("fd00:ec2::/32"),
    IPv6Network("fd20:ce::/32"),
    IPv6Network("fe80::/10"),
    IPv6Network("ff00::/8"),
)

_LOW_32 = 0xFFFF_FFFF
_ISATAP_MARKS = (0x0000_5EFE, 0x0200_5EFE)  # RFC 5214, section 6.1
_FORMS_96 = tuple(map(IPv6Network, ("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96")))
_NAT64_LOCAL = IPv6Network("64:ff9b:1::/48")  # RFC 8215
_SIX_TO_FOUR = IPv6Network("2002::/16")
_TEREDO = IPv6Network("2001::/32")


def parse_address(text: str) -> Address | None:
    """Return the address that a resolver named, or None where it has a zone or is none."""
    if "%" in text:
        return None
    try:
        return ip_address(text)
    except ValueError:
        return None


def is_public(address: Address) -> bool:
    """Say whether an address may be dialled for anybody (SPEC D5).

    IPv6 forms that carry an IPv4 address by a fixed prefix are refused as a whole; where only
    the shape hints at one (ISATAP, an operator's own NAT64 prefix), the IPv4 address decides.
    """
    if isinstance(address, IPv4Address):
        return not _within(address, _IPV4_SPECIAL)
    if address not in _IPV6_GLOBAL or _within(address, _IPV6_SPECIAL):
        return False
    return all(is_public(inner) for inner in _hinted(address))


def is_forbidden(address: Address) -> bool:
    """Say whether an address stays refused even for hosts that the operator allows (SPEC D5)."""
    if _within(address, _NEVER):
        return True
    return isinstance(address, IPv6Address) and any(
        _within(inner, _NEVER) for inner in (*_carried(address), *_hinted(address))
    )


def _within(address: Address, networks: Iterable[Network]) -> bool:
    return any(address in network for network in networks)


def _carried(address: IPv6Address) -> list[IPv4Address]:
    """Return the IPv4 addresses that a transition prefix says are inside."""
    value = int(address)
    if _within(address, _FORMS_96):
        # `::` and `::1` look like 0.0.0.0 and 0.0.0.1 but are addresses of their own.
        return [IPv4Address(value & _LOW_32)] if value > 1 else []
    if address in _NAT64_LOCAL:
        # RFC 6052 lets the address sit at two places under this prefix.
        split = ((value >> 64) & 0xFFFF) << 16 | (value >> 40) & 0xFFFF
        return [IPv4Address(value & _LOW_32), IPv4Address(split)]
    if address in _SIX_TO_FOUR:
        return [IPv4Address((value >> 80) & _LOW_32)]
    if address in _TEREDO:
        return [IPv4Address((value >> 64) & _LOW_32), IPv4Address(~value & _LOW_32)]
    return []


def _hinted(address: IPv6Address) -> list[IPv4Address]:
    """Return the IPv4 address that the shape of the last 64 bits hints at, if any."""
    value = int(address)
    mark = (value >> 32) & _LOW_32
    inner = IPv4Address(value & _LOW_32)
    if mark in _ISATAP_MARKS:
        return [inner]
    # With a zero mark these are the RFC 6052 /96 form; hosts numbered by hand (::1, ::fe) have
    # the same shape and small numbers, which fall into 0.0.0.0/8.
    if mark == 0 and int(inner) >> 24 != 0:
        return [inner]
    return []
