"""The rules that say which host, port and address one client may reach."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from docsteward.base.errors import OperatorFault
from docsteward.netguard.networks import is_forbidden, is_public, parse_address
from docsteward.netguard.refusal import Refused
from docsteward.netguard.target import DEFAULT_PORTS, Address, Target, read_host

_ENTRY = re.compile(
    r"(?:\[(?P<v6>[0-9A-Fa-f:.]+)\]|(?P<host>[^:\[\]/@\s]+))(?::(?P<port>[1-9][0-9]{0,4}))?"
)

# Ports on which something that is not HTTP may read a request as its own commands: the list of
# the Fetch standard ("bad port"), with the common databases and daemons added.
# fmt: off
_FOREIGN_PORTS = frozenset((
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87,
    95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143,
    161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554,
    556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045,
    4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
    1433, 1521, 2375, 3306, 5432, 5672, 6379, 9042, 11211, 27017,
))
# fmt: on


class Rules(Protocol):
    """What a client asks before it looks a name up, and before it dials."""

    def check_target(self, target: Target) -> None:
        """Raise `Refused` if the host and port may not be reached, whatever they resolve to."""
        ...

    def check_addresses(self, target: Target, found: Sequence[str]) -> list[str]:
        """Return the addresses to dial, all of them checked, or raise `Refused`."""
        ...


class AllowedHosts:
    """The hosts of its own network that an operator lets the server reach (SPEC D5).

    Entries are `host` (ports 80 and 443) or `host:port`, IPv6 in brackets; a name covers itself
    alone, never its subdomains. Raises `OperatorFault` with code `allow_entry` for any other
    text.
    """

    def __init__(self, entries: Iterable[str]) -> None:
        self._pairs = frozenset(pair for entry in entries for pair in _read_entry(entry))

    def __contains__(self, target: Target) -> bool:
        return (target.host, target.port) in self._pairs


class GuardRules:
    """Public addresses for everybody, the listed internal hosts on top, metadata never."""

    def __init__(self, allowed: AllowedHosts) -> None:
        self._allowed = allowed

    def check_target(self, target: Target) -> None:
        if target.port in _FOREIGN_PORTS and target not in self._allowed:
            raise Refused(
                "port_refused",
                f"Port {target.port} of {target.host!r} does not speak HTTP; use the web port.",
            )

    def check_addresses(self, target: Target, found: Sequence[str]) -> list[str]:
        listed = target in self._allowed
        checked: dict[str, None] = {}
        for text in found:
            address = parse_address(text)
            if address is None or not _may_dial(address, listed=listed):
                # One bad address refuses the host: which one gets dialled is not the site's to say.
                raise Refused(
                    "address_refused",
                    f"{target.host!r} is not a public address that this server may reach.",
                    operator_note=f"{target.host!r} resolved to {text!r}",
                )
            checked[str(address)] = None
        return list(checked)


class OperatorRules:
    """Any address: the operator's own configuration named it."""

    def check_target(self, target: Target) -> None:
        """Any port will do."""

    def check_addresses(self, target: Target, found: Sequence[str]) -> list[str]:
        del target  # Every host is the operator's own choice.
        return list(dict.fromkeys(found))


def _may_dial(address: Address, *, listed: bool) -> bool:
    return not is_forbidden(address) if listed else is_public(address)


def _read_entry(entry: str) -> list[tuple[str, int]]:
    match = _ENTRY.fullmatch(entry)
    try:
        if match is None:
            raise ValueError(entry)
        address = parse_address(match["v6"]) if match["v6"] else None
        if match["v6"] and address is None:
            raise ValueError(entry)
        host = str(address) if address else read_host(match["host"])[0]
    except (ValueError, Refused):
        raise OperatorFault(
            "allow_entry",
            f"{entry!r} is no internal host; write 'host', 'host:port' or '[address]:port'.",
        ) from None
    ports = [int(match["port"])] if match["port"] else list(DEFAULT_PORTS.values())
    return [(host, port) for port in ports]
