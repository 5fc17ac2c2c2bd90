"""The faults of an http(s) URL that a site wrote into its file."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from docsteward.base.errors import ReaderFault
from docsteward.base.values import JsonValue
from docsteward.toolspec.keys import KeyFault, shown
from docsteward.urls.origin import Origin


def url_faults(url: JsonValue, place: str) -> Iterator[KeyFault]:
    """Yield what keeps a text from being a whole address; nothing where there is no text."""
    if not isinstance(url, str) or not url.strip():
        return
    try:
        Origin.of_url(url)
        parts = urlsplit(url)
    except (ReaderFault, ValueError):
        cure = "write a whole one, such as https://docs.example.com/guide"
        yield KeyFault(key=place, message=f"{shown(url)} is not an http(s) URL", cure=cure)
        return
    if parts.query or parts.fragment or "?" in url or "#" in url:
        cure = "end it after the path"
        yield KeyFault(key=place, message=f"{shown(url)} has a query or a fragment", cure=cure)
    if any(char.isspace() or not char.isprintable() or char == "\\" for char in url):
        cure = "write them percent-encoded"
        yield KeyFault(key=place, message=f"{shown(url)} holds spaces or the like", cure=cure)
