"""One question to one answer.

A turn opens at the gate, asks the model step by step, runs what it calls through the one door,
and is sealed: cited, checked, stored. Whenever it must wait for the reader's page it stops, and
goes on later from storage. What a model says is only text, ids and arguments; each is checked
against what the server itself put before it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Literal

from docsteward.base.clock import Clock
from docsteward.base.text import cut_at_boundary
from docsteward.base.values import JsonObject, Visitor
from docsteward.index.values import ClosestPage, Index, ToolHint, Verdict
from docsteward.llm.model import (
    Model,
    ModelReply,
    ModelRequest,
    ReaderText,
    SystemText,
)
from docsteward.toolspec.call import OpenLink, Setting
from docsteward.toolspec.tool import Declaration, Tool
from docsteward.turn.answer import AnswerPiece, AnswerReader, OfferWritten
from docsteward.turn.builtins import BUILTINS
from docsteward.turn.calling import MOST_SAME_FAILURES, Calling
from docsteward.turn.citations import Cited, Text
from docsteward.turn.collecting import Collector, section_evidence
from docsteward.turn.events import SourceCited, StatusChanged, TextAdded
from docsteward.turn.history import weigh_in_context
from docsteward.turn.offers import offers_from
from docsteward.turn.openers import reply_to
from docsteward.turn.ports import Runner, Shelf
from docsteward.turn.prompt import reader_text, system_text
from docsteward.turn.reading import read_stream
from docsteward.turn.seal import Seal
from docsteward.turn.speech import Speech
from docsteward.turn.state import TurnState

_LONGEST_EXCERPT = 4000
_LONGEST_PASSAGE = 300

Progress = Literal["ended", "waits"]
Mode = Literal["agentic", "one_shot"]


@dataclass(frozen=True, kw_only=True)
class TurnSettings:
    """What the site decides about its turns (SPEC E7)."""

    site: str
    mode: Mode
    mode_with_page_tools: Mode = "agentic"
    max_steps: int = 4
    approvals_last: timedelta = timedelta(hours=24)


@dataclass(frozen=True, kw_only=True)
class _Step:
    """What one model request gave."""

    reply: ModelReply
    offers: list[OfferWritten]


class TurnEngine:
    """Carries turns on: from their start, or from a wait."""

    def __init__(
        self,
        *,
        settings: TurnSettings,
        shelf: Shelf,
        model: Model,
        seal: Seal,
        clock: Clock,
    ) -> None:
        self._settings = settings
        self._shelf = shelf
        self._model = model
        self._seal = seal
        self._clock = clock
        self._calling = Calling(
            clock, max_steps=settings.max_steps, approvals_last=settings.approvals_last
        )
        self._collector = Collector(clock)

    def mode(self, *, page_tools: bool) -> Mode:
        """Return the mode of a new turn; one whose page brings tools may have another one."""
        return self._settings.mode_with_page_tools if page_tools else self._settings.mode

    def index_digest(self) -> str:
        """Return the name of the index that a new turn will read. Raises SiteFault."""
        return self._shelf.current().digest

    async def go_on(self, state: TurnState) -> Progress:
        """Carry a turn on from where it stands to its end or a wait. Raises ModelUnavailable."""
        if not state.messages:
            # The first stages, in their order; each may end the turn with no model call (SPEC E1).
            if state.record.cause == "credential":
                await self._seal.refuse_credential(state)
                return "ended"
            reply = reply_to(state.question, site=self._settings.site)
            if reply is not None:
                await self._seal.reply(state, reply)
                return "ended"
            verdict = await self._weigh(state, self._shelf.current())
            if not verdict.open:
                needs_page = self._needing_page(state, self._shelf.current())
                await self._seal.refuse(state, verdict.closest, needs_page=needs_page)
                return "ended"
            await self._prime(state, verdict)
        await self._collector.collect(state)
        while True:
            is_last = self._is_last_step(state)
            step = await self._ask_model(state, is_last=is_last)
            if is_last or not step.reply.calls:
                await self._finish(state, step)
                return "ended"
            # Asked for anew at each step: an index that was replaced twice meanwhile is closed.
            index = self._shelf.current()
            if await self._calling.dispatch(state, step.reply.calls, index):
                await state.keep_progress()
                return "waits"
            await self._collector.collect(state)

    async def _weigh(self, state: TurnState, index: Index) -> Verdict:
        """Ask the gate; the pages and the tools are weighed together (SPEC E4)."""
        await state.emit(StatusChanged(phase="searching"))
        hints = [_hint(tool) for tool in self._tools(state)]
        context = f"{state.record.quote or ''} {state.history.context}".strip()
        return await asyncio.to_thread(weigh_in_context, index, state.question, context, hints)

    def _needing_page(self, state: TurnState, index: Index) -> str:
        """Name the tool that would have been asked, had the caller a page (SPEC D2)."""
        if state.runner is None or state.page is not None:
            return ""
        hints = [_hint(tool) for tool in state.runner.page_tools(state.visitor)]
        wanted = index.weigh(state.question, tools=hints).wanted_tools
        tool = state.runner.tool(wanted[0]) if wanted else None
        return tool.title if tool else ""

    async def _prime(self, state: TurnState, verdict: Verdict) -> None:
        """Open the transcript with the gate's own excerpts (SPEC E5)."""
        excerpts = [section_evidence(hit, longest=_LONGEST_EXCERPT) for hit in verdict.hits]
        known = {piece.document for piece in state.history.carried}
        fresh = [excerpt for excerpt in excerpts if excerpt.document not in known]
        evidence = await state.add_evidence([*state.history.carried, *fresh])
        system = system_text(
            self._settings.site,
            functions=bool(self._functions(state)),
            actions=[tool.declaration() for tool in self._actions(state)],
        )
        await state.append(
            SystemText(text=system),
            ReaderText(
                text=reader_text(
                    state.question, evidence, history=state.history, quote=state.record.quote
                )
            ),
            now=self._clock.now(),
        )

    def _is_last_step(self, state: TurnState) -> bool:
        """Whether the next request is the last one, which offers no functions (SPEC E7)."""
        spent = state.steps_used >= self._settings.max_steps
        # What fails again and again is not helped by one more try (fault B149).
        stuck = any(count > MOST_SAME_FAILURES for count in state.failures.values())
        # Repeated calls cost no step, so the requests themselves are counted too.
        return spent or stuck or not state.agentic or state.model_calls >= self._settings.max_steps

    async def _ask_model(self, state: TurnState, *, is_last: bool) -> _Step:
        """Make one request and show its text as soon as it is sure to be the answer."""
        await state.emit(StatusChanged(phase="thinking"))
        request = ModelRequest(
            messages=tuple(state.messages),
            functions=() if is_last else self._functions(state),
            question=state.question,
            evidence=tuple(state.evidence.values()),
            actions=tuple(tool.declaration() for tool in self._actions(state)),
        )
        reader = AnswerReader(
            state.evidence,
            state.numbering,
            knows=partial(self._knows, state),
            follows_text=bool(state.text),
        )
        speech = Speech(is_last_step=is_last)

        async def take(text: str) -> None:
            await self._show(state, speech.take(reader.feed(text)))

        state.model_calls += 1
        state.apart = bool(state.text)
        ended = await read_stream(self._model, request, take)
        calls_follow = bool(ended.reply.calls) and not is_last
        rest = speech.take(reader.end()) + speech.end(calls_follow=calls_follow)
        await self._show(state, rest)
        await state.append(ended.reply, usage=ended.usage, now=self._clock.now())
        return _Step(reply=ended.reply, offers=speech.offers)

    def _knows(self, state: TurnState, url: str) -> bool:
        """Whether the answer may lead there: to a page, or to what this turn has seen (SPEC E9)."""
        seen = any(url == piece.url for piece in state.evidence.values())
        return seen or self._shelf.current().publishes(url.partition("#")[0])

    async def _show(self, state: TurnState, pieces: list[AnswerPiece]) -> None:
        for piece in pieces:
            if isinstance(piece, Text):
                if piece.text:
                    await state.emit(TextAdded(text=state.set_apart(piece.text)))
            elif isinstance(piece, Cited):
                await self._cite(state, piece)

    async def _cite(self, state: TurnState, cited: Cited) -> None:
        evidence = cited.evidence
        if evidence.failed:
            state.cited_failed = True
        elif cited.first:
            await state.emit(
                SourceCited(
                    number=cited.number,
                    evidence=evidence.id,
                    document=evidence.document,
                    kind=evidence.kind,
                    source=evidence.source,
                    url=evidence.url,
                    passage=cut_at_boundary(evidence.text, _LONGEST_PASSAGE)[0],
                )
            )

    async def _finish(self, state: TurnState, step: _Step) -> None:
        actions = {tool.name: tool for tool in self._actions(state)}
        setting = Setting(question=state.question, page=state.page)
        link_for = partial(_link, state.runner, visitor=state.visitor, setting=setting)
        offers = offers_from(step.offers, actions, link_for, question=state.question)
        closest = () if state.cited else await _closest(state, self._shelf.current())
        await self._seal.answer(state, offers, closest=closest)

    def _functions(self, state: TurnState) -> tuple[Declaration, ...]:
        if not state.agentic:
            return ()
        has_page = state.page is not None
        own = state.runner.functions(state.visitor, has_page=has_page) if state.runner else ()
        return (*BUILTINS.values(), *own)

    def _actions(self, state: TurnState) -> list[Tool]:
        if state.runner is None:
            return []
        return list(state.runner.actions(state.visitor, has_page=state.page is not None))

    def _tools(self, state: TurnState) -> list[Tool]:
        """Every site tool at this reader's level, here: what the gate may let a question in for."""
        if state.runner is None:
            return []
        has_page = state.page is not None
        functions = state.runner.functions(state.visitor, has_page=has_page)
        named = (
            [state.runner.tool(declared.name) for declared in functions] if state.agentic else []
        )
        return [*filter(None, named), *self._actions(state)]


def _link(
    runner: Runner | None, tool: Tool, args: JsonObject, *, visitor: Visitor, setting: Setting
) -> OpenLink | None:
    return runner.link(tool, args, visitor, setting) if runner else None


async def _closest(state: TurnState, index: Index) -> tuple[ClosestPage, ...]:
    verdict = await asyncio.to_thread(index.weigh, state.question)
    return verdict.closest


def _hint(tool: Tool) -> ToolHint:
    return ToolHint(
        name=tool.name,
        title=f"{tool.title} {tool.label}",
        description=tool.description,
        examples=tool.examples,
    )
