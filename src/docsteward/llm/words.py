"""The words of a text as they are compared: lower-case stems, common words left out; pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# Scripts without spaces are compared by pairs of characters.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]+")

_STOPWORDS = """
a about above after again all also am an and another any anyone anything are as at be because
been before being below between both but by can cannot could did do does doing done during
each else ever every for from further had has have having he her here hers him his how i if in
instead into is it its itself just let like make many may me might mine more most much must my
need needs needed no nor not of off on once one only or other our out over own per please same shall
she should so some someone something still such than that the their them then there these they
this those through to too under until up use used using very via want was way we were
what when where whether which while who whom whose why will with within without would yes yet
you your thanks thank hello hi tell explain know whats hows im ive youre dont doesnt cant
there's what's how's i'm i've i'd don't doesn't can't isn't won't it's that's
"""
STOPWORDS = frozenset(_STOPWORDS.split())

_KEPT_DOUBLES = ("ll", "ss", "zz")
_MIN_STEM = 3


def stem(word: str) -> str:
    """Return what English forms of a word share; other languages lose little by it."""
    word = _singular(word)
    for ending, least in (("ation", 4), ("ing", 3), ("ment", 5), ("ed", 3), ("ly", 4), ("ion", 4)):
        if word.endswith(ending) and len(word) - len(ending) >= least:
            word = word[: -len(ending)]
            break
    if len(word) > _MIN_STEM and word[-1] == word[-2] and not word.endswith(_KEPT_DOUBLES):
        word = word[:-1]
    if word.endswith("ate") and len(word) > 6:
        word = word[:-3]
    if len(word) > _MIN_STEM and word.endswith("e"):
        word = word[:-1]
    return word[:-1] + "i" if len(word) > _MIN_STEM and word.endswith("y") else word


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


def tokens(text: str) -> list[str]:
    """Return the words of a text in their order, lower-case; identifiers come apart."""
    found: list[str] = []
    for match in _WORD.finditer(_HUMP.sub(" ", text)):
        word = match.group().lower().replace("’", "'")
        if _UNSPACED.search(word):
            found += _pairs(word)
        else:
            found.append(word.removesuffix("'s"))
    return found


def _pairs(word: str) -> Iterable[str]:
    return [word[at : at + 2] for at in range(max(1, len(word) - 1))]


def content_stems(text: str) -> list[str]:
    """Return the stems of the words that carry a text's meaning, each once, in their order."""
    words = (word for word in tokens(text) if word not in STOPWORDS)
    stems = (stem(word) for word in words if len(word) > 1 or word.isdigit())
    return list(dict.fromkeys(stems))


def all_stems(text: str) -> frozenset[str]:
    """Return the stems of all words of a text."""
    return frozenset(stem(word) for word in tokens(text))
