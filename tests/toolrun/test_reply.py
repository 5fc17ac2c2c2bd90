"""Reading a reply: JSON, HTML, text, and what is none of them (SPEC D4, D6)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.toolrun.reply import DONE, Reading, Reply, Unreadable, read_reply, said_by

LIMIT = 4000
CUT = "[The reply is cut here.]"


def read(body: bytes | str, content_type: str = "", *, limit: int = LIMIT) -> Reply:
    found = read_reply(body, content_type, Reading(limit=limit))
    assert isinstance(found, Reply), found
    return found


def refused(body: bytes | str, content_type: str = "") -> str:
    found = read_reply(body, content_type, Reading(limit=LIMIT))
    assert isinstance(found, Unreadable), found
    return found.media_type


@pytest.mark.parametrize(
    "content_type",
    ["application/json", "application/problem+json; charset=utf-8", "text/plain", ""],
)
def test_d4_json_is_parsed_whatever_it_is_called(content_type: str) -> None:
    reply = read('{"a":  1,\n "é": [true, null]}'.encode(), content_type)
    assert reply.text == '{"a": 1, "é": [true, null]}'


def test_d4_a_mark_at_the_start_of_a_file_is_no_part_of_it() -> None:
    assert read(b'\xef\xbb\xbf{"a": 1}', "application/json").text == '{"a": 1}'


@pytest.mark.parametrize(
    "body", [b"{cut", b"[1, 2", b"9" * 5000, b"[" * 100_000, b'{"a": ' * 3000 + b"1" + b"}" * 3000]
)
def test_d4_what_only_looks_like_json_stays_text(body: bytes) -> None:
    reply = read(body, "application/json")
    assert reply.text[:5] == body[:5].decode()
    assert reply.said == DONE


def test_d4_html_becomes_plain_text() -> None:
    page = """<!doctype html><html><head><title>T</title><style>p {}</style></head><body>
    <script>alert('x')</script><h1>Plans</h1><p>Ten &amp; <b>more</b></p><!-- hidden -->
    <noscript>no</noscript><template>t</template></body></html>"""
    text = read(page.encode(), "text/html; charset=utf-8").text
    assert text.split() == ["Plans", "Ten", "&", "more"]
    assert "<" not in text


def test_d4_text_stays_text() -> None:
    assert read(b"  50,000 a day\n", "text/plain").text == "50,000 a day"


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("Größe".encode("latin-1"), "text/plain; charset=ISO-8859-1"),
        ("Größe".encode("utf-16"), 'text/plain; charset="utf-16"'),
        ("Größe".encode(), "text/plain; Charset='UTF-8'"),
        ("Größe".encode(), "text/plain"),
    ],
)
def test_d4_the_charset_is_the_replys_own(body: bytes, content_type: str) -> None:
    assert read(body, content_type).text == "Größe"


@pytest.mark.parametrize(
    ("body", "content_type", "named"),
    [
        (b"\x89PNG\r\n\x1a\n\x00", "image/png", "image/png"),
        (b"\xff\xd8\xff\xe0", "Image/JPEG; q=1", "image/jpeg"),
        (b"\xff\xfe\xfd", "", "application/octet-stream"),
        (b"text\x00text", "text/plain", "text/plain"),
        ("text\x00text", "text/plain", "text/plain"),
        (b"abc", "text/plain; charset=nonsense", "text/plain"),
        (b"6162", "text/plain; charset=hex", "text/plain"),
        (b"abc", "text/plain; charset=undefined", "text/plain"),
        (b"\\ud800", "text/plain; charset=unicode_escape", "text/plain"),
        (b"xn--a", "text/plain; charset=idna", "text/plain"),
        (b"+2AA-", "text/plain; charset=utf-7", "text/plain"),
        (b"abc", "text/plain; charset=a\x00b", "text/plain"),
    ],
)
def test_d4_a_binary_reply_is_refused_with_its_type(
    body: bytes | str, content_type: str, named: str
) -> None:
    assert refused(body, content_type) == named


def test_d6_a_long_reply_is_cut_at_a_boundary_and_says_so() -> None:
    text = read(b"word " * 2000, "text/plain").text
    assert len(text) <= LIMIT
    assert text.endswith(CUT)
    assert text.removesuffix(CUT).rstrip().endswith("word")
    assert CUT not in read(b"word " * 10, "text/plain").text


def test_d6_a_reply_that_was_cut_on_its_way_says_so_and_keeps_its_last_whole_character() -> None:
    body = "Größe".encode()[:3]
    found = read_reply(body, "text/plain", Reading(limit=LIMIT), truncated=True)
    assert isinstance(found, Reply)
    assert found.text.startswith("Gr")
    assert found.text.endswith(CUT)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("Sent.", "Sent."),
        ({"message": "Ticket 7."}, "Ticket 7."),
        ({"message": "  "}, DONE),
        ({"message": 7}, DONE),
        ({"text": "x"}, DONE),
        ([], DONE),
        (None, DONE),
        (True, DONE),
        ("x" * 600, "x" * 499 + "…"),
        ("two\n lines", "two lines"),
    ],
)
def test_f4_an_endpoints_own_words_or_done(value: object, said: str) -> None:
    assert read(json.dumps(value).encode(), "application/json").said == said


def test_f4_a_page_of_html_has_no_words_of_its_own() -> None:
    assert read(b"<p>Thanks!</p>", "text/html").said == DONE
    assert said_by("Thanks!") == "Thanks!"
    assert read(b"Thanks!", "text/plain").said == "Thanks!"


def test_what_cannot_be_stored_is_marked() -> None:
    assert read('"a\ud800b"', "text/plain").text == '"a\ufffdb"'
    escaped = read(b'{"message": "a\\ud800\\u0000b"}', "application/json")
    assert escaped.text == '{"message": "a\ufffd\\u0000b"}'
    assert escaped.said == "a\ufffd\ufffdb"


CHARSETS = st.sampled_from(
    [
        "utf-8",
        "utf-16",
        "utf-7",
        "latin-1",
        "hex",
        "rot13",
        "idna",
        "undefined",
        "zlib",
        "big5",
        "\x00",
    ]
)
TYPES = (
    st.sampled_from(["text/html", "application/json", "text/plain", "image/png", ""]) | st.text()
)


@given(
    body=st.binary(max_size=400) | st.text(st.characters(exclude_categories=()), max_size=400),
    media_type=TYPES,
    charset=CHARSETS | st.text(max_size=20),
    limit=st.integers(60, 300),
    truncated=st.booleans(),
)
def test_m2_reading_never_fails_and_always_fits(
    body: bytes | str, media_type: str, charset: str, limit: int, truncated: bool
) -> None:
    content_type = f"{media_type}; charset={charset}"
    found = read_reply(body, content_type, Reading(limit=limit), truncated=truncated)
    if isinstance(found, Unreadable):
        assert found.media_type
        return
    assert len(found.text) <= limit
    assert found.said
    found.text.encode()
    found.said.encode()
    assert "\x00" not in found.text + found.said


MARKUP = st.lists(
    st.sampled_from(
        ["<p>", "</p>", "<b", ">", "<script>", "</script>", "<!--", "-->", "&#0;", "&amp;"]
    )
    | st.text(max_size=5),
    max_size=30,
).map("".join)


@given(markup=MARKUP)
def test_d4_no_markup_makes_reading_fail(markup: str) -> None:
    reply = read(markup, "text/html") if "\x00" not in markup else None
    assert reply is None or "\x00" not in reply.text
