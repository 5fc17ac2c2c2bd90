"""A light English stemmer, for comparing a question with the few words of a tool or heading.

The index itself stems with SQLite's own Porter; this one only has to bring the common forms of
one word together, and to be the same on both sides.
"""

from __future__ import annotations

import re

from docsteward.index.terms import STOPWORDS, pieces_of

_VOWEL = re.compile(r"[aeiouy]")
_ENDINGS = (
    ("ations", ""),
    ("ation", ""),
    ("ions", ""),
    ("ion", ""),
    ("ating", ""),
    ("ated", ""),
    ("ates", ""),
    ("ate", ""),
    ("ings", ""),
    ("ing", ""),
    ("ied", "y"),
    ("ies", "y"),
    ("ed", ""),
    ("ly", ""),
    ("sses", "ss"),
    ("s", ""),
)
_SHORTEST = 3


def stem(word: str) -> str:
    """Return what the common forms of an English word share: `declaring` gives `declar`."""
    word = word.lower()
    for ending, instead in _ENDINGS:
        kept = word.removesuffix(ending)
        if kept == word or word.endswith(("ss", "us", "is")) or len(kept) < _SHORTEST:
            continue
        if _VOWEL.search(kept):
            word = kept + instead
            break
    if len(word) > _SHORTEST and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    if len(word) > _SHORTEST and word.endswith("e"):
        word = word[:-1]
    return word[:-1] + "i" if len(word) > _SHORTEST and word.endswith("y") else word


def stems_of(text: str) -> tuple[str, ...]:
    """Return the stems of a text's content words in order, each once."""
    words = (word for word in pieces_of(text) if word not in STOPWORDS)
    return tuple(dict.fromkeys(stem(word) for word in words))
