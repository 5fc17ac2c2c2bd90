"""What of a turn's log goes when the turn is purged (SPEC D9). Pure.

A restored conversation still says which tools ran and how that ended, which card was shown and
what became of it, and which actions were offered and done; with which values, it does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from docsteward.base.values import JsonObject
from docsteward.storage.purge import Bare


def _without_args(data: JsonObject) -> JsonObject:
    return data | {"args": {}}


def _without_request(data: JsonObject) -> JsonObject:
    return data | {"request": {}}


def _bare_card(data: JsonObject) -> JsonObject:
    return data | {"args": {}, "context": [], "rows": []}


def _bare_offer(data: JsonObject) -> JsonObject:
    shown = data.get("data")
    # The title and the label stay: they are the site's own.
    words: JsonObject = shown if isinstance(shown, dict) else {}
    words = {**words, "line": "", "fields": [], "link": None}
    return {**data, "args": {}, "data": words}


BARE_EVENTS: Final[Mapping[str, Bare]] = {
    "tool_called": _without_args,
    "page_asked": _without_request,
    "approval_asked": _bare_card,
    "offer_made": _bare_offer,
}
