"""Whatever fits can be said to a provider, and whatever a provider lets through is checked (B2)."""

from __future__ import annotations

import json
from typing import cast

import schema_strategies as some
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.parameters import Parameters, validator_of
from docsteward.toolspec.projection import DIALECTS, Dialect, as_written, project
from docsteward.toolspec.tool import Declaration

CALM = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


def declared(parameters: Parameters) -> Declaration:
    return Declaration(name="tool", description="d", schema=parameters.schema)


def _is_json(value: JsonValue) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    return True


def said(value: JsonValue, schema: JsonObject) -> JsonValue:
    """Return a value as a strict provider writes it: null for what is absent, at every depth."""
    if isinstance(value, list):
        return [said(one, cast("JsonObject", schema["items"])) for one in value]
    if not isinstance(value, dict):
        return value
    properties = cast("dict[str, JsonObject]", schema.get("properties", {}))
    return {name: said(value.get(name), one) for name, one in properties.items()}


@CALM
@given(data=st.data(), dialect=st.sampled_from(DIALECTS))
def test_b2_b024_what_fits_can_be_said_to_every_provider(
    data: st.DataObject, dialect: Dialect
) -> None:
    parameters = data.draw(some.parameters())
    checked = parameters.check(data.draw(some.arguments(parameters.schema)))
    if checked.faults:
        return
    projected = project(declared(parameters), dialect)
    sent = said(checked.args, parameters.schema) if projected.strict else checked.args
    assert validator_of(projected.parameters).is_valid(sent), (projected.parameters, sent)
    assert isinstance(sent, dict)
    assert parameters.check(sent).args == checked.args


@CALM
@given(data=st.data(), dialect=st.sampled_from(DIALECTS))
def test_b2_b019_what_a_provider_lets_through_is_checked_by_the_authors_schema(
    data: st.DataObject, dialect: Dialect
) -> None:
    parameters = data.draw(some.parameters())
    projected = project(declared(parameters), dialect)
    sent = data.draw(some.arguments(projected.parameters) | st.dictionaries(some.NAMES, some.ANY))
    assume(_is_json(sent))  # A provider sends text; infinity and NaN are refused as it is read.
    checked = parameters.check(sent)
    if not checked.faults:
        assert validator_of(as_written(declared(parameters))).is_valid(checked.args)
    elif not projected.dropped and validator_of(projected.parameters).is_valid(sent):
        # Lossless: all that is left are blanks, which read as absent. One dialect has no word
        # for a closed object.
        left = {"required", "text"}
        if dialect == "gemini":
            left.add("additionalProperties")
        assert {fault.rule for fault in checked.faults} <= left


@CALM
@given(parameters=some.parameters(), dialect=st.sampled_from(DIALECTS))
def test_b2_a_strict_projection_leaves_nothing_open(
    parameters: Parameters, dialect: Dialect
) -> None:
    projected = project(declared(parameters), dialect)
    assert validator_of(projected.parameters)
    if projected.strict:
        for node in nodes(projected.parameters):
            if node.get("type") == "object":
                assert node["additionalProperties"] is False
                assert node["required"] == list(cast("JsonObject", node["properties"]))


@CALM
@given(parameters=some.parameters(), dialect=st.sampled_from(DIALECTS))
def test_b2_what_is_dropped_is_told_in_words(parameters: Parameters, dialect: Dialect) -> None:
    projected = project(declared(parameters), dialect)
    words = " ".join(str(node.get("description", "")) for node in nodes(projected.parameters))
    for entry in projected.dropped:
        if entry != "strict":
            assert "(" in words, entry


def nodes(schema: JsonObject) -> list[JsonObject]:
    """Return a schema and all schemas in it."""
    inner: list[JsonValue] = [schema.get("items"), schema.get("additionalProperties")]
    for group in (schema.get("properties"), None):
        inner.extend(group.values() if isinstance(group, dict) else [])
    inner.extend(cast("list[JsonValue]", schema.get("anyOf", [])))
    return [schema, *(node for one in inner if isinstance(one, dict) for node in nodes(one))]
