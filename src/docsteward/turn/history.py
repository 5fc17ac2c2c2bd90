"""What a follow-up leans on: the exchanges before it, what the last answer rested on (SPEC E12).

The reader's own earlier questions and the answers to them are quoted to the model, for words like
"it"; a fact needs evidence of this turn. What the last answer cited is given again as evidence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from docsteward.base.text import cut_at_boundary, shorten
from docsteward.base.values import Evidence, Visitor, reaches
from docsteward.index.values import Index, ToolHint, Verdict
from docsteward.storage.records import NewEvidence, TurnRecord

EXCHANGES = 3
LOOKED_AT = 20  # Turns before one that may matter to it.
_LONGEST_ANSWER = 800
_LONGEST_SUBJECT = 60
_LONGEST_SUBJECTS = 400
_LONGEST_CONTEXT = 300
# A question of more words of its own says itself what it is about.
_MOST_TERMS = 4
_MARKERS = re.compile(r"(?:(?<=[.,;:!?)*`\]])|[ \t\n]|^)(?:\[\d{1,4}\])+")


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """A question of before and its answer, cut and without markers: their numbers are of then."""

    question: str
    answer: str


@dataclass(frozen=True, kw_only=True)
class History:
    """What was before a turn in its conversation.

    `subjects` are older questions, shortened. `carried` is what the last answer cited, as far as
    the visitor may see it now. `private` says that what is told here is not for everybody.
    """

    exchanges: tuple[Exchange, ...] = ()
    subjects: str = ""
    carried: tuple[NewEvidence, ...] = ()
    context: str = ""
    private: bool = False


NOTHING_BEFORE = History()


def history_of(
    turns: Sequence[TurnRecord], cited: Mapping[str, Sequence[Evidence]], visitor: Visitor
) -> History:
    """Return the history that these turns make, the newest last; `cited` is by the turn's id.

    An answer that rests on what the visitor may not see now is not told again.
    """
    answered = [turn for turn in turns if turn.state == "answered" and turn.answer]
    told = [turn for turn in answered if _may_see(visitor, cited.get(turn.id, ()))][-EXCHANGES:]
    older = [turn.question for turn in turns if turn not in told and turn.state in _ASKED]
    shown = [piece for turn in told for piece in cited.get(turn.id, ())]
    # One whose time is over has lost its text, and a fact needs that (SPEC D9).
    last = [piece for piece in cited.get(told[-1].id, ()) if piece.text] if told else []
    return History(
        exchanges=tuple(
            Exchange(question=turn.question, answer=_plain(turn.answer)) for turn in told
        ),
        subjects=_subjects(older),
        carried=tuple(map(_again, last)),
        context=_context([turn.question for turn in turns if turn.state in _ASKED]),
        private=any(piece.access != "public" for piece in shown),
    )


_ASKED = ("answered", "refused", "withdrawn")


def _may_see(visitor: Visitor, cited: Sequence[Evidence]) -> bool:
    return all(reaches(visitor.level, piece.access) for piece in cited)


def _plain(answer: str) -> str:
    text, cut = cut_at_boundary(_MARKERS.sub("", answer), _LONGEST_ANSWER)
    return f"{text} …" if cut else text


def _subjects(questions: Sequence[str]) -> str:
    line = "; ".join(shorten(question, _LONGEST_SUBJECT) for question in questions)
    return shorten(line, _LONGEST_SUBJECTS)


def _again(piece: Evidence) -> NewEvidence:
    return NewEvidence(
        kind=piece.kind,
        source=piece.source,
        document=piece.document,
        text=piece.text,
        url=piece.url,
        access=piece.access,
    )


def _context(questions: Sequence[str]) -> str:
    """Return the antecedent: the last question, with the one before where it leant on that."""
    last = questions[-1:]
    if last and len(last[0].split()) <= _MOST_TERMS:
        last = questions[-2:]
    return " ".join(last)


def weigh_in_context(
    index: Index, question: str, context: str, tools: Sequence[ToolHint]
) -> Verdict:
    """Ask the gate for a question alone and, where it leans on them, with the words before it.

    It leans on them when it is short and brings no word that the pages do not know: whatever was
    asked before gives no support to a new subject. Blocks shortly.
    """
    alone = index.weigh(question, tools=tools)
    leans = alone.signals.get("terms", 0) <= _MOST_TERMS and alone.signals.get("absent", 0.0) == 0.0
    if not context or not leans:
        return alone
    joined = index.weigh(f"{context[:_LONGEST_CONTEXT]} {question}", tools=tools)
    return _better(alone, joined)


def _better(alone: Verdict, joined: Verdict) -> Verdict:
    """Return the verdict that holds more; both give their excerpts, the fuller question first."""
    if not joined.open:
        return alone
    hits = {hit.section_id: hit for hit in (*joined.hits, *alone.hits)}
    most = max(len(joined.hits), len(alone.hits))
    return Verdict(
        supported=alone.supported or joined.supported,
        wanted_tools=tuple(dict.fromkeys((*alone.wanted_tools, *joined.wanted_tools))),
        hits=tuple(hits.values())[:most],
        closest=joined.closest,
        signals=joined.signals if joined.supported else alone.signals,
        provisional=joined.provisional,
    )
