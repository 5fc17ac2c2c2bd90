"""A Model over one provider's wire, spoken through `pydantic_ai.direct` (SPEC E16)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final

import httpx2
import structlog

from docsteward import __version__
from docsteward.base.errors import DocstewardError
from docsteward.base.ids import new_id
from docsteward.llm.carried import carried
from docsteward.llm.chat_body import Project
from docsteward.llm.chat_stream import is_object
from docsteward.llm.closing import closing
from docsteward.llm.endings import ended_as
from docsteward.llm.event_data import StreamTooLarge
from docsteward.llm.failures import from_library, unavailable
from docsteward.llm.library_messages import tool_definition, wire_messages
from docsteward.llm.model import (
    CallResult,
    FinishReason,
    ModelCall,
    ModelEvent,
    ModelFailure,
    ModelReply,
    ModelRequest,
    ModelUnavailable,
    ReplyEnded,
    TextDelta,
    Usage,
)
from docsteward.llm.wire import Wire
from docsteward.llm.wire_transport import WireTransport
from docsteward.toolspec.projection import projector
from docsteward.toolspec.tool import Declaration

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

_log = structlog.get_logger(__name__)

_REASONS: Final[Mapping[str, FinishReason]] = {
    "stop": "stop",
    "tool_call": "calls",
    "length": "length",
    "content_filter": "filtered",
}
# What Google's and AWS' libraries raise when they find nothing to sign with; by name, for the
# libraries are not always installed.
_NO_CREDENTIALS: Final = frozenset(
    {
        *("DefaultCredentialsError", "RefreshError", "NoCredentialsError", "NoAuthTokenError"),
        *("PartialCredentialsError", "CredentialRetrievalError", "TokenRetrievalError"),
    }
)
# The transport sets the waits; a client of no wait at all would make a library complain.
_OUR_TRANSPORT_DECIDES = 600.0
_PAST = "A function of an earlier step; it can't be called any more."


def load_library(*modules: str) -> None:
    """Import what a first request would import, which takes seconds on a small machine."""
    for name in ("pydantic_ai.direct", *modules):
        import_module(name)


class LibraryModel:
    """A model behind a wire of the library.

    `http_client` is the operator's guarded client, which stays the caller's to close. Nothing is
    tried twice here. Raises ModelUnavailable.
    """

    def __init__(
        self, wire: Wire, http_client: httpx2.AsyncClient, *, project: Project | None = None
    ) -> None:
        self._wire = wire
        self._http_client = http_client
        self._project = project or projector(wire.dialect)

    @property
    def name(self) -> str:
        return self._wire.model

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Send one request; yield text as it comes and the whole reply last."""
        from pydantic_ai.exceptions import AgentRunError, UserError

        wire = self._wire
        try:
            async with closing(self._stream(request)) as events:
                async for event in events:
                    yield event
        except (AgentRunError, UserError) as error:
            raise from_library(
                error, model=wire.model, host=wire.host, has_key=wire.has_key
            ) from error
        except StreamTooLarge as error:
            raise self._unavailable_as("bad_reply", str(error)) from error
        except httpx2.HTTPError as error:
            raise self._unavailable_as("unreachable", type(error).__name__) from error
        except ModelUnavailable:
            raise
        except DocstewardError as error:
            raise self._unavailable_as("unreachable", str(error)) from error
        except Exception as error:
            # Its type alone: what it holds may be a key or a reader's words.
            _log.error("model_library_broke", host=wire.host, error=type(error).__qualname__)
            code = "key_missing" if type(error).__name__ in _NO_CREDENTIALS else "bad_reply"
            raise self._unavailable_as(code, type(error).__name__) from error

    async def _stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        from pydantic_ai.direct import model_request_stream

        wire = self._wire
        texts: list[str] = []
        async with (
            httpx2.AsyncClient(
                transport=self._transport(), trust_env=False, timeout=_OUR_TRANSPORT_DECIDES
            ) as client,
            model_request_stream(
                wire.open(client),
                wire_messages(request.messages, system=wire.system, call_id=wire.call_id),
                model_settings=self._settings(request),
                model_request_parameters=self._parameters(request),
                instrument=False,
            ) as response,
        ):
            text_of = _text_reader()
            async for event in response:
                if text := text_of(event):
                    texts.append(text)
                    yield TextDelta(text=text)
            whole = response.get()
        yield self._ended("".join(texts), whole)

    def _transport(self) -> WireTransport:
        wire = self._wire
        return WireTransport(
            self._http_client,
            user_agent=f"docsteward/{__version__}",
            with_key=wire.has_key,
            mender=wire.mender() if wire.mender else None,
            tuning=wire.tuning,
        )

    def _settings(self, request: ModelRequest) -> ModelSettings:
        settings: ModelSettings = {**self._wire.tuning.settings(), **self._wire.settings}
        if self._wire.own_requests:
            settings.pop("timeout", None)
            settings.pop("max_retries", None)
        if not request.functions and self._past_functions(request):
            settings["tool_choice"] = "none"
        return settings

    def _parameters(self, request: ModelRequest) -> ModelRequestParameters:
        from pydantic_ai.models import ModelRequestParameters

        functions = request.functions or self._past_functions(request)
        return ModelRequestParameters(
            function_tools=[tool_definition(function, self._project) for function in functions]
        )

    def _past_functions(self, request: ModelRequest) -> tuple[Declaration, ...]:
        """Name what the history called, for a provider that wants every call explained."""
        if not self._wire.declares_past:
            return ()
        names = [message.name for message in request.messages if isinstance(message, CallResult)]
        return tuple(
            Declaration(name=name, description=_PAST, schema={"type": "object"})
            for name in dict.fromkeys(filter(None, names))
        )

    def _ended(self, text: str, whole: ModelResponse) -> ReplyEnded:
        if whole.finish_reason is None or whole.state != "complete":
            raise self._unavailable_as("bad_reply", "the stream stopped before its end")
        spent = self._wire.tuning.max_output_tokens
        is_spent = spent is not None and whole.usage.output_tokens >= spent
        calls = _calls(whole, is_cut_off=whole.finish_reason == "length" or is_spent)
        reason: FinishReason = _REASONS.get(whole.finish_reason, "unknown")
        return ReplyEnded(
            reply=ModelReply(
                text=text,
                calls=calls,
                opaque=carried(whole, calls, system=self._wire.system),
            ),
            reason=ended_as(reason, has_calls=bool(calls)),
            usage=_usage(whole),
        )

    def _unavailable_as(self, code: ModelFailure, seen: str) -> ModelUnavailable:
        return unavailable(code, model=self._wire.model, host=self._wire.host, seen=seen)


