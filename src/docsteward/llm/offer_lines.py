"""The line by which a model without native offers offers an action with its answer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from docsteward.base.values import JsonValue

OFFER_MARK = "@offer"
# JSON lets these stand in a string, yet a reader of lines would end the line at them.
_LINE_ENDS = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}


def offer_line(name: str, args: Mapping[str, JsonValue]) -> str:
    """Return `@offer NAME {json}`: one line, for the end of an answer after a blank line."""
    text = json.dumps(dict(args), ensure_ascii=False).translate(_LINE_ENDS)
    return f"{OFFER_MARK} {name} {text}"


_MARKER = re.compile(r"\[(\d+)\]")


def quotable(text: str) -> str:
    """Return quoted words that can neither cite nor offer anything (SPEC E14).

    A number in brackets is put in round ones, and nothing at a line's start reads as an offer.
    """
    return _MARKER.sub(r"(\1)", text).removeprefix(OFFER_MARK).lstrip()
