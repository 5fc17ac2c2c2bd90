"""What a page needs to draw an action (SPEC F2)."""

from __future__ import annotations

from docsteward.base.values import JsonObject
from docsteward.toolspec.form import (
    FormField,
    argument_line,
    fields,
    own_suggestions,
    without_unseen,
)
from docsteward.toolspec.load import load_tool
from docsteward.toolspec.tool import Tool


def form(properties: JsonObject, *required: str) -> Tool:
    loaded = load_tool(
        "write",
        {
            "description": "d",
            "confirm": "form",
            "parameters": {"properties": properties, "required": list(required)},
            "run": {"fetch": "/x", "method": "POST"},
        },
    )
    assert isinstance(loaded, Tool), loaded
    return loaded


def only(schema: JsonObject, value: str | int | None = None) -> FormField:
    return fields(form({"p": schema}), {} if value is None else {"p": value})[0]


def test_f2_every_type_has_its_input() -> None:
    inputs = {
        field.name: field.input
        for field in fields(
            form(
                {
                    "a": {"type": "string"},
                    "b": {"type": "string", "format": "email"},
                    "c": {"type": "string", "format": "uri"},
                    "d": {"type": "number"},
                    "e": {"type": "integer"},
                    "f": {"type": "boolean"},
                    "g": {"type": "string", "enum": ["x"]},
                    "h": {"type": "string", "format": "multiline"},
                    "i": {"type": "string", "format": "date"},
                    "j": {"type": "string", "format": "time"},
                    "k": {"type": "string", "format": "date-time"},
                    "l": {"type": "string", "format": "uuid"},
                    "m": {"type": "integer", "enum": [1, 2]},
                    "n": {"type": "string", "const": "x"},
                }
            ),
            {},
        )
    }
    assert "".join(inputs) == "abcdefghijklmn"
    assert list(inputs.values()) == [
        *("text", "email", "url", "number", "integer", "checkbox", "select", "textarea"),
        *("date", "time", "datetime-local", "text", "select", "select"),
    ]


def test_f2_labels_bounds_and_options() -> None:
    tool = form(
        {
            "seats": {"type": "integer", "exclusiveMinimum": 0, "maximum": 9, "multipleOf": 3},
            "plan_name": {"type": "string", "enum": ["a", "b"], "description": "Which plan"},
            "note": {"type": "string", "minLength": 2, "maxLength": 5, "pattern": "^a"},
        },
        "seats",
    )
    seats, plan, note = fields(tool, {"plan_name": "b"})
    assert (seats.label, seats.required, plan.required) == ("Seats", True, False)
    assert (seats.minimum, seats.maximum, seats.step) == (1, 9, 3)
    assert (plan.label, plan.options, plan.value) == ("Which plan", ("a", "b"), "b")
    assert (note.min_length, note.max_length, note.pattern) == (2, 5, "^a")
    assert only({"type": "integer", "exclusiveMaximum": 2.5}).maximum == 2


def test_f2_a_field_starts_with_what_will_be_sent() -> None:
    assert only({"type": "string", "const": "x"}).value == "x"
    assert only({"type": "integer", "default": 5}).value == 5
    assert only({"type": "integer", "default": 5}, 7).value == 7
    assert only({"type": "string"}).value is None


def test_f2_control_bidi_and_invisible_characters_are_stripped() -> None:
    hidden = "a\u202eb\u2066c\u200bd\x00e\u00adf\ufeffg\U000e0041h\u3164i"
    assert only({"type": "string"}, hidden).value == "abcdefghi"
    assert only({"type": "string"}, "a\nb").value == "a b"
    assert only({"type": "string", "format": "multiline"}, "a\r\nb\x07").value == "a\nb"


def test_f2_addresses_are_prefilled_from_the_readers_own_words_only() -> None:
    tool = form(
        {
            "email": {"type": "string", "format": "email"},
            "page": {"type": "string", "format": "uri"},
            "note": {"type": "string"},
        }
    )
    args: JsonObject = {"email": "a@example.com", "page": "https://evil.example", "note": "hi"}
    values = [field.value for field in fields(tool, args, own_words="I am A@example.com")]
    assert values == ["a@example.com", None, "hi"]
    assert [field.value for field in fields(tool, args, own_words="")] == [None, None, "hi"]
    assert [field.value for field in fields(tool, args)] == list(args.values())