def _text_reader() -> Callable[[object], str]:
    """Return what takes the text out of an event; nothing is imported for each delta."""
    from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta

    def text_of(event: object) -> str:
        if isinstance(event, PartDeltaEvent):
            return event.delta.content_delta if isinstance(event.delta, TextPartDelta) else ""
        if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
            return event.part.content
        return ""

    return text_of


def _calls(whole: ModelResponse, *, is_cut_off: bool) -> tuple[ModelCall, ...]:
    from pydantic_ai.messages import ToolCallPart

    parts = [part for part in whole.parts if isinstance(part, ToolCallPart)]
    used: set[str] = set()
    calls: list[ModelCall] = []
    for part in parts:
        raw = part.args
        arguments = raw if isinstance(raw, str) else json.dumps(raw or {}, ensure_ascii=False)
        # A result must find its one call, whatever ids came.
        id = part.tool_call_id if part.tool_call_id not in used else new_id("call")
        used.add(id)
        calls.append(
            ModelCall(
                id=id,
                name=part.tool_name,
                arguments=arguments,
                cut=is_cut_off
                and not is_object(arguments)
                and (part is parts[-1] or bool(arguments.strip())),
            )
        )
    return tuple(calls)


def _usage(whole: ModelResponse) -> Usage:
    usage = whole.usage
    thought = (
        usage.details.get(name, 0)
        for name in ("reasoning_tokens", "thoughts_tokens", "thinking_tokens")
    )
    return Usage(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cached_tokens=usage.cache_read_tokens,
        reasoning_tokens=max(thought),
    )
