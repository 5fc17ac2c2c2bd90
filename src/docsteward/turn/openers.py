"""A greeting, thanks, a farewell or "who are you", and nothing else, is answered here (SPEC E3).

Pure. A message is claimed only when known phrases cover all of it: one word over, and it is a
question like any other. The phrases and replies are in `opener_words_latin` and
`opener_words_scripts`; they are compared without accents and with doubled letters made one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from docsteward.turn.opener_language import ORDER, Language, Social
from docsteward.turn.opener_words_latin import LATIN
from docsteward.turn.opener_words_scripts import OTHER_SCRIPTS

# Of a phrase that several languages share, the first one answers.
LANGUAGES: Mapping[str, Language] = {**LATIN, **OTHER_SCRIPTS}

_LONGEST = 160
_EMOTICON = re.compile(r"(?<!\w)(?:[:;=8xX]['’]?-?[)(DPpdOo3*/|]+|<3+|\^_*\^|[xX]D+|\(:)(?!\w)")
_CODE = re.compile(r"[`_=<>{}\[\]\\/#$%^&|@+]|\w\(")
# Marks that go with words.
_SOCIAL_MARKS = re.compile(r"[\s.,;:!?…·~*\"'’‘“”„«»()\-–—¡¿、。！？，；：～・「」؟،؛।]+")
_RUN = re.compile(r"(.)\1+")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_SAME = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ー": "", "〜": ""})


@dataclass(frozen=True, kw_only=True)
class Opener:
    """What a message says; `kind` is None for words that only go along with it."""

    language: str
    kind: Social | None


def reply_to(text: str, *, site: str) -> str | None:
    """Return the reply to a message that asks nothing, in its language; None for all others."""
    found = read(text)
    if found is None or found.kind is None:
        return None
    return LANGUAGES[found.language].replies[found.kind].format(site=site)


def read(text: str) -> Opener | None:
    """Return what a message says where social phrases are all that it holds."""
    if len(text) > _LONGEST:
        return None
    words = _plain(text)
    if not words or not re.fullmatch(r"[^\W\d_]+(?: [^\W\d_]+)*", words):
        return None
    said = _cover(words)
    kind = _weightiest(said or ())
    if not said or kind is None:
        return None
    return Opener(language=_language(said, kind), kind=kind)


def _weightiest(said: tuple[Opener, ...]) -> Social | None:
    for kind in ORDER:
        if any(opener.kind == kind for opener in said):
            return kind
    return None


def _language(said: tuple[Opener, ...], kind: Social) -> str:
    """Return the language of most phrases, of those that say what is answered."""
    counts: dict[str, int] = {}
    for opener in said:
        counts[opener.language] = counts.get(opener.language, 0) + 1
    speaking = [opener.language for opener in said if opener.kind == kind]
    return max(speaking, key=lambda language: counts[language])


def _plain(text: str) -> str:
    """Return the words alone: no case, accents, emoji or marks, and doubled letters made one.

    Nothing where something looks like code or an address.
    """
    shown = _EMOTICON.sub(" ", unicodedata.normalize("NFKC", text))
    if _CODE.search(shown):
        return ""
    kept = "".join(_letter(char) for char in unicodedata.normalize("NFKD", shown.casefold()))
    words = _SOCIAL_MARKS.sub(" ", kept.translate(_SAME)).strip()
    return _RUN.sub(r"\1", words)


def _letter(char: str) -> str:
    """Drop accents and the parts of emoji."""
    kind = unicodedata.category(char)
    if kind in {"So", "Sk", "Cf", "Me"}:
        return " " if kind == "So" else ""
    # Vowel signs are marks too, but of their word: both sides lose them alike.
    return "" if kind in {"Mn", "Mc"} else char


@cache
def _phrases() -> dict[str, dict[str, Opener]]:
    """Return every phrase in its plain form, by its first letter."""
    table: dict[str, dict[str, Opener]] = {}
    for language, words in LANGUAGES.items():
        for kind, phrases in _kinds(words):
            for plain in map(_plain, phrases.split("|")):
                opener = Opener(language=language, kind=kind)
                known = table.setdefault(plain[0], {}).setdefault(plain, opener)
                if known.kind is None and kind is not None:
                    table[plain[0]][plain] = opener
    return table


def _kinds(words: Language) -> tuple[tuple[Social | None, str], ...]:
    return (
        ("who", words.who),
        ("farewell", words.farewell),
        ("thanks", words.thanks),
        ("greeting", words.greeting),
        (None, words.besides),
    )


def _cover(words: str) -> tuple[Opener, ...] | None:
    """Cover the words with phrases from left to right, long ones first; None where a gap stays."""
    best: list[tuple[Opener, ...] | None] = [None] * (len(words) + 1)
    best[len(words)] = ()
    for at in range(len(words) - 1, -1, -1):
        if words[at] == " ":
            best[at] = best[at + 1]
        elif _starts_word(words, at):
            best[at] = _longest(words, at, best)
    return best[0]


def _longest(
    words: str, at: int, best: list[tuple[Opener, ...] | None]
) -> tuple[Opener, ...] | None:
    fitting = [
        (len(phrase), opener)
        for phrase, opener in _phrases().get(words[at], {}).items()
        if words.startswith(phrase, at) and _starts_word(words, at + len(phrase))
    ]
    for length, opener in sorted(fitting, key=lambda one: -one[0]):
        rest = best[at + length]
        if rest is not None:
            return (opener, *rest)
    return None


def _starts_word(words: str, at: int) -> bool:
    """Whether a phrase may begin or end here; scripts without spaces have no such places."""
    if at in (0, len(words)) or " " in words[at - 1 : at + 1]:
        return True
    return bool(_UNSPACED.match(words[at]) and _UNSPACED.match(words[at - 1]))
