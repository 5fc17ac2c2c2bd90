"""Schemas that something else wrote, in our keywords (SPEC B1, B7; faults B018-B028, B161)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.normalise import Normalised, normalised
from docsteward.toolspec.parameters import Parameters
from docsteward.toolspec.schema import parameters_from

STRING: JsonObject = {"type": "string"}
INTEGER: JsonObject = {"type": "integer"}


def normal(raw: JsonValue) -> Normalised:
    made = normalised(raw)
    assert isinstance(made, Normalised), made
    assert isinstance(parameters_from(made.schema, own_spelling=True), Parameters)
    return made


def one(schema: JsonValue, **root: JsonValue) -> tuple[JsonValue, bool, tuple[str, ...]]:
    """Return what becomes of one property: its schema, whether still required, and the notes."""
    made = normal({"properties": {"x": schema}, "required": ["x"], **root})
    properties = made.schema["properties"]
    assert isinstance(properties, dict)
    return properties["x"], "required" in made.schema, made.notes


def refused(schema: JsonValue, **root: JsonValue) -> tuple[str, str]:
    made = normalised({"type": "object", "properties": {"x": schema}, **root})
    assert isinstance(made, tuple)
    assert made[0].cure
    return made[0].key, made[0].message


def test_b018_a_tool_without_properties_is_accepted() -> None:
    made = normal({"type": "object", "required": [], "additionalProperties": False})
    assert made.schema["properties"] == {}


def test_b019_an_open_object_is_closed_and_it_is_said() -> None:
    made = normal({"properties": {"param1": {"type": "string"}}, "additionalProperties": True})
    assert "refused" in made.notes[0]


@pytest.mark.parametrize(
    ("schema", "becomes", "required"),
    [
        ({"type": ["string", "null"]}, {"type": "string"}, False),
        ({"type": "string", "nullable": True}, {"type": "string"}, False),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, {"type": "integer"}, False),
        ({"oneOf": [{"type": "null"}, {"type": "boolean"}]}, {"type": "boolean"}, False),
        ({"enum": ["a", None]}, {"type": "string", "enum": ["a"]}, False),
        (
            {"allOf": [{"type": "string"}], "description": "d"},
            {"type": "string", "description": "d"},
            True,
        ),
        ({"const": "invoice"}, {"type": "string", "const": "invoice"}, True),
        ({"enum": [1, 2]}, {"type": "integer", "enum": [1, 2]}, True),
        (
            {"anyOf": [{"const": "a"}, {"const": "b", "title": "B"}]},
            {"type": "string", "enum": ["a", "b"]},
            True,
        ),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}]}, {"type": "number"}, True),
        ({"type": ["integer", "number"]}, {"type": "number"}, True),
        (
            {"type": "integer", "minimum": 0, "exclusiveMinimum": True},
            {"type": "integer", "exclusiveMinimum": 0},
            True,
        ),
        (
            {"type": "integer", "minimum": 0, "exclusiveMinimum": False},
            {"type": "integer", "minimum": 0},
            True,
        ),
        ({"type": "string", "default": None, "examples": ["x"]}, {"type": "string"}, True),
    ],
)
def test_b022_b024_b161_what_means_the_same_is_rewritten(
    schema: JsonValue, becomes: JsonValue, required: bool
) -> None:
    assert one(schema) == (becomes, required, ())


def test_b024_what_describes_a_nullable_object_stays_with_it() -> None:
    address: JsonObject = {
        "type": ["object", "null"],
        "properties": {"city": {"type": "string"}},
        "required": ["city"],
        "additionalProperties": False,
    }
    schema, required, _ = one(address)
    assert not required
    assert schema == {**address, "type": "object"}


def test_b161_a_nullable_list_of_numbers_is_an_optional_list() -> None:
    schema, required, _ = one(
        {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]}
    )
    assert (schema, required) == ({"type": "array", "items": {"type": "integer"}}, False)


def test_b028_local_references_are_inlined_at_every_depth() -> None:
    defs: JsonObject = {
        "Item": {
            "type": "object",
            "properties": {
                "sku": {"$ref": "#/$defs/a~1b"},
                "note": {"type": "string", "default": ""},
            },
            "required": ["sku"],
        },
        "a/b": {"type": "string", "minLength": 1},
    }
    schema, _, notes = one(
        {"type": "array", "items": {"$ref": "#/$defs/Item", "description": "one"}},
        **{"$defs": defs},
    )
    assert notes == ()
    assert schema == {
        "type": "array",
        "items": {
            "type": "object",
            "description": "one",
            "properties": {
                "sku": {"type": "string", "minLength": 1},
                "note": {"type": "string", "default": ""},
            },
            "required": ["sku"],
            "additionalProperties": False,
        },
    }


@pytest.mark.parametrize("ref", ["#", "#/$defs/node", "#/properties/x"])
def test_b1_recursive_references_are_refused(ref: str) -> None:
    node: JsonObject = {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}
    defs: JsonObject = {"node": node}
    _, message = refused({"$ref": ref}, **{"$defs": defs})
    assert "back to itself" in message


@pytest.mark.parametrize(
    "ref", ["https://x.example/s.json", "other.json#/a", "#/$defs/none", "#/type", 3]
)
def test_b1_references_that_lead_elsewhere_are_refused(ref: JsonValue) -> None:
    key, message = refused({"$ref": ref})
    assert key == "parameters.properties.x"
    assert "reference" in message


def test_b025_a_choice_at_the_root_is_refused_with_an_explanation() -> None:
    branch: JsonObject = {"type": "object", "properties": {"id": {"type": "string"}}}
    made = normalised({"anyOf": [branch, {**branch, "required": ["id"]}]})
    assert isinstance(made, tuple)
    assert (made[0].key, "one tool for each" in made[0].cure) == ("parameters.anyOf", True)


def test_b025_a_single_choice_at_the_root_is_no_choice() -> None:
    branch: JsonObject = {"type": "object", "properties": {"id": {"type": "string"}}}
    assert normal({"anyOf": [branch]}).schema["properties"] == {"id": {"type": "string"}}


@pytest.mark.parametrize(
    ("schema", "key"),
    [
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, ".anyOf"),
        ({"type": ["string", "integer"]}, ".type"),
        ({"type": "file"}, ".type"),
        ({"type": "array", "prefixItems": [{"type": "string"}]}, ".prefixItems"),
        ({"type": "object", "patternProperties": {"^a": {}}}, ".patternProperties"),
        ({"allOf": [{"type": "string"}, {"minLength": 2}]}, ".allOf"),
        (False, ""),
        (3, ""),
    ],
)
def test_b161_other_shapes_are_refused_with_their_path(schema: JsonValue, key: str) -> None:
    assert refused(schema)[0] == f"parameters.properties.x{key}"


@pytest.mark.parametrize(
    ("schema", "becomes", "word"),
    [
        ({"type": "array"}, {"type": "array", "items": {"type": "string"}}, "text"),
        ({"type": "array", "items": {}}, {"type": "array", "items": {"type": "string"}}, "text"),
        ({"description": "d"}, {"type": "string", "description": "d"}, "text"),
        ({"type": "string", "format": "ipv4"}, {"type": "string"}, "ipv4"),
        ({"type": "string", "not": {"const": "a"}}, {"type": "string"}, "'not'"),
    ],
)
def test_b027_what_is_lost_is_said(schema: JsonValue, becomes: JsonValue, word: str) -> None:
    got, _, notes = one(schema)
    assert got == becomes
    assert len(notes) == 1
    assert word in notes[0]


def test_b029_a_free_map_stays_one() -> None:
    assert one({"type": "object", "additionalProperties": True})[0] == {
        "type": "object",
        "properties": {},
        "additionalProperties": True,
    }
    typed, _, _ = one({"type": "object", "additionalProperties": {"type": ["number", "null"]}})
    assert typed == {
        "type": "object",
        "properties": {},
        "additionalProperties": {"type": "number"},
    }


def test_b047_a_schema_that_grows_by_references_is_refused_in_time() -> None:
    defs: JsonObject = {"l0": {"type": "string"}}
    for n in range(1, 8):
        inner: JsonObject = {f"p{m}": {"$ref": f"#/$defs/l{n - 1}"} for m in range(10)}
        defs[f"l{n}"] = {"type": "object", "properties": inner}
    _, message = refused({"$ref": "#/$defs/l7"}, **{"$defs": defs})
    assert "too large" in message


def test_b7_names_keep_their_own_spelling() -> None:
    made = normal({"properties": {"X-Plan.Name": {"type": "string"}}})
    assert list(made.schema["properties"] or {}) == ["X-Plan.Name"]  # pyright: ignore[reportArgumentType]


WORDS = st.sampled_from(
    [
        *("type", "properties", "items", "required", "anyOf", "oneOf", "allOf", "$ref", "$defs"),
        *("enum", "const", "format", "nullable", "additionalProperties", "minimum", "default"),
        *(
            "string",
            "object",
            "array",
            "null",
            "integer",
            "#/$defs/a",
            "#",
            "a",
            "exclusiveMinimum",
        ),
    ]
)
RAW = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=5),
    max_leaves=25,
)


@given(raw=RAW, inner=RAW)
def test_b1_any_schema_gives_ours_or_faults(raw: JsonValue, inner: JsonValue) -> None:
    whole: JsonObject = {"properties": {"a": inner}, "$defs": {"a": raw}}
    for written in (raw, whole):
        made = normalised(written)
        if isinstance(made, Normalised):
            again = parameters_from(made.schema, own_spelling=True)
            assert isinstance(again, Parameters) or all(fault.cure for fault in again)
        else:
            assert made
            assert all(fault.cure for fault in made)
