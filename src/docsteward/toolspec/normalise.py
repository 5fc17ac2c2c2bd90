"""Schemas that something else wrote, brought to the keywords of ours (SPEC B1, B7).

Python types, pages, and later MCP servers and OpenAPI documents write JSON Schema as they
please. What has the same meaning is rewritten, what can't be kept is said, and what would
change which values are meant is refused with its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.keys import KeyFault, is_list, is_mapping, joined, shown
from docsteward.toolspec.keywords import FORMATS, KEYWORDS, MAX_NESTING, TYPES
from docsteward.toolspec.pointer import Missing, at_pointer

MAX_NODES: Final = 2_000

# They annotate or organise and restrict nothing, so that nothing is lost without them.
_SILENT: Final = frozenset(
    {
        *("$schema", "$id", "$comment", "$defs", "definitions", "$anchor", "examples", "example"),
        *("deprecated", "readOnly", "writeOnly", "nullable", "discriminator", "xml"),
        *("externalDocs", "contentMediaType", "contentEncoding", "title", "description"),
    }
)
# Read below, each in its own way.
_READ: Final = frozenset({"type", "enum", "const", "default", "anyOf", "oneOf", "allOf", "$ref"})
_NUMBERS: Final = ("integer", "number")
_SHAPES: Final = ("prefixItems", "patternProperties")


@dataclass(frozen=True, kw_only=True)
class Normalised:
    """A schema in our keywords, and in plain words what of the written one is not kept."""

    schema: JsonObject
    notes: tuple[str, ...] = ()


def normalised(
    raw: JsonValue, place: str = "parameters", *, titles: bool = True
) -> Normalised | tuple[KeyFault, ...]:
    """Return the schema of a tool's parameters in our keywords, or why it can't be had.

    Local references are inlined, nullable values become optional ones. The result still goes
    through `parameters_from`. `titles` is False where titles only repeat names.
    """
    if not is_mapping(raw):
        cure = "give a JSON Schema of type 'object'"
        return (KeyFault(key=place, message=f"{shown(raw)} is no schema", cure=cure),)
    return _Normaliser(raw, titles=titles).whole(place)


class _Normaliser:
    def __init__(self, root: Mapping[str, JsonValue], *, titles: bool) -> None:
        self._root = dict(root)
        self._titles = titles
        self._nodes = 0
        self._notes: list[str] = []
        self._faults: list[KeyFault] = []

    def whole(self, place: str) -> Normalised | tuple[KeyFault, ...]:
        for word in ("anyOf", "oneOf", "allOf"):
            branches = self._root.get(word)
            if is_list(branches) and sum(not _is_null(one) for one in branches) > 1:
                message = "the parameters are a choice between shapes"
                cure = "make one tool for each, or one object in which all of them are optional"
                self._fault(joined(place, word), message, cure)
                return tuple(self._faults)
        raw = self._resolved(self._root, place, ())
        if raw is not None and raw[0].get("type", "object") != "object":
            self._fault(
                place,
                f"the parameters are of type {shown(raw[0].get('type'))}",
                "wrap them in an object, with a name for each value",
            )
        if raw is None or self._faults:
            return tuple(self._faults)
        merged, refs, _ = raw
        node = self._object(merged, place, refs, 0)
        others = node.pop("additionalProperties", False)
        if others is not False:
            self._notes.append(f"{place}: names that the schema does not list are refused")
        if self._faults:
            return tuple(self._faults)
        return Normalised(schema=node, notes=tuple(dict.fromkeys(self._notes)))

    def _node(
        self, raw: JsonValue, place: str, refs: tuple[str, ...], depth: int
    ) -> tuple[JsonObject, bool]:
        """Return a node in our keywords, and whether the written one allows null."""
        self._nodes += 1
        if self._nodes > MAX_NODES or depth > MAX_NESTING:
            if not self._faults or self._faults[-1].message != "the schema is too large":
                self._fault(place, "the schema is too large", "ask for less")
            return {"type": "string"}, False
        if raw is True or raw == {}:
            return self._untyped(place), False
        if not is_mapping(raw):
            self._fault(place, f"{shown(raw)} is no schema", "write {type: ...}")
            return {"type": "string"}, False
        resolved = self._resolved(raw, place, refs)
        if resolved is None:
            return {"type": "string"}, False
        merged, refs, nullable = resolved
        kind, with_null = self._kind(merged, place)
        nullable = nullable or with_null
        if kind == "object":
            return self._object(merged, place, refs, depth), nullable
        if kind == "array":
            return self._array(merged, place, refs, depth), nullable
        return self._scalar(merged, kind, place), nullable

    def _untyped(self, place: str) -> JsonObject:
        self._notes.append(f"{place}: says no type, so it is taken as text")
        return {"type": "string"}

    def _resolved(
        self, raw: Mapping[str, JsonValue], place: str, refs: tuple[str, ...]
    ) -> tuple[JsonObject, tuple[str, ...], bool] | None:
        """Return a node with references, single choices and null taken out of it."""
        merged: JsonObject = dict(raw)
        nullable = merged.get("nullable") is True
        for _ in range(MAX_NESTING):
            if "$ref" in merged:
                followed = self._followed(merged, place, refs)
                if followed is None:
                    return None
                merged, refs = followed
            elif word := next((one for one in ("anyOf", "oneOf", "allOf") if one in merged), None):
                chosen = self._chosen(merged, word, place)
                if chosen is None:
                    return None
                merged, with_null = chosen
                nullable = nullable or with_null or merged.get("nullable") is True
            else:
                return merged, refs, nullable
        self._fault(place, "its references and choices lead too deep", "write it out")
        return None

    def _followed(
        self, node: JsonObject, place: str, refs: tuple[str, ...]
    ) -> tuple[JsonObject, tuple[str, ...]] | None:
        ref = node["$ref"]
        if not isinstance(ref, str) or not (ref == "#" or ref.startswith("#/")):
            cure = "put the schema under '$defs' and refer to it as '#/$defs/NAME'"
            self._fault(place, f"the reference {shown(ref)} is not local", cure)
            return None
        if ref in refs or ref == "#":
            cure = "write out as many levels as you need"
            self._fault(place, f"the reference {shown(ref)} leads back to itself", cure)
            return None
        target = at_pointer(self._root, ref[1:])
        if isinstance(target, Missing) or not isinstance(target, dict):
            self._fault(place, f"the reference {shown(ref)} leads nowhere", "mend it")
            return None
        beside = {key: value for key, value in node.items() if key != "$ref"}
        return {**target, **beside}, (*refs, ref)

    def _chosen(self, node: JsonObject, word: str, place: str) -> tuple[JsonObject, bool] | None:
        branches = node[word]
        written = branches if isinstance(branches, list) else []
        left = [one for one in written if not _is_null(one)]
        nullable = len(left) < len(written)
        beside = {key: value for key, value in node.items() if key != word}
        if len(left) == 1 and isinstance(left[0], dict):
            return {**left[0], **beside}, nullable
        if word != "allOf" and (values := _choices(left)):
            return {**beside, "enum": values}, nullable
        if word != "allOf" and left and all(_is_number(one) for one in left):
            return {**beside, "type": "number"}, nullable
        self._fault(
            joined(place, word),
            "a choice between different shapes can't be a parameter",
            "keep one of them, or make a tool for each",
        )
        return None

    def _kind(self, node: JsonObject, place: str) -> tuple[str, bool]:
        """Return the one type of a node, and whether null was beside it."""
        written = node.get("type")
        kinds = written if isinstance(written, list) else [written]
        nullable = "null" in kinds
        left = [one for one in kinds if one != "null"]
        values = node.get("enum", [node["const"]] if "const" in node else None)
        if isinstance(values, list) and None in values:
            nullable = True
        if left in ([None], []):
            guessed = _guessed(node, values if isinstance(values, list) else [])
            if guessed is None:
                self._untyped(place)
            return guessed or "string", nullable
        if {"integer", "number"} >= {str(one) for one in left} and len(left) == 2:
            return "number", nullable
        if len(left) == 1 and left[0] in TYPES:
            return str(left[0]), nullable
        self._fault(
            joined(place, "type"),
            f"{shown(written)} is not one type that a parameter may have",
            f"give one of {', '.join(TYPES)}",
        )
        return "string", nullable

    def _scalar(self, node: JsonObject, kind: str, place: str) -> JsonObject:
        made = self._kept(node, kind, place)
        if "format" in made and made["format"] not in FORMATS:
            self._lost(place, f"the format {shown(made.pop('format'))}")
        for word in ("const", "enum", "default"):
            value = node.get(word)
            if word in node and value is not None:
                made[word] = value
        if isinstance(values := made.get("enum"), list):
            made["enum"] = _distinct([one for one in values if one is not None])
            if not made["enum"]:
                del made["enum"]
        _modern_bounds(made)
        return made

    def _array(self, node: JsonObject, place: str, refs: tuple[str, ...], depth: int) -> JsonObject:
        self._refuse_shapes(node, place)
        made = self._kept(node, "array", place)
        here = joined(place, "items")
        item, nullable = self._node(node.get("items", True), here, refs, depth + 1)
        if nullable:
            self._lost(here, "an item that is null")
        made["items"] = item
        if isinstance(node.get("default"), list):
            made["default"] = node["default"]
        if made.get("uniqueItems") is False:
            del made["uniqueItems"]
        return made

    def _object(
        self, node: JsonObject, place: str, refs: tuple[str, ...], depth: int
    ) -> JsonObject:
        self._refuse_shapes(node, place)
        made = self._kept(node, "object", place)
        written = node.get("properties") or {}
        required = node.get("required")
        needed = list(required) if isinstance(required, list) else []
        properties: JsonObject = {}
        for name, one in written.items() if isinstance(written, dict) else ():
            here = joined(joined(place, "properties"), name)
            properties[name], nullable = self._node(one, here, refs, depth + 1)
            if nullable and name in needed:
                needed.remove(name)
        made["properties"] = properties
        made.pop("required", None)
        if needed:
            made["required"] = needed
        others = node.get("additionalProperties", not properties if depth else False)
        if is_mapping(others) and others:
            here = joined(place, "additionalProperties")
            made["additionalProperties"], _ = self._node(dict(others), here, refs, depth + 1)
        else:
            made["additionalProperties"] = others is not False
        if isinstance(node.get("default"), dict):
            made["default"] = node["default"]
        return made

    def _kept(self, node: JsonObject, kind: str, place: str) -> JsonObject:
        """Return the keywords that need no further reading; say which rules are not kept."""
        made: JsonObject = {"type": kind}
        for word in ("description", *(("title",) if self._titles else ())):
            text = node.get(word)
            if isinstance(text, str) and text.strip():
                made[word] = text
        inner = {"items", "properties", "required", "additionalProperties"}
        for word, value in node.items():
            if word in _SILENT | _READ | inner or word.startswith("x-"):
                continue
            if word in KEYWORDS and (kind in KEYWORDS[word][0] or word.startswith("exclusive")):
                made[word] = value
            elif word not in KEYWORDS and word not in _SHAPES:
                self._lost(place, f"the rule {shown(word)}")
        return made

    def _refuse_shapes(self, node: JsonObject, place: str) -> None:
        for word in _SHAPES:
            if word in node:
                cure = "name the values under 'properties', or take a list of one kind"
                message = f"{word!r} describes a shape that parameters can't have"
                self._fault(joined(place, word), message, cure)

    def _lost(self, place: str, what: str) -> None:
        self._notes.append(f"{place}: {what} is not kept")

    def _fault(self, place: str, message: str, cure: str) -> None:
        self._faults.append(KeyFault(key=place, message=message, cure=cure))


def _is_null(node: JsonValue) -> bool:
    if not isinstance(node, dict):
        return False
    return node.get("type") == "null" or ("const" in node and node["const"] is None)


def _is_number(node: JsonValue) -> bool:
    return isinstance(node, dict) and set(node) == {"type"} and node["type"] in _NUMBERS


def _choices(branches: Sequence[JsonValue]) -> list[JsonValue]:
    """Return the values of a choice that is an enum in other words; empty where it is none."""
    values: list[JsonValue] = []
    for one in branches:
        if not isinstance(one, dict):
            return []
        listed = one.get("enum", [one["const"]] if "const" in one else None)
        if not isinstance(listed, list):
            return []
        values.extend(listed)
    return _distinct(values) if _plain_type(values) else []


def _guessed(node: JsonObject, values: Sequence[JsonValue]) -> str | None:
    if "properties" in node or is_mapping(node.get("additionalProperties")):
        return "object"
    if "items" in node:
        return "array"
    return _plain_type([one for one in values if one is not None])


def _plain_type(values: Sequence[JsonValue]) -> str | None:
    if not values:
        return None
    if all(isinstance(one, bool) for one in values):
        return "boolean"
    if any(isinstance(one, bool) for one in values):
        return None
    if all(isinstance(one, str) for one in values):
        return "string"
    if all(isinstance(one, int) for one in values):
        return "integer"
    return "number" if all(isinstance(one, int | float) for one in values) else None


def _distinct(values: Sequence[JsonValue]) -> list[JsonValue]:
    return [one for at, one in enumerate(values) if one not in values[:at]]


def _modern_bounds(node: JsonObject) -> None:
    """Read the draft 4 and OpenAPI 3.0 way of opening a bound, a flag beside it."""
    for flag, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        opened = node.pop(flag) if isinstance(node.get(flag), bool) else False
        if opened and bound in node:
            node[flag] = cast("float", node.pop(bound))
