"""The keys a site may write, as data, so that check, JSON Schema and documents share one table."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, TypeGuard

from docsteward.base.text import shorten
from docsteward.base.values import JsonObject, JsonValue

KeyType = Literal[
    "text", "integer", "number", "boolean", "map", "list", "named", "variants", "free"
]

_SHOWN: Final = 60
_CONTROL: Final = frozenset(map(chr, [*range(32), *range(127, 160), 0x2028, 0x2029]))
_WORDS: Final[Mapping[KeyType, str]] = {
    "text": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "map": "a group of keys",
    "list": "a list",
    "named": "a group of named entries",
    "variants": "a group of keys",
    "free": "a value",
}


@dataclass(frozen=True, kw_only=True)
class KeyFault:
    """What is wrong with one key, where it stands (`run.fetch`), and how to mend it."""

    key: str
    message: str
    cure: str


ToolFault: TypeAlias = KeyFault


@dataclass(frozen=True, kw_only=True)
class Key:
    """One key: its name, what it means, and the shape of its value.

    `keys` are a map's own keys; `item` is what a list or the entries of a `named` group hold;
    `variants` are the key sets chosen by the value of the key `by`. A key with `choices` and
    `keys` takes one of the choices or a group of these keys. `pattern` of a `named` group is
    that of its names. `schema` replaces the JSON Schema of a value whose check lives elsewhere.
    """

    name: str
    doc: str
    type: KeyType = "text"
    required: bool = False
    choices: tuple[JsonValue, ...] = ()
    default: str = ""
    minimum: int | None = None
    maximum: int | None = None
    pattern: str | None = None
    multiline: bool = False
    keys: tuple[Key, ...] = ()
    item: Key | None = None
    by: str = ""
    variants: tuple[tuple[str, tuple[Key, ...]], ...] = ()
    schema: JsonObject | None = None


def joined(parent: str, name: str | int) -> str:
    """Return the place of a child: `tools.plan`, `sources[0]`."""
    if isinstance(name, int):
        return f"{parent}[{name}]"
    return f"{parent}.{name}" if parent else name


def is_mapping(value: object) -> TypeGuard[Mapping[str, JsonValue]]:
    """Say whether a value read from JSON or YAML is a group of keys."""
    return isinstance(value, Mapping)


def is_list(value: object) -> TypeGuard[Sequence[JsonValue]]:
    """Say whether a value read from JSON or YAML is a list."""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def shown(value: object) -> str:
    """Return a value for a message, in one short line; whatever is sent, this never raises."""
    try:
        return shorten(repr(value), _SHOWN)
    except RecursionError:
        return f"a {type(value).__name__} nested too deeply"


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the cure for an unknown word: the known one that is meant, or all of them."""
    names = list(known)
    close = difflib.get_close_matches(word[:_SHOWN], names, n=1, cutoff=0.7)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"the keys here are {', '.join(names)}" if names else "take it out"


def unknown_keys(
    raw: Mapping[str, JsonValue], known: Sequence[str], place: str
) -> Iterator[KeyFault]:
    """Yield a fault for every key that is not known here."""
    for name in raw:
        if name not in known:
            yield KeyFault(
                key=joined(place, name),
                message=f"unknown key {shown(name)}",
                cure=nearest(name, known),
            )


def check_key(value: JsonValue, key: Key, place: str) -> Iterator[KeyFault]:
    """Yield every fault of a value against its key, at any depth."""
    if key.choices and key.keys and is_mapping(value):
        yield from check_keys(value, key.keys, place)
        return
    match key.type:
        case "map" if is_mapping(value):
            yield from check_keys(value, key.keys, place)
        case "variants" if is_mapping(value):
            yield from _check_variant(value, key, place)
        case "list" if is_list(value):
            yield from _check_items(value, key, place)
        case "named" if is_mapping(value):
            for name, entry in value.items():
                if key.item is not None:
                    yield from check_key(entry, key.item, joined(place, name))
        case "free":
            return
        case _:
            yield from _check_scalar(value, key, place)


