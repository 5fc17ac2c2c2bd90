"""Any OpenAI-compatible Chat Completions address as a Model (SPEC E16)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from importlib import import_module
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx2

from docsteward import __version__
from docsteward.base.errors import DocstewardError
from docsteward.base.ids import new_id
from docsteward.base.values import JsonValue
from docsteward.llm.failures import from_library, unavailable
from docsteward.llm.chat_messages import (
    Opaque,
    Project,
    as_written,
    tool_definition,
    wire_messages,
)
from docsteward.llm.chat_stream import ChatStreamMender, OpenCall, StreamRecord, StreamTooLarge
from docsteward.llm.wire_transport import WireTransport
from docsteward.llm.closing import closing
from docsteward.llm.tuning import Timeouts
from docsteward.llm.model import (
    FinishReason,
    ModelCall,
    ModelEvent,
    ModelReply,
    ModelRequest,
    ModelUnavailable,
    ReplyEnded,
    TextDelta,
    Usage,
)

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIChatModelSettings
    from pydantic_ai.settings import ModelSettings

_REASONS: dict[str, FinishReason] = {
    "stop": "stop",
    "tool_calls": "calls",
    "function_call": "calls",
    "length": "length",
    "content_filter": "filtered",
}
# The fields in which compatible servers are known to put a model's thinking.
_THINKING_FIELDS = frozenset({"reasoning", "reasoning_content"})
_NO_KEY = "none"


def load_libraries() -> None:
    """Import what the first request would import, which takes seconds on a small machine."""
    for name in ("direct", "models.openai", "providers.openai"):
        import_module(f"pydantic_ai.{name}")


class OpenAICompatibleModel:
    """A model at an OpenAI-compatible address, spoken to through `pydantic_ai.direct`.

    `base_url` is what stands before `/chat/completions`. `api_key` is `None` or empty where the
    address asks for none. `http_client` is the operator's guarded client, which stays the
    caller's to close. `project` gives what stands under `function` beside the name:
    `{"description", "parameters", "strict"?}`. `max_output_tokens` is sent only when set.
    Nothing is tried twice here. Raises ModelUnavailable (SPEC E16).
    """

    def __init__(  # noqa: PLR0913 - each is one thing that an operator may say
        self,
        *,
        model: str,
        base_url: str,
        api_key: str | None,
        http_client: httpx2.AsyncClient,
        project: Project = as_written,
        max_output_tokens: int | None = None,
        timeouts: Timeouts | None = None,
    ) -> None:
        self._model = model
        self._base_url = base_url
        self._host = urlsplit(base_url).netloc.rpartition("@")[2]
        self._api_key = (api_key or "").strip()
        self._http_client = http_client
        self._project = project
        self._max_output_tokens = max_output_tokens
        self._timeouts = timeouts or Timeouts()

    @property
    def name(self) -> str:
        return self._model

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Send one request; yield text as it comes and the whole reply last."""
        from pydantic_ai.exceptions import AgentRunError

        try:
            async with closing(self._stream(request)) as events:
                async for event in events:
                    yield event
        except AgentRunError as error:
            raise from_library(
                error, model=self._model, host=self._host, has_key=bool(self._api_key)
            ) from error
        except StreamTooLarge as error:
            raise unavailable(
                "bad_reply", model=self._model, host=self._host, seen=str(error)
            ) from error
        except httpx2.HTTPError as error:
            raise unavailable(
                "unreachable", model=self._model, host=self._host, seen=type(error).__name__
            ) from error
        except ModelUnavailable:
            raise
        except DocstewardError as error:
            raise unavailable(
                "unreachable", model=self._model, host=self._host, seen=str(error)
            ) from error

    async def _stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        from pydantic_ai.direct import model_request_stream
        from pydantic_ai.models import ModelRequestParameters

        mender = ChatStreamMender()
        transport = WireTransport(
            self._http_client,
            user_agent=f"docsteward/{__version__}",
            with_key=bool(self._api_key),
            mender=mender,
        )
        texts: list[str] = []
        async with (
            httpx2.AsyncClient(transport=transport, trust_env=False) as client,
            model_request_stream(
                self._wire_model(client),
                wire_messages(request.messages, system=self._system),
                model_settings=self._settings(),
                model_request_parameters=ModelRequestParameters(
                    function_tools=[
                        tool_definition(function, self._project) for function in request.functions
                    ]
                ),
                instrument=False,
            ) as response,
        ):
            async for event in response:
                if text := _text_of(event):
                    texts.append(text)
                    yield TextDelta(text=text)
            whole = response.get()
        yield self._ended("".join(texts), whole, mender.record)

    @property
    def _system(self) -> str:
        """Who said what is opaque to us: thinking of one address is no business of another."""
        return f"{self._host}/{self._model}"

    def _wire_model(self, client: httpx2.AsyncClient) -> OpenAIChatModel:
        from openai import AsyncOpenAI
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.profiles.openai import OpenAIModelProfile
        from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

        # Our own profile whatever the model is called: no schema is rewritten behind our back.
        profile = OpenAIModelProfile(
            openai_system_prompt_role="system",
            openai_chat_supports_max_completion_tokens=self._host == "api.openai.com",
        )
        provider = OpenAICompatibleProvider(
            self._system,
            openai_client=AsyncOpenAI(
                api_key=self._api_key or _NO_KEY,
                base_url=self._base_url,
                http_client=client,
                max_retries=0,
            ),
            profile=lambda _: profile,
        )
        return OpenAIChatModel(self._model, provider=provider)

    def _settings(self) -> ModelSettings:
        limits = self._timeouts
        settings: OpenAIChatModelSettings = {
            "max_retries": 0,
            "timeout": httpx2.Timeout(limits.silence, connect=limits.connect),
            "first_event_timeout": limits.first,
            "request_timeout": limits.total,
        }
        if self._max_output_tokens is not None:
            settings["max_tokens"] = self._max_output_tokens
        return settings

    def _ended(self, text: str, whole: ModelResponse, record: StreamRecord) -> ReplyEnded:
        if not record.ended:
            raise unavailable(
                "bad_reply",
                model=self._model,
                host=self._host,
                seen="the stream stopped before its end",
            )
        calls, extras = _calls(record, limit=self._max_output_tokens)
        thinking = _thinking(whole) if calls else {}
        opaque = Opaque(thinking=thinking, extras=extras).as_json(system=self._system)
        return ReplyEnded(
            reply=ModelReply(text=text, calls=calls, opaque=opaque),
            reason=_reason(record, whole, has_calls=bool(calls)),
            usage=Usage(
                input_tokens=whole.usage.input_tokens,
                output_tokens=whole.usage.output_tokens,
                cached_tokens=whole.usage.cache_read_tokens,
            ),
        )


