"""Counts what recorded answers claim beyond the sources that they cite (SPEC L1, N7).

A file of answers is JSON Lines. Each line is an object with `answer`, Markdown with markers, and
`evidence`, an object that holds for each number the text behind it or a list of such texts; `id`
is optional. The check is the one that every turn makes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from docsteward.base.errors import SiteFault
from docsteward.base.values import JsonObject, JsonValue
from docsteward.turn.claims.check import CheckedSentence, check_claims

_MOST_FAULTS = 20


@dataclass(frozen=True, kw_only=True)
class RecordedAnswer:
    """An answer with the evidence behind each of its numbers."""

    name: str
    answer: str
    evidence: dict[int, list[str]]


@dataclass(frozen=True, kw_only=True)
class Marked:
    """A sentence of an answer that claims something which its sources do not hold."""

    answer: str
    sentence: CheckedSentence


@dataclass(frozen=True, kw_only=True)
class ClaimCounts:
    """What the check came to over all answers; `sentences` counts the cited ones."""

    answers: int
    uncited: int
    sentences: int
    marked: tuple[Marked, ...]

    @property
    def kinds(self) -> dict[str, int]:
        """How many claims of each kind were not found."""
        counts = Counter(claim.kind for one in self.marked for claim in one.sentence.missing)
        return dict(sorted(counts.items()))

    @property
    def share(self) -> float:
        """The share of cited sentences that were marked; 0 where there are none."""
        return round(len(self.marked) / self.sentences, 4) if self.sentences else 0.0

    def to_json(self) -> JsonObject:
        rows: list[JsonValue] = [
            {
                "answer": one.answer,
                "sentence": one.sentence.sentence.text,
                "missing": [{"kind": c.kind, "text": c.text} for c in one.sentence.missing],
            }
            for one in self.marked
        ]
        return {
            "answers": self.answers,
            "uncited": self.uncited,
            "sentences": self.sentences,
            "marked": len(self.marked),
            "share": self.share,
            "kinds": {**self.kinds},
            "rows": rows,
        }


def count_claims(answers: Iterable[RecordedAnswer]) -> ClaimCounts:
    """Check every answer and count."""
    seen = uncited = sentences = 0
    marked: list[Marked] = []
    for one in answers:
        seen += 1
        claims = check_claims(one.answer, one.evidence)
        sentences += len(claims.sentences)
        uncited += not claims.sentences
        marked += [Marked(answer=one.name, sentence=sentence) for sentence in claims.marked]
    return ClaimCounts(answers=seen, uncited=uncited, sentences=sentences, marked=tuple(marked))


def read_answers(path: Path) -> list[RecordedAnswer]:
    """Read a file of answers. Raises SiteFault `answers_invalid`, with every line that is wrong."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SiteFault(
            "answers_invalid", f"The file {str(path)!r} can't be read as UTF-8 text: {error}."
        ) from error
    answers: list[RecordedAnswer] = []
    faults: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        read = _answer(line, f"line {number}")
        if isinstance(read, RecordedAnswer):
            answers.append(read)
        else:
            faults.append(f"line {number}: {read}")
    if faults:
        raise _invalid(path, faults)
    if not answers:
        raise _invalid(path, ["it holds no answer"])
    return answers


def _invalid(path: Path, faults: Sequence[str]) -> SiteFault:
    shown = "\n".join(f"- {fault}" for fault in faults[:_MOST_FAULTS])
    more = f"\n- and {len(faults) - _MOST_FAULTS} more" if len(faults) > _MOST_FAULTS else ""
    return SiteFault(
        "answers_invalid",
        f"The answers in {str(path)!r} can't be read:\n{shown}{more}\n"
        'Each line is an object: {"answer": "It waits 10 seconds [1].", "evidence": {"1": "..."}}.',
    )


def _answer(line: str, name: str) -> RecordedAnswer | str:
    """Read a line; what is wrong with it comes back as words."""
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError):
        return "this is no JSON"
    if not isinstance(raw, dict):
        return "this is no object"
    fields = cast(JsonObject, raw)
    answer, evidence = fields.get("answer"), fields.get("evidence")
    if not isinstance(answer, str):
        return "'answer' must be text"
    if not isinstance(evidence, dict):
        return "'evidence' must be an object of numbers and texts"
    texts: dict[int, list[str]] = {}
    for number, value in evidence.items():
        listed = _texts(value)
        if not (number.isascii() and number.isdigit() and len(number) <= 6) or listed is None:
            return f"'evidence.{number[:40]}' must be a number that the answer cites, with its text"
        texts[int(number)] = listed
    return RecordedAnswer(name=str(fields.get("id", name)), answer=answer, evidence=texts)


def _texts(value: JsonValue) -> list[str] | None:
    """Return a text or a list of texts as a list."""
    listed = value if isinstance(value, list) else [value]
    texts = [text for text in listed if isinstance(text, str)]
    return texts if len(texts) == len(listed) else None
