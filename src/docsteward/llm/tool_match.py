"""Which tool a question asks for, judged strictly by its words; pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from docsteward.base.values import JsonObject
from docsteward.llm.said_values import Said, said_values
from docsteward.llm.words import all_stems, content_stems, stem, tokens
from docsteward.toolspec.purpose import for_use
from docsteward.toolspec.tool import Declaration

BUILT_INS = frozenset({"search_docs", "get_doc", "list_pages"})

# Words by which descriptions speak to a model; they say nothing about the subject.
_TALK = frozenset(
    stem(word)
    for word in (
        *("reader", "question", "ask", "call", "tool", "return", "give", "show", "find", "look"),
        *("get", "fetch", "answer", "user", "customer", "someone", "person", "page", "say"),
        *("offer", "action", "button", "form", "open", "help", "want", "send", "about", "name"),
    )
)
_REACH = frozenset(
    stem(word)
    for word in ("talk", "speak", "contact", "reach", "chat", "write", "connect", "message", "call")
)
_PEOPLE = frozenset(
    stem(word)
    for word in ("human", "person", "people", "support", "agent", "representative", "staff", "team")
)
_DESK = frozenset(
    stem(word) for word in ("contact", "support", "human", "ticket", "helpdesk", "handover")
)
_ASKS_DOCS = re.compile(r"\b(how (do|can|to|should|would)|in code|example)\b", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Fit:
    """A tool that a question asks for, with the arguments found in it; higher scores fit better."""

    tool: Declaration
    said: Said
    score: float


def fitting_function(
    question: str, functions: Sequence[Declaration], called: Iterable[str]
) -> Fit | None:
    """Return the function to call, whose required arguments all stand in the question."""
    made = frozenset(called)
    fits = [
        fit
        for tool in functions
        if tool.name not in BUILT_INS and tool.name not in made
        if (fit := _fit(question, tool, prefill=False)) is not None and not fit.said.missing
    ]
    return max(fits, key=lambda fit: fit.score, default=None)


def fitting_actions(
    question: str, actions: Sequence[Declaration], *, most: int = 2
) -> tuple[Fit, ...]:
    """Return the actions to offer, best first, with what is known of their arguments.

    One that lacks a required argument comes after those that lack none: a form may be offered so
    (SPEC B4), and of a button the host will think otherwise.
    """
    wants_person = asks_for_person(question)
    fits: list[Fit] = []
    for tool in actions:
        fit = _fit(question, tool, prefill=True)
        if fit is None and wants_person and _DESK & all_stems(f"{tool.name} {tool.description}"):
            said = said_values(question, tool.schema, prefill=True)
            fit = Fit(tool=tool, said=said, score=1.0)
        if fit is not None:
            fits.append(fit)
    fits.sort(key=lambda fit: (bool(fit.said.missing), -fit.score))
    return tuple(fits[:most])


def asks_for_person(question: str) -> bool:
    """Say whether a reader wants somebody rather than something."""
    stems = all_stems(question)
    return bool(stems & _PEOPLE) and bool(stems & _REACH or "need" in stems)


def _fit(question: str, tool: Declaration, *, prefill: bool) -> Fit | None:
    said = said_values(question, tool.schema, prefill=prefill)
    values = _value_stems(said.args, question)
    terms = [term for term in content_stems(question) if term not in values]
    name = all_stems(tool.name) - _TALK
    told = f"{for_use(tool.description)} {_parameter_words(tool.schema)}"
    about = frozenset(content_stems(told)) - _TALK
    in_name = [term for term in terms if term in name]
    matched = [term for term in terms if term in name or term in about]
    if not in_name or not terms:
        return None
    share = len(matched) / len(terms)
    least = 0.7 if _ASKS_DOCS.search(question) else 0.5
    # `pro limits` says all there is to say; `the pro plan` only names what could be asked about.
    own = frozenset(in_name) - all_stems(" ".join(_properties(tool.schema)))
    is_all_said = share == 1.0 and bool(said.args) and bool(own)
    if not is_all_said and (len(matched) < 2 or share < least):
        return None
    return Fit(tool=tool, said=said, score=len(matched) + len(in_name) + share)


def _value_stems(args: JsonObject, question: str) -> frozenset[str]:
    """The words of the question that are arguments already, and so say nothing more."""
    texts = [str(value) for value in args.values() if str(value) != question.strip()]
    return frozenset(stem(word) for text in texts for word in tokens(text))


def _parameter_words(schema: JsonObject) -> str:
    words: list[str] = []
    for name, prop in _properties(schema).items():
        words.append(name)
        if isinstance(prop, dict):
            words.append(str(prop.get("description", "")))
    return " ".join(words)


def _properties(schema: JsonObject) -> JsonObject:
    properties = schema.get("properties")
    return properties if isinstance(properties, dict) else {}
