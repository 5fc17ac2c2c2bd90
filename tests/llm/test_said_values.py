"""Arguments are taken from a question only where they stand in it (SPEC E16)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.base.values import JsonObject, JsonValue
from docsteward.llm.said_values import said_values

PLAN: JsonObject = {"type": "string", "enum": ["free", "pro", "business", "business_plus"]}


def one(question: str, prop: JsonObject, *, name: str = "value") -> JsonValue:
    return said_values(question, {"type": "object", "properties": {name: prop}}).args.get(name)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Limits of the PRO plan?", "pro"),
        ("Do pros get more?", "pro"),
        ("Limits of Business Plus?", "business_plus"),
        ("Limits of business?", "business"),
        ("Is this a problem?", None),
        ("Compare free and pro", None),
        ("Limits of my plan?", None),
    ],
)
def test_enum_values_are_whole_words(question: str, value: JsonValue) -> None:
    assert one(question, PLAN) == value


@pytest.mark.parametrize(
    ("question", "prop", "value"),
    [
        ("Order 48213?", {"type": "integer"}, 48213),
        ("What do 1,250,000 cost?", {"type": "integer"}, 1250000),
        ("At 2.5 percent?", {"type": "number"}, 2.5),
        ("At 2.5 percent?", {"type": "integer"}, None),
        ("Between 3 and 5?", {"type": "integer"}, None),
        ("Version 3.11.2?", {"type": "number"}, None),
        ("On 2026-11-30?", {"type": "integer"}, None),
        ("Model x200?", {"type": "integer"}, None),
        ("On 2026-11-30?", {"type": "string", "format": "date"}, "2026-11-30"),
        ("I am ann@example.org.", {"type": "string", "format": "email"}, "ann@example.org"),
        ("a@x.org or b@x.org", {"type": "string", "format": "email"}, None),
        ("See https://x.org/a?b=1.", {"type": "string", "format": "uri"}, "https://x.org/a?b=1"),
        ('Find "blue shoes" please', {"type": "string"}, "blue shoes"),
        ("Find “blue shoes” please", {"type": "string"}, "blue shoes"),
        ("It isn't what I can't find", {"type": "string"}, None),
        ("Find blue shoes", {"type": "string"}, None),
        ("Where is ORD-77?", {"type": "string", "pattern": "^ORD-[0-9]+$"}, "ORD-77"),
        ("Where is ORD-77?", {"type": "string", "pattern": "[0-9]+"}, None),
        ("Where is it?", {"type": "string", "pattern": "^[$"}, None),
        ("Yes, true, do it", {"type": "boolean"}, None),
        ("Anything", {"const": 7}, 7),
        ("Order 12?", {"type": ["integer", "null"]}, 12),
    ],
)
def test_other_values_are_taken_as_they_stand(
    question: str, prop: JsonObject, value: JsonValue
) -> None:
    assert one(question, prop) == value


def test_a_number_belongs_to_the_parameter_it_stands_beside() -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {"seats": {"type": "integer"}, "months": {"type": "integer"}},
        "required": ["seats", "months"],
    }
    said = said_values("What do 10 seats cost for 12 months?", schema)
    assert said.args == {"seats": 10, "months": 12}
    assert said.missing == ()
    assert said_values("What do 10 cost?", schema).missing == ("seats", "months")


def test_a_long_text_is_prefilled_only_for_a_form() -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {
            "email": {"type": "string", "format": "email"},
            "message": {"type": "string", "format": "multiline"},
        },
        "required": ["email", "message"],
    }
    assert said_values("I need help", schema).args == {}
    said = said_values(" I need help ", schema, prefill=True)
    assert said.args == {"message": "I need help"}
    assert said.missing == ("email",)


@given(
    question=st.text(max_size=80),
    kind=st.sampled_from(["string", "integer", "number", "boolean", "array", "object"]),
)
def test_nothing_is_made_up(question: str, kind: str) -> None:
    value = one(question, {"type": kind})
    if isinstance(value, str):
        assert value in question
    elif value is not None:
        assert any(character.isdigit() for character in question)
