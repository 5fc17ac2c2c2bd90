"""What the tables hold, as values: one frozen record per row."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args

from docsteward.base.values import EvidenceKind, JsonObject, JsonValue, Level

TurnState = Literal[
    "running", "waiting", "answered", "refused", "withdrawn", "stopped", "interrupted", "failed"
]
RefusalCause = Literal["no_support", "credential", "uncited", "unresolved", "budget"]
CallState = Literal["running", "waiting", "done", "failed", "declined", "expired", "unknown"]
CallPlace = Literal["server", "page"]
OfferState = Literal["offered", "reserved", "done", "failed", "unknown", "expired"]

TURN_STATES: tuple[TurnState, ...] = get_args(TurnState)
OPEN_TURN_STATES: tuple[TurnState, ...] = ("running", "waiting")
REFUSAL_CAUSES: tuple[RefusalCause, ...] = get_args(RefusalCause)
CALL_STATES: tuple[CallState, ...] = get_args(CallState)
OPEN_CALL_STATES: tuple[CallState, ...] = ("running", "waiting")
CALL_PLACES: tuple[CallPlace, ...] = get_args(CallPlace)
OFFER_STATES: tuple[OfferState, ...] = get_args(OfferState)
EVIDENCE_KINDS: tuple[EvidenceKind, ...] = get_args(EvidenceKind)


@dataclass(frozen=True, kw_only=True)
class WorkspaceRecord:
    """One documentation site; `key` is the public one that its widget sends."""

    id: str
    key: str
    name: str


@dataclass(frozen=True, kw_only=True)
class VisitorRecord:
    """A reader's session; only the SHA-256 of its token is kept (SPEC J4)."""

    id: str
    workspace_id: str
    session_hash: str
    origin: str
    level: Level = "public"
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, kw_only=True)
class ConversationRecord:
    """A conversation under the name that the client chose for it."""

    id: str
    workspace_id: str
    visitor_id: str
    client_id: str
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class TurnRecord:
    """One question on its way to one answer.

    `message_id` is the client's own, so that a question sent twice starts one turn. While the
    turn runs, `worker` holds it until `lease_until`. `page_tools` is what the page brought and
    the server kept: definitions of tools and names of handlers (SPEC D1). `quote` is a passage that
    the reader asked about (SPEC E13).
    """

    id: str
    conversation_id: str
    visitor_id: str
    workspace_id: str
    message_id: str
    question: str
    page: JsonObject | None = None
    page_tools: JsonObject | None = None
    quote: str | None = None
    state: TurnState = "running"
    cause: RefusalCause | None = None
    answer: str = ""
    log: list[JsonObject] = field(default_factory=list[JsonObject])
    steps_used: int = 0
    model_calls: int = 0
    mode: str = ""
    index_digest: str = ""
    created_at: datetime
    finished_at: datetime | None = None
    lease_until: datetime | None = None
    worker: str | None = None


@dataclass(frozen=True, kw_only=True)
class StepRecord:
    """The messages that one model request added to a turn's history; never rewritten (SPEC E5)."""

    turn_id: str
    n: int
    messages: JsonValue
    usage: JsonObject = field(default_factory=dict[str, JsonValue])
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class CallRecord:
    """A tool call; `args` and `result` are what a waiting turn needs to go on (SPEC D9).

    `approval` is what the reader is asked before the call runs: it waits for them while it has no
    `decided_at`, and for its page or its end after that (SPEC N2). `expires_at` ends either wait;
    a running call whose time is over is `unknown`: it may have run.
    """

    id: str
    turn_id: str
    step: int
    model_call_id: str
    tool: str
    args: JsonObject
    memo_key: str
    place: CallPlace
    state: CallState
    ok: bool | None = None
    code: str | None = None
    ms: int | None = None
    result: JsonValue = None
    evidence_number: int | None = None
    expires_at: datetime | None = None
    created_at: datetime
    approval: JsonObject | None = None
    decided_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class CallOutcome:
    """What became of a call, or what it waits for next."""

    state: CallState
    ok: bool | None = None
    code: str | None = None
    ms: int | None = None
    result: JsonValue = None
    decided_at: datetime | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class NewEvidence:
    """Evidence that has no number yet; see `docsteward.base.values.Evidence` for the fields."""

    kind: EvidenceKind
    source: str
    document: str
    text: str
    url: str | None = None
    access: Level = "public"
    failed: bool = False


@dataclass(frozen=True, kw_only=True)
class OfferRecord:
    """An action that the reader may press, with the model's checked arguments (SPEC F3)."""

    id: str
    turn_id: str
    conversation_id: str
    visitor_id: str
    tool: str
    kind: str
    args: JsonObject
    state: OfferState = "offered"
    outcome: str | None = None
    data: JsonObject = field(default_factory=dict[str, JsonValue])
    reserved_at: datetime | None = None
    expires_at: datetime
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class EventRecord:
    """One event of a turn's log; `seq` runs 1, 2, 3 … in each turn."""

    turn_id: str
    seq: int
    type: str
    data: JsonObject
    created_at: datetime
