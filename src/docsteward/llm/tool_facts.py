"""What a tool replied, as facts that a reader can read; pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from docsteward.base.text import shorten
from docsteward.base.values import Evidence, JsonValue
from docsteward.llm.offer_lines import quotable
from docsteward.llm.words import all_stems, content_stems

# A reply of this many facts is shown whole; of a longer one, what the question asks for.
_SMALL = 8
_MOST_ROWS = 6
_MOST_FACTS = 6
_LONGEST_VALUE = 300
# Below this a number is read easily, and may be a year.
_GROUPED_FROM = 10_000
_NO_AMOUNT = re.compile(r"(^|_)(id|year|port|zip|code|number|phone|version)$", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One field of a reply: its name in words, its value as text, and whether it was asked for."""

    label: str
    value: str
    asked: bool = False

    @property
    def line(self) -> str:
        return quotable(f"{self.label}: {self.value}" if self.label else self.value)


def facts(question: str, evidence: Evidence) -> tuple[Fact, ...]:
    """Return the facts of a JSON reply that are worth showing, those asked for first.

    Empty for a reply that is no JSON: then it is text, to be quoted.
    """
    reply = read_reply(evidence.text)
    if reply is None:
        return ()
    terms = frozenset(content_stems(question))
    said = all_stems(question)
    found: list[Fact] = []
    matches: dict[Fact, int] = {}
    for label, value in _flat(reply):
        # A field that only repeats what the question said is context, not the answer.
        is_echo = bool(value) and all_stems(value) <= said
        count = 0 if is_echo else len(terms & frozenset(content_stems(label)))
        fact = Fact(label=label, value=value, asked=count > 0)
        found.append(fact)
        matches[fact] = count
    asked = sorted((one for one in found if one.asked), key=lambda one: -matches[one])
    other = [one for one in found if not one.asked]
    if len(found) <= _SMALL:
        return (*asked, *other)
    return tuple((asked or other)[:_MOST_FACTS])


def read_reply(text: str) -> JsonValue:
    """Return the JSON that a reply's text holds, alone or after a first line; else nothing."""
    decoder = json.JSONDecoder()
    for match in re.finditer(r"^[ \t]*(?=[\[{])", text, re.MULTILINE):
        try:
            value, _ = decoder.raw_decode(text, match.end())
        except ValueError:
            continue
        return cast(JsonValue, value) or None
    return None


def _flat(value: JsonValue, label: str = "") -> Iterator[tuple[str, str]]:
    match value:
        case dict():
            for key, inner in value.items():
                yield from _flat(inner, _joined(label, key))
        case list() if any(isinstance(one, dict) for one in value):
            yield from _rows(value, label)
        case list():
            texts = [_scalar(label, one) for one in value if one is not None]
            if texts:
                yield in_words(label), shorten(", ".join(texts), _LONGEST_VALUE)
        case None | "":
            pass
        case _:
            yield in_words(label), shorten(_scalar(label, value), _LONGEST_VALUE)


def _rows(rows: Sequence[JsonValue], label: str) -> Iterator[tuple[str, str]]:
    """One line for each of the first rows: `Name: value, name: value`."""
    for row in rows[:_MOST_ROWS]:
        if isinstance(row, dict):
            text = ", ".join(f"{in_words(key).lower()}: {value}" for key, value in _pairs(row))
            if text:
                shown = text if label else text[:1].upper() + text[1:]
                yield in_words(label), shorten(shown, _LONGEST_VALUE)
    if len(rows) > _MOST_ROWS:
        yield in_words(label), f"… ({len(rows)})"


def _pairs(row: dict[str, JsonValue]) -> Iterator[tuple[str, str]]:
    for key, value in row.items():
        if isinstance(value, str | int | float) and value != "":
            yield key, _scalar(key, value)


def _joined(label: str, key: str) -> str:
    return f"{label} {key}" if label else key


def in_words(name: str) -> str:
    """Return a field's name as words: `requests_per_day` reads `Requests per day`."""
    spaced = re.sub(
        r"(?<=[a-z0-9])([A-Z])(?=[a-z])", lambda match: f" {match.group(1).lower()}", name
    )
    text = " ".join(re.split(r"[\s_\-.]+", spaced)).strip()
    return text[:1].upper() + text[1:]


def _scalar(label: str, value: JsonValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and abs(value) >= _GROUPED_FROM and not _NO_AMOUNT.search(label):
        return f"{value:,}"
    if isinstance(value, str):
        return " ".join(value.split())
    return json.dumps(value, ensure_ascii=False)


def meets(question: str, evidence: Evidence) -> bool:
    """Say whether a reply of an earlier turn speaks of what is asked now."""
    return len(frozenset(content_stems(question)) & all_stems(evidence.text)) >= 2
