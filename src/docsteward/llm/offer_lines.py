"""The line by which a model without native offers offers an action with its answer."""

from __future__ import annotations

import json
from collections.abc import Mapping

from docsteward.base.values import JsonValue

OFFER_MARK = "@offer"


def offer_line(name: str, args: Mapping[str, JsonValue]) -> str:
    """Return `@offer NAME {json}`: one line, for the end of an answer after a blank line."""
    return f"{OFFER_MARK} {name} {json.dumps(dict(args), ensure_ascii=False)}"
