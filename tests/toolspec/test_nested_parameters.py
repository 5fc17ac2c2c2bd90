"""Nested objects and arrays as parameters: their check and their readings (SPEC B1, B3, N3)."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.keys import KeyFault
from docsteward.toolspec.parameters import Parameters
from docsteward.toolspec.schema import parameters_from

# `HYPOTHESIS_PROFILE=ci` is the long run; tests/conftest.py prints its seed.
THOROUGH = settings(
    max_examples=10_000 if os.environ.get("HYPOTHESIS_PROFILE") == "ci" else 200,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)

ORDER: JsonObject = {
    "properties": {
        "lines": {
            "type": "array",
            "minItems": 1,
            "maxItems": 3,
            "items": {
                "type": "object",
                "properties": {
                    "sku": {"type": "string", "minLength": 2},
                    "count": {"type": "integer", "minimum": 1},
                    "gift": {"type": "boolean"},
                },
                "required": ["sku", "count"],
            },
        },
        "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        "address": {
            "type": "object",
            "properties": {"city": {"type": "string"}, "zip.code": {"type": "string"}},
            "required": ["city"],
        },
        "meta": {"type": "object"},
        "prices": {"type": "object", "additionalProperties": {"type": "number"}},
    },
    "required": ["lines"],
}
LINE: JsonObject = {"sku": "ab", "count": 2}


def made(raw: JsonObject = ORDER) -> Parameters:
    parameters = parameters_from(raw)
    assert isinstance(parameters, Parameters), parameters
    return parameters


def faults(args: JsonObject, *, allow_missing: bool = False) -> list[tuple[str, str]]:
    checked = made().check(args, allow_missing=allow_missing)
    assert not checked.args
    return [(fault.path, fault.rule) for fault in checked.faults]


def test_n3_good_nested_arguments_pass_as_they_are() -> None:
    args: JsonObject = {
        "lines": [LINE, {**LINE, "gift": False}],
        "tags": ["a", "b"],
        "address": {"city": "Bern", "zip.code": "3000"},
        "meta": {"k": [1, {"deep": None}]},
        "prices": {"a": 1.5, "b": 2},
    }
    checked = made().check(args)
    assert (checked.faults, checked.args, checked.readings) == ((), args, {})


def test_b3_readings_reach_every_depth_and_are_counted() -> None:
    checked = made().check(
        {"lines": [{"sku": "ab", "count": "2", "gift": None}, {"sku": "cd", "count": 3.0}]}
    )
    assert checked.args == {"lines": [{"sku": "ab", "count": 2}, {"sku": "cd", "count": 3}]}
    assert checked.readings == {"number_text": 1, "null": 1, "whole_number": 1}


@pytest.mark.parametrize(
    ("args", "found"),
    [
        ({"lines": []}, [("lines", "minItems")]),
        ({"lines": [LINE] * 4}, [("lines", "maxItems")]),
        ({"lines": [{"sku": "a", "count": 0}]}, [("lines/0/sku", "minLength")]),
        ({"lines": [{"sku": "", "count": 1}]}, [("lines/0/sku", "required")]),
        ({"lines": [{"count": 1}]}, [("lines/0/sku", "required")]),
        ({"lines": [{**LINE, "colour": 1}]}, [("lines/0/colour", "additionalProperties")]),
        ({"lines": [None]}, [("lines/0", "type")]),
        ({"lines": "no"}, [("lines", "type")]),
        ({"lines": {"0": LINE}}, [("lines", "type")]),
        ({"lines": [LINE], "tags": ["a", "a"]}, [("tags", "uniqueItems")]),
        ({"lines": [LINE], "tags": [1]}, [("tags/0", "type")]),
        ({"lines": [LINE], "address": {}}, [("address/city", "required")]),
        ({"lines": [LINE], "address": []}, [("address", "type")]),
        ({"lines": [LINE], "prices": {"a": "x"}}, [("prices/a", "type")]),
        ({"lines": [LINE], "prices": {"0": "x"}}, [("prices/0", "type")]),
        ({"lines": [LINE], "prices": {"007": "x"}}, [("prices/007", "type")]),
        ({"lines": [LINE], "prices": {"+1": "x"}}, [("prices/+1", "type")]),
        ({"lines": [LINE], "prices": {"0" * 50: "x", "9" * 5000: 1}}, [("prices", "type")]),
        ({"lines": [LINE], "meta": {"a": float("nan")}}, [("meta/a", "type")]),
        ({"lines": [LINE], "meta": {"\ud800": 1}}, [("meta/?", "text")]),
        ({"lines": [LINE], "meta": {"a": ["\ud800"]}}, [("meta/a", "text")]),
    ],
)
def test_b3_each_fault_has_its_path(args: JsonObject, found: list[tuple[str, str]]) -> None:
    assert faults(args)[: len(found)] == found


def test_b3_several_faults_come_in_one_answer() -> None:
    args: JsonObject = {"lines": [{"sku": "a", "count": 0}, LINE], "tags": ["a", 2]}
    assert set(faults(args)) == {
        ("lines/0/sku", "minLength"),
        ("lines/0/count", "minimum"),
        ("tags/1", "type"),
    }


def test_b031_json_text_is_decoded_once_where_a_list_or_an_object_is_asked() -> None:
    checked = made().check(
        {"lines": '[{"sku": "ab", "count": "2"}]', "tags": '["a","b"]', "meta": '{"k":"v"}'}
    )
    assert checked.args == {"lines": [LINE], "tags": ["a", "b"], "meta": {"k": "v"}}
    assert checked.readings == {"json_text": 3, "number_text": 1}


def test_b031_what_was_decoded_is_not_decoded_again() -> None:
    assert faults({"lines": '["{\\"sku\\": \\"ab\\", \\"count\\": 2}"]'}) == [("lines/0", "type")]
    # Beside it, an item that came as text in a real list is decoded once.
    assert made().check({"lines": ['{"sku": "ab", "count": 2}']}).args == {"lines": [LINE]}


@pytest.mark.parametrize(
    "text", ["[1", '["a"] x', '{"a":1,"a":2}', "[NaN]", "5", '"[]"', "[" * 99, "['a']"]
)
def test_b031_text_that_is_not_exactly_such_json_stays_text(text: str) -> None:
    assert faults({"lines": [LINE], "tags": text}) == [("tags", "type")]


def test_b031_text_where_text_is_asked_stays_text() -> None:
    parameters = made({"properties": {"note": {"type": "string"}}})
    assert parameters.check({"note": '["a"]'}).args == {"note": '["a"]'}


@pytest.mark.parametrize("value", [None, "", "  ", "null"])
def test_b038_b161_null_and_blank_for_an_optional_list_mean_absent(value: JsonValue) -> None:
    assert made().check({"lines": [LINE], "tags": value}).args == {"lines": [LINE]}
    assert faults({"lines": value}) == [("lines", "required")]


def test_b4_a_form_may_be_offered_with_gaps_at_every_depth() -> None:
    checked = made().check({"lines": [{"sku": "ab"}]}, allow_missing=True)
    assert checked.args == {"lines": [{"sku": "ab"}]}
    assert faults({"lines": [{"sku": "a"}]}, allow_missing=True) == [("lines/0/sku", "minLength")]


def test_b5_nothing_that_is_sent_can_exhaust_the_check() -> None:
    long: list[JsonValue] = ["a"] * 5000
    assert faults({"lines": [LINE], "tags": long})[0] == ("tags", "maxItems")
    many: JsonObject = {str(n): n for n in range(20_000)}
    assert "too_many" in {rule for _, rule in faults({"lines": [LINE], "meta": many})}
    deep: JsonValue = 1
    for _ in range(500):
        deep = [deep]
    assert faults({"lines": [LINE], "meta": {"a": deep}}) == [("meta/a", "too_deep")]


def test_b1_a_schema_says_what_else_its_objects_hold() -> None:
    properties = made().properties
    assert properties["address"]["additionalProperties"] is False
    assert properties["meta"]["additionalProperties"] is True
    closed = made({"properties": {"x": {"type": "object", "additionalProperties": False}}})
    assert [f.rule for f in closed.check({"x": {"a": 1}}).faults] == ["additionalProperties"]


def test_b047_what_is_too_deep_or_too_much_is_refused_with_its_path() -> None:
    deep: JsonObject = {"type": "string"}
    for _ in range(9):
        deep = {"type": "array", "items": deep}
    found = parameters_from({"properties": {"x": deep}})
    assert isinstance(found, tuple)
    assert found[0].key == "parameters.properties.x" + ".items" * 8
    assert "nested too deep" in found[0].message
    wide: JsonObject = {f"p{n}": {"type": "string"} for n in range(101)}
    group: JsonObject = {"type": "object", "properties": wide}
    two: JsonObject = {"a": group, "b": {"type": "array", "items": group}}
    found = parameters_from({"properties": two})
    assert isinstance(found, tuple)
    assert [isinstance(one, KeyFault) and one.key for one in found] == ["parameters.properties"]


SCALAR = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
VALUE = st.recursive(
    SCALAR | st.sampled_from(["[]", "{}", '["a"]', "null", "3", "true"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["sku", "count", "gift", "city", "a"]) | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@THOROUGH
@given(
    args=st.dictionaries(
        st.sampled_from(["lines", "tags", "address", "meta", "prices", "zz"]), VALUE, max_size=5
    )
)
def test_b3_any_nested_arguments_give_checked_ones_or_faults(args: JsonObject) -> None:
    checked = made().check(args)
    if checked.faults:
        assert checked.args == {}
        assert all(fault.message.startswith(fault.path) for fault in checked.faults)
        return
    again = made().check(checked.args)
    assert (again.args, again.faults) == (checked.args, ())
