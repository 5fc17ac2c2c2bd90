"""Request headers that a site writes, and the secrets in them (SPEC D2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from docsteward.base.values import JsonValue
from docsteward.toolspec.keys import KeyFault, is_list, is_mapping, joined, shown
from docsteward.toolspec.parameters import Parameters
from docsteward.toolspec.runs import SECRET, Header
from docsteward.urls.template import UrlTemplate

_NAME: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,80}")
# What frames a request, says who asks, or is the server's own to write.
_OURS: Final = frozenset(
    {
        *("accept-encoding", "connection", "content-length", "content-type", "cookie", "expect"),
        *("host", "idempotency-key", "keep-alive", "origin", "referer", "te", "trailer"),
        *("transfer-encoding", "upgrade", "user-agent", "via"),
    }
)
_OUR_FAMILIES: Final = ("proxy-", "sec-", "docsteward-", "x-docsteward-")
_MAX_HEADERS: Final = 20


def headers_from(written: JsonValue) -> tuple[Header, ...]:
    """Return checked headers."""
    if not is_mapping(written):
        return ()
    return tuple(Header(name=name, template=str(text)) for name, text in written.items())


def header_faults(
    written: JsonValue, url: UrlTemplate | None, parameters: Parameters | None
) -> Iterator[KeyFault]:
    """Yield every fault of the headers of a request to this URL."""
    if not is_mapping(written):
        return
    if len(written) > _MAX_HEADERS:
        message = f"{len(written)} headers"
        yield KeyFault(key="run.headers", message=message, cure=f"keep to {_MAX_HEADERS}")
    seen: set[str] = set()
    for name, text in written.items():
        here = joined("run.headers", name)
        if name.lower() in seen:
            message = f"the header {shown(name)} is there twice"
            yield KeyFault(key=here, message=message, cure="upper and lower case are one: keep one")
        seen.add(name.lower())
        yield from _name_faults(name, here)
        if isinstance(text, str):
            yield from _value_faults(text, here, url, parameters)


def secret_faults(value: object, place: str) -> Iterator[KeyFault]:
    """Yield a fault for every secret outside request headers, at any depth of a tool."""
    if place == "run.headers":
        return
    if isinstance(value, str) and "${secret:" in value:
        cure = "take it out: what stands here could be seen by a reader or a model"
        yield KeyFault(key=place, message="a secret may stand in request headers only", cure=cure)
    elif is_mapping(value):
        for name, child in value.items():
            yield from secret_faults(child, joined(place, name))
    elif is_list(value):
        for at, child in enumerate(value):
            yield from secret_faults(child, joined(place, at))


def _name_faults(name: str, place: str) -> Iterator[KeyFault]:
    if not _NAME.fullmatch(name):
        cure = "use letters, digits and hyphens, such as X-Api-Key"
        yield KeyFault(key=place, message=f"{shown(name)} can't name a header", cure=cure)
    elif name.lower() in _OURS or name.lower().startswith(_OUR_FAMILIES):
        cure = "take it out: the server or the browser writes it"
        yield KeyFault(key=place, message=f"the header {name!r} can't be set", cure=cure)


def _value_faults(
    text: str, place: str, url: UrlTemplate | None, parameters: Parameters | None
) -> Iterator[KeyFault]:
    plain = SECRET.sub("", text)
    if not all(" " <= char <= "~" for char in text):
        cure = "write it in printable ASCII"
        yield KeyFault(key=place, message="a header's value must be plain ASCII", cure=cure)
    if "${" in plain:
        cure = "write ${secret:NAME}, with a letter first, then letters, digits and underscores"
        yield KeyFault(key=place, message=f"{shown(text)} holds a broken reference", cure=cure)
    for name in parameters.names if parameters else ():
        if f"{{{name}}}" in plain:
            message = f"{{{name}}} stands in a header, where no argument is put in"
            yield KeyFault(key=place, message=message, cure="move it into the URL or the body")
    if SECRET.search(text) and url is not None and url.is_relative:
        yield KeyFault(
            key=place,
            message="a secret can't go into a request that the reader's browser makes",
            cure="write the whole URL, so that the server makes it, or take the secret out",
        )
