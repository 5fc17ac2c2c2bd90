"""A YAML text as plain values, with the line of every key and bounds on what it may cost.

Only the part of YAML that stands for JSON is read (YAML 1.2 core schema): `no`, `on` and dates
stay text. Everything that is not read is a fault and never a guess.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NoReturn

from docsteward.base.values import JsonObject, JsonValue
from docsteward.config.yaml_events import Event, NotYaml, events
from docsteward.toolspec.keys import joined, shown

MAX_DEPTH: Final = 32
MAX_VALUES: Final = 20_000
MAX_ALIASES: Final = 100

_NULL: Final = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE: Final = frozenset({"true", "True", "TRUE"})
_FALSE: Final = frozenset({"false", "False", "FALSE"})
_INTEGER: Final = re.compile(r"[-+]?[0-9]{1,300}")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


@dataclass(frozen=True, kw_only=True)
class DocumentFault:
    """What can't be read, and where; `line` counts from 1."""

    line: int
    place: str
    message: str
    cure: str


@dataclass(kw_only=True)
class Document:
    """The values, the line of every place in them, and the faults met on the way.

    `cut` says that reading stopped before the end, so that values are missing.
    """

    value: JsonValue = None
    cut: bool = True
    lines: dict[str, int] = field(default_factory=dict[str, int])
    faults: list[DocumentFault] = field(default_factory=list[DocumentFault])

    def line(self, place: str) -> int:
        """Return the line of a place, or of the nearest place around it."""
        while place and place not in self.lines:
            place = place[: max(place.rfind("."), place.rfind("["), 0)]
        return self.lines.get(place, 1)


class _Stop(Exception):
    """Reading can't go on; the fault says why."""

    def __init__(self, fault: DocumentFault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def read_document(text: str) -> Document:
    """Read a YAML text; its faults are in the document, in which all that could be read stands."""
    document = Document()
    try:
        _Reader(document, events(text)).read()
        document.cut = False
    except _Stop as stop:
        document.faults.append(stop.fault)
    except NotYaml as error:
        document.faults.append(
            DocumentFault(
                line=error.line,
                place="",
                message=f"this is not YAML: {error.problem}",
                cure="check indentation, quotes, brackets and colons here and in the line before",
            )
        )
    return document


class _Reader:
    """Builds values from the parser's events, one pass, no copies."""

    def __init__(self, document: Document, events: Iterator[Event]) -> None:
        self._document = document
        self._events = events
        self._anchors: dict[str, tuple[JsonValue, int]] = {}
        self._values = 0
        self._aliases = 0

    def read(self) -> None:
        documents = 0
        for event in self._events:
            if event.kind == "document":
                documents += 1
                if documents > 1:
                    self._stop(event, "", "a second document starts", "keep one; remove the '---'")
                self._document.value = self._node(next(self._events), "", 0)

    def _node(self, event: Event, place: str, depth: int) -> JsonValue:
        self._document.lines.setdefault(place, event.line)
        self._spend(event, place, 1)
        if depth > MAX_DEPTH:
            self._stop(event, place, "it is nested too deep", f"keep to {MAX_DEPTH} levels")
        if event.kind == "alias":
            return self._alias(event, place)
        self._refuse_tag(event, place)
        before = self._values
        if event.kind == "map":
            value: JsonValue = self._mapping(place, depth)
        elif event.kind == "list":
            value = self._sequence(place, depth)
        else:
            value = self._scalar(event, place)
        if event.anchor is not None:
            self._anchors[event.anchor] = (value, self._values - before + 1)
        return value

    def _mapping(self, place: str, depth: int) -> JsonObject:
        found: JsonObject = {}
        if not place:
            # Should the text end in a fault, the groups read whole before it can be checked.
            self._document.value = found
        for event in self._events:
            if event.kind == "map_end":
                break
            name = self._name(event, place)
            here = joined(place, name)
            if name in found:
                message = f"the key {name!r} is there twice (first in line {self._line(here)})"
                self._fault(event, here, message, "keep one of them")
                self._node(next(self._events), f"{here}#", depth + 1)
                continue
            self._document.lines[here] = event.line
            found[name] = self._node(next(self._events), here, depth + 1)
        return found

    def _name(self, event: Event, place: str) -> str:
        if event.kind != "scalar":
            self._stop(event, place, "a key must be plain text", "write 'name: value'")
        if event.text == "<<" and event.plain:
            self._stop(event, place, "merge keys ('<<') are not read", "write the keys out")
        return event.text

    def _sequence(self, place: str, depth: int) -> list[JsonValue]:
        found: list[JsonValue] = []
        for event in self._events:
            if event.kind == "list_end":
                break
            found.append(self._node(event, joined(place, len(found)), depth + 1))
        return found

    def _scalar(self, event: Event, place: str) -> JsonValue:
        value = _plain(event.text) if event.plain else event.text
        if isinstance(value, float) and not math.isfinite(value):
            message = f"{shown(event.text)} is no finite number"
            self._fault(event, place, message, "give a smaller one")
            return 0
        return value

    def _alias(self, event: Event, place: str) -> JsonValue:
        self._aliases += 1
        if self._aliases > MAX_ALIASES:
            self._stop(event, place, f"more than {MAX_ALIASES} aliases", "write the values out")
        name = event.anchor or ""
        if name not in self._anchors:
            self._fault(event, place, f"the alias '*{name}' has no anchor before it", "name one")
            return None
        value, size = self._anchors[name]
        self._spend(event, place, size)
        return value

    def _refuse_tag(self, event: Event, place: str) -> None:
        if event.tag is not None:
            self._fault(event, place, f"the tag {shown(event.tag)} is not read", "take it out")

    def _spend(self, event: Event, place: str, count: int) -> None:
        self._values += count
        if self._values > MAX_VALUES:
            self._stop(event, place, f"the file holds over {MAX_VALUES} values", "make it smaller")

    def _line(self, place: str) -> int:
        return self._document.lines.get(place, 1)

    def _fault(self, event: Event, place: str, message: str, cure: str) -> None:
        self._document.faults.append(
            DocumentFault(line=event.line, place=place, message=message, cure=cure)
        )

    def _stop(self, event: Event, place: str, message: str, cure: str) -> NoReturn:
        raise _Stop(DocumentFault(line=event.line, place=place, message=message, cure=cure))


def _plain(text: str) -> JsonValue:
    if text in _NULL:
        return None
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) else text
