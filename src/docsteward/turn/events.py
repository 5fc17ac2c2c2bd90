"""What a turn says while it runs. The log of these events is the one record behind every view.

Each event is a frozen value; `to_json` and `from_json` carry it to and from storage. An adapter
in `web` turns events into the parts of a client's protocol.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, TypeAlias, cast

from docsteward.base.values import EvidenceKind, JsonObject

Phase = Literal["searching", "thinking", "tool", "page"]
TurnState = Literal[
    "running", "waiting", "answered", "refused", "withdrawn", "stopped", "interrupted", "failed"
]
EndState = Literal["answered", "refused", "withdrawn", "stopped", "interrupted", "failed"]
Decided = Literal["approved", "declined", "expired"]
# Below this share of sentences whose claims were all found, an answer is tentative.
TENTATIVE_BELOW = 0.6
Cause = Literal["no_support", "credential", "uncited", "unresolved", "budget"]


@dataclass(frozen=True, kw_only=True)
class TurnStarted:
    """The turn exists; its question is stored."""

    turn: str


@dataclass(frozen=True, kw_only=True)
class PageToolsNoted:
    """What of the tools that the page brought is left out, for the page's own console."""

    notes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class StatusChanged:
    """What is going on, for a line that the reader sees while waiting."""

    phase: Phase
    title: str = ""


@dataclass(frozen=True, kw_only=True)
class ToolCalled:
    """A call with its checked arguments: it is asked of the page, or it ran and its end follows."""

    call: str
    tool: str
    title: str
    args: JsonObject


@dataclass(frozen=True, kw_only=True)
class ToolReturned:
    """A call is over; `code` says why it failed. The reply itself is never in an event.

    `summary` is what the page's handler wants the reader to see of it.
    """

    call: str
    tool: str
    ok: bool
    ms: int
    code: str | None = None
    summary: str = ""


@dataclass(frozen=True, kw_only=True)
class PageAsked:
    """The reader's page is asked to make a request and to report what came back."""

    call: str
    tool: str
    title: str
    request: JsonObject
    seconds: int


@dataclass(frozen=True, kw_only=True)
class ApprovalAsked:
    """The reader is asked whether a call may run: the site's words and the real arguments.

    `rows` are the arguments as the reader reads them, each its name in words and its value.
    """

    call: str
    tool: str
    title: str
    ask: str
    icon: str
    context: tuple[str, ...]
    args: JsonObject
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class ApprovalSettled:
    """What became of the question whether a call may run; its end follows where it was approved."""

    call: str
    tool: str
    state: Decided


@dataclass(frozen=True, kw_only=True)
class SourceCited:
    """A document is cited for the first time and has got its number."""

    number: int
    evidence: int
    document: str
    kind: EvidenceKind
    source: str
    url: str | None
    passage: str


@dataclass(frozen=True, kw_only=True)
class TextAdded:
    """Some more of the answer: checked, numbered Markdown."""

    text: str


@dataclass(frozen=True, kw_only=True)
class MarkedSentence:
    """A cited sentence as it stands in the answer, and what its sources do not hold.

    Each missing claim is its kind and its words (SPEC N7).
    """

    text: str
    missing: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class ClaimsChecked:
    """The answer's cited sentences were looked up in what they cite; `marked` are those to doubt.

    `confidence` is the share of the `checked` ones of which nothing is missing.
    """

    checked: int
    confidence: float
    marked: tuple[MarkedSentence, ...]

    @property
    def tentative(self) -> bool:
        """Whether so much is missing that the whole answer is to be doubted (SPEC E10)."""
        return self.confidence < TENTATIVE_BELOW


@dataclass(frozen=True, kw_only=True)
class OfferMade:
    """An action that the reader may press, with all that a client needs to show it."""

    offer: str
    tool: str
    kind: Literal["button", "form"]
    args: JsonObject
    data: JsonObject


@dataclass(frozen=True, kw_only=True)
class VerdictGiven:
    """How the turn ended. With `withdrawn`, the text that was shown is taken back.

    `masked` is the question without the credential that it held, to be asked at one press.
    """

    state: EndState
    cause: Cause | None = None
    message: str = ""
    closest: tuple[tuple[str, str], ...] = ()
    masked: str = ""


@dataclass(frozen=True, kw_only=True)
class TurnEnded:
    """The last event of every turn."""

    state: EndState


TurnEvent: TypeAlias = (
    TurnStarted
    | PageToolsNoted
    | StatusChanged
    | ToolCalled
    | ToolReturned
    | PageAsked
    | ApprovalAsked
    | ApprovalSettled
    | SourceCited
    | TextAdded
    | ClaimsChecked
    | OfferMade
    | VerdictGiven
    | TurnEnded
)

_TYPES: dict[str, type[TurnEvent]] = {
    "turn_started": TurnStarted,
    "page_tools_noted": PageToolsNoted,
    "status_changed": StatusChanged,
    "tool_called": ToolCalled,
    "tool_returned": ToolReturned,
    "page_asked": PageAsked,
    "approval_asked": ApprovalAsked,
    "approval_settled": ApprovalSettled,
    "source_cited": SourceCited,
    "text_added": TextAdded,
    "claims_checked": ClaimsChecked,
    "offer_made": OfferMade,
    "verdict_given": VerdictGiven,
    "turn_ended": TurnEnded,
}
EVENT_TYPES = tuple(_TYPES)
_NAMES: dict[type[TurnEvent], str] = {kind: name for name, kind in _TYPES.items()}


def to_json(event: TurnEvent) -> tuple[str, JsonObject]:
    """Return an event's type name and its data, fit for JSON."""
    if isinstance(event, TextAdded):  # By far the commonest; asdict would copy it deeply.
        return "text_added", {"text": event.text}
    data = cast(JsonObject, asdict(event))
    if isinstance(event, VerdictGiven):
        data["closest"] = [list(pair) for pair in event.closest]
    elif isinstance(event, ApprovalAsked):
        data |= {"context": list(event.context), "rows": [list(row) for row in event.rows]}
    elif isinstance(event, ClaimsChecked):
        data["marked"] = [
            {"text": one.text, "missing": [list(claim) for claim in one.missing]}
            for one in event.marked
        ]
    if isinstance(event, PageToolsNoted):
        data["notes"] = [list(note) for note in event.notes]
    return _NAMES[type(event)], data


def from_json(name: str, data: JsonObject) -> TurnEvent | None:
    """Return the event, or nothing for a type that a newer version wrote."""
    kind = _TYPES.get(name)
    if kind is None:
        return None
    known = {field.name for field in fields(kind)}
    # A log holds what `to_json` wrote, and nothing else writes one.
    values = cast("dict[str, Any]", {key: value for key, value in data.items() if key in known})
    if kind is VerdictGiven:
        values["closest"] = tuple((title, url) for title, url in values.get("closest", ()))
    elif kind is ApprovalAsked:
        values["context"] = tuple(values["context"])
        values["rows"] = tuple((name, value) for name, value in values["rows"])
    elif kind is ClaimsChecked:
        values["marked"] = tuple(
            MarkedSentence(
                text=one["text"], missing=tuple((kind, text) for kind, text in one["missing"])
            )
            for one in values["marked"]
        )
    if kind is PageToolsNoted:
        values["notes"] = tuple((tool, text) for tool, text in values.get("notes", ()))
    return kind(**values)
