"""Reading a reply: JSON parsed, HTML to plain text, text kept, binary refused (SPEC D4, D6)."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from docsteward.base.text import cut_at_boundary, shorten, storable
from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.call import Failed
from docsteward.toolspec.pointer import picked
from docsteward.toolspec.tool import Tool

DONE = "Done."
# SPEC D6: what a server-side fetch may bring, and what anything else may.
LONGEST_FETCHED = 6000
LONGEST_OTHER = 4000
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

    def failure(self, tool: Tool, args: JsonObject) -> Failed:
        """Return the failure of a run that brought such a reply (SPEC D4)."""
        message = f"{tool.title} replied with {self.media_type}, which is no text."
        return Failed(code="reply_binary", message=message, args=args, sent=True)


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How a reply is to be read: to how many characters, narrowed by which pointers.

    `strike` takes secrets out; its second argument says that the text was broken off. It is
    asked before anything is cut here, so that no cut leaves half a secret behind.
    """

    limit: int
    pick: Sequence[str] = ()
    strike: Callable[[str, bool], str] = lambda text, _: text


def read_reply(
    body: bytes | str, content_type: str, reading: Reading, *, truncated: bool = False
) -> Reply | Unreadable:
    """Read a reply into at most `reading.limit` characters, cut at a boundary and said so.

    `truncated` says that the body was cut on its way here. Never raises, whatever is sent.
    """
    media_type = shorten(content_type.split(";")[0].strip().lower(), 100)
    text = _decode(body, content_type, truncated=truncated)
    if text is None:
        return Unreadable(media_type=media_type or "application/octet-stream")
    text = reading.strike(text, truncated)
    if "html" in media_type:
        return _reply(_html_to_text(text), DONE, reading, cut=truncated)
    if media_type.endswith("json") or text.lstrip()[:1] in ("{", "["):
        return _json_reply(text, reading, cut=truncated)
    return _reply(text, said_by(text), reading, cut=truncated)


def _json_reply(text: str, reading: Reading, *, cut: bool) -> Reply:
    try:
        value: JsonValue = json.loads(text)
        narrowed = picked(value, reading.pick)
        compact = json.dumps(narrowed, ensure_ascii=False, separators=(", ", ": "))
    except (ValueError, RecursionError):
        return _reply(text, DONE, reading, cut=cut)
    # What stood as an escape is a character only now.
    return _reply(storable(compact), storable(said_by(value)), reading, cut=cut)


def said_by(value: JsonValue) -> str:
    """Return an endpoint's own words: a string, or a `message`; else `Done.` (SPEC F4)."""
    if isinstance(value, dict):
        value = value.get("message")
    if isinstance(value, str) and value.strip():
        return shorten(value, _LONGEST_SAID)
    return DONE


def http_failure(tool: Tool, args: JsonObject, *, status: int, said: str) -> Failed:
    """Return the failure that an HTTP status means, with the endpoint's own words if it had any."""
    words = "" if said == DONE else f": {said}"
    message = f"{tool.title} answered with status {status}{words}"
    return Failed(code="http_status", message=message, args=args, sent=True)


def _reply(text: str, said: str, reading: Reading, *, cut: bool) -> Reply:
    # Once more: what stood as an escape or an entity has become plain text meanwhile.
    clean = reading.strike(text.strip(), cut)
    kept, cut_here = cut_at_boundary(clean, reading.limit - len(_CUT_NOTE))
    return Reply(text=kept + _CUT_NOTE if cut or cut_here else kept, said=reading.strike(said, cut))


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