def _text_of(event: object) -> str:
    from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta

    if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
        return event.part.content
    if isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
        return event.delta.content_delta
    return ""


def _thinking(whole: ModelResponse) -> dict[str, str]:
    from pydantic_ai.messages import ThinkingPart

    found: dict[str, str] = {}
    for part in whole.parts:
        if isinstance(part, ThinkingPart) and part.id in _THINKING_FIELDS:
            found[part.id] = found.get(part.id, "") + part.content
    return found


def _calls(
    record: StreamRecord, *, limit: int | None
) -> tuple[tuple[ModelCall, ...], dict[str, JsonValue]]:
    calls: list[ModelCall] = []
    extras: dict[str, JsonValue] = {}
    used: set[str] = set()
    for call in record.calls:
        # Some servers give no id, or one id twice; a result must still find its one call.
        id = call.id if call.id and call.id not in used else new_id("call")
        used.add(id)
        is_last = call is record.calls[-1]
        calls.append(
            ModelCall(
                id=id,
                name=call.name,
                arguments=call.arguments,
                cut=_is_cut(call, record, limit=limit, is_last=is_last),
            )
        )
        if call.extra is not None:
            extras[id] = call.extra
    return tuple(calls), extras


def _is_cut(call: OpenCall, record: StreamRecord, *, limit: int | None, is_last: bool) -> bool:
    """Say whether the reply ended in the middle of a call (faults B004, B005, B007)."""
    if call.is_whole:
        return False
    is_blank = not call.arguments.strip()
    if record.finish_reason == "length":
        return is_last or not is_blank
    spent = limit is not None and record.output_tokens is not None and record.output_tokens >= limit
    return not is_blank and (spent or record.finish_reason is None)


def _reason(record: StreamRecord, whole: ModelResponse, *, has_calls: bool) -> FinishReason:
    """Say why it ended; a reply with a call is not the last one, whatever it says (B095)."""
    if whole.finish_reason == "content_filter":
        return "filtered"
    reason = _REASONS.get(record.finish_reason or "", "unknown")
    if has_calls and reason in ("stop", "unknown"):
        return "calls"
    if not has_calls and reason == "calls":
        return "stop"
    return reason
