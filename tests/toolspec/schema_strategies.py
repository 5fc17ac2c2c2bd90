"""Random parameters, and arguments that may fit them, for property tests."""

from __future__ import annotations

from typing import cast

from hypothesis import strategies as st

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.parameters import Parameters
from docsteward.toolspec.schema import parameters_from

NAMES = st.sampled_from(["a", "b", "c", "plan", "lines"])
TEXT = st.text(max_size=6)
PLAIN_TEXT = st.sampled_from(["x", "pro", "free", "ab", "12", "true", "null", "a@example.com"])


def _optional(**keys: st.SearchStrategy[JsonValue]) -> st.SearchStrategy[JsonObject]:
    return st.fixed_dictionaries({}, optional=keys)


def _with(kind: str, more: st.SearchStrategy[JsonObject]) -> st.SearchStrategy[JsonObject]:
    def joined(one: JsonObject) -> JsonObject:
        return {"type": kind, **one}

    return more.map(joined)


COUNT = st.integers(0, 3)
LISTED = st.lists(PLAIN_TEXT, min_size=1, max_size=3, unique=True).map(list[JsonValue])
NUMBER = st.integers(-3, 3)
SCALARS = st.one_of(
    _with("string", _optional(minLength=COUNT, maxLength=COUNT, title=st.just("T"))),
    _with("string", _optional(enum=LISTED, default=PLAIN_TEXT, description=st.just("d."))),
    _with("string", _optional(const=PLAIN_TEXT)),
    _with("string", _optional(format=st.sampled_from(["email", "date", "uri", "multiline"]))),
    _with("string", _optional(pattern=st.sampled_from(["^[a-z]+$", "^(?=a)a", "x"]))),
    _with("integer", _optional(minimum=NUMBER, maximum=NUMBER, multipleOf=st.just(2))),
    _with("integer", _optional(enum=st.just([1, 2]))),
    _with("number", _optional(exclusiveMinimum=NUMBER, exclusiveMaximum=NUMBER)),
    _with("boolean", _optional(const=st.booleans())),
)


@st.composite
def _nested(draw: st.DrawFn, inner: st.SearchStrategy[JsonObject]) -> JsonObject:
    match draw(st.sampled_from(["array", "group", "free", "map"])):
        case "array":
            rules = _optional(minItems=COUNT, maxItems=COUNT, uniqueItems=st.just(True))
            return {"type": "array", "items": draw(inner), **draw(rules)}
        case "group":
            return draw(groups(inner))
        case "map":
            return {"type": "object", "additionalProperties": draw(inner)}
        case _:
            return {"type": "object"}


@st.composite
def groups(draw: st.DrawFn, inner: st.SearchStrategy[JsonObject]) -> JsonObject:
    """Draw an object that names its properties."""
    properties = draw(st.dictionaries(NAMES, inner, min_size=1, max_size=3))
    required = [name for name in properties if draw(st.booleans())]
    return {"type": "object", "properties": {**properties}, "required": [*required]}


SCHEMAS = groups(st.recursive(SCALARS, _nested, max_leaves=6))


def parameters() -> st.SearchStrategy[Parameters]:
    """Return parameters that load."""
    made = SCHEMAS.map(parameters_from)
    return made.filter(lambda one: isinstance(one, Parameters)).map(
        lambda one: cast("Parameters", one)
    )


ANY = st.recursive(
    st.none() | st.booleans() | NUMBER | st.floats() | TEXT | PLAIN_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES | TEXT, inner, max_size=3),
    max_leaves=8,
)


def values(schema: JsonObject) -> st.SearchStrategy[JsonValue]:
    """Return values that mostly fit a schema, and sometimes do not."""
    if listed := schema.get("enum"):
        return st.sampled_from(cast("list[JsonValue]", listed))
    if "const" in schema:
        return st.just(schema["const"])
    match schema.get("type"):
        case "string":
            return PLAIN_TEXT | TEXT | st.just("2026-01-31") | st.just("https://x.example/")
        case "integer":
            return NUMBER | st.sampled_from([2.0, "3"])
        case "number":
            return NUMBER | st.floats(-4, 4)
        case "boolean":
            return st.booleans()
        case "array":
            items = values(cast("JsonObject", schema["items"]))
            return st.lists(items, max_size=4).map(list[JsonValue])
        case _:
            return arguments(schema)


@st.composite
def arguments(draw: st.DrawFn, schema: JsonObject) -> JsonObject:
    """Draw an object that mostly fits a schema."""
    found: JsonObject = {}
    required = cast("list[str]", schema.get("required", []))
    properties = cast("dict[str, JsonObject]", schema.get("properties", {}))
    for name, one in properties.items():
        if name in required or draw(st.booleans()):
            found[name] = draw(values(one))
    others = schema.get("additionalProperties")
    if others is not False and draw(st.booleans()):
        found["other"] = draw(values(others) if isinstance(others, dict) else ANY)
    return found
