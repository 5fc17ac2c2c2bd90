"""What a turn asks of a model, and what a model may say back: text, calls and nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from docsteward.base.errors import OperatorFault
from docsteward.base.values import Evidence, JsonValue
from docsteward.toolspec.tool import Declaration


@dataclass(frozen=True, kw_only=True)
class SystemText:
    """The host's own instructions."""

    text: str


@dataclass(frozen=True, kw_only=True)
class ReaderText:
    """What the reader's side brings: the question, with the excerpts the host put beside it."""

    text: str


@dataclass(frozen=True, kw_only=True)
class ModelCall:
    """A call as the model wrote it; `arguments` is raw text, unparsed and untrusted.

    `cut` says that the reply ended in the middle of it: such a call is never repaired and never
    run (SPEC B3).
    """

    id: str
    name: str
    arguments: str
    cut: bool = False


@dataclass(frozen=True, kw_only=True)
class ModelReply:
    """One finished reply, kept as said; `opaque` is the provider's own, carried back to it."""

    text: str
    calls: tuple[ModelCall, ...] = ()
    opaque: JsonValue = None


@dataclass(frozen=True, kw_only=True)
class CallResult:
    """The one result of one call, as text for the model."""

    call_id: str
    name: str
    text: str


Message: TypeAlias = SystemText | ReaderText | ModelReply | CallResult


@dataclass(frozen=True, kw_only=True)
class ModelRequest:
    """One request to a model. `messages` and `functions` are all that a provider is sent.

    `question`, `evidence` and `actions` say the same things as values, for models that run inside
    this process and need not read prose: the keyless answerer and the doubles.
    """

    messages: tuple[Message, ...]
    functions: tuple[Declaration, ...] = ()
    question: str = ""
    evidence: tuple[Evidence, ...] = ()
    actions: tuple[Declaration, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TextDelta:
    """Some more of the reply's text."""

    text: str


@dataclass(frozen=True, kw_only=True)
class Usage:
    """Tokens of one request, as the provider counted them; 0 where it said nothing.

    `cached_tokens` are a part of `input_tokens`, `reasoning_tokens` a part of `output_tokens`.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0


FinishReason = Literal["stop", "calls", "length", "filtered", "unknown"]


@dataclass(frozen=True, kw_only=True)
class ReplyEnded:
    """The last event of every stream: the whole reply, why it ended and what it cost."""

    reply: ModelReply
    reason: FinishReason
    usage: Usage = Usage()


ModelEvent: TypeAlias = TextDelta | ReplyEnded


class Model(Protocol):
    """A model: one request in, a stream of text deltas out, closed by exactly one ReplyEnded.

    Calls arrive whole, in `ReplyEnded.reply.calls`. Raises ModelUnavailable.
    """

    @property
    def name(self) -> str: ...

    def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]: ...


ModelFailure = Literal[
    "key_missing",
    "key_refused",
    "quota_spent",
    "rate_limited",
    "model_unknown",
    "too_long",
    "content_filtered",
    "request_refused",
    "overloaded",
    "unreachable",
    "bad_reply",
]


class ModelUnavailable(OperatorFault):
    """A model could not answer; `code` is a ModelFailure and the message is fit for an operator.

    `retry_after` is the wait in seconds that the provider asked for. `hint` is what it said of a
    refused request: its words, so they go into no message.
    """

    def __init__(
        self,
        code: ModelFailure,
        message: str,
        *,
        retry_after: float | None = None,
        hint: str = "",
    ) -> None:
        super().__init__(code, message)
        self.retry_after = retry_after
        self.hint = hint
