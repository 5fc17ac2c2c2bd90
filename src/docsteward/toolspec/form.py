"""What a page needs to draw an action: the fields of a form, the second line of a button (F2)."""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
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
    before it sends, since both formats ask for one (RFC 3339).
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
    value: FieldValue | None = None


def fields(
    tool: Tool, args: Mapping[str, JsonValue], *, own_words: str | None = None
) -> tuple[FormField, ...]:
    """Return one field per parameter, prefilled with the checked arguments (SPEC F2).

    With `own_words` (what the reader wrote, and their verified address), an e-mail or URI field
    is prefilled only with what stands there; None means that the caller has seen to that.
    A parameter without an argument starts with its `default`, or empty; one with a `const`
    starts with that value, so that all that will be sent is shown.
    """
    required = tool.parameters.required
    return tuple(
        _field(name, schema, _own(args.get(name), schema, own_words), required=name in required)
        for name, schema in tool.parameters.properties.items()
    )


def argument_line(tool: Tool, args: Mapping[str, JsonValue]) -> str:
    """Return the second line of a button, such as `With plan: pro`; empty without arguments."""
    shown = [
        f"{name.replace('_', ' ')}: {_words(args[name])}"
        for name in tool.parameters.names
        if args.get(name) is not None
    ]
    return f"With {', '.join(shown)}" if shown else ""


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


def _field(name: str, schema: JsonObject, suggested: JsonValue, *, required: bool) -> FormField:
    kind = _input(schema)
    given = schema.get("const", schema.get("default")) if suggested is None else suggested
    return FormField(
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
        value=_value(given, kind),
    )


def _input(schema: JsonObject) -> InputType:
    if "enum" in schema or "const" in schema:
        return "select"
    kind = str(schema.get("type"))
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


def _value(value: JsonValue, kind: InputType) -> FieldValue | None:
    if isinstance(value, str) and kind != "select":
        return without_unseen(value, keep_lines=kind == "textarea")
    return value if isinstance(value, str | int | float | bool) else None


def _words(value: JsonValue) -> str:
    return without_unseen(value) if isinstance(value, str) else json.dumps(value)
