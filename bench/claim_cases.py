"""Sentences of a real documentation, true, reworded and changed, for measuring the claim check.

A sentence is drawn with its section, which is the evidence that it cites. A changed one differs
from it in one value that matters; a reworded one says the same in another form. All by a seed.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from docsteward.corpus.folder import read_folder

Kind = Literal["number", "version", "identifier", "name", "negation"]
Task = Literal["changed", "reworded", "as it is"]
KINDS: tuple[Kind, ...] = ("number", "version", "identifier", "name", "negation")

_FENCE = re.compile(r"^[ \t]*(```+|~~~+).*?^[ \t]*\1[ \t]*$", re.DOTALL | re.MULTILINE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*\"“])")
_NUMBER = re.compile(r"(?<![\w.`/#:-])(\d{1,3}(?:,\d{3})+|\d+)(?![\w.`/:-]|\s*[.)]\s)")
_NUMBERS_IN_WORDS = "two three four five six seven eight nine ten"
_WORDS: tuple[str, ...] = tuple(_NUMBERS_IN_WORDS.split())
_NUMBER_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b", re.IGNORECASE)
_VERSION = re.compile(r"(?<![\w.])v?\d+\.\d+(?:\.\d+)?(?![\w.]*\w)")
_CODE = re.compile(r"`([^`\n]+)`")
_TARGET = re.compile(r"\]\([^()\s]+\)")  # Where a link leads is checked elsewhere.
_NAME = re.compile(r"[A-Za-z_]\w{2,}")
_QUOTED = re.compile(r'"([A-Za-z][^"\n]{2,50})"|“([^”\n]{3,50})”')
_NOT = re.compile(
    r"\b(?:(?P<aux>is|are|was|were|does|do|did|has|have|can|could|should|would|will|must|need)"
    r"(?: not|n['’]t)|(?P<cannot>cannot)|(?P<cant>can['’]t|won['’]t)|"
    r"(?P<never>never )|(?P<longer>no longer )|(?P<without>without) )",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"\b(is|are|can|could|should|would|will|must)\b(?! not\b)(?!n)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """A sentence of a section; `after` is the sentence behind it in its paragraph."""

    section: str
    evidence: str
    text: str
    after: str = ""


@dataclass(frozen=True, kw_only=True)
class Case:
    """What is checked: `how` says what was done to the sentence."""

    drawn: Drawn
    text: str
    changed: Kind | None
    how: str

    @property
    def answer(self) -> str:
        body = self.text.rstrip()
        mark = body[-1] if body[-1] in ".!?" else ""
        return f"{body.removesuffix(mark)} [1]{mark or '.'}"


@dataclass(kw_only=True)
class Cases:
    """The cases of one seed; `wanting` counts those for which no sentence was left."""

    seed: int
    cases: list[Case] = field(default_factory=list[Case])
    wanting: Counter[str] = field(default_factory=Counter[str])


def sentences(folder: Path) -> list[Drawn]:
    """Return every sentence of prose of a folder of Markdown, with its section as evidence."""
    found: list[Drawn] = []
    for page in read_folder(folder).pages:
        for section in page.sections:
            found += _of_section(section.id, section.text[:4000])
    return found


def _of_section(name: str, evidence: str) -> list[Drawn]:
    found: list[Drawn] = []
    prose = _FENCE.sub("\n\n", evidence)
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[*+-]|\d+\.)\s)", prose):
        line = " ".join(paragraph.split())
        line = re.sub(r"^(?:[*+-]|\d+\.)\s+", "", line)
        if not line or re.match(r"[|#<{/]", line) or "{*" in line or "<" in line:
            continue
        parts = [part.strip() for part in _SENTENCE.split(line)]
        for at, part in enumerate(parts):
            if 6 <= len(part.split()) <= 45 and part[-1] in ".!?":
                after = parts[at + 1] if at + 1 < len(parts) else ""
                found.append(Drawn(section=name, evidence=evidence, text=part, after=after))
    return found


def make_cases(pool: Sequence[Drawn], seed: int, count: int = 300) -> Cases:
    """Draw `count` sentences: half changed, a quarter reworded, a quarter as they are."""
    chance = random.Random(seed)
    drawn = list(pool)
    chance.shuffle(drawn)
    made = Cases(seed=seed)
    corpus = _Corpus(pool)
    for number in range(count):
        kind = KINDS[number // 2 % len(KINDS)]
        task: Task = ("changed", "reworded", "changed", "as it is")[number % 4]
        found = next(
            (
                (at, case)
                for at, one in enumerate(drawn)
                if (case := _case(one, kind, task, chance, corpus)) is not None
            ),
            None,
        )
        if found is None:
            made.wanting[f"{task}: {kind}"] += 1
            continue
        del drawn[found[0]]
        made.cases.append(found[1])
    return made


class _Corpus:
    """Values of the whole documentation, to change others into."""

    def __init__(self, pool: Sequence[Drawn]) -> None:
        texts = sorted({one.evidence for one in pool})
        self.names = sorted({n for t in texts for c in _CODE.findall(t) for n in _NAME.findall(c)})
        self.quoted = sorted({a or b for t in texts for a, b in _QUOTED.findall(t)})


def _case(
    drawn: Drawn, kind: Kind, task: Task, chance: random.Random, corpus: _Corpus
) -> Case | None:
    """Make a case of a sentence that holds something of the kind, if it can be made."""
    changed = _CHANGES[kind](drawn, chance, corpus)
    if changed is None:
        return None
    if task == "changed":
        return Case(drawn=drawn, text=changed[0], changed=kind, how=changed[1])
    if task == "as it is":
        return Case(drawn=drawn, text=drawn.text, changed=None, how=task)
    for name, way in chance.sample(_REWORDINGS, len(_REWORDINGS)):
        text = way(drawn, chance)
        if text and text != drawn.text:
            return Case(drawn=drawn, text=text, changed=None, how=name)
    return None


# ---- changes ----------------------------------------------------------------------------------

_Changed = tuple[str, str] | None


def _put(text: str, found: re.Match[str], value: str, group: int = 0) -> str:
    return text[: found.start(group)] + value + text[found.end(group) :]


def _outside_code(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    spans = [found.span() for found in _CODE.finditer(text)]
    return [
        found
        for found in pattern.finditer(text)
        if not any(start <= found.start() < end for start, end in spans)
    ]


def _change_number(drawn: Drawn, chance: random.Random, _corpus: _Corpus) -> _Changed:
    places = _outside_code(_NUMBER, drawn.text)
    words = _outside_code(_NUMBER_WORD, drawn.text)
    if not places and not words:
        return None
    found = chance.choice([*places, *words])
    old = found[0]
    if old.lower() in _WORDS:
        value = chance.choice([word for word in _WORDS if word != old.lower()])
        return _put(drawn.text, found, value), "another number word"
    inside = [n for n in _NUMBER.findall(drawn.evidence) if n != old and n not in drawn.text]
    if inside and chance.random() < 0.5:
        return _put(drawn.text, found, chance.choice(inside)), "a number of the same section"
    plain = int(old.replace(",", ""))
    value = str(chance.choice([plain + 1, plain + 2, plain * 10, plain * 2 + 1, plain + 100]))
    return _put(drawn.text, found, value), "another number"


def _change_version(drawn: Drawn, chance: random.Random, _corpus: _Corpus) -> _Changed:
    links = [link.span() for link in _TARGET.finditer(drawn.text)]
    places = [
        found
        for found in _VERSION.finditer(drawn.text)
        if not any(start <= found.start() < end for start, end in links)
    ]
    if not places:
        return None
    found = chance.choice(places)
    inside = [v for v in _VERSION.findall(drawn.evidence) if v not in drawn.text]
    if inside and chance.random() < 0.5:
        return _put(drawn.text, found, chance.choice(inside)), "a version of the same section"
    parts = found[0].split(".")
    at = chance.randrange(1, len(parts))
    parts[at] = str(int(parts[at]) + chance.choice([1, 2, 7, 10]))
    return _put(drawn.text, found, ".".join(parts)), "another version"


def _change_identifier(drawn: Drawn, chance: random.Random, corpus: _Corpus) -> _Changed:
    places = [
        (found.start(1) + name.start(), found.start(1) + name.end())
        for found in _CODE.finditer(drawn.text)
        for name in _NAME.finditer(found[1])
    ]
    if not places:
        return None
    start, end = chance.choice(places)
    old = drawn.text[start:end]
    value, how = _other_name(old, drawn, chance, corpus)
    return drawn.text[:start] + value + drawn.text[end:], how


def _other_name(old: str, drawn: Drawn, chance: random.Random, corpus: _Corpus) -> tuple[str, str]:
    near = [n for c in _CODE.findall(drawn.evidence) for n in _NAME.findall(c)]
    near = sorted({name for name in near if name not in drawn.text})
    way = chance.randrange(4)
    if way == 0 and near:
        return chance.choice(near), "a name of the same section"
    if way == 1:
        return chance.choice(
            [n for n in corpus.names if n not in drawn.evidence]
        ), "a name of elsewhere"
    if way == 2:
        return f"{old}_{chance.choice(['id', 'name', 'list', 'key'])}", "a longer name"
    at = chance.randrange(1, len(old) - 1)
    swapped = old[:at] + old[at + 1] + old[at] + old[at + 2 :]
    return (swapped if swapped != old else old + "s"), "a misspelt name"


def _change_name(drawn: Drawn, chance: random.Random, corpus: _Corpus) -> _Changed:
    places = list(_QUOTED.finditer(drawn.text))
    if not places:
        return None
    found = chance.choice(places)
    group = 1 if found[1] else 2
    old = found[group]
    if " " in old and chance.random() < 0.5:
        words = old.split()
        at = chance.randrange(len(words))
        words[at] = chance.choice(["Other", "Second", "Advanced", "Simple", "Global"])
        return _put(drawn.text, found, " ".join(words), group), "one word of the name"
    inside = [a or b for a, b in _QUOTED.findall(drawn.evidence)]
    inside = [name for name in inside if name.lower() not in drawn.text.lower()]
    if inside and chance.random() < 0.3:
        return _put(drawn.text, found, chance.choice(inside), group), "a name of the same section"
    other = chance.choice(
        [name for name in corpus.quoted if name.lower() not in drawn.evidence.lower()]
    )
    return _put(drawn.text, found, other, group), "a name of elsewhere"


def _change_negation(drawn: Drawn, chance: random.Random, _corpus: _Corpus) -> _Changed:
    denied = _outside_code(_NOT, drawn.text)
    if denied:
        found = chance.choice(denied)
        return _put(drawn.text, found, _affirmed(found)), "a negation less"
    plain = _outside_code(_PLAIN, drawn.text)
    if not plain or drawn.text.endswith("?"):
        return None
    found = chance.choice(plain)
    word = found[0]
    value = "cannot" if word == "can" else f"{word} {chance.choice(['not', 'not', 'never'])}"
    return _put(drawn.text, found, value), "a negation more"


def _affirmed(found: re.Match[str]) -> str:
    if found["aux"]:
        return found["aux"]
    if found["cannot"]:
        return "can"
    if found["cant"]:
        return "can" if found["cant"].lower().startswith("can") else "will"
    if found["without"]:
        return "with "
    return ""


_CHANGES: dict[Kind, Callable[[Drawn, random.Random, _Corpus], _Changed]] = {
    "number": _change_number,
    "version": _change_version,
    "identifier": _change_identifier,
    "name": _change_name,
    "negation": _change_negation,
}

# ---- rewordings -------------------------------------------------------------------------------

_SYNONYMS = {
    "use": "employ", "using": "employing", "uses": "employs", "need": "require",
    "also": "additionally", "want": "wish", "make": "create", "show": "display",
    "shows": "displays", "get": "obtain", "example": "instance", "different": "distinct",
    "same": "identical", "many": "numerous", "but": "yet", "because": "since", "big": "large",
    "start": "begin", "simple": "plain", "way": "manner", "normally": "usually",
    "several": "various", "check": "verify", "help": "assist", "so": "thus",
    "code": "source code", "automatically": "by itself", "declare": "state",
    "function": "routine", "like": "such as", "then": "afterwards", "would": "is going to",
}  # fmt: skip
_CONTRACTIONS = {
    "can't": "cannot", "don't": "do not", "doesn't": "does not", "isn't": "is not",
    "aren't": "are not", "won't": "will not", "didn't": "did not", "cannot": "can't",
    "do not": "don't", "does not": "doesn't", "is not": "isn't", "are not": "aren't",
    "you're": "you are", "it's": "it is", "you'll": "you will", "let's": "let us",
}  # fmt: skip


def _synonyms(drawn: Drawn, _chance: random.Random) -> str | None:
    spans = [found.span() for found in (*_CODE.finditer(drawn.text), *_QUOTED.finditer(drawn.text))]

    def other(found: re.Match[str]) -> str:
        inside = any(start <= found.start() < end for start, end in spans)
        return found[0] if inside else _SYNONYMS.get(found[0], found[0])

    return re.sub(r"(?<![\w-])[a-z]+(?![\w-])", other, drawn.text)


_CONDITION_FIRST = re.compile(
    r"((?:If|When|As|Because|For|With|In|After|Before|Once)\b[^,;:]{8,}), ([^;:]{8,})([.!])"
)


def _reordered(drawn: Drawn, _chance: random.Random) -> str | None:
    found = _CONDITION_FIRST.fullmatch(drawn.text)
    if found is None:
        return None
    first, then, mark = found.groups()
    return f"{then[0].upper()}{then[1:]} {first[0].lower()}{first[1:]}{mark}"


def _merged(drawn: Drawn, chance: random.Random) -> str | None:
    after = drawn.after
    ends = after[-1:] in (".", "!") and drawn.text[-1] in ".!"
    if not ends or len(after.split()) > 30:
        return None
    joined = chance.choice([", and ", "; ", ", while "])
    head = after if after[:2].isupper() or after[0] in '`*"' else after[0].lower() + after[1:]
    return f"{drawn.text[:-1]}{joined}{head}"


def _numbers(drawn: Drawn, _chance: random.Random) -> str | None:
    def other(found: re.Match[str]) -> str:
        digits = found[0].replace(",", "")
        if "," in found[0]:
            return digits
        if len(digits) >= 4 and not 1900 < int(digits) < 2100:
            return f"{int(digits):,}"
        return _WORDS[int(digits) - 2] if 2 <= int(digits) <= 10 else digits

    spans = [found.span() for found in (*_CODE.finditer(drawn.text), *_QUOTED.finditer(drawn.text))]
    text = drawn.text
    for found in reversed(list(_NUMBER.finditer(text))):
        if not any(start <= found.start() < end for start, end in spans):
            text = _put(text, found, other(found))
    for found in reversed(list(_NUMBER_WORD.finditer(text))):
        if text == drawn.text:
            text = _put(text, found, str(_WORDS.index(found[0].lower()) + 2))
    return text


def _contracted(drawn: Drawn, _chance: random.Random) -> str | None:
    text = drawn.text.replace("’", "'")
    for old, new in _CONTRACTIONS.items():
        if re.search(rf"\b{old}\b", text):
            return re.sub(rf"\b{old}\b", new, text, count=1)
    return None


def _unmarked(drawn: Drawn, _chance: random.Random) -> str | None:
    text = re.sub(r"\*{1,2}([^*\n]+)\*{1,2}", r"\1", drawn.text)
    text = re.sub(r"`([A-Za-z_]\w*)\(\)`", r"`\1`", text)
    return re.sub(r'"([^"\n]+)"', "“\\1”", text)


_REWORDINGS: tuple[tuple[str, Callable[[Drawn, random.Random], str | None]], ...] = (
    ("synonyms", _synonyms),
    ("clauses reordered", _reordered),
    ("sentences merged", _merged),
    ("numbers written otherwise", _numbers),
    ("contractions", _contracted),
    ("marks of emphasis and quotation", _unmarked),
)
