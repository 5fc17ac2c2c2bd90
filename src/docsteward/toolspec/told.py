"""The rules of a parameter that a provider does not take, in words for its description (B2)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Set
from typing import Final

from docsteward.base.values import JsonObject, JsonValue

_RULES: Final[tuple[tuple[str, str], ...]] = (
    ("minimum", "at least {}"),
    ("maximum", "at most {}"),
    ("exclusiveMinimum", "more than {}"),
    ("exclusiveMaximum", "less than {}"),
    ("multipleOf", "a multiple of {}"),
)
_FORMATS: Final = {
    "email": "an e-mail address",
    "uri": "a whole URI",
    "date": "a date such as 2026-01-31",
    "date-time": "a date and time with its zone",
    "time": "a time with its zone",
    "uuid": "a UUID",
    "multiline": "may have several lines",
}


def told(schema: JsonObject, kept: Set[str]) -> str:
    """Return a parameter's description, with each rule in words that `kept` does not hold."""
    notes = [
        *_sizes(schema, kept, "minLength", "maxLength", "characters"),
        *_sizes(schema, kept, "minItems", "maxItems", "items"),
        *_others(schema, lambda word: word in schema and word not in kept),
    ]
    words = [str(schema["description"])] if "description" in schema else []
    return " ".join([*words, *([f"({'; '.join(notes)})"] if notes else [])])


def _sizes(schema: JsonObject, kept: Set[str], least: str, most: str, what: str) -> Iterator[str]:
    low = schema.get(least) if least not in kept else None
    high = schema.get(most) if most not in kept else None
    if low is not None and high is not None:
        yield f"{low} to {high} {what}"
    elif low is not None:
        yield f"at least {low} {what}"
    elif high is not None:
        yield f"at most {high} {what}"


def _others(schema: JsonObject, left: Callable[[str], bool]) -> Iterator[str]:
    for word, words in _RULES:
        if left(word):
            yield words.format(_json(schema[word]))
    if left("uniqueItems") and schema["uniqueItems"] is True:
        yield "no item twice"
    if left("format"):
        yield _FORMATS.get(str(schema["format"]), str(schema["format"]))
    if left("pattern"):
        yield f"matches the pattern {schema['pattern']}"
    if left("enum"):
        values = schema["enum"] if isinstance(schema["enum"], list) else []
        yield f"one of {', '.join(_json(value) for value in values)}"
    if left("const"):
        yield f"always {_json(schema['const'])}"
    if left("default"):
        yield f"default: {_json(schema['default'])}"
    if left("title"):
        yield f"called {_json(schema['title'])}"
    if left("additionalProperties") and schema["additionalProperties"] is not False:
        yield "further names may be given"


def _json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)