def test_f2_joiners_stay_where_they_join() -> None:
    assert without_unseen("👩\u200d💻") == "👩\u200d💻"
    assert without_unseen("\u200da \u200d b\u200c") == "a  b"


def test_f2_the_second_line_of_a_button() -> None:
    tool = form(
        {"plan": {"type": "string"}, "seat_count": {"type": "integer"}, "now": {"type": "boolean"}}
    )
    assert argument_line(tool, {"plan": "pro"}) == "With plan: pro"
    line = argument_line(tool, {"now": True, "seat_count": 3, "plan": "p\u202er\no"})
    assert line == "With plan: pr o, seat count: 3, now: true"
    assert argument_line(tool, {}) == ""


LINES: JsonObject = {
    "type": "array",
    "minItems": 1,
    "maxItems": 3,
    "description": "What you need",
    "items": {
        "type": "object",
        "properties": {"sku": {"type": "string"}, "mail": {"type": "string", "format": "email"}},
        "required": ["sku"],
    },
}


def test_n3_a_list_repeats_its_item_and_a_group_has_fields() -> None:
    made = fields(form({"lines": LINES}), {"lines": [{"sku": "a\u202eb"}]})[0]
    assert (made.input, made.min_items, made.max_items) == ("list", 1, 3)
    assert made.value == [{"sku": "ab"}]
    assert made.item is not None
    assert made.item.input == "group"
    assert [(one.name, one.input, one.required) for one in made.item.fields] == [
        ("sku", "text", True),
        ("mail", "email", False),
    ]


def test_n3_a_group_is_prefilled_field_by_field_and_a_map_is_json() -> None:
    group: JsonObject = {
        "type": "object",
        "properties": {"city": {"type": "string"}, "n": {"type": "integer", "default": 2}},
    }
    tool = form({"address": group, "meta": {"type": "object"}})
    address, meta = fields(tool, {"address": {"city": "Bern"}, "meta": {"k": [1]}})
    assert [one.value for one in address.fields] == ["Bern", 2]
    assert (meta.input, meta.value) == ("json", {"k": [1]})


def test_n3_a_page_gets_nested_fields_in_one_shape() -> None:
    shown = fields(form({"lines": LINES}), {})[0].to_json()
    assert shown["type"] == "list"
    item = shown["item"]
    assert isinstance(item, dict)
    assert item["type"] == "group"
    inner = item["fields"]
    assert isinstance(inner, list)
    assert isinstance(inner[0], dict)
    assert inner[0]["type"] == "text"


def test_f2_an_address_in_a_nested_form_is_the_readers_own() -> None:
    group: JsonObject = {
        "type": "object",
        "properties": {"mail": {"type": "string", "format": "email"}},
    }
    tool = form({"who": group})
    args: JsonObject = {"who": {"mail": "evil@example.com"}}
    assert fields(tool, args, own_words="write to me@example.com")[0].fields[0].value is None
    assert fields(tool, args, own_words="evil@example.com")[0].fields[0].value is not None


def test_f2_an_address_inside_a_list_is_the_readers_own() -> None:
    args: JsonObject = {"lines": [{"sku": "a", "mail": "evil@example.com"}]}
    shown = fields(form({"lines": LINES}), args, own_words="nothing of the kind")[0]
    assert shown.value == [{"sku": "a"}]


def test_f2_a_forms_suggestions_keep_only_the_readers_own_addresses_however_deep() -> None:
    who: JsonObject = {
        "type": "object",
        "properties": {"mail": {"type": "string", "format": "email"}, "n": {"type": "integer"}},
    }
    tool = form({"who": who, "lines": LINES, "mail": {"type": "string", "format": "email"}})
    args: JsonObject = {
        "who": {"mail": "evil@example.com", "n": 2},
        "lines": [{"sku": "a", "mail": "evil@example.com"}],
        "mail": "me@example.com",
    }
    kept = own_suggestions(tool, args, own_words="write to me@example.com")
    assert kept == {"who": {"n": 2}, "lines": [{"sku": "a"}], "mail": "me@example.com"}


def test_b160_a_suggestion_that_is_not_on_the_list_leaves_the_field_empty() -> None:
    choice: JsonObject = {"type": "string", "enum": ["a", "b"]}
    assert only(choice, "b").value == "b"
    assert only(choice, "c").value is None
    assert only(choice).value is None
