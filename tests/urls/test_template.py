"""URL templates: what may be written, and what no argument can do to them (SPEC C)."""

from __future__ import annotations

from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.base.errors import ModelFault, SiteFault
from docsteward.base.values import JsonValue
from docsteward.urls.template import compile_template

OPTIONAL = frozenset({"a", "b"})


def refused(text: str, optional: frozenset[str] = frozenset()) -> str:
    with pytest.raises(SiteFault) as caught:
        compile_template(text, optional=optional)
    assert caught.value.code == "template_invalid"
    return caught.value.message


def fault(text: str, value: JsonValue) -> str:
    with pytest.raises(ModelFault) as caught:
        compile_template(text).fill({"a": value})
    return caught.value.code


def test_c1_values_are_encoded_but_for_unreserved_characters() -> None:
    filled = compile_template("/find?q={a}").fill({"a": " a b+c/ü~-._ "})
    assert filled == "/find?q=a%20b%2Bc%2F%C3%BC~-._"


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "true"), (False, "false"), (3, "3"), (3.0, "3"), (-0.5, "-0.5"), (1e-7, "0.0000001")],
)
def test_c1_text_forms(value: JsonValue, text: str) -> None:
    assert compile_template("/x/{a}").fill({"a": value}) == f"/x/{text}"


def test_c1_a_value_over_200_characters_is_an_error_and_no_cut() -> None:
    assert compile_template("/x/{a}").fill({"a": "é" * 200}) == "/x/" + "%C3%A9" * 200
    assert fault("/x/{a}", "a" * 201) == "argument_too_long"
    assert fault("/x/{a}", 10**5000) == "argument_too_long"
    assert fault("/x/{a}", 1e300) == "argument_too_long"


def test_b039_every_character_survives_a_round_trip() -> None:
    value = '"site search" (beta): a&b=c #1 50% ä'
    template = compile_template("https://api.example.com/s?q={a}&cursor={b}", optional=OPTIONAL)
    url = template.fill({"a": value, "b": ""})
    assert parse_qsl(urlsplit(url).query, keep_blank_values=True) == [("q", value)]


def test_b040_nothing_of_a_path_value_leaves_its_segment() -> None:
    assert refused("https://{region}.example.com/users/{id}").count("host") == 1
    assert fault("https://api.example.com/users/{a}/keys", "../../admin?x=") == "argument_unsafe"
    filled = compile_template("https://api.example.com/users/{a}/keys").fill({"a": "evil/?x=#"})
    assert filled == "https://api.example.com/users/evil%2F%3Fx%3D%23/keys"


def test_b042_a_value_is_encoded_once() -> None:
    filled = compile_template("/x?f={a}").fill({"a": "{Order No} = 'A-1'"})
    assert filled == "/x?f=%7BOrder%20No%7D%20%3D%20%27A-1%27"


def test_b043_a_plus_in_a_query_is_encoded() -> None:
    filled = compile_template("https://crm.example/contacts?email={a}").fill(
        {"a": "ana+test@example.com"}
    )
    assert filled.endswith("?email=ana%2Btest%40example.com")


@pytest.mark.parametrize("value", [None, "", "   "])
def test_b035_c4_a_required_value_that_is_missing_stops_the_call(value: JsonValue) -> None:
    assert fault("/x?q={a}", value) == "argument_missing"


def test_c4_pairs_left_empty_are_dropped_and_all_else_stays() -> None:
    text = "/s?keep=&product_types[]=retail&q={a}&r={a}-{b};v=1&x='(1)'#top"
    template = compile_template(text, optional=OPTIONAL)
    assert template.fill({}) == "/s?keep=&product_types[]=retail&r=-;v=1&x='(1)'#top"
    assert template.fill({"a": "1"}).startswith("/s?keep=&product_types[]=retail&q=1&r=1-;v=1")


def test_c4_a_query_of_nothing_but_empty_pairs_goes_with_its_mark() -> None:
    template = compile_template("/s?q={a}#f{b}", optional=OPTIONAL)
    assert template.fill({"a": None}) == "/s#f"


def test_c4_filling_takes_one_pass() -> None:
    filled = compile_template("/x?p={a}&q={b}").fill({"a": "{b}", "b": "1"})
    assert filled == "/x?p=%7Bb%7D&q=1"


@pytest.mark.parametrize(
    "value",
    [
        ".",
        "..",
        " .. ",
        "../x",
        "x/../y",
        "..\\x",
        "x\\..",
        "%2e%2e",
        "..%2Fadmin",
        "%252e%252e",
        "%2E",
        "..;x",
        "x%5c..",
        "a\nb",
        "a\x00b",
        "%00",
        "\x7f",
        "x\u2028x",
        "\ud800",
    ],
)
def test_c2_path_values_that_could_climb_or_hide_are_refused(value: str) -> None:
    assert fault("/x/{a}/y", value) == "argument_unsafe"


