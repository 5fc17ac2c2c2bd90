"""Every value that is meant for a tool is checked here (SPEC B)."""

from __future__ import annotations

import json
import os
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.keys import KeyFault
from docsteward.toolspec.load import parameters_from
from docsteward.toolspec.parameters import ArgumentFault, Parameters, read_arguments

# `HYPOTHESIS_PROFILE=ci` is the long run; tests/conftest.py prints its seed.
THOROUGH = settings(
    max_examples=10_000 if os.environ.get("HYPOTHESIS_PROFILE") == "ci" else 200,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def parameters(properties: JsonObject, *required: str) -> Parameters:
    made = parameters_from({"properties": properties, "required": list(required)})
    assert isinstance(made, Parameters), made
    return made


def one(schema: JsonObject, value: JsonValue, *, required: bool = False) -> JsonValue:
    """Return what becomes of one argument: its value, 'absent', or the rule it breaks."""
    made = parameters({"x": schema}, *(["x"] if required else []))
    checked = made.check({"x": value})
    if checked.faults:
        assert not checked.args
        return f"fault {checked.faults[0].rule}"
    return checked.args.get("x", "absent")


STRING: JsonObject = {"type": "string"}
INTEGER: JsonObject = {"type": "integer"}
NUMBER: JsonObject = {"type": "number"}
BOOLEAN: JsonObject = {"type": "boolean"}


@pytest.mark.parametrize(
    ("schema", "value", "outcome"),
    [
        (INTEGER, "100", 100),
        (INTEGER, "-3", -3),
        (INTEGER, 3.0, 3),
        (INTEGER, "3.0", 3),
        (INTEGER, "1e3", "fault type"),
        (INTEGER, "0x10", "fault type"),
        (INTEGER, "007", "fault type"),
        (INTEGER, " 7", "fault type"),
        (INTEGER, "1_000", "fault type"),
        (INTEGER, "٣", "fault type"),
        (INTEGER, 3.5, "fault type"),
        (INTEGER, 2.0**53, 2**53),
        (INTEGER, 2.0**53 + 2, "fault type"),
        (INTEGER, 2**53 + 1, 2**53 + 1),
        (INTEGER, float("nan"), "fault type"),
        (NUMBER, float("inf"), "fault type"),
        (INTEGER, True, "fault type"),
        (INTEGER, "9" * 500, "fault type"),
        (NUMBER, "1.5", 1.5),
        (NUMBER, "1e3", 1000.0),
        (NUMBER, "1e999", "fault type"),
        (NUMBER, "NaN", "fault type"),
        (NUMBER, "Infinity", "fault type"),
        (NUMBER, ".5", "fault type"),
        (NUMBER, True, "fault type"),
        (BOOLEAN, "false", False),
        (BOOLEAN, "true", True),
        (BOOLEAN, "True", "fault type"),
        (BOOLEAN, "yes", "fault type"),
        (BOOLEAN, 0, "fault type"),
        (STRING, "007", "007"),
        (STRING, "true", "true"),
        (STRING, "null", "null"),
        (STRING, " a ", " a "),
        (STRING, 7, "fault type"),
        (STRING, ["a"], "fault type"),
        (STRING, {"a": 1}, "fault type"),
    ],
)
def test_b032_readings_by_type_and_no_others(
    schema: JsonObject, value: JsonValue, outcome: JsonValue
) -> None:
    got = one(schema, value)
    assert got == outcome
    assert type(got) is type(outcome)


@pytest.mark.parametrize("schema", [STRING, INTEGER, NUMBER, BOOLEAN])
@pytest.mark.parametrize("value", [None, "", "  \n"])
def test_b034_b035_b037_null_and_blank_mean_absent(schema: JsonObject, value: JsonValue) -> None:
    assert one(schema, value) == "absent"
    assert one(schema, value, required=True) == "fault required"


def test_b034_a_default_is_not_filled_in() -> None:
    made = parameters({"url": STRING, "max_length": {"type": "integer", "default": 5000}}, "url")
    checked = made.check({"url": "https://docs.example", "max_length": None})
    assert checked.args == {"url": "https://docs.example"}
    assert checked.readings == {"null": 1}


def test_b037_a_blank_optional_number_is_absent() -> None:
    made = parameters({"session": INTEGER, "question": STRING}, "question")
    assert made.check({"question": "hi", "session": ""}).args == {"question": "hi"}


def test_b038_null_text_is_null_only_where_text_is_not_asked() -> None:
    assert one(INTEGER, "null") == "absent"
    assert one(INTEGER, "null", required=True) == "fault required"
    assert one(STRING, "null") == "null"


def test_b158_cleared_fields_are_absent_and_required_means_not_blank() -> None:
    made = parameters({"name": STRING, "n": INTEGER}, "name")
    assert [fault.path for fault in made.check({"name": "", "n": ""}).faults] == ["name"]
    assert made.check({"name": "", "n": ""}, allow_missing=True).args == {}


def test_b3_readings_are_counted_and_absence_is_none() -> None:
    made = parameters({"a": INTEGER, "b": INTEGER, "c": BOOLEAN, "d": NUMBER, "e": STRING})
    checked = made.check({"a": "1", "b": 2.0, "c": "true", "d": None})
    assert checked.args == {"a": 1, "b": 2, "c": True}
    assert checked.readings == {"number_text": 1, "whole_number": 1, "boolean_text": 1, "null": 1}


def test_b4_only_missing_values_are_allowed_when_offered() -> None:
    made = parameters({"email": {"type": "string", "format": "email"}, "m": STRING}, "email", "m")
    assert made.check({}, allow_missing=True).faults == ()
    assert made.check({"email": "no"}, allow_missing=True).faults[0].rule == "format"
    assert {fault.rule for fault in made.check({}).faults} == {"required"}


@pytest.mark.parametrize(
    ("schema", "good", "bad", "rule"),
    [
        ({"type": "string", "enum": ["free", "pro"]}, "pro", "premium", "enum"),
        ({"type": "string", "const": "a"}, "a", "b", "const"),
        ({"type": "string", "minLength": 2}, "ab", "a", "minLength"),
        ({"type": "string", "maxLength": 2}, "😀😀", "abc", "maxLength"),
        ({"type": "string", "pattern": "^[a-z]+$"}, "ab", "A", "pattern"),
        ({"type": "string", "format": "email"}, "a@example.com", "a b@example.com", "format"),
        ({"type": "string", "format": "email"}, "a@example.com", "A <a@example.com>", "format"),
        ({"type": "string", "format": "uri"}, "https://x.example/", "x", "format"),
        ({"type": "string", "format": "date"}, "2026-02-28", "2026-02-30", "format"),
        ({"type": "string", "format": "date-time"}, "2026-01-31T10:00:00Z", "10:00", "format"),
        ({"type": "string", "format": "time"}, "10:00:00Z", "10:00", "format"),
        (
            {"type": "string", "format": "uuid"},
            "123e4567-e89b-12d3-a456-426614174000",
            "123",
            "format",
        ),
        ({"type": "integer", "minimum": 3}, 3, 2, "minimum"),
        ({"type": "integer", "maximum": 3}, 3, 4, "maximum"),
        ({"type": "number", "exclusiveMinimum": 3}, 3.1, 3, "exclusiveMinimum"),
        ({"type": "number", "exclusiveMaximum": 3}, 2.9, 3, "exclusiveMaximum"),
        ({"type": "number", "multipleOf": 0.5}, 1.5, 1.6, "multipleOf"),
        ({"type": "integer", "enum": [1, 2]}, "2", "3", "enum"),
    ],
)
def test_b1_every_keyword_is_enforced(
    schema: JsonObject, good: JsonValue, bad: JsonValue, rule: str
) -> None:
    assert "fault" not in str(one(schema, good))
    made = parameters({"x": schema})
    fault = made.check({"x": bad}).faults[0]
    assert (fault.path, fault.rule) == ("x", rule)
    assert fault.message.startswith("x: must ")
    assert f"({rule})" in fault.message
    assert "got " in fault.message


def test_b1_multiline_text_is_text() -> None:
    assert one({"type": "string", "format": "multiline"}, "a\nb") == "a\nb"


def test_b3_a_fault_is_one_line_with_the_value_shortened() -> None:
    made = parameters({"x": {"type": "string", "enum": ["a"]}})
    fault = made.check({"x": "line\n" * 500 + "\u202e"}).faults[0]
    assert len(fault.message) < 150
    assert fault.message.isprintable()


def test_b3_unknown_names_are_faults_and_named() -> None:
    made = parameters({"plan": STRING})
    checked = made.check({"pln": "a", "\u202ex" * 900: 1})
    assert [fault.rule for fault in checked.faults] == ["additionalProperties"] * 2
    assert "did you mean plan?" in checked.faults[0].message
    assert len(checked.faults[1].message) < 150


def test_b3_text_is_bounded_and_whole() -> None:
    assert one(STRING, "a" * 20_000) == "a" * 20_000
    assert one(STRING, "a" * 20_001) == "fault maxLength"
    assert one(STRING, "\ud800") == "fault text"
    assert one(INTEGER, 10**400) == "fault type"


def test_a_pattern_cannot_make_the_check_run_away() -> None:
    slow: JsonObject = {"type": "string", "pattern": r"^(a|aa)+(?<!a)$"}
    start = time.process_time()
    assert one(slow, "a" * 60 + "!") == "fault pattern"
    # It takes some 10 ms at its bound, and without one longer than anybody waits.
    assert time.process_time() - start < 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@THOROUGH
@given(args=st.dictionaries(st.sampled_from(["s", "i", "n", "b", "zz"]), JSON))
def test_b3_any_arguments_give_checked_ones_or_faults(args: dict[str, JsonValue]) -> None:
    made = parameters({"s": STRING, "i": INTEGER, "n": NUMBER, "b": BOOLEAN})
    checked = made.check(args)
    if checked.faults:
        assert checked.args == {}
        return
    kinds = {"s": str, "i": int, "n": (int, float), "b": bool}
    assert all(isinstance(value, kinds[name]) for name, value in checked.args.items())
    assert made.check(checked.args).args == checked.args


@pytest.mark.parametrize("raw", ["", "  \n", "null", "{}", " {} "])
def test_b001_b002_empty_arguments_mean_an_empty_object(raw: str) -> None:
    assert read_arguments(raw) == {}


def test_b001_absent_arguments_mean_an_empty_object() -> None:
    assert read_arguments(None) == {}


@pytest.mark.parametrize(
    ("raw", "rule"),
    [
        ('{"title": "x"', "cut"),
        ('{"title":"abc', "cut"),
        ('{"to":"a@example.com","body":"Dear all, please do n', "cut"),
        ('{"a": ', "cut"),
        ('{"a": 1}{"b": 2}', "glued"),
        ("{}{}", "glued"),
        ("[1]", "object"),
        ('"{}"', "object"),
        ("7", "object"),
        ('{"a": 1, "a": 2}', "duplicate"),
        ('{"a": {"b": 1, "b": 1}}', "duplicate"),
        ('{"a": NaN}', "number"),
        ('{"a": -Infinity}', "number"),
        ('{"a": 1e999}', "number"),
        ('{"a": ' + "9" * 5000 + "}", "number"),
        ("{'a': 1}", "json"),
        ("```json\n{}\n```", "json"),
        ('{"a": 1,}', "json"),
        ('{"a": "' + "x" * 100_000 + '"}', "too_long"),
        ('{"a":' * 40 + "1" + "}" * 40, "too_deep"),
        ("[" * 50_000, "too_deep"),
    ],
)
def test_b004_b005_b007_argument_text_is_never_repaired(raw: str, rule: str) -> None:
    fault = read_arguments(raw)
    assert isinstance(fault, ArgumentFault)
    assert fault.rule == rule
    assert fault.message.isprintable()
    assert len(fault.message) < 200


@given(args=st.dictionaries(st.text(), JSON.filter(lambda value: value == value), max_size=4))
def test_b3_whole_objects_are_read_as_they_are(args: dict[str, JsonValue]) -> None:
    try:
        raw = json.dumps(args, allow_nan=False)
    except ValueError:
        return
    assert read_arguments(raw) == args


@given(cut=st.integers(min_value=1, max_value=38))
def test_b004_no_cut_text_is_taken_for_a_whole_one(cut: int) -> None:
    raw = '{"title": "a \\"b\\"", "n": [1, {"m": 2}]}'
    assert isinstance(read_arguments(raw[:cut]), ArgumentFault)


def faults(raw: JsonValue) -> dict[str, KeyFault]:
    made = parameters_from(raw)
    assert isinstance(made, tuple)
    return {fault.key: fault for fault in made}


@pytest.mark.parametrize(
    ("schema", "key", "word"),
    [
        ({"type": "object", "properties": {"a": {}}}, "properties.a.type", "missing"),
        ({"type": "object", "properties": {"a b": STRING}}, "properties.a b", "can't name"),
        ({"type": "object", "required": ["z"]}, "required[0]", "not a parameter"),
        ({"type": "object", "additionalProperties": 3}, "additionalProperties", "true, false"),
        ({"type": "object", "additionalProperties": {}}, "additionalProperties.type", "missing"),
        ({"type": "array"}, "items", "type: string"),
        ({"type": "array", "items": {"type": "array"}}, "items.items", "missing"),
        ({"type": "array", "items": STRING, "minItems": 2, "maxItems": 1}, "minItems", "above"),
        ({"type": "array", "items": STRING, "default": [3]}, "default", "own rules"),
        ({"type": "array", "items": STRING, "uniqueItems": 1}, "uniqueItems", "true or false"),
        ({"type": "array", "items": STRING, "enum": [["a"]]}, "enum", "goes with"),
        ({"anyOf": [STRING, INTEGER]}, "anyOf", "two tools"),
        ({"type": "strng"}, "type", "'string'"),
        ({"type": ["string", "null"]}, "type", "one type"),
        ({}, "type", "missing"),
        ({"type": "string", "oneOf": []}, "oneOf", "'oneOf'"),
        ({"type": "string", "$ref": "#"}, "$ref", "'$ref'"),
        ({"type": "string", "items": {}}, "items", "goes with array"),
        ({"type": "string", "required": True}, "required", "beside 'properties'"),
        ({"type": "string", "maxlength": 3}, "maxlength", "'maxLength'"),
        ({"type": "integer", "minLength": 3}, "minLength", "goes with string"),
        ({"type": "string", "minimum": 3}, "minimum", "goes with number and integer"),
        ({"type": "string", "minLength": -1}, "minLength", "whole number"),
        ({"type": "string", "format": "ipv4"}, "format", "multiline"),
        ({"type": "string", "pattern": "("}, "pattern", "regular expression"),
        ({"type": "number", "multipleOf": 0}, "multipleOf", "above 0"),
        ({"type": "string", "enum": []}, "enum", "list of values"),
        ({"type": "string", "enum": ["a", 1]}, "enum[1]", "quotes"),
        ({"type": "string", "enum": ["a", "a"]}, "enum[1]", "twice"),
        ({"type": "string", "enum": ["a"], "default": "b"}, "default", "own rules"),
        ({"type": "string", "maxLength": 1, "const": "ab"}, "const", "own rules"),
        ({"type": "integer", "minimum": 3, "maximum": 2}, "minimum", "above"),
        ({"type": "string", "description": ""}, "description", "text"),
    ],
)
def test_b1_what_is_not_listed_is_refused_by_name(schema: JsonObject, key: str, word: str) -> None:
    found = faults({"properties": {"x": schema}})
    fault = found[f"parameters.properties.x.{key}"]
    assert word in f"{fault.message} {fault.cure}"


def test_b1_all_faults_of_a_schema_come_together() -> None:
    found = faults(
        {
            "type": "array",
            "properties": {"A": {"type": "string"}, "b": 3, "c": {"type": "string", "anyOf": []}},
            "required": ["b", "b", "d"],
            "additionalProperties": True,
            "allOf": [],
        }
    )
    assert set(found) == {
        "parameters.type",
        "parameters.properties.A",
        "parameters.properties.b",
        "parameters.properties.c.anyOf",
        "parameters.required[1]",
        "parameters.required[2]",
        "parameters.additionalProperties",
        "parameters.allOf",
    }


def test_a9_the_short_list_means_string_parameters() -> None:
    made = parameters_from(
        [{"name": "query", "description": "What", "required": True}, {"name": "location"}]
    )
    assert isinstance(made, Parameters)
    assert made.schema == {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "What"},
            "location": {"type": "string"},
        },
        "required": ["query"],
        "additionalProperties": False,
    }


def test_a9_faults_of_the_short_list() -> None:
    found = faults([{"name": "a"}, {"name": "a"}, {"nam": "b"}, "c", {"name": "D"}])
    assert set(found) == {
        "parameters[1].name",
        "parameters[2].nam",
        "parameters[2].name",
        "parameters[3]",
        "parameters[4].name",
    }


def test_b018_a_tool_without_parameters_has_an_empty_group_of_them() -> None:
    bare: JsonObject = {"type": "object", "required": [], "additionalProperties": False}
    empty: JsonObject = {}
    for raw in (None, empty, bare):
        made = parameters_from(raw)
        assert isinstance(made, Parameters)
        assert made.schema["properties"] == {}
        assert made.check({}).faults == ()
