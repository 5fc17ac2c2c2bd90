"""JSON pointers narrow a reply (SPEC D6, RFC 6901)."""

from __future__ import annotations

import pytest

from docsteward.base.values import JsonValue
from docsteward.toolspec.pointer import MISSING, at_pointer, is_pointer, picked

REPLY: JsonValue = {"a": [{"b": 1}, None], "c/d": {"e~f": "x"}, "": 3}


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("", REPLY),
        ("/a/0/b", 1),
        ("/a/1", None),
        ("/c~1d/e~0f", "x"),
        ("/", 3),
        ("/a/2", MISSING),
        ("/a/-", MISSING),
        ("/a/00", MISSING),
        ("/a/0/b/c", MISSING),
        ("/x", MISSING),
    ],
)
def test_d6_a_pointer_leads_somewhere_or_nowhere(pointer: str, value: object) -> None:
    assert is_pointer(pointer)
    assert at_pointer(REPLY, pointer) == value


@pytest.mark.parametrize("text", ["a", "#/a", "/~", "/~2", "/a~"])
def test_d6_other_text_is_no_pointer(text: str) -> None:
    assert not is_pointer(text)


def test_d6_a_reply_is_narrowed_to_what_was_picked() -> None:
    assert picked(REPLY, ["/a/0/b"]) == 1
    assert picked(REPLY, ["/a/0/b", "/x", "/c~1d"]) == {"/a/0/b": 1, "/c~1d": {"e~f": "x"}}
    assert picked(REPLY, ["/a/1"]) is None
    assert picked(REPLY, []) == REPLY
    assert picked(REPLY, ["/x"]) == REPLY
