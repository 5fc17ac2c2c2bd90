"""What a provider sees of a tool (SPEC B2)."""

from __future__ import annotations

from typing import cast

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.base.values import JsonObject
from docsteward.toolspec.load import parameters_from
from docsteward.toolspec.parameters import Parameters
from docsteward.toolspec.projection import as_written, openai_strict
from docsteward.toolspec.tool import Declaration


def strict(schema: JsonObject, *, required: bool) -> JsonObject:
    whole = openai_strict(
        Declaration(
            name="x",
            description="d",
            schema={"properties": {"p": schema}, "required": ["p"] if required else []},
        )
    )
    assert whole["required"] == ["p"]
    assert whole["additionalProperties"] is False
    return cast("JsonObject", cast("JsonObject", whole["properties"])["p"])


def test_b018_properties_are_always_sent() -> None:
    bare = Declaration(name="x", description="d", schema={"type": "object", "required": []})
    assert openai_strict(bare) == {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": False,
    }
    assert as_written(bare)["properties"] == {}
    assert as_written(Declaration(name="x", description="d"))["type"] == "object"


def test_b019_the_projection_leaves_the_schema_as_it_was() -> None:
    schema: JsonObject = {"properties": {"p": {"type": "string", "maxLength": 3}}}
    openai_strict(Declaration(name="x", description="d", schema=schema))
    copy = as_written(Declaration(name="x", description="d", schema=schema))
    cast("JsonObject", copy["properties"]).clear()
    assert schema == {"properties": {"p": {"type": "string", "maxLength": 3}}}


def test_b2_an_optional_property_is_required_and_nullable() -> None:
    assert strict({"type": "integer"}, required=False) == {"type": ["integer", "null"]}
    assert strict({"type": "integer"}, required=True) == {"type": "integer"}
    assert strict({"type": "string", "enum": ["a"]}, required=False) == {
        "type": ["string", "null"],
        "enum": ["a", None],
    }


def test_b022_const_becomes_an_enum_of_one() -> None:
    assert strict({"type": "string", "const": "invoice"}, required=True) == {
        "type": "string",
        "enum": ["invoice"],
    }


@pytest.mark.parametrize(
    "kept",
    [
        {"minimum": 1},
        {"maximum": 1},
        {"exclusiveMinimum": 1},
        {"exclusiveMaximum": 1},
        {"multipleOf": 2},
    ],
)
def test_b2_numeric_bounds_are_kept(kept: JsonObject) -> None:
    assert strict({"type": "number", **kept}, required=True) == {"type": "number", **kept}


@pytest.mark.parametrize(
    ("dropped", "told"),
    [
        ({"minLength": 2}, "at least 2 characters"),
        ({"maxLength": 9}, "at most 9 characters"),
        ({"minLength": 2, "maxLength": 9}, "2 to 9 characters"),
        ({"format": "multiline"}, "several lines"),
        ({"format": "uri"}, "URI"),
        ({"pattern": "^(?!x)a"}, "^(?!x)a"),
        ({"default": "a"}, 'default: "a"'),
        ({"title": "Name"}, '"Name"'),
    ],
)
def test_b2_what_strict_mode_refuses_is_told_instead(dropped: JsonObject, told: str) -> None:
    sent = strict({"type": "string", "description": "Says.", **dropped}, required=True)
    assert sent.keys() == {"type", "description"}
    description = str(sent["description"])
    assert description.startswith("Says. (")
    assert told in description


def test_b2_formats_and_plain_patterns_are_kept() -> None:
    sent: JsonObject = {"type": "string", "format": "email", "pattern": "^(?:a|b)@"}
    assert strict(sent, required=True) == sent


@given(
    args=st.fixed_dictionaries(
        {"s": st.text(max_size=8), "i": st.integers(0, 9)},
        optional={"b": st.booleans(), "e": st.sampled_from(["a", "b"])},
    )
)
def test_b2_what_passes_our_check_passes_the_projection(args: JsonObject) -> None:
    made = parameters_from(
        {
            "properties": {
                "s": {"type": "string", "minLength": 1, "pattern": "^[^x]*$"},
                "i": {"type": "integer", "maximum": 5},
                "b": {"type": "boolean"},
                "e": {"type": "string", "enum": ["a", "b"]},
            },
            "required": ["s", "i"],
        }
    )
    assert isinstance(made, Parameters)
    sent = openai_strict(Declaration(name="x", description="d", schema=made.schema))
    jsonschema_rs.meta.validate(sent)
    if not made.check(args).faults:
        whole = {name: args.get(name) for name in made.names}
        assert jsonschema_rs.validator_for(sent).is_valid(whole)
        assert made.check(whole).args == made.check(args).args
