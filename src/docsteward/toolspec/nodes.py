"""One parameter's schema at any depth: its faults, and its normal form (SPEC B1, N3)."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.keys import KeyFault, is_list, is_mapping, joined, shown
from docsteward.toolspec.keywords import (
    FORMATS,
    FREE_NAME,
    KEYWORDS,
    MAX_ENUM,
    MAX_NESTING,
    MAX_PROPERTIES,
    PAIRS,
    TYPES,
    Kind,
)
from docsteward.toolspec.parameters import validator_of

_ONE_OF_MANY: Final = frozenset({"anyOf", "oneOf", "allOf", "not", "if"})


def normal_node(raw: Mapping[str, JsonValue]) -> JsonObject:
    """Return a checked schema in its normal form: every object says what else it may hold.

    An object that names its properties holds no others unless it says so; one that names none
    is a free map.
    """
    node: JsonObject = dict(raw)
    if node.get("type") == "array":
        node["items"] = normal_node(cast("JsonObject", node["items"]))
    if node.get("type") == "object":
        written = cast("Mapping[str, JsonObject]", node.get("properties") or {})
        node["properties"] = {name: normal_node(one) for name, one in written.items()}
        others = node.get("additionalProperties", not written)
        node["additionalProperties"] = normal_node(others) if is_mapping(others) else others
        if "required" in node and not node["required"]:
            del node["required"]
    return node


def node_faults(raw: object, place: str, depth: int = 1) -> Iterator[KeyFault]:
    """Yield every fault of one parameter's schema, at any depth."""
    if not is_mapping(raw):
        cure = "write {type: string, description: ...}"
        yield KeyFault(key=place, message=f"{shown(raw)} describes no parameter", cure=cure)
        return
    kind = raw.get("type")
    if not isinstance(kind, str) or kind not in TYPES:
        yield _type_fault(raw, place)
        return
    if depth > MAX_NESTING:
        cure = f"keep to {MAX_NESTING} levels; ask for less, or in flat parameters"
        yield KeyFault(key=place, message="it is nested too deep", cure=cure)
        return
    before = list(_keyword_faults(raw, kind, place))
    before.extend(_inner_faults(raw, kind, place, depth))
    yield from before
    if not before:
        yield from _contradictions(raw, place)


def size_faults(properties: object, place: str) -> Iterator[KeyFault]:
    """Yield a fault when there are more properties, at all depths, than a provider takes."""
    count = _count(properties)
    if count > MAX_PROPERTIES:
        cure = f"keep to {MAX_PROPERTIES}; a model fills a few well"
        yield KeyFault(key=place, message=f"{count} parameters at all depths", cure=cure)


def required_faults(
    required: JsonValue, properties: Mapping[str, JsonValue], place: str
) -> Iterator[KeyFault]:
    """Yield every fault of a list of required names."""
    if not is_list(required):
        cure = "write a list of parameter names, such as [plan]"
        yield KeyFault(key=place, message=f"{shown(required)} is no list of names", cure=cure)
        return
    for at, name in enumerate(required):
        if not isinstance(name, str) or name not in properties:
            close = difflib.get_close_matches(str(name)[:60], list(properties), n=1)
            cure = f"did you mean {close[0]!r}?" if close else "add it to 'properties'"
            yield KeyFault(
                key=joined(place, at), message=f"{shown(name)} is not a parameter", cure=cure
            )
        elif name in required[:at]:
            yield KeyFault(
                key=joined(place, at), message=f"{name!r} is listed twice", cure="list it once"
            )


def _count(properties: object) -> int:
    level: list[object] = [properties]
    count = 0
    while level and count <= MAX_PROPERTIES:
        here = [one for group in level if is_mapping(group) for one in group.values()]
        count += len(here)
        level = [
            node.get("properties")
            for one in here
            for node in (one, _items(one))
            if is_mapping(node)
        ]
    return count


def _items(node: object) -> object:
    for _ in range(MAX_NESTING):
        inner = node.get("items") or node.get("additionalProperties") if is_mapping(node) else None
        if not is_mapping(inner):
            break
        node = inner
    return node


def _inner_faults(
    raw: Mapping[str, JsonValue], kind: str, place: str, depth: int
) -> Iterator[KeyFault]:
    if kind == "array" and "items" not in raw:
        cure = "say what it holds, such as items: {type: string}"
        yield KeyFault(key=joined(place, "items"), message="'items' is missing", cure=cure)
    if kind == "array" and "items" in raw:
        yield from node_faults(raw["items"], joined(place, "items"), depth + 1)
    if kind != "object":
        return
    properties = raw.get("properties", {})
    if is_mapping(properties):
        for name, one in properties.items():
            here = joined(joined(place, "properties"), name)
            if not FREE_NAME.fullmatch(name):
                cure = "use 1 to 64 letters, digits and any of _ . -"
                yield KeyFault(key=here, message=f"{shown(name)} can't name a value", cure=cure)
            yield from node_faults(one, here, depth + 1)
        required = raw.get("required", [])
        yield from required_faults(required, properties, joined(place, "required"))
    others = raw.get("additionalProperties", False)
    if is_mapping(others):
        yield from node_faults(others, joined(place, "additionalProperties"), depth + 1)


