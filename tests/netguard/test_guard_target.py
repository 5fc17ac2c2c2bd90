"""One strict reading of a URL (SPEC D5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.netguard import Refused
from docsteward.netguard.target import follow, parse_target, read_host


def _code(url: str) -> str:
    with pytest.raises(Refused) as caught:
        parse_target(url)
    return caught.value.code


def test_parts_of_a_plain_url() -> None:
    target = parse_target("https://Docs.Example:8443/a/b?x=1&y[]=2#part")
    assert target.origin == ("https", "docs.example", 8443)
    assert target.path == "/a/b?x=1&y[]=2"
    assert target.authority == "docs.example:8443"
    assert target.url == "https://docs.example:8443/a/b?x=1&y[]=2"


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("http://a.test", "/"),
        ("http://a.test?q", "/?q"),
        ("http://a.test#f", "/"),
        ("http://a.test/%2F%0d?a=%20", "/%2F%0d?a=%20"),
        ("http://a.test/é x", "/%C3%A9%20x"),
        ('http://a.test/{a}|^`"<>', '/{a}|^`"<>'),
    ],
)
def test_path_is_sent_as_written_where_http_can_carry_it(url: str, path: str) -> None:
    assert parse_target(url).path == path


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://A.TEST./", "a.test"),
        ("http://bücher.test/", "xn--bcher-kva.test"),
        ("http://BÜCHER.test/", "xn--bcher-kva.test"),
        ("http://日本語。テスト/", "xn--wgv71a119e.xn--zckzah"),
        ("http://rag_api:8000/", "rag_api"),
        ("http://[2606:2800:0::1]/", "2606:2800::1"),
        ("http://8.8.8.8/", "8.8.8.8"),
    ],
)
def test_host_has_one_spelling(url: str, host: str) -> None:
    assert parse_target(url).host == host


@pytest.mark.parametrize(
    "host",
    [
        "127.1",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "1.2.3.4.",
        "1.2.3.4.5",
        "256.1.1.1",
        "0",
        "8.8.8.８",
        "⑧.8.8.8",
        "8。8。8。8",
        "a.0x",
        "a.1",
        "[1.2.3.4]",
        "[::1%25lo]",
    ],
)
def test_numbers_that_parsers_read_differently_are_refused(host: str) -> None:
    assert _code(f"http://{host}/") == "bad_url"


@pytest.mark.parametrize(
    "host", ["ｐublic.test", "ⓟublic.test", "pub\u00adlic.test", "\u212a.test"]
)
def test_names_in_disguise_are_refused(host: str) -> None:
    """A name that is plain ASCII only after mapping is not what it looks like."""
    assert _code(f"http://{host}/") == "bad_url"


@pytest.mark.parametrize(
    "host",
    [
        "-a.test",
        "a-.test",
        "a..test",
        ".a.test",
        "a.test..",
        "a" * 64 + ".test",
        "a b.test",
        "a*b",
        "xn--a.test",
        "a%2eb.test",
        "a.test:",
        "a.test:0",
        "a.test:080",
        "a.test:99999",
        "",
    ],
)
def test_broken_hosts_are_refused(host: str) -> None:
    assert _code(f"http://{host}/") == "bad_url"


@pytest.mark.parametrize("url", ["ftp://a.test/", "HTTPX://a.test/", "file:///x", "ws://a.test/"])
def test_other_schemes_are_refused(url: str) -> None:
    assert _code(url) == "scheme"


def test_a_password_is_not_repeated_in_the_message() -> None:
    with pytest.raises(Refused) as caught:
        parse_target("http://user:hunter2@a.test/")
    assert "hunter2" not in str(caught.value)


def test_a_query_is_not_repeated_in_the_message() -> None:
    with pytest.raises(Refused) as caught:
        parse_target("a.test/?email=jane@a.test")
    assert "jane" not in str(caught.value)


@pytest.mark.parametrize(
    ("location", "url"),
    [
        ("/b?x", "https://a.test/b?x"),
        ("c", "https://a.test/d/c"),
        ("../c", "https://a.test/c"),
        ("?q=1", "https://a.test/d/e?q=1"),
        ("//b.test/c", "https://b.test/c"),
        ("http://b.test:81/c#f", "http://b.test:81/c"),
    ],
)
def test_locations_are_read_as_rfc_3986_says(location: str, url: str) -> None:
    assert follow(parse_target("https://a.test/d/e?z"), location).url == url


@pytest.mark.parametrize(
    "location", ["https:/b", "https:b", "/\\b.test", "//a.test@b.test/", "/a\r\nX: y", "//"]
)
def test_ambiguous_locations_are_refused(location: str) -> None:
    with pytest.raises(Refused):
        follow(parse_target("https://a.test/d/e"), location)


@given(st.text(max_size=60))
def test_any_text_after_the_scheme_is_read_once_or_refused(rest: str) -> None:
    """What is taken reads the same the second time, and can be sent as it is."""
    try:
        target = parse_target(f"http://{rest}")
    except Refused:
        return
    assert parse_target(target.url) == target
    assert all(0x21 <= ord(mark) <= 0x7E for mark in target.url)


@given(st.text(alphabet="0123456789abcdefx.:[]%@\\/-", max_size=24))
def test_number_like_hosts_are_plain_addresses_or_names(host: str) -> None:
    try:
        target = parse_target(f"http://{host}")
    except Refused:
        return
    if target.address is None:
        last = target.host.rpartition(".")[2]
        assert not last.isdigit()
        assert not last.startswith("0x") or last[2:].strip("0123456789abcdef")
    else:
        assert str(target.address) == target.host


@given(st.ip_addresses(v=4).map(str))
def test_every_plain_ipv4_address_is_read_as_itself(text: str) -> None:
    name, address = read_host(text)
    assert (name, str(address)) == (text, text)
