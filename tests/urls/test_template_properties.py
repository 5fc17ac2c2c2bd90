"""No argument changes anything of a URL but its own place (SPEC C1-C5)."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from docsteward.base.errors import ModelFault, ReaderFault, SiteFault
from docsteward.base.values import JsonValue
from docsteward.urls.origin import Origin, rebased
from docsteward.urls.template import UrlTemplate, compile_template

# `HYPOTHESIS_PROFILE=ci` is the long run; tests/conftest.py prints its seed.
THOROUGH: Final = settings(
    max_examples=10_000 if os.environ.get("HYPOTHESIS_PROFILE") == "ci" else 300, deadline=None
)
BROAD: Final = settings(
    max_examples=2_000 if os.environ.get("HYPOTHESIS_PROFILE") == "ci" else 200, deadline=None
)
NASTY: Final = st.sampled_from(
    [
        *("..", ".", "%2e%2e", "..%2Fadmin", "..\\admin", "%252e%252e%252f", "../../etc", "/"),
        *("//evil.example", "https://evil.example/", "@evil.example", ":8443", "?x=1", "&x=1"),
        *("#f", "a=b", "{b}", "{{a}}", "${secret:KEY}", "a;..", " .. ", "%", "%zz", "+", "é"),
        *("\n", "\r\nHost: x", "\x00", "\u2028", "\ud800", "․․", "．．", "a" * 201, "%0d%0a"),
    ]
)
VALUES: Final = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    NASTY,
    st.text(),
    st.text(alphabet="./\\%2eE;:@?&=#{}$+ aA0", max_size=12),
    st.lists(NASTY, min_size=2, max_size=3).map("".join),
)
LITERAL: Final = st.text(alphabet="abz09-._~!$'()*,:@", min_size=1, max_size=6)


@dataclass(frozen=True, kw_only=True)
class Case:
    text: str
    template: UrlTemplate


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw a template that loads, with the placeholders a, b, c and d in all lawful places."""
    head = draw(st.sampled_from(["", "https://api.example.com", "http://[::1]:8080"]))
    start = draw(st.sampled_from(["/", "/v1/", "/x.y/z/"]))
    parts = draw(st.lists(st.sampled_from(["{a}", "{b}"]) | LITERAL, max_size=4))
    path = start + draw(st.sampled_from(["/", ""])).join(parts)
    keys = st.sampled_from(["q", "product_types[]", "k"])
    places = st.sampled_from(["{c}", "{d}", "retail", "x{c}y", ""])
    pairs = draw(st.lists(st.tuples(keys, places).map("=".join), max_size=3))
    fragment = draw(st.sampled_from(["", "#top", "#{d}"]))
    text = head + path + ("?" + "&".join(pairs) if pairs else "") + fragment
    optional = frozenset(draw(st.sets(st.sampled_from(["c", "d"]))))
    try:
        return Case(text=text, template=compile_template(text, optional=optional))
    except SiteFault:
        return Case(text="/f/{a}?q={c}", template=compile_template("/f/{a}?q={c}"))


ARGS: Final = st.fixed_dictionaries(dict.fromkeys("abcd", VALUES))


def filled(template: UrlTemplate, args: dict[str, JsonValue]) -> str | None:
    try:
        return template.fill(args)
    except ModelFault as fault:
        if fault.code not in {"argument_missing", "argument_too_long", "argument_unsafe"}:
            raise
        return None


def shape(url: str) -> tuple[str, str, str | None, int | None, int]:
    parts: SplitResult = urlsplit(url)
    return (parts.scheme, parts.netloc, parts.username, parts.port, parts.path.count("/"))


@THOROUGH
@given(case=cases(), args=ARGS)
@example(
    case=Case(text="/f/.{a}", template=compile_template("/f/.{a}")),
    args={"a": ".", "b": "", "c": "", "d": ""},
)
def test_c2_no_argument_changes_scheme_user_host_port_depth_or_adds_a_parameter(
    case: Case, args: dict[str, JsonValue]
) -> None:
    url = filled(case.template, args)
    if url is None:
        return
    plain = re.sub(r"\{[a-d]\}", "x", case.text)
    assert shape(url) == shape(plain)
    assert re.fullmatch(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]*", url)
    names = [name for name, _ in parse_qsl(urlsplit(url).query, keep_blank_values=True)]
    written = [name for name, _ in parse_qsl(urlsplit(plain).query, keep_blank_values=True)]
    assert names == written or (set(names) <= set(written) and case.template.optional)
    assert bool(urlsplit(url).fragment) <= bool(urlsplit(plain).fragment)
    for segment in urlsplit(url).path.split("/"):
        text = segment
        for _ in range(8):
            assert not set(re.split(r"[/\\]", text)) & {".", ".."} or text == segment == ""
            text = unquote(text)