def _type_fault(raw: Mapping[str, JsonValue], place: str) -> KeyFault:
    kind = raw.get("type")
    here = joined(place, "type")
    if is_list(kind):
        message = f"a parameter has one type, not {shown(list(kind))}"
        cure = "write one type, and leave an optional parameter out of 'required'"
    elif kind is None:
        message, cure = "'type' is missing", f"give one of {', '.join(TYPES)}"
        for word in _ONE_OF_MANY & raw.keys():
            here = joined(place, word)
            message = f"the keyword {word!r} is not one that parameters may use"
            cure = "write one 'type'; for a choice between shapes make two tools"
    else:
        close = difflib.get_close_matches(str(kind)[:60], TYPES, n=1, cutoff=0.5)
        message = f"{shown(kind)} is not a type"
        cure = f"did you mean {close[0]!r}?" if close else f"give one of {', '.join(TYPES)}"
    return KeyFault(key=here, message=message, cure=cure)


def _keyword_faults(raw: Mapping[str, JsonValue], kind: str, place: str) -> Iterator[KeyFault]:
    for word, value in raw.items():
        if word == "type":
            continue
        here = joined(place, word)
        if word not in KEYWORDS:
            yield _unknown_keyword(word, here)
            continue
        types, wanted = KEYWORDS[word]
        if word == "required" and kind != "object":
            yield _unknown_keyword(word, here)
        elif kind not in types:
            yield KeyFault(
                key=here,
                message=f"{word!r} goes with {' and '.join(types)}, not with {kind!r}",
                cure="take it out, or change the type",
            )
        elif wrong := _value_fault(value, wanted):
            yield KeyFault(key=here, message=f"{word!r} is {shown(value)}", cure=wrong)


def _unknown_keyword(word: str, place: str) -> KeyFault:
    message = f"the keyword {word!r} is not one that parameters may use"
    if word == "required":
        message = "'required' belongs to the group that holds the parameter"
        cure = "list the parameter's name under 'required', beside 'properties'"
    else:
        close = difflib.get_close_matches(word[:60], KEYWORDS, n=1, cutoff=0.7)
        cure = f"did you mean {close[0]!r}?" if close else f"use any of {', '.join(KEYWORDS)}"
    return KeyFault(key=place, message=message, cure=cure)


def _value_fault(value: JsonValue, wanted: Kind) -> str | None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    match wanted:
        case "text":
            return None if isinstance(value, str) and value.strip() else "write it as text"
        case "count":
            whole = isinstance(value, int) and number and 0 <= value <= 1_000_000
            return None if whole else "give a whole number, 0 or more"
        case "number":
            return None if number else "give a number"
        case "positive":
            return None if number and cast("float", value) > 0 else "give a number above 0"
        case "format":
            return None if value in FORMATS else f"give one of {', '.join(FORMATS)}"
        case "pattern":
            return _pattern_fault(value)
        case "values" | "value":
            return _plain_fault(value, wanted)
        case _:
            return _shape_fault(value, wanted)


def _shape_fault(value: JsonValue, wanted: Kind) -> str | None:
    """Say what is wrong with the outer shape; what stands inside is looked at elsewhere."""
    match wanted:
        case "flag":
            return None if isinstance(value, bool) else "write true or false"
        case "schemas":
            good = is_mapping(value)
            return None if good else "write 'name: {type: ...}' for each value"
        case "open":
            good = isinstance(value, bool) or is_mapping(value)
            return None if good else "write true, false, or the schema of the further values"
        case "json" if value is None:
            return "give a value, or take it out"
        case _:
            return None


def _plain_fault(value: JsonValue, wanted: Kind) -> str | None:
    if wanted == "value":
        return None if _is_plain(value) else "give one plain value"
    good = is_list(value) and value and all(_is_plain(one) for one in value)
    if good and len(cast("Sequence[JsonValue]", value)) > MAX_ENUM:
        return f"keep to {MAX_ENUM} values, or take text and look it up in your endpoint"
    return None if good else "give a list of values, such as [free, pro]"


def _is_plain(value: JsonValue) -> bool:
    return isinstance(value, str | int | float | bool)


def _pattern_fault(value: JsonValue) -> str | None:
    if not isinstance(value, str) or len(value) > 1000:
        return "give a regular expression of at most 1000 characters, as text"
    try:
        validator_of({"type": "string", "pattern": value})
    except ValueError:
        return "it is no regular expression; mend it (brackets? a single backslash in quotes?)"
    return None


def _contradictions(raw: Mapping[str, JsonValue], place: str) -> Iterator[KeyFault]:
    for low, high in PAIRS:
        bottom, top = raw.get(low), raw.get(high)
        if isinstance(bottom, int | float) and isinstance(top, int | float) and bottom > top:
            yield KeyFault(
                key=joined(place, low),
                message=f"{low} {bottom} is above {high} {top}",
                cure="swap or mend them",
            )
    values = raw.get("enum")
    if is_list(values):
        yield from _enum_faults(values, raw, joined(place, "enum"))
    for word in ("const", "default"):
        rest = normal_node({key: value for key, value in raw.items() if key != word})
        if word in raw and not validator_of(rest).is_valid(raw[word]):
            yield KeyFault(
                key=joined(place, word),
                message=f"the {word} {shown(raw[word])} breaks the parameter's own rules",
                cure="give a value that the other keywords allow",
            )


def _enum_faults(
    values: Sequence[JsonValue], raw: Mapping[str, JsonValue], place: str
) -> Iterator[KeyFault]:
    others = validator_of({word: raw[word] for word in raw if word not in {"enum", "default"}})
    seen: list[JsonValue] = []
    for at, value in enumerate(values):
        if not others.is_valid(value):
            cure = f'put it in quotes: "{value}"' if raw.get("type") == "string" else "mend it"
            yield KeyFault(
                key=joined(place, at),
                message=f"{shown(value)} breaks the parameter's own rules",
                cure=cure,
            )
        if value in seen:
            yield KeyFault(
                key=joined(place, at), message=f"{shown(value)} is there twice", cure="keep one"
            )
        seen.append(value)
