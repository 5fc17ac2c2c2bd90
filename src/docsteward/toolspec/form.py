"""What a page needs to draw an action: the fields of a form, the second line of a button (F2)."""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, cast

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.tool import Tool, name_in_words

InputType = Literal[
    "text",
    "email",
    "url",
    "number",
    "integer",
    "checkbox",
    "select",
    "textarea",
    "date",
    "time",
    "datetime-local",
    "list",
    "group",
    "json",
]
FieldValue = str | int | float | bool

_BY_FORMAT: Final[Mapping[str, InputType]] = {
    "email": "email",
    "uri": "url",
    "multiline": "textarea",
    "date": "date",
    "time": "time",
    "date-time": "datetime-local",
}
_BY_TYPE: Final[Mapping[str, InputType]] = {
    "number": "number",
    "integer": "integer",
    "boolean": "checkbox",
    "array": "list",
}
_LINE_ENDS: Final = frozenset("\n\t")
# Two invisible joiners make words and emoji that people write on purpose.
_JOINERS: Final = frozenset("\u200c\u200d")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u180e")


@dataclass(frozen=True, kw_only=True)
class FormField:
    """One field of a form, ready to be drawn; `value` is a checked suggestion, or None.

    The browser's `time` and `datetime-local` inputs give no zone: the page adds the reader's own
    before it sends, since both formats ask for one (RFC 3339). A `list` repeats its `item`, a
    `group` holds `fields` of its own, and `json` takes a free object as text (SPEC N3).
    """

    name: str
    label: str
    input: InputType
    required: bool
    options: tuple[FieldValue, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    step: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    value: JsonValue = None
    item: FormField | None = None
    fields: tuple[FormField, ...] = ()
    min_items: int | None = None
    max_items: int | None = None

    def to_json(self) -> JsonObject:
        """Return the field for a page; `type` is its input, and nested fields go the same way."""
        shown: JsonObject = {
            "name": self.name,
            "label": self.label,
            "type": self.input,
            "required": self.required,
            "options": list(self.options),
            "minimum": self.minimum,
            "maximum": self.maximum,
            "step": self.step,
            "min_length": self.min_length,
            "max_length": self.max_length,
            "pattern": self.pattern,
            "value": self.value,
        }
        if self.input == "list":
            item = self.item.to_json() if self.item else None
            shown |= {"item": item, "min_items": self.min_items, "max_items": self.max_items}
        if self.input == "group":
            shown["fields"] = [one.to_json() for one in self.fields]
        return shown


def fields(
    tool: Tool, args: Mapping[str, JsonValue], *, own_words: str | None = None
) -> tuple[FormField, ...]:
    """Return one field per asked parameter, prefilled with the checked arguments (SPEC F2).

    With `own_words` (what the reader wrote, and their verified address), an e-mail or URI field
    is prefilled only with what stands there; None means that the caller has seen to that.
    A parameter without an argument starts with its `default`, or empty; one with a `const`
    starts with that value, so that all that will be sent is shown.
    """
    return _fields(tool.parameters.schema, args, own_words)


def own_suggestions(tool: Tool, args: Mapping[str, JsonValue], *, own_words: str) -> JsonObject:
    """Return a form's checked suggestions less each e-mail and URI, however deep, that is not in
    the reader's own words (SPEC F2)."""
    kept = _own_deep(dict(args), tool.parameters.schema, own_words)
    return kept if isinstance(kept, dict) else {}


def argument_line(tool: Tool, args: Mapping[str, JsonValue]) -> str:
    """Return the second line of a button, such as `With plan: pro`; empty without arguments.

    Values that the host fills stand there too where they are among the arguments: all that will
    be sent is shown.
    """
    shown = [
        f"{name.replace('_', ' ')}: {_words(args[name])}"
        for name in tool.every_parameter.names
        if args.get(name) is not None
    ]
    return f"With {', '.join(shown)}" if shown else ""


def argument_rows(tool: Tool, args: Mapping[str, JsonValue]) -> tuple[tuple[str, str], ...]:
    """Return the arguments of a call as a reader reads them: each its name in words, its value."""
    properties = cast("Mapping[str, JsonObject]", tool.every_parameter.schema["properties"])
    return tuple(
        (str(properties[name].get("title") or name_in_words(name)), _words(args[name]))
        for name in tool.every_parameter.names
        if args.get(name) is not None
    )


def without_unseen(text: str, *, keep_lines: bool = False) -> str:
    """Return text less every control, bidirectional and invisible character (SPEC F2)."""
    kept = _LINE_ENDS if keep_lines else frozenset[str]()
    plain = text.replace("\r\n", "\n") if keep_lines else " ".join(text.split())
    return "".join(
        char for at, char in enumerate(plain) if char in kept or _is_seen(plain, at, char)
    )


def _is_seen(text: str, at: int, char: str) -> bool:
    if char in _JOINERS:
        # Between two visible characters only: elsewhere it hides and joins nothing.
        return 0 < at < len(text) - 1 and not text[at - 1].isspace() and not text[at + 1].isspace()
    return char not in _BLANK_LETTERS and unicodedata.category(char) not in _UNSEEN


def _own(value: JsonValue, schema: JsonObject, own_words: str | None) -> JsonValue:
    if own_words is None or schema.get("format") not in {"email", "uri"}:
        return value
    return value if isinstance(value, str) and value.casefold() in own_words.casefold() else None


def _fields(
    schema: JsonObject, args: Mapping[str, JsonValue], own_words: str | None
) -> tuple[FormField, ...]:
    required = cast("list[str]", schema.get("required", []))
    properties = cast("Mapping[str, JsonObject]", schema.get("properties", {}))
    return tuple(
        _field(name, one, args.get(name), own_words, required=name in required)
        for name, one in properties.items()
    )


def _field(
    name: str,
    schema: JsonObject,
    suggested: JsonValue,
    own_words: str | None,
    *,
    required: bool,
) -> FormField:
    kind = _input(schema)
    own = _own(suggested, schema, own_words)
    given = schema.get("const", schema.get("default")) if own is None else own
    plain = FormField(
        name=name,
        label=str(schema.get("description") or schema.get("title") or name_in_words(name)),
        input=kind,
        required=required,
        options=_options(schema),
        minimum=_bound(schema, "minimum", "exclusiveMinimum"),
        maximum=_bound(schema, "maximum", "exclusiveMaximum"),
        step=_step(schema, kind),
        min_length=cast("int | None", schema.get("minLength")),
        max_length=cast("int | None", schema.get("maxLength")),
        pattern=cast("str | None", schema.get("pattern")),
        value=_value(given, kind, _options(schema)),
    )
    return _nested(plain, schema, given, own_words)


def _nested(
    plain: FormField, schema: JsonObject, given: JsonValue, own_words: str | None
) -> FormField:
    if plain.input == "list":
        item = cast("JsonObject", schema["items"])
        kept = _own_deep(given, schema, own_words)
        return replace(
            plain,
            item=_field("", item, None, own_words, required=True),
            min_items=cast("int | None", schema.get("minItems")),
            max_items=cast("int | None", schema.get("maxItems")),
            value=_shown_deep(kept),
        )
    if plain.input == "group":
        inner = given if isinstance(given, dict) else {}
        return replace(plain, fields=_fields(schema, inner, own_words))
    return replace(plain, value=_shown_deep(given)) if plain.input == "json" else plain


def _own_deep(value: JsonValue, schema: JsonObject, own_words: str | None) -> JsonValue:
    """Return a value less all addresses in it that the reader did not write."""
    if isinstance(value, list):
        item = cast("JsonObject", schema.get("items", {}))
        kept = [_own_deep(one, item, own_words) for one in value]
        return [one for one in kept if one is not None]
    if isinstance(value, dict):
        properties = cast("Mapping[str, JsonObject]", schema.get("properties", {}))
        found = {
            name: _own_deep(one, properties.get(name, {}), own_words) for name, one in value.items()
        }
        return {name: one for name, one in found.items() if one is not None}
    return _own(value, schema, own_words)


def _shown_deep(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return without_unseen(value, keep_lines=True)
    if isinstance(value, list):
        return [_shown_deep(one) for one in value]
    if isinstance(value, dict):
        return {name: _shown_deep(one) for name, one in value.items()}
    return value


def _input(schema: JsonObject) -> InputType:
    if "enum" in schema or "const" in schema:
        return "select"
    kind = str(schema.get("type"))
    if kind == "object":
        free = schema.get("additionalProperties", False) is not False
        return "json" if free else "group"
    return _BY_TYPE.get(kind) or _BY_FORMAT.get(str(schema.get("format")), "text")


def _options(schema: JsonObject) -> tuple[FieldValue, ...]:
    values = [schema["const"]] if "const" in schema else schema.get("enum", [])
    return tuple(cast("list[FieldValue]", values))


def _bound(schema: JsonObject, closed: str, opened: str) -> float | None:
    # A browser knows closed bounds only; the open ones are still checked in the server.
    value = schema.get(closed)
    if value is None and schema.get("type") == "integer" and opened in schema:
        limit = cast("float", schema[opened])
        lower = opened == "exclusiveMinimum"
        return math.floor(limit) + 1 if lower else math.ceil(limit) - 1
    return cast("float | None", schema.get(opened) if value is None else value)


def _step(schema: JsonObject, kind: InputType) -> float | None:
    if kind not in {"number", "integer"}:
        return None
    return cast("float | None", schema.get("multipleOf", 1 if kind == "integer" else None))


def _value(value: JsonValue, kind: InputType, options: tuple[FieldValue, ...]) -> FieldValue | None:
    if kind == "select" and value not in options:
        return None
    if isinstance(value, str) and kind != "select":
        return without_unseen(value, keep_lines=kind == "textarea")
    return value if isinstance(value, str | int | float | bool) else None


def _words(value: JsonValue) -> str:
    if isinstance(value, str):
        return without_unseen(value)
    return without_unseen(json.dumps(value, ensure_ascii=False))