def check_keys(raw: Mapping[str, JsonValue], keys: Sequence[Key], place: str) -> Iterator[KeyFault]:
    """Yield every fault of a group of keys: unknown, missing, of another type, out of range."""
    yield from unknown_keys(raw, [key.name for key in keys], place)
    for key in keys:
        here = joined(place, key.name)
        if key.name in raw:
            yield from check_key(raw[key.name], key, here)
        elif key.required:
            yield KeyFault(key=here, message=f"{key.name!r} is missing", cure=f"add it: {key.doc}")


def _check_items(value: Sequence[JsonValue], key: Key, place: str) -> Iterator[KeyFault]:
    if key.minimum is not None and len(value) < key.minimum:
        yield KeyFault(
            key=place, message="the list is empty", cure=f"give at least {key.minimum}: {key.doc}"
        )
    for at, entry in enumerate(value):
        if key.item is not None:
            yield from check_key(entry, key.item, joined(place, at))


def _check_variant(value: Mapping[str, JsonValue], key: Key, place: str) -> Iterator[KeyFault]:
    names = [name for name, _ in key.variants]
    chosen = value.get(key.by)
    for name, keys in key.variants:
        if name == chosen:
            rest = {word: entry for word, entry in value.items() if word != key.by}
            yield from check_keys(rest, keys, place)
            return
    here = joined(place, key.by)
    if key.by not in value:
        yield KeyFault(
            key=here, message=f"{key.by!r} is missing", cure=f"give one of {', '.join(names)}"
        )
    else:
        yield KeyFault(
            key=here,
            message=f"{shown(chosen)} is not a {key.by}",
            cure=_choice_cure(chosen, names),
        )


def _check_scalar(value: JsonValue, key: Key, place: str) -> Iterator[KeyFault]:
    if key.choices:
        if not any(value == one and type(value) is type(one) for one in key.choices):
            yield KeyFault(
                key=place,
                message=f"{shown(value)} is not one of the values of {key.name!r}",
                cure=_choice_cure(value, key.choices),
            )
        return
    if not _is_of(value, key.type):
        yield KeyFault(
            key=place,
            message=f"{key.name!r} must be {_WORDS[key.type]}, not {shown(value)}",
            cure=_type_cure(value, key),
        )
    elif isinstance(value, str):
        yield from _check_text(value, key, place)
    elif isinstance(value, int | float):
        yield from _check_range(value, key, place)


def _check_text(value: str, key: Key, place: str) -> Iterator[KeyFault]:
    allowed = {"\n", "\t"} if key.multiline else set[str]()
    if not value.strip():
        yield KeyFault(
            key=place,
            message=f"{key.name!r} is blank",
            cure=f"write it, or leave it out: {key.doc}",
        )
    elif key.maximum is not None and len(value) > key.maximum:
        yield KeyFault(
            key=place,
            message=f"{key.name!r} has {len(value)} characters",
            cure=f"keep to {key.maximum}",
        )
    elif _CONTROL & set(value) - allowed:
        yield KeyFault(
            key=place,
            message=f"{key.name!r} holds a control character or line break: {shown(value)}",
            cure="write it in one line of plain text",
        )


def _check_range(value: float, key: Key, place: str) -> Iterator[KeyFault]:
    low, high = key.minimum, key.maximum
    # Written so that what is no number at all (.nan) is out of every range.
    above = low is None or value >= low
    below = high is None or value <= high
    if not (above and below):
        span = f"from {low} to {high}" if high is not None else f"of at least {low}"
        yield KeyFault(
            key=place,
            message=f"{key.name!r} is {value}",
            cure=f"give {_WORDS[key.type]} {span}",
        )


def _is_of(value: JsonValue, wanted: KeyType) -> bool:
    match wanted:
        case "text":
            return isinstance(value, str)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "boolean":
            return isinstance(value, bool)
        case _:
            return False


def _type_cure(value: JsonValue, key: Key) -> str:
    if key.type == "text" and isinstance(value, bool | int | float):
        return f'put it in quotes: "{value}"'
    if value is None:
        return f"give a value, or take the key out: {key.doc}"
    return key.doc


def _choice_cure(value: JsonValue, choices: Sequence[JsonValue]) -> str:
    words = [one if isinstance(one, str) else str(one).lower() for one in choices]
    close = difflib.get_close_matches(str(value)[:_SHOWN], words, n=1, cutoff=0.7)
    return f"did you mean {close[0]!r}?" if close else f"give one of {', '.join(words)}"
