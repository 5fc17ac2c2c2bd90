"""What a reader is told at a field has plain words for every rule that there is (SPEC F2, B5)."""

from __future__ import annotations

import re

import pytest

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.parameters import ArgumentFault, Parameters
from docsteward.toolspec.plain import CHECK_AGAIN, not_in_url

JARGON = re.compile(
    r"\b(arguments?|parameters?|schema|JSON|null|boolean|integer|string|array|object|"
    r"additionalProperties|pattern|enum|type|format|m(in|ax)(Length|Items|imum))\b|[(){}\\]"
)


def checked(schema: JsonObject, args: JsonObject) -> tuple[ArgumentFault, ...]:
    return Parameters(schema=schema).check(args).faults


@pytest.mark.parametrize(
    ("schema", "value", "words"),
    [
        ({"type": "number", "maximum": 100}, 101, "Enter a number of at most 100."),
        ({"type": "integer", "minimum": 1}, 0, "Enter a number of at least 1."),
        ({"type": "number", "exclusiveMinimum": 0}, 0, "Enter a number above 0."),
        ({"type": "number", "exclusiveMaximum": 1.5}, 2, "Enter a number below 1.5."),
        ({"type": "integer", "multipleOf": 5}, 7, "Enter a number that is a multiple of 5."),
        ({"type": "integer"}, "seven", "Enter a whole number."),
        ({"type": "number"}, True, "Enter a number."),
        ({"type": "boolean"}, "maybe", "Choose yes or no."),
        ({"type": "string"}, 5, "Enter a text."),
        ({"type": "string", "minLength": 3}, "ab", "Enter at least 3 characters."),
        ({"type": "string", "maxLength": 1}, "ab", "Enter at most 1 character."),
        (
            {"type": "string", "pattern": "^[A-Z]{3}$"},
            "ab",
            "This does not have the form that is asked for.",
        ),
        ({"type": "string", "enum": ["free", "pro"]}, "x", "Choose one of these: free, pro."),
        ({"type": "string", "const": "yes"}, "no", "This must be yes."),
        (
            {"type": "string", "format": "email"},
            "nobody",
            "Enter an e-mail address, such as name@example.com.",
        ),
        (
            {"type": "array", "items": {"type": "string"}, "minItems": 2},
            ["a"],
            "Enter at least 2 entries.",
        ),
        (
            {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
            ["a", "a"],
            "Enter each entry only once.",
        ),
        ({"type": "string"}, "\ud800", "characters that can't be used"),
        ({"type": "string"}, "x" * 20_001, "Enter a shorter text."),
        ({"type": "number"}, 10**400, "Enter a smaller number."),
    ],
)
def test_f2_b5_every_rule_has_words_for_a_reader(
    schema: JsonObject, value: JsonValue, words: str
) -> None:
    (fault,) = checked({"type": "object", "properties": {"field": schema}}, {"field": value})
    assert words in fault.plain
    assert fault.plain != CHECK_AGAIN
    assert not JARGON.search(fault.plain)
    assert fault.message.startswith("field: "), "the model's line has the path and the rule"


def test_f2_a_missing_and_an_unknown_value_have_words_too() -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "required": ["a"],
    }
    faults = checked(schema, {"b": 1})
    assert {fault.path: fault.plain for fault in faults} == {
        "a": "This is required.",
        "b": "This is not asked for here.",
    }


@pytest.mark.parametrize("code", ["argument_missing", "argument_too_long", "argument_unsafe"])
def test_c2_a_value_that_cannot_stand_in_a_url_has_words_too(code: str) -> None:
    assert not_in_url(code) != CHECK_AGAIN
    assert not JARGON.search(not_in_url(code))
