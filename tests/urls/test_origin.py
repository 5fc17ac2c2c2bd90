"""Origins are compared as values (SPEC J4)."""

from __future__ import annotations

import pytest

from docsteward.base.errors import ReaderFault
from docsteward.urls.origin import Origin, require_allowed


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://Docs.Example.com", "https://docs.example.com"),
        ("HTTPS://example.com:443", "https://example.com"),
        ("http://example.com:80", "http://example.com"),
        ("http://localhost:8400", "http://localhost:8400"),
        ("http://[0:0::1]:8400", "http://[::1]:8400"),
        ("https://example.com:80", "https://example.com:80"),
    ],
)
def test_one_normal_form(text: str, shown: str) -> None:
    assert str(Origin.parse(text)) == shown
    assert Origin.parse(shown) == Origin.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "null",
        "",
        "*",
        "example.com",
        "https://",
        "https://*.example.com",
        "ftp://example.com",
        "https://example.com/",
        "https://example.com/x",
        "https://u@example.com",
        "file:///x",
        "https://example.com:0",
        "https://example.com:65536",
        "https://[::g]",
        "https://a b",
        "https://example.com\n",
        "https://example.com evil",
        "https://bücher.example",
    ],
)
def test_j4_what_is_no_origin_is_refused(text: str) -> None:
    with pytest.raises(ReaderFault) as caught:
        Origin.parse(text)
    assert caught.value.code == "origin_invalid"
    assert caught.value.status == 403


def test_the_origin_of_a_url() -> None:
    assert str(Origin.of_url("https://Example.com:443/a?b#c")) == "https://example.com"
    assert str(Origin.of_url("http://example.com?x")) == "http://example.com"
    for text in ("https://example.com@evil.example/", "/x", "https://example.com:x/"):
        with pytest.raises(ReaderFault):
            Origin.of_url(text)


def test_b051_origins_are_compared_parsed_and_both_are_shown() -> None:
    allowed = [Origin.parse("http://scraper:3000"), Origin.parse("https://docs.example.com")]
    assert require_allowed("HTTP://Scraper:3000", allowed) == allowed[0]
    with pytest.raises(ReaderFault) as caught:
        require_allowed("https://docs.example.com.evil.example", allowed)
    assert caught.value.code == "origin_refused"
    assert "'https://docs.example.com.evil.example'" in caught.value.message
    assert "http://scraper:3000, https://docs.example.com" in caught.value.message
