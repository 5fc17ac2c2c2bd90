"""Reading a reply: JSON parsed, HTML to plain text, text kept, binary refused (SPEC D4, D6)."""

from __future__ import annotations

import codecs
import json
import re
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from docsteward.base.text import cut_at_boundary, shorten, storable
from docsteward.base.values import JsonValue

DONE = "Done."
_CUT_NOTE = "\n[The reply is cut here.]"
_LONGEST_SAID = 500
# The charsets of the web, by Python's names. Its other codecs are none of a reply's: they inflate,
# run escapes, or turn bytes into bytes.
_CHARSET = re.compile(
    r"utf-(8|16|32)(-[bl]e)?|ascii|iso8859-\d+|cp\d+|koi8-[ru]|tis-620"
    r"|big5(hkscs)?|gb(k|2312|18030)|shift_jis|euc_(jp|kr)|iso2022_(jp|kr)"
)


@dataclass(frozen=True, kw_only=True)
class Reply:
    """A reply that could be read: `text` for the model, `said` for a reader."""

    text: str
    said: str


@dataclass(frozen=True, kw_only=True)
class Unreadable:
    """A reply that is no text; `media_type` names what it was."""

    media_type: str


def read_reply(
    body: bytes | str, content_type: str, *, limit: int, truncated: bool = False
) -> Reply | Unreadable:
    """Read a reply into at most `limit` characters of text, cut at a boundary and said so.

    `truncated` says that the body was cut on its way here. Never raises, whatever is sent.
    """
    media_type = shorten(content_type.split(";")[0].strip().lower(), 100)
    text = _decode(body, content_type, truncated=truncated)
    if text is None:
        return Unreadable(media_type=media_type or "application/octet-stream")
    if "html" in media_type:
        return _reply(_html_to_text(text), said=DONE, limit=limit, cut=truncated)
    if media_type.endswith("json") or text.lstrip()[:1] in ("{", "["):
        return _json_reply(text, limit=limit, cut=truncated)
    return _reply(text, said=said_by(text), limit=limit, cut=truncated)


def _json_reply(text: str, *, limit: int, cut: bool) -> Reply:
    try:
        value: JsonValue = json.loads(text)
        compact = json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
    except (ValueError, RecursionError):
        return _reply(text, said=DONE, limit=limit, cut=cut)
    # What stood as an escape is a character only now.
    return _reply(storable(compact), said=storable(said_by(value)), limit=limit, cut=cut)


def said_by(value: JsonValue) -> str:
    """Return an endpoint's own words: a string, or a `message`; else `Done.` (SPEC F4)."""
    if isinstance(value, dict):
        value = value.get("message")
    if isinstance(value, str) and value.strip():
        return shorten(value, _LONGEST_SAID)
    return DONE


def _reply(text: str, *, said: str, limit: int, cut: bool) -> Reply:
    kept, cut_here = cut_at_boundary(text.strip(), limit - len(_CUT_NOTE))
    return Reply(text=kept + _CUT_NOTE if cut or cut_here else kept, said=said)


def _decode(body: bytes | str, content_type: str, *, truncated: bool) -> str | None:
    if isinstance(body, str):
        return None if "\x00" in body else storable(body)
    charset = "utf-8"
    for part in content_type.split(";")[1:]:
        name, _, value = part.partition("=")
        if name.strip().lower() == "charset":
            charset = value.strip().strip("\"'") or charset
    try:
        codec = codecs.lookup(charset).name
        if _CHARSET.fullmatch(codec) is None:
            return None
        # A cut may stand in the middle of a character: an unfinished one is no fault then.
        decoder = codecs.getincrementaldecoder("utf-8-sig" if codec == "utf-8" else codec)()
        text = decoder.decode(body, final=not truncated)
    except (LookupError, ValueError):
        return None
    return None if "\x00" in text else storable(text)


def _html_to_text(html: str) -> str:
    tree = LexborHTMLParser(html)
    tree.strip_tags(["script", "style", "noscript", "template", "svg", "head"])
    root = tree.body or tree.root
    text = root.text(separator="\n", strip=True) if root is not None else ""
    return "\n".join(line for line in text.splitlines() if line.strip())
