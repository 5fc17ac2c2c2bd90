"""The door of each turn: the site's tools, and those that the reader's page brought (SPEC A6, D1).

What a page sends is read once, when its question comes, and what stands is stored with the turn:
whichever process carries the turn on has the same tools.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias, cast

import structlog

from docsteward.base.text import shorten, storable
from docsteward.base.values import JsonObject, JsonValue, Visitor
from docsteward.toolspec.keys import KeyFault
from docsteward.toolspec.page import PageTools, Unconfirmed, handler_names, page_tools
from docsteward.toolspec.tool import Tool
from docsteward.turn.ports import Runner

_log = structlog.get_logger(__name__)

MOST_TOOLS = 12  # SPEC A6: offered in one turn, built-ins aside.
_MOST_NOTES = 30
_LONGEST_NOTE = 400

Note: TypeAlias = tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class Brought:
    """What a page sent beside its question; a visitor's word, whatever shape it has."""

    tools: JsonValue = None
    handlers: JsonValue = None

    def __bool__(self) -> bool:
        return self.tools is not None or self.handlers is not None


NOTHING = Brought()


@dataclass(frozen=True, kw_only=True)
class Kept:
    """What of it stands, as it is stored with the turn; None where nothing was brought.

    Its `notes` are for the page's own console: each a tool, and what of it is left out and why.
    """

    stored: JsonObject | None = None

    @property
    def has_tools(self) -> bool:
        """Whether the page defines a tool of its own."""
        return bool(self.stored and self.stored["tools"])


class Doors:
    """Opens the door for each turn.

    `make` makes one without any tool, for a page that brings tools to a site that has none: until
    then nothing of the tools' room is loaded (SPEC A7).
    """

    def __init__(
        self,
        runner: Runner | None,
        make: Callable[[], Runner],
        *,
        unconfirmed: Unconfirmed = "ask",
    ) -> None:
        self._runner = runner
        self._make = make
        self._unconfirmed: Unconfirmed = unconfirmed
        self._made: Runner | None = None

    def keep(self, brought: Brought, visitor: Visitor, *, has_page: bool) -> Kept:
        """Read what a page brought; what does not fit is left out and noted. Never raises."""
        if not brought:
            return Kept()
        if not has_page:
            return _kept([], [], [("", "send `page` too: without a page nothing can run in it")])
        found = self._read(brought.tools)
        handlers, faults = handler_names([] if brought.handlers is None else brought.handlers)
        room = self._room(handlers, visitor)
        surplus = found.tools[room:]
        if surplus:
            _log.warning("page_tools_left_out", tools=[tool.name for tool in surplus], most=room)
        notes = _notes(found, faults, surplus, self._unasked(handlers))
        return _kept(found.definitions[:room], sorted(handlers), notes)

    def of(self, stored: JsonObject | None) -> Runner | None:
        """Return the door of a turn by what was stored with it; None where there is no tool."""
        if stored is None or not (stored["tools"] or stored["handlers"]):
            return self._runner
        tools = self._read(stored["tools"]).tools
        handlers, _ = handler_names(stored["handlers"])
        if self._runner is None and not tools:
            return None
        return self._base().with_page(tools, handlers)

    def _base(self) -> Runner:
        if self._runner is not None:
            return self._runner
        self._made = self._made or self._make()
        return self._made

    def _read(self, raw: JsonValue) -> PageTools:
        if raw is None:
            return PageTools()
        taken = self._runner.names if self._runner else ()
        return page_tools(raw, taken=taken, unconfirmed=self._unconfirmed)

    def _room(self, handlers: frozenset[str], visitor: Visitor) -> int:
        """Return how many tools a page may add: the configured ones come first (SPEC A6)."""
        if self._runner is None:
            return MOST_TOOLS
        door = self._runner.with_page((), handlers)
        functions = door.functions(visitor, has_page=True)
        return max(0, MOST_TOOLS - len(functions) - len(door.actions(visitor, has_page=True)))

    def _unasked(self, handlers: frozenset[str]) -> Sequence[str]:
        """Return the handlers that nothing will ask: those of tools that run in the server."""
        known = {name: self._runner.tool(name) for name in handlers} if self._runner else {}
        return sorted(name for name, tool in known.items() if tool and not tool.runs_in_page)


def notes_of(stored: JsonObject | None) -> tuple[Note, ...]:
    """Return what a turn's page is to be told of what it brought."""
    notes = cast("list[Note]", stored["notes"] if stored else [])
    return tuple((tool, text) for tool, text in notes)


def _kept(
    definitions: Sequence[JsonObject], handlers: Sequence[str], notes: Sequence[Note]
) -> Kept:
    told: list[JsonValue] = [[tool, text] for tool, text in notes]
    return Kept(stored={"tools": [*definitions], "handlers": [*handlers], "notes": told})


def _notes(
    found: PageTools,
    handlers: Iterable[tuple[str, KeyFault]],
    surplus: Sequence[Tool],
    unasked: Sequence[str],
) -> list[Note]:
    faults = [(name, f"left out: {_told(fault)}") for name, fault in found.faults]
    notes = [
        *_joined([*faults, *found.notes]),
        *((tool.name, f"left out: a turn has at most {MOST_TOOLS} tools") for tool in surplus),
        *((name, f"the handler is left out: {_told(fault)}") for name, fault in handlers),
        *((name, "the handler is not asked: this tool runs in the server") for name in unasked),
    ]
    return [(storable(name), shorten(storable(text), _LONGEST_NOTE)) for name, text in notes][
        :_MOST_NOTES
    ]


def _joined(notes: Sequence[Note]) -> list[Note]:
    """Return one line for each tool, with all that there is to say of it."""
    return [
        (name, "; ".join(text for _, text in lines))
        for name, lines in groupby(notes, key=itemgetter(0))
    ]


def _told(fault: KeyFault) -> str:
    where = f"{fault.key}: " if fault.key else ""
    return f"{where}{fault.message}; {fault.cure}"
