"""Offers: what a model proposed, checked until nothing is left of its word but a choice (SPEC F).

The model picks which action and with which values; every word that a reader sees is the site's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from docsteward.base.errors import ModelFault
from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.call import OpenLink
from docsteward.toolspec.form import argument_line, fields, own_suggestions
from docsteward.toolspec.parameters import ArgumentFault, read_arguments
from docsteward.toolspec.tool import Tool
from docsteward.turn.answer import OfferWritten
from docsteward.turn.prompt import MAX_OFFERS


@dataclass(frozen=True, kw_only=True)
class Offer:
    """One action with arguments that fit it."""

    tool: Tool
    args: JsonObject
    link: OpenLink | None = None

    @property
    def kind(self) -> Literal["button", "form"]:
        return "form" if self.tool.kind == "action_form" else "button"

    def to_show(self) -> JsonObject:
        """Return what a client needs to draw it: the site's own words and the checked values."""
        form = [field.to_json() for field in fields(self.tool, self.args)]
        return {
            "title": self.tool.title,
            "label": self.tool.label,
            "line": argument_line(self.tool, self.args),
            "fields": list[JsonValue](form) if self.kind == "form" else [],
            "link": self.link.to_json() if self.link else None,
        }


LinkFor: TypeAlias = Callable[[Tool, JsonObject], OpenLink | None]


def offers_from(
    written: Sequence[OfferWritten],
    actions: Mapping[str, Tool],
    link_for: LinkFor,
    *,
    question: str,
) -> list[Offer]:
    """Return the proposals that stand: known actions, fitting arguments, each once, three at most.

    `question` holds the reader's own words: a form's e-mail or URI is suggested only from there.
    `link_for` builds the link of an action that opens one, and raises ModelFault where an argument
    cannot stand in it.
    """
    offers: list[Offer] = []
    for proposal in written:
        offer = _linked(_offer(proposal, actions, question), link_for)
        if offer is not None and offer not in offers:
            offers.append(offer)
    return offers[:MAX_OFFERS]


def _linked(offer: Offer | None, link_for: LinkFor) -> Offer | None:
    if offer is None or offer.kind == "form":
        return offer
    try:
        return replace(offer, link=link_for(offer.tool, offer.args))
    except ModelFault:
        return None


def _offer(proposal: OfferWritten, actions: Mapping[str, Tool], question: str) -> Offer | None:
    tool = actions.get(proposal.tool)
    if tool is None:
        return None
    read = read_arguments(proposal.arguments)
    if isinstance(read, ArgumentFault):
        return Offer(tool=tool, args={}) if tool.kind == "action_form" else None
    if tool.kind == "action_form":
        return Offer(tool=tool, args=_suggestions(tool, read, question))
    checked = tool.parameters.check(read)
    return None if checked.faults else Offer(tool=tool, args=checked.args)


def _suggestions(tool: Tool, read: Mapping[str, JsonValue], question: str) -> JsonObject:
    """Keep the suggestions that fit and may be made; the reader supplies the rest (SPEC B4, F2)."""
    return own_suggestions(tool, _fitting(tool, read), own_words=question)


def _fitting(tool: Tool, read: Mapping[str, JsonValue]) -> JsonObject:
    checked = tool.parameters.check(read, allow_missing=True)
    if not checked.faults:
        return checked.args
    faulty = {fault.path.split(".")[0].split("/")[0] for fault in checked.faults}
    rest = {name: value for name, value in read.items() if name not in faulty}
    again = tool.parameters.check(rest, allow_missing=True)
    return {} if again.faults else again.args
