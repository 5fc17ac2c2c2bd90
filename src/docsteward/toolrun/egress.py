"""What was read in confidence does not leave in an argument (SPEC D10). Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping

from docsteward.base.values import JsonValue
from docsteward.urls.origin import Origin


def needs_leave(
    target: Origin,
    args: Mapping[str, JsonValue],
    *,
    question: str,
    private: Collection[Origin | None],
    own: Collection[Origin],
) -> bool:
    """Say whether a request to `target` runs only with the reader's approval (SPEC D10).

    `private` are the origins from which evidence that is not public came in this turn, None for
    the page and the site's own code; `own` are the site's origins. A request back to where all
    of it came from, or to the site itself, tells nobody anything new. `args` are those that the
    model filled in.
    """
    if target in own or all(origin == target for origin in private):
        return False
    return not in_own_words(args, question)


def in_own_words(args: Mapping[str, JsonValue], question: str) -> bool:
    """Say whether every value stands in the reader's question, as whole words.

    A truth value never does: no word of a question is one, and it too can carry what was read.
    """
    asked = _plain(question)
    return all(_stands(leaf, asked) for value in args.values() for leaf in _leaves(value))


def _leaves(value: JsonValue) -> Iterator[JsonValue]:
    if isinstance(value, dict):
        # The names too: those of a free map are the model's words.
        yield from value.keys()
        for one in value.values():
            yield from _leaves(one)
    elif isinstance(value, list):
        for one in value:
            yield from _leaves(one)
    else:
        yield value


def _stands(value: JsonValue, asked: str) -> bool:
    if value is None or isinstance(value, bool):
        return value is None
    text = value if isinstance(value, str) else json.dumps(value)
    found = _plain(text)
    if not found:
        return True
    return re.search(rf"(?<!\w){re.escape(found)}(?!\w)", asked) is not None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
