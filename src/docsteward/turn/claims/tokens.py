"""Text read as the tokens that are compared: words, identifiers, numbers and negations; pure.

One pass of one pattern, whose alternatives each begin differently or are bounded: linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from docsteward.turn.claims.negations import HARMLESS_AFTER, NEGATIONS, STOPWORDS
from docsteward.turn.claims.numbers import (
    MONTHS,
    ORDINALS,
    SCALES,
    UNITS,
    WEAK,
    WORDS,
    Number,
    read_number,
)

Kind = Literal["word", "identifier", "number", "negation"]

_CODE = re.compile(r"``([^`\n]{1,200})``|`([^`\n]{1,200})`")
# Kana, Han and Thai have no spaces between words, so what stands together is none.
_UNSPACED = r"\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f"
_W = rf"[^\W{_UNSPACED}]"
_TOKEN = re.compile(
    rf"""
    (?=[\w$€£¥-])(?:
    (?P<version>[vV]\d+(?:\.\d+)*+(?!\w))
  | (?P<word>(?:[^\W\dh{_UNSPACED}]|h(?!ttps?://)){_W}*
      (?:(?:\.|::|->)[^\W\d{_UNSPACED}]{_W}*|['’](?:t|s|re|ve|ll|d|m)\b)*+)
  | (?P<unspaced>[{_UNSPACED}]++)
  | (?P<url>https?://[^\s<>()\[\]"'`]{{1,400}}+)
  | (?P<date>\d{{4}}-\d{{2}}-\d{{2}}(?!\d))
  | (?P<number>(?P<currency>[$€£¥][ ]?)?
      (?P<digits>\d{{1,3}}(?:[,.'’_\u00a0\u202f ]\d{{3}})+(?![\d])(?!\.\d)
        |\d+(?:\.\d+)+|\d+,\d{{1,2}}(?!\d)|\d+(?::\d\d)?)
      (?P<rest>[ \u00a0-]?(?:%|[$€£¥]|[A-Za-zµ]{{1,12}}(?![\w]))|[A-Za-z]\w*|\+|(?:\.x)?)?)
  | (?P<flag>(?<![\w-])--?[A-Za-z][\w-]*+)
  )
""",
    re.VERBOSE,
)
_PART = re.compile(r"--?[A-Za-z][\w-]*+|[^\W\d]\w*|\d+(?:\.\d+)*")
_HUMP = re.compile(r"[a-z0-9][A-Z]|\d")
_ABBREVIATIONS = frozenset({"e.g", "i.e", "a.m", "p.m", "z.b", "u.a", "d.h", "p.ej"})
_STEM = 5
_BARE = frozenset({"not", "nicht"})


@dataclass(frozen=True, slots=True)
class Token:
    """A token: `key` is what is compared, `text` what stands there.

    A number has `number`; `weak` ones are compared, but claim nothing by themselves.
    """

    kind: Kind
    key: str
    text: str
    number: Number | None = None
    weak: bool = False
    code: bool = False
    stop: bool = False


def read(text: str) -> list[Token]:
    """Return the tokens of a sentence of Markdown; what stands in code is read as code."""
    out: list[Token] = []
    at = 0
    for span in _CODE.finditer(text):
        out += _prose(text[at : span.start()])
        out += read_code(span[1] or span[2] or "")
        at = span.end()
    out += _prose(text[at:])
    return _joined(out)


def read_code(text: str) -> list[Token]:
    """Return the names and numbers of some code."""
    return [_code_token(found[0]) for found in _PART.finditer(text)]


@lru_cache(maxsize=8192)
def _code_token(text: str) -> Token:
    if text[0].isdigit():
        return Token("number", text, text, read_number(text), code=True)
    return Token("identifier", text, text, code=True)


def _prose(text: str) -> Iterator[Token]:
    for found in _TOKEN.finditer(text):
        match found.lastgroup:
            case "word":
                yield _word(found[0])
            case "version":
                digits = found[0][1:]
                yield Token("number", digits, found[0], Number((digits,), version=True))
            case "unspaced":
                yield Token("word", found[0], found[0])
            case "flag":
                yield Token("identifier", found[0], found[0])
            case "url":
                yield Token("word", found[0], found[0], stop=True)
            case "date":
                yield Token("number", found[0], found[0], Number((found[0],)))
            case _:
                yield from _number(found)


def stem(word: str) -> str:
    """Return what forms of a word share, roughly: its first letters without an ending."""
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    head = word[:_STEM].removesuffix("e")
    return head[:-1] + "i" if head.endswith("y") else head


@lru_cache(maxsize=8192)
def _word(text: str) -> Token:
    lowered = text.lower().replace("’", "'")
    bare = lowered.replace("'", "")
    if bare in NEGATIONS:
        return Token("negation", "not", text)
    if "'" in lowered:
        lowered = lowered.partition("'")[0]
        text = text[: len(lowered)]
    if _is_identifier(text, lowered):
        return Token("identifier", text, text)
    if lowered in WORDS:
        value = str(WORDS[lowered])
        return Token("number", value, text, Number((value,)), weak=lowered in WEAK)
    if lowered in ORDINALS:
        value = str(ORDINALS[lowered])
        return Token("number", value, text, Number((value,)), weak=True)
    return Token("word", stem(lowered), text, stop=lowered in STOPWORDS)


def _is_identifier(text: str, lowered: str) -> bool:
    if "_" in text or ":" in text or "->" in text:
        return len(text) > 1
    if "." in text:
        return lowered not in _ABBREVIATIONS and all(len(part) > 1 for part in text.split("."))
    return _HUMP.search(text) is not None


def _number(found: re.Match[str]) -> Iterator[Token]:
    digits, rest = found["digits"], found["rest"] or ""
    unit = (found["currency"] or "").strip() or rest.strip(" \u00a0-")
    after = ""
    if unit.lower() in {"st", "nd", "rd", "th"}:
        unit = ""
    elif unit.lower() not in UNITS and unit.lower() not in {"k", "m", "bn"}:
        after, unit = rest.strip(" \u00a0-+."), ""
    if rest and after and rest[0].isalpha():
        # `2FA`, `1st` and the like: letters that hang on the digits make a name.
        yield Token("identifier", digits + after, digits + after)
        return
    number = read_number(digits, unit)
    text = f"{found['currency'] or ''}{digits}" + (rest if number.unit else "")
    yield Token("number", number.keys[0], text, number)
    if after and after != "x":
        yield _word(after)


def _joined(tokens: list[Token]) -> list[Token]:
    """Put together what several tokens say: `2 million`, `twenty-five`, `May 1`, `not only`."""
    out: list[Token] = []
    last: Token | None = None
    for token in tokens:
        merged = None
        if last is not None and (last.number or token.number or last.kind == "negation"):
            merged = _merged(last, token)
        if merged is None:
            out.append(token)
        else:
            out[-1:] = merged
        last = out[-1]
    return out


def _merged(last: Token, token: Token) -> list[Token] | None:
    """Return what two tokens say together, where at least one is a number or a negation."""
    lowered = token.text.lower()
    if last.kind == "negation":
        return [token] if lowered in HARMLESS_AFTER and last.text.lower() in _BARE else None
    if last.number is None:
        named = _month(last)
        return [named, token] if named else None
    if token.number is None:
        if not token.code and lowered in SCALES:
            return [_scaled(last, token, SCALES[lowered])]
        if token.kind == "word" and lowered in UNITS:
            number = Number(last.number.keys, UNITS[lowered])
            return [Token("number", last.key, f"{last.text} {token.text}", number, last.weak)]
        named = _month(token)
        return [last, named] if named else None
    if _are_tens(last, token):
        value = str(int(last.key) + int(token.key))
        return [Token("number", value, f"{last.text}-{token.text}", Number((value,)))]
    return None


def _month(token: Token) -> Token | None:
    """Return a month's name beside a number as what it says."""
    number = MONTHS.get(token.text.lower()) if token.text[:1].isupper() else None
    if number is None or token.kind != "word":
        return None
    key = month_key(number)
    return Token("number", key, token.text, Number((key,)))


def _scaled(last: Token, token: Token, scale: int) -> Token:
    assert last.number is not None
    try:
        value = str(round(float(last.number.keys[-1]) * scale))
    except (ValueError, OverflowError):
        return last
    return Token("number", value, f"{last.text} {token.text}", Number((value,)))


def _are_tens(last: Token, token: Token) -> bool:
    tens, small = WORDS.get(last.text.lower(), 0), WORDS.get(token.text.lower(), 0)
    return tens >= 20 and 0 < small < 10


def month_key(number: int) -> str:
    """Return the key of a month; it is no number like others: `May` is not 5."""
    return f"month {number}"
