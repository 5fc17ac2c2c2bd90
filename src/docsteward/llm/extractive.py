"""The answerer that needs no key: it quotes, calls and offers by fixed rules (SPEC E16); no I/O."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Sequence

from docsteward.base.values import Evidence
from docsteward.llm.markdown_blocks import sentences
from docsteward.llm.model import (
    CallResult,
    Message,
    ModelCall,
    ModelEvent,
    ModelReply,
    ModelRequest,
    ReaderText,
    ReplyEnded,
    TextDelta,
)
from docsteward.llm.offer_lines import offer_line, quotable
from docsteward.llm.passages import Passage, best_passages
from docsteward.llm.tool_facts import Fact, facts, meets
from docsteward.llm.tool_match import BUILT_INS, fitting_actions, fitting_function

NOT_ANSWERED = "The passages at hand do not answer this question."
NOT_FOUND_OUT = "This could not be looked up just now."


class ExtractiveModel:
    """Answers from the request's own values, the same every time, with no model behind it.

    It calls one function whose required arguments stand in the question; else it quotes the best
    passages and tells the facts of tool replies, each followed by its marker `[id]`; and it
    offers up to two actions that the question asks for, as `@offer` lines at the end. Where
    nothing covers the question it says so in one line without a marker. Raises nothing.
    """

    @property
    def name(self) -> str:
        return "extractive"

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Yield the answer sentence by sentence, or end with one call."""
        turn = _this_turn(request)
        called = [call.name for call in _calls(turn)]
        fit = fitting_function(request.question, request.functions, called)
        if fit is not None:
            arguments = json.dumps(fit.said.args, ensure_ascii=False)
            number = len(_calls(request.messages)) + 1
            call = ModelCall(id=f"call_{number}", name=fit.tool.name, arguments=arguments)
            yield ReplyEnded(reply=ModelReply(text="", calls=(call,)), reason="calls")
            return
        text = answer(request, replies=_replies(turn))
        for piece in pieces(text):
            yield TextDelta(text=piece)
        yield ReplyEnded(reply=ModelReply(text=text), reason="stop")


def _this_turn(request: ModelRequest) -> Sequence[Message]:
    """Return what came after the question; a later note of the host is no new question."""
    question = request.question.strip()
    asked = [
        number for number, message in enumerate(request.messages) if isinstance(message, ReaderText)
    ]
    with_question = [
        number
        for number in asked
        if question and question in getattr(request.messages[number], "text", "")
    ]
    start = (with_question or asked or [-1])[-1]
    return request.messages[start + 1 :]


def _calls(messages: Sequence[Message]) -> list[ModelCall]:
    return [
        call for message in messages if isinstance(message, ModelReply) for call in message.calls
    ]


def _replies(turn: Sequence[Message]) -> int:
    return sum(
        isinstance(message, CallResult) and message.name not in BUILT_INS for message in turn
    )


def answer(request: ModelRequest, *, replies: int) -> str:
    """Return the whole answer; `replies` says how many of the last tool results are this turn's."""
    tools = [piece for piece in request.evidence if piece.kind == "tool"]
    fresh = tools[len(tools) - replies :] if replies else []
    earlier = [piece for piece in tools if piece not in fresh and not piece.failed]
    told = fresh or [piece for piece in earlier if meets(request.question, piece)]
    parts = [text for piece in told if (text := _told(request.question, piece))]
    if not [piece for piece in told if not piece.failed]:
        sections = [piece for piece in request.evidence if piece.kind == "section"]
        parts += [_quotation(passage) for passage in best_passages(request.question, sections)]
    if not parts:
        parts.append(NOT_ANSWERED)
    offers = [
        offer_line(fit.tool.name, fit.said.args)
        for fit in fitting_actions(request.question, request.actions)
    ]
    return "\n\n".join([*parts, *(["\n".join(offers)] if offers else [])])


def _told(question: str, evidence: Evidence) -> str:
    if evidence.failed:
        return f"{NOT_FOUND_OUT} [{evidence.id}]"
    found = facts(question, evidence)
    if found:
        return _listed(found, evidence.id)
    quoted = best_passages(question, [evidence])
    if quoted:
        return "\n\n".join(_quotation(passage) for passage in quoted)
    # The reply was asked for by name, so its beginning is the answer even in other words.
    start = quotable(" ".join(sentences(" ".join(evidence.text.split()))[:2]))
    return f"{start} [{evidence.id}]"


def _listed(found: Sequence[Fact], id: int) -> str:
    """Tell what was asked in a sentence each, the rest as a list."""
    asked = [fact for fact in found if fact.asked][:2] or list(found[:1])
    rest = [fact for fact in found if fact not in asked]
    first = " ".join(f"{fact.line.rstrip('.')}. [{id}]" for fact in asked)
    lines = [f"- {fact.line} [{id}]" for fact in rest]
    return "\n\n".join([first, *(["\n".join(lines)] if lines else [])])


def _quotation(passage: Passage) -> str:
    marker = f"[{passage.evidence_id}]"
    if not passage.text:
        return f"{passage.tail}\n\n{marker}"
    lead = f"{passage.text} {marker}"
    return f"{lead}\n\n{passage.tail}" if passage.tail else lead


_PIECE = re.compile(r"```.*?```\s*|.+?(?:\[\d+\]\s*|\n+|$)", re.DOTALL)


def pieces(text: str) -> list[str]:
    """Cut a text into what is streamed at once: up to a marker or a line's end, fences whole."""
    return [match.group() for match in _PIECE.finditer(text)]