def encoded(value: JsonValue) -> str:
    """Return a value as RFC 3986 has it, written apart from the code under test."""
    text = str(value).lower() if isinstance(value, bool) else str(value).strip()
    unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    return "".join(
        char if char in unreserved else "".join(f"%{byte:02X}" for byte in char.encode())
        for char in text
    )


@BROAD
@given(case=cases(), args=ARGS)
def test_c1_every_value_comes_back_whole_from_its_place(
    case: Case, args: dict[str, JsonValue]
) -> None:
    url = filled(case.template, args)
    if url is None:
        return
    if case.template.optional or not all(
        isinstance(args[name], str | int) for name in case.template.placeholders
    ):
        return
    assert url == re.sub(r"\{([a-d])\}", lambda found: encoded(args[found[1]]), case.text)


@BROAD
@given(case=cases(), args=ARGS)
def test_c4_only_pairs_that_an_optional_value_left_empty_are_dropped(
    case: Case, args: dict[str, JsonValue]
) -> None:
    absent = {**args, **dict.fromkeys(case.template.optional)}
    url = filled(case.template, absent)
    required = set(case.template.placeholders) - case.template.optional
    if any(args[name] is None for name in required):
        assert url is None
    if url is None:
        return
    kept = [pair for pair in (case.template.query or "").split("&") if pair]
    gone = [f"={{{name}}}" for name in case.template.optional]
    left = [pair for pair in kept if not pair.endswith(tuple(gone))]
    assert len([pair for pair in urlsplit(url).query.split("&") if pair]) == len(left)
    assert url.count("product_types[]=retail") == case.text.count("product_types[]=retail")


@BROAD
@given(
    text=st.text(alphabet="htps:/.{}a@%?#&=[]\\ x2e", max_size=30)
    | st.tuples(
        st.sampled_from(["https://", "http://", "//", "/", "ftp://", "{a}://", ""]),
        st.sampled_from(["x.example", "{a}", "u:{a}@x.example", "x.example:{a}", "{a}.example"]),
        st.sampled_from(["", "/{a}", "?q={a}", "?{a}=1", "#{a}", "/../{a}", "/{a"]),
    ).map("".join)
)
def test_c2_c3_whatever_loads_keeps_placeholders_out_of_the_front(text: str) -> None:
    try:
        template = compile_template(text)
    except SiteFault:
        return
    assert "{" not in template.prefix
    assert template.is_relative == (template.prefix == "")
    if not template.is_relative:
        parts = urlsplit(template.prefix)
        assert parts.scheme in {"http", "https"}
        assert parts.username is None
        assert parts.hostname


ALLOWED: Final = tuple(
    map(
        Origin.parse, ["https://docs.example.com", "http://localhost:3000", "https://x.example:444"]
    )
)


@BROAD
@given(
    case=cases(),
    args=ARGS,
    sent=st.none()
    | st.sampled_from(
        [*map(str, ALLOWED), "null", "https://docs.example.com/", "HTTP://LOCALHOST:3000"]
    )
    | st.sampled_from(
        ["https://docs.example.com.evil.example", "https://docs.example.com@evil.example"]
    )
    | st.sampled_from(["http://docs.example.com", "https://docs.example.com:444", "https://*"])
    | st.text(max_size=20),
)
def test_c5_a_url_follows_exactly_allowed_origins_and_no_others(
    case: Case, args: dict[str, JsonValue], sent: str | None
) -> None:
    url = filled(case.template, args)
    if url is None or case.template.is_relative:
        return
    got = rebased(url, sent, ALLOWED)
    exact = next((one for one in ALLOWED if sent is not None and sent.lower() == str(one)), None)
    assert Origin.of_url(got) == (exact or case.template.origin)
    before, after = urlsplit(url), urlsplit(got)
    assert (before.path, before.query, before.fragment) == (after.path, after.query, after.fragment)
    if exact is None:
        assert got == url


def test_c5_what_follows_is_the_rest_and_nothing_else() -> None:
    url = "https://www.example.com:8443/a%2Fb?x=%40#f"
    assert rebased(url, "http://localhost:3000", ALLOWED) == "http://localhost:3000/a%2Fb?x=%40#f"
    assert rebased("https://www.example.com", "http://localhost:3000", ALLOWED) == (
        "http://localhost:3000"
    )
    assert rebased(url, "http://localhost:3001", ALLOWED) == url
    assert rebased(url, None, ALLOWED) == url
    assert rebased(url, "http://localhost:3000", ()) == url


@pytest.mark.parametrize("url", ["/relative", "https://x.example@evil.example/", "x", ""])
def test_c5_only_a_whole_url_can_follow(url: str) -> None:
    with pytest.raises(ReaderFault, match="origin_invalid"):
        rebased(url, "http://localhost:3000", ALLOWED)
