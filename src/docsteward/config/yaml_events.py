"""The YAML parser behind one small, typed door: a stream of events, and its two ways to fail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

EventKind = Literal["document", "map", "map_end", "list", "list_end", "scalar", "alias"]

_KINDS: Final[dict[str, EventKind]] = {
    "DocumentStartEvent": "document",
    "MappingStartEvent": "map",
    "MappingEndEvent": "map_end",
    "SequenceStartEvent": "list",
    "SequenceEndEvent": "list_end",
    "ScalarEvent": "scalar",
    "AliasEvent": "alias",
}


@dataclass(frozen=True, kw_only=True)
class Event:
    """One event: `line` counts from 1; `plain` says that a scalar was written without quotes."""

    kind: EventKind
    line: int
    text: str = ""
    anchor: str | None = None
    tag: str | None = None
    plain: bool = False


class NotYaml(Exception):
    """The text is not YAML from this line on."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line
        self.problem = problem


def events(text: str) -> Iterator[Event]:
    """Yield the events of a text, read only as far as they are asked for. Raises NotYaml."""
    # The library's own types stop at `Any`; here is where they are left behind.
    parse = cast("Any", YAML(typ="safe", pure=True)).parse
    try:
        for event in parse(text):
            kind = _KINDS.get(type(event).__name__)
            if kind is not None:
                yield _event(event, kind)
    except MarkedYAMLError as error:
        raise _marked(error) from None
    except YAMLError as error:
        at = int(getattr(error, "position", 0) or 0)
        problem = "a character that YAML doesn't allow"
        raise NotYaml(text.count("\n", 0, at) + 1, problem) from None


def _event(event: Any, kind: EventKind) -> Event:
    anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
    return Event(
        kind=kind,
        line=int(event.start_mark.line) + 1,
        text=str(getattr(event, "value", "")),
        anchor=None if anchor is None else str(anchor),
        tag=None if tag is None else str(tag),
        plain=kind == "scalar" and event.style is None,
    )


def _marked(error: Any) -> NotYaml:
    mark = error.problem_mark or error.context_mark
    return NotYaml(int(mark.line) + 1 if mark else 1, str(error.problem or error.context))
