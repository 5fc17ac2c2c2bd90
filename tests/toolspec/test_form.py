"""What a page needs to draw an action (SPEC F2)."""

from __future__ import annotations

from docsteward.base.values import JsonObject
from docsteward.toolspec.form import FormField, argument_line, fields, without_unseen
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
