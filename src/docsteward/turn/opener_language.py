"""One language of the social openers: what readers say and what they are told (SPEC E3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Social = Literal["who", "farewell", "thanks", "greeting"]
# Of several in one message, the first of these is answered.
ORDER: tuple[Social, ...] = ("who", "farewell", "thanks", "greeting")


@dataclass(frozen=True, kw_only=True)
class Language:
    """Phrases as people write them, in lower case and separated by `|`, and the replies.

    `besides` are words that may go along and say nothing by themselves. In a reply `{site}` stands
    for the site's name.
    """

    greeting: str
    thanks: str
    farewell: str
    who: str
    besides: str
    replies: Mapping[Social, str]


def replies(greeting: str, thanks: str, farewell: str, who: str) -> Mapping[Social, str]:
    """Return a language's four replies by what they answer."""
    return {"greeting": greeting, "thanks": thanks, "farewell": farewell, "who": who}
