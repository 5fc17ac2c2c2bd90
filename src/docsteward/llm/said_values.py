"""Arguments that stand in a question word for word; nothing is guessed (SPEC E16); pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import jsonschema_rs

from docsteward.base.values import JsonObject, JsonValue
from docsteward.llm.words import STOPWORDS, stem, tokens

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_URI = re.compile(r"https?://[^\s<>\"'`]+[^\s<>\"'`.,;:!?)\]]")
_UUID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE)
_DATE_TIME = re.compile(
    r"\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})"
)
_DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}\b(?!T)")
_TIME = re.compile(r"\b\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})?")
_QUOTED = re.compile(
    r"\"([^\"\n]+)\"|“([^”\n]+)”|«\s*([^»\n]+?)\s*»|(?<!\w)'([^'\n]+)'(?!\w)|`([^`\n]+)`"
)
_NUMBER = re.compile(
    r"(?<![\w.,/-])-?\d+(?:,\d{3})+(?![\w])|(?<![\w.,/-])-?\d+(?:\.\d+)?(?![\w]|\.\d|-\d)"
)
_FORMATS = {
    "email": _EMAIL,
    "uri": _URI,
    "uuid": _UUID,
    "date-time": _DATE_TIME,
    "date": _DATE,
    "time": _TIME,
}
_LONG_TEXT_NAMES = frozenset({"message", "body", "details", "question", "comment", "text"})
# A number within this many words of the parameter's name is that parameter's.
_NEAR = 2


@dataclass(frozen=True, kw_only=True)
class Said:
    """What was found for a schema's parameters, and which required ones were not."""

    args: JsonObject
    missing: tuple[str, ...]


def said_values(question: str, schema: JsonObject, *, prefill: bool = False) -> Said:
    """Find the arguments that a question states.

    Enum values count as whole words in any case, also in the plural; two different ones are no
    statement. With `prefill`, for a form that the reader will still see, a long text parameter
    takes the question itself.
    """
    properties = _objects(schema.get("properties"))
    args: JsonObject = {}
    for name, prop in properties.items():
        value = _value(question, name, prop, properties, prefill=prefill)
        if value is not None:
            args[name] = value
    needed = schema.get("required")
    names = [name for name in needed if isinstance(name, str)] if isinstance(needed, list) else []
    return Said(args=args, missing=tuple(name for name in names if name not in args))


def _objects(value: JsonValue) -> dict[str, JsonObject]:
    if not isinstance(value, dict):
        return {}
    return {name: prop for name, prop in value.items() if isinstance(prop, dict)}


def _value(
    question: str,
    name: str,
    prop: JsonObject,
    properties: Mapping[str, JsonObject],
    *,
    prefill: bool,
) -> JsonValue:
    if "const" in prop:
        return prop["const"]
    if isinstance(values := prop.get("enum"), list):
        return _enum_value(question, values)
    kind = _kind(prop)
    if kind in ("integer", "number"):
        return _number(question, name, kind, properties)
    if kind == "string":
        return _string(question, name, prop, properties, prefill=prefill)
    # A boolean, a list or an object is never stated by words that could be nothing else.
    return None


def _kind(prop: JsonObject) -> str:
    kind = prop.get("type", "string")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), "string")
    return kind if isinstance(kind, str) else ""


def _enum_value(question: str, values: list[JsonValue]) -> JsonValue:
    said = f" {' '.join(tokens(question))} "
    found: list[JsonValue] = []
    for value in values:
        if isinstance(value, bool) or not isinstance(value, str | int):
            continue
        words = " ".join(tokens(str(value)))
        if words and words not in STOPWORDS and _has_words(said, words):
            found.append(value)
    # `business plus` says more than the `business` in it.
    whole = [one for one in found if not any(_inside(one, other) for other in found)]
    return whole[0] if len(whole) == 1 else None


def _has_words(said: str, words: str) -> bool:
    forms = (words, f"{words}s", f"{words}es", f"{words.removesuffix('y')}ies")
    return any(f" {form} " in said for form in forms)


def _inside(one: JsonValue, other: JsonValue) -> bool:
    shorter, longer = " ".join(tokens(str(one))), " ".join(tokens(str(other)))
    return shorter != longer and f" {shorter} " in f" {longer} "


def _number(question: str, name: str, kind: str, properties: Mapping[str, JsonObject]) -> JsonValue:
    text = question
    for pattern in (_EMAIL, _URI, _UUID, _DATE_TIME, _DATE, _TIME, _QUOTED):
        text = pattern.sub(" ", text)
    numbers = [(match, _read_number(match.group(), kind)) for match in _NUMBER.finditer(text)]
    usable = [(match, number) for match, number in numbers if number is not None]
    wanted = {stem(word) for word in tokens(name)}
    near = {number for match, number in usable if wanted & _around(text, match)}
    if len(near) == 1:
        return near.pop()
    alone = sum(_kind(prop) in ("integer", "number") for prop in properties.values()) == 1
    return usable[0][1] if alone and len(numbers) == len(usable) == 1 else None


def _read_number(text: str, kind: str) -> int | float | None:
    text = text.replace(",", "")
    if "." not in text:
        return int(text) if len(text) < 16 else None
    return float(text) if kind == "number" else None


def _around(text: str, match: re.Match[str]) -> set[str]:
    before, after = tokens(text[: match.start()])[-_NEAR:], tokens(text[match.end() :])[:_NEAR]
    return {stem(word) for word in (*before, *after)}


def _string(
    question: str,
    name: str,
    prop: JsonObject,
    properties: Mapping[str, JsonObject],
    *,
    prefill: bool,
) -> JsonValue:
    format = prop.get("format")
    if isinstance(format, str) and format in _FORMATS:
        return _only(_FORMATS[format].findall(question))
    if name == "email":
        return _only(_EMAIL.findall(question))
    if format == "multiline" or name in _LONG_TEXT_NAMES:
        return _cut(question.strip(), prop) if prefill else None
    if isinstance(pattern := prop.get("pattern"), str):
        return _only(_matching(question, pattern))
    return _quoted(question, properties)


def _only(found: list[str]) -> str | None:
    """Return what was said, if it was one thing: of two, neither is stated."""
    different = list(dict.fromkeys(found))
    return different[0] if len(different) == 1 else None


def _cut(text: str, prop: JsonObject) -> str | None:
    longest = prop.get("maxLength")
    return None if isinstance(longest, int) and len(text) > longest else text


def _matching(question: str, pattern: str) -> list[str]:
    # Only an anchored pattern says what the whole value looks like.
    if not (pattern.startswith("^") and pattern.endswith("$")):
        return []
    try:
        # The linear engine: a pattern may come from a page or another server.
        shape = jsonschema_rs.validator_for(
            {"pattern": pattern}, pattern_options=jsonschema_rs.RegexOptions()
        )
    except jsonschema_rs.ValidationError:
        return []
    words = (word.strip(".,;:!?()[]\"'`“”") for word in question.split())
    return [word for word in words if shape.is_valid(word)]


def _quoted(question: str, properties: Mapping[str, JsonObject]) -> str | None:
    """A quoted string belongs to a parameter only when no other could want it."""
    free = [
        name
        for name, prop in properties.items()
        if _kind(prop) == "string" and not {"enum", "const", "format", "pattern"} & prop.keys()
    ]
    if len(free) != 1:
        return None
    return _only(["".join(groups) for groups in _QUOTED.findall(question)])
