"""Every fault of a configuration file, reported together (SPEC A5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from docsteward.base.errors import SiteFault


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One fault: the file and line, the key's place, what is wrong, and how to mend it."""

    file: str
    line: int
    place: str
    message: str
    cure: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}: " + (f"{self.place}: " if self.place else "")
        end = "" if self.cure.endswith((".", "?")) else "."
        return f"{where}{self.message}\n    To mend it: {self.cure}{end}"


class ConfigFaults(SiteFault):
    """The site's file can't be used; `faults` holds every reason, in the order of the file."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))
        count = "1 fault" if len(self.faults) == 1 else f"{len(self.faults)} faults"
        files = ", ".join(dict.fromkeys(fault.file for fault in self.faults))
        lines = [f"{files} has {count}.", *map(str, self.faults)]
        super().__init__("config_invalid", "\n".join(lines))

    def __str__(self) -> str:
        return self.message
