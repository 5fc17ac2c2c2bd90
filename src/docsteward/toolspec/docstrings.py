"""What a docstring says of a function and its parameters, for a model to read (SPEC D3)."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, field
from typing import Final

_PARAMETERS: Final = frozenset({"args", "arguments", "parameters", "params"})
_OTHERS: Final = frozenset(
    {"returns", "raises", "yields", "example", "examples", "note", "notes", "see also", "warns"}
)
_SECTION: Final = re.compile(r"(?P<name>[A-Za-z ]+):\s*")
_ENTRY: Final = re.compile(r"(?P<name>\w+)\s*(?:\([^)]*\))?\s*:\s*(?P<text>.*)")


@dataclass(frozen=True, kw_only=True)
class Docstring:
    """The words before the sections, and those on each parameter."""

    text: str = ""
    parameters: dict[str, str] = field(default_factory=dict[str, str])


def read_docstring(written: str | None) -> Docstring:
    """Read a docstring in Google's style, or in none: then all of it is the description."""
    lines = inspect.cleandoc(written or "").splitlines()
    text: list[str] = []
    entries: list[str] = []
    into: list[str] | None = text
    for line in lines:
        section = _SECTION.fullmatch(line)
        name = section["name"].strip().lower() if section else ""
        if name in _PARAMETERS:
            into = entries
        elif name in _OTHERS:
            into = None
        elif into is not None:
            into.append(line)
    return Docstring(text="\n".join(text).strip(), parameters=_entries(entries))


def _entries(lines: list[str]) -> dict[str, str]:
    depth = min((_indent(line) for line in lines if line.strip()), default=0)
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in lines:
        entry = _ENTRY.fullmatch(line.strip()) if _indent(line) == depth else None
        if entry:
            current = found.setdefault(entry["name"], [entry["text"]])
        elif current is not None and line.strip():
            current.append(line.strip())
    return {name: " ".join(parts).strip() for name, parts in found.items()}


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
