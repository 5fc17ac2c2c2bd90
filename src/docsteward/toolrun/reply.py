"""Reading a reply: JSON parsed, HTML to plain text, text kept, binary refused (SPEC D4, D6)."""

from __future__ import annotations

import json
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from docsteward.base.text import cut_at_boundary, shorten
from docsteward.base.values import JsonValue

DONE = "Done."
_CUT_NOTE = "\n[The reply is cut here.]"
_LONGEST_SAID = 500


@dataclass(frozen=True, kw_only=True)
class Reply:
    """A reply that could be read: `text` for the model, `said` for a reader."""

    text: str
    said: str


@dataclass(frozen=True, kw_only=True)
class Unreadable:
    """A reply that is no text; `media_type` names what it was."""

    media_type: str


def read_reply(body: bytes | str, content_type: str, *, limit: int) -> Reply | Unreadable:
    """Read a reply into at most `limit` characters of text, cut at a boundary and said so."""
    media_type = content_type.split(";")[0].strip().lower()
    text = _decode(body, content_type)
    if text is None:
        return Unreadable(media_type=media_type or "application/octet-stream")
    if "html" in media_type:
        return _reply(_html_to_text(text), said=DONE, limit=limit)
    if media_type.endswith("json") or text.lstrip()[:1] in ("{", "["):
        try:
            value: JsonValue = json.loads(text)
        except (ValueError, RecursionError):
            return _reply(text, said=DONE, limit=limit)
        compact = json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
        return _reply(compact, said=said_by(value), limit=limit)
    return _reply(text, said=said_by(text), limit=limit)


def said_by(value: JsonValue) -> str:
    """Return an endpoint's own words: a string, or a `message`; else `Done.` (SPEC F4)."""
    if isinstance(value, dict):
        value = value.get("message")
    if isinstance(value, str) and value.strip():
        return shorten(value, _LONGEST_SAID)
    return DONE


def _reply(text: str, *, said: str, limit: int) -> Reply:
    kept, cut = cut_at_boundary(text.strip(), limit - len(_CUT_NOTE))
    return Reply(text=kept + _CUT_NOTE if cut else kept, said=said)


def _decode(body: bytes | str, content_type: str) -> str | None:
    if isinstance(body, str):
        return None if "\x00" in body else body
    charset = "utf-8"
    for part in content_type.split(";")[1:]:
        name, _, value = part.partition("=")
        if name.strip().lower() == "charset":
            charset = value.strip().strip('"') or charset
    try:
        text = body.decode(charset)
    except (LookupError, UnicodeDecodeError):
        return None
    return None if "\x00" in text else text


def _html_to_text(html: str) -> str:
    tree = LexborHTMLParser(html)
    tree.strip_tags(["script", "style", "noscript", "template", "svg", "head"])
    root = tree.body or tree.root
    text = root.text(separator="\n", strip=True) if root is not None else ""
    return "\n".join(line for line in text.splitlines() if line.strip())
