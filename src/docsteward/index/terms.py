"""Text to search terms: words, identifiers whole and split, pairs for scripts without spaces."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

# A question pasted with a whole log must stay quick; its first words say what it is about.
MAX_TERMS = 48
_MAX_QUESTION = 4_000
_MAX_PIECES = 8

STOPWORDS = frozenset(
    re.findall(
        r"\w+",
        """
        a about above after again all also am an and any anybody anyone anything are as at
        be because been before being below between both but by can cannot could d describe
        did do does doing don during each either else ever every explain few for from
        further get give had has have having he hello her here hers hey hi him his how i if
        in into is isn it its itself just kindly let like ll m many may me mean means might
        mine more most much must my need neither no nor not now of off ok okay on once one
        only onto or other our ours out over own please re s same shall she should so some
        somebody something such t tell than thank thanks that the their theirs them then
        there these they thing things this those though through to too under until up upon
        us ve very via want was we were what whats when where whether which while who whom
        whose why will with within without would yes you your yours
        """,
    )
)

_WORD = re.compile(r"[^\W_]+")
_IDENTIFIER = re.compile(
    r"(?<![\w-])--?[A-Za-z][\w-]*"  # --flag, -f
    r"|(?<![\w.])_*[A-Za-z]\w*(?:(?:\.|::)_*[A-Za-z]\w*)*"  # snake_case, camelCase, dotted.name
)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_CODED = re.compile(r"[A-Za-z]+[0-9]|_|[^\W_]{2}(?:\.|::)|(?:\.|::)[^\W_]{2}|^-")
# How readers wrap a subject; these words would otherwise be searched for.
_FRAME = re.compile(
    r"^\W*(?:(?:please|hi|hello|hey)\W+)*(?:"
    r"i(?:'d| would|'m| am)? (?:need|want|like|look(?:ing)?)(?: some| any)?"
    r"(?: (?:to (?:know|read|learn|see|understand)(?: more)?|help|information|info|details|for))*"
    r"(?: (?:with|about|on|for))+"
    r"|(?:can|could|would|will) you (?:please )?(?:help|show|tell|give|explain)(?: (?:me|us))?"
    r"(?: (?:with|about|how to))?"
    r"|(?:where|how) (?:can|do|could) i (?:read|learn|find(?: out)?|see)"
    r"(?: (?:more|information|docs))? (?:about|on)"
    r"|(?:help|show|tell|teach)(?: me| us)(?: (?:with|about|more about|how to))?"
    r")\b",
    re.IGNORECASE,
)
# Letters that no text uses and that the tokenizer keeps, so a whole identifier is one token.
_JOINTS = str.maketrans({"_": "ʘ", ".": "ǀ", ":": "ǂ", "-": "ǁ"})
# Kana, Han, Hangul is spaced and needs none; Thai, Lao, Khmer and Burmese have no spaces either.
_UNSPACED = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+"
)


@dataclass(frozen=True, kw_only=True)
class Term:
    """One thing that a question names: any of `phrases` is that thing.

    `whole` is an identifier in its stored form, or empty. `pieces` are the words that an
    identifier is made of: they help to find, but nothing is missing where they are.
    `coded` says that its spelling alone shows that it is code, not a brand's (`GitHub`).
    """

    phrases: tuple[str, ...]
    whole: str = ""
    pieces: tuple[str, ...] = ()
    coded: bool = False


def terms_of(question: str) -> tuple[Term, ...]:
    """Return the terms of a question in order, each once, stopwords dropped unless all are."""
    question = unframed(question[:_MAX_QUESTION])
    identifiers = [found for found in _IDENTIFIER.finditer(question) if is_identifier(found[0])]
    rest = _blanked(question, identifiers)
    found = [(match.start(), _identifier_term(match[0])) for match in identifiers]
    words = [(match.start(), word) for match in _WORD.finditer(rest) for word in _words(match[0])]
    plain = [(at, word) for at, word in words if word not in STOPWORDS]
    if not plain and not found:
        plain = words
    found += [(at, Term(phrases=(word,))) for at, word in plain]
    ordered = dict.fromkeys(term for _, term in sorted(found, key=lambda item: item[0]))
    return tuple(ordered)[:MAX_TERMS]


def unframed(question: str) -> str:
    """Return a question without the words it is wrapped in: `Tell me about X` gives `X`."""
    subject = _FRAME.sub("", question, count=1)
    return subject if _WORD.search(subject) else question


def is_identifier(word: str) -> bool:
    """Say whether a word is a name of code: joined, humped, a flag, or letters with digits."""
    return bool(_CODED.search(word)) or bool(_HUMP.search(word))


def whole_form(identifier: str) -> str:
    """Return an identifier as the single token under which it is stored."""
    return identifier.lower().translate(_JOINTS)


def pieces_of(identifier: str) -> tuple[str, ...]:
    """Return the words an identifier is made of: `APIRouter` gives `api`, `router`."""
    return tuple(
        piece.lower() for word in _WORD.findall(identifier) for piece in _HUMP.split(word) if piece
    )


def identifier_words(text: str) -> str:
    """Return what is stored for the identifiers of a text: each whole, and humps split."""
    stored: dict[str, None] = {}
    for name in dict.fromkeys(_IDENTIFIER.findall(text)):
        if not is_identifier(name):
            continue
        for form in _stored_forms(name):
            stored[form] = None
    return " ".join(stored)


def spaced(text: str) -> str:
    """Return text with runs of unspaced scripts as overlapping pairs, which can be found."""
    return _UNSPACED.sub(lambda found: f" {' '.join(_pairs(found[0]))} ", text)


def quoted(word: str) -> str:
    """Return a word as FTS5 takes it: in quotes, so that nothing in it is an operator."""
    return '"' + word.replace('"', '""') + '"'


def _stored_forms(name: str) -> Iterable[str]:
    yield whole_form(name)
    if re.search(r"\.|::", name):
        # The last name of `app.include_router` is asked for alone.
        last = re.split(r"\.|::", name)[-1]
        if is_identifier(last):
            yield whole_form(last)
    if _HUMP.search(name):
        yield from pieces_of(name)


def _identifier_term(name: str) -> Term:
    pieces = pieces_of(name)
    phrases = (" ".join(_WORD.findall(name)).lower(), " ".join(pieces))
    return Term(
        phrases=tuple(dict.fromkeys(phrases)),
        whole=whole_form(name),
        coded=bool(_CODED.search(name)),
        pieces=tuple(piece for piece in pieces if piece not in STOPWORDS)[:_MAX_PIECES],
    )


def _blanked(question: str, identifiers: Iterable[re.Match[str]]) -> str:
    for found in identifiers:
        question = question[: found.start()] + " " * len(found[0]) + question[found.end() :]
    return question


def _words(word: str) -> tuple[str, ...]:
    return tuple(spaced(word).lower().split()) if _UNSPACED.search(word) else (word.lower(),)


def _pairs(run: str) -> Iterable[str]:
    return (run[at : at + 2] for at in range(max(1, len(run) - 1)))
