"""Each provider's dialect, keyword by keyword (SPEC B2; faults B018-B029)."""

from __future__ import annotations

from typing import cast

import pytest

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.parameters import Parameters
from docsteward.toolspec.projection import DIALECTS, Dialect, Projected, project, projector
from docsteward.toolspec.schema import parameters_from
from docsteward.toolspec.tool import Declaration


def projected(properties: JsonObject, dialect: Dialect, *required: str) -> Projected:
    parameters = parameters_from({"properties": properties, "required": list(required)})
    assert isinstance(parameters, Parameters), parameters
    return project(Declaration(name="t", description="d", schema=parameters.schema), dialect)


def one(schema: JsonObject, dialect: Dialect, *, required: bool = True) -> JsonObject:
    made = projected({"x": schema}, dialect, *(["x"] if required else []))
    return cast("JsonObject", cast("JsonObject", made.parameters["properties"])["x"])


ADDRESS: JsonObject = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "zip": {"type": "string"}},
    "required": ["city"],
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_b018_a_tool_without_parameters_has_properties_for_every_provider(dialect: Dialect) -> None:
    made = projected({}, dialect)
    assert made.parameters["properties"] == {}
    assert (made.dropped, made.strict) == ((), dialect.endswith("strict"))


def test_b021_keywords_that_a_provider_refuses_move_into_the_description() -> None:
    number: JsonObject = {"type": "integer", "exclusiveMinimum": 0, "multipleOf": 2}
    assert one(number, "gemini") == {
        "type": "integer",
        "description": "(more than 0; a multiple of 2)",
    }
    assert one(number, "openai_strict") == number
    url: JsonObject = {"type": "string", "format": "uri", "description": "Where."}
    assert one(url, "openai_strict") == {"type": "string", "description": "Where. (a whole URI)"}
    assert one(url, "anthropic") == url
    made = projected({"n": number, "url": url}, "gemini")
    assert made.dropped == ("n: exclusiveMinimum", "n: multipleOf", "url: format")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_b022_a_constant_is_a_list_of_one(dialect: Dialect) -> None:
    assert one({"type": "string", "const": "invoice"}, dialect) == {
        "type": "string",
        "enum": ["invoice"],
    }


def test_b022_gemini_lists_text_only() -> None:
    assert one({"type": "integer", "enum": [1, 2]}, "gemini") == {
        "type": "integer",
        "description": "(one of 1, 2)",
    }
    assert one({"type": "boolean", "const": True}, "gemini")["description"] == "(always true)"


@pytest.mark.parametrize("dialect", ["openai_strict", "anthropic_strict"])
def test_b024_what_describes_an_object_stays_with_its_branch(dialect: Dialect) -> None:
    branch: JsonObject = {
        "type": "object",
        "properties": {"city": {"type": "string"}, "zip": {"type": ["string", "null"]}},
        "required": ["city", "zip"],
        "additionalProperties": False,
    }
    nothing: JsonObject = {"type": "null"}
    assert one(ADDRESS, dialect, required=False) == {"anyOf": [branch, nothing]}
    assert one(ADDRESS, dialect) == branch


@pytest.mark.parametrize("dialect", ["openai_strict", "anthropic_strict"])
def test_b028_every_object_at_every_depth_is_closed_and_whole(dialect: Dialect) -> None:
    items = cast("JsonObject", one({"type": "array", "items": ADDRESS}, dialect)["items"])
    assert items["required"] == ["city", "zip"]
    assert items["additionalProperties"] is False


@pytest.mark.parametrize(
    ("strict", "plain"), [("openai_strict", "openai"), ("anthropic_strict", "anthropic")]
)
def test_b029_a_free_map_makes_the_tool_plain_and_is_not_dropped(
    strict: Dialect, plain: Dialect
) -> None:
    free: JsonObject = {"meta": {"type": "object"}, "n": {"type": "integer"}}
    made = projected(free, strict, "meta")
    assert not made.strict
    assert made.dropped == ("strict",)
    assert made.parameters == projected(free, plain, "meta").parameters
    meta = cast("JsonObject", cast("JsonObject", made.parameters["properties"])["meta"])
    assert meta["additionalProperties"] is True
    assert made.parameters["required"] == ["meta"]


def test_b029_gemini_is_told_of_a_free_map_in_words() -> None:
    made = projected({"meta": {"type": "object"}}, "gemini")
    assert made.dropped == ("meta: additionalProperties",)
    assert "further names may be given" in str(made.parameters)


def test_b2_anthropic_strict_knows_no_bounds() -> None:
    text: JsonObject = {"type": "string", "minLength": 1, "maxLength": 5, "pattern": "^a"}
    assert one(text, "anthropic_strict") == {
        "type": "string",
        "description": "(1 to 5 characters; matches the pattern ^a)",
    }
    tags: JsonObject = {
        "type": "array",
        "items": {"type": "string"},
        "maxItems": 3,
        "uniqueItems": True,
    }
    assert one(tags, "anthropic_strict")["description"] == "(at most 3 items; no item twice)"
    assert one(tags, "openai_strict")["maxItems"] == 3


def test_b2_a_strict_grammar_has_its_limit_of_optional_values() -> None:
    many: JsonObject = {f"p{n}": {"type": "string"} for n in range(17)}
    assert not projected(many, "anthropic_strict").strict
    assert projected(many, "anthropic_strict", "p0").strict
    assert projected(many, "openai_strict").strict


@pytest.mark.parametrize("dialect", DIALECTS)
def test_b2_multiline_is_our_own_format_and_told_to_everyone(dialect: Dialect) -> None:
    text: JsonObject = {"type": "string", "format": "multiline"}
    assert one(text, dialect) == {"type": "string", "description": "(may have several lines)"}


def test_b2_the_wire_gets_description_parameters_and_strictness() -> None:
    schema: JsonObject = {"type": "object", "properties": {"x": {"type": "object"}}}
    normal = parameters_from(schema)
    assert isinstance(normal, Parameters)
    wire = projector("openai_strict")(Declaration(name="t", description="d", schema=normal.schema))
    assert (wire["description"], wire["strict"]) == ("d", False)
    assert isinstance(wire["parameters"], dict)
    values: list[JsonValue] = ["x"]
    assert list(cast("JsonObject", wire["parameters"])["properties"] or {}) == values  # pyright: ignore[reportArgumentType]