@pytest.mark.parametrize(
    ("text", "value"),
    [("/x/.{a}/y", "."), ("/x/%2e{a}", "."), ("/x/{a}./y", "."), ("/x/..%2F{a}", "y")],
)
def test_c2_joined_with_literal_text_too(text: str, value: str) -> None:
    assert fault(text, value) == "argument_unsafe"


def test_c2_joined_values_too() -> None:
    with pytest.raises(ModelFault):
        compile_template("/x/{a}{b}").fill({"a": ".", "b": "."})


@pytest.mark.parametrize("value", ["a/b", "a.b", "...", ".hidden", "v1..2", "50%", "%zz", "a\\b"])
def test_c2_ordinary_values_pass(value: str) -> None:
    filled = compile_template("/x/{a}").fill({"a": value})
    assert unquote(filled.removeprefix("/x/")) == value


def test_c2_dots_in_a_query_are_only_text() -> None:
    assert compile_template("/x?p={a}").fill({"a": "../y"}) == "/x?p=..%2Fy"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("{a}://example.com/", "scheme"),
        ("http{a}://example.com/", "scheme"),
        ("https://{a}@example.com/", "user-info"),
        ("https://u:{a}@example.com/", "user-info"),
        ("https://x.{a}/y", "host"),
        ("https://{a}", "host"),
        ("https://example.com:{a}/", "port"),
        ("https://example.com:8{a}/", "port"),
        ("https://u:p@example.com/", "user name"),
        ("//example.com/{a}", "'//'"),
        ("api/{a}", "relative"),
        ("", "relative"),
        ("javascript:alert({a})", "scheme"),
        ("ftp://example.com/{a}", "relative"),
        ("https:///x", "host"),
        ("https://example.com:99999/", "port"),
        ("/x/{{a}}", "doubled"),
        ("/x/{A}", "not a placeholder"),
        ("/x/{a b}", "not a placeholder"),
        ("/x/a}", "not a placeholder"),
        ("/x/{a", "not a placeholder"),
        ("/\\example.com/{a}", "'\\\\'"),
        ("/x y/{a}", "' '"),
        ("/x\n/{a}", "'\\n'"),
        ("/x/../{a}", "'..'"),
        ("/x/%2E/{a}", "'%2E'"),
        ("/x/%2{a}", "hex"),
        ("/x?{a}=1", "names"),
        ("/x?{a}", "without a name"),
        ("/x?k=${secret:KEY}", "'${...}'"),
        ("/" + "x" * 2000, "2001"),
    ],
)
def test_c2_templates_refused_at_load_say_why(text: str, word: str) -> None:
    assert word in refused(text)


@pytest.mark.parametrize("text", ["/{a}/x", "/x/v{a}", "/x/{a}/", "/x/{a}{b}"])
def test_c3_an_optional_path_value_is_the_whole_last_segment(text: str) -> None:
    assert "last segment" in refused(text, OPTIONAL)


def test_c3_the_last_segment_may_stay_empty() -> None:
    assert compile_template("/x/{a}?k=1", optional=OPTIONAL).fill({}) == "/x/?k=1"


def test_a_template_knows_its_origin_and_its_placeholders() -> None:
    template = compile_template("HTTPS://API.Example.com:443/{b}/{a}?x={b}")
    assert not template.is_relative
    assert str(template.origin) == "https://api.example.com"
    assert template.placeholders == ("b", "a")
    assert compile_template("/x").is_relative


TEMPLATES = (
    "https://api.example.com:8443/v1/{a}/list?q={b}&fixed=1#at={a}",
    "http://example.com/{a}?x={b}&x={b}",
    "/x-{a}.html?q={b}",
    "/x?p={a}{b}",
)
VALUES = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="./\\%25eE2Ff?#&=@:;{}ab ", max_size=30),
    st.integers(),
    st.floats(allow_nan=False),
    st.booleans(),
)


@given(text=st.sampled_from(TEMPLATES), a=VALUES, b=VALUES)
def test_c2_no_argument_leaves_its_place(text: str, a: JsonValue, b: JsonValue) -> None:
    template = compile_template(text)
    model = urlsplit(template.fill({"a": "v", "b": "v"}))
    try:
        url = template.fill({"a": a, "b": b})
    except ModelFault:
        return
    parts = urlsplit(url)
    assert (parts.scheme, parts.netloc) == (model.scheme, model.netloc)
    assert parts.path.count("/") == model.path.count("/")
    assert not {".", ".."} & set(unquote(unquote(parts.path)).replace("\\", "/").split("/"))
    names = [name for name, _ in parse_qsl(parts.query, keep_blank_values=True)]
    assert names == [name for name, _ in parse_qsl(model.query, keep_blank_values=True)]
    assert url.isascii()
    assert url.isprintable()
