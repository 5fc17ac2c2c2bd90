"""What went wrong at a provider, by type, status and code, in an operator's words.

What a provider says itself may hold a key or a reader's words: it goes into no message.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Final

from docsteward.base.errors import DocstewardError
from docsteward.base.text import shorten
from docsteward.llm.model import ModelFailure, ModelUnavailable

_MEND: Final[Mapping[ModelFailure, str]] = {
    "key_missing": "it asks for a key and none is configured; set the key of this model",
    "key_refused": "it refused the key; check the key and what it is allowed to do",
    "quota_spent": "the account's quota or credit is spent; raise it or use another model",
    "rate_limited": "it limits this key's rate; wait, raise the limit or add a second model",
    "model_unknown": "it does not know the model; check the model's name and the address",
    "too_long": "the request is longer than the model can take; use one with a larger context",
    "content_filtered": "its content filter stopped the request; look at what the question asks",
    "request_refused": "it refused the request as it was made; check what is set for this model "
    "and that it takes function tools, or set 'tools: text'",
    "overloaded": "it is overloaded or down for now; wait or add a second model",
    "unreachable": "it could not be reached or went silent; check address, network and server",
    "bad_reply": "what it answered is no usable stream of its API; check the address",
}
FILTER_CODES: Final = frozenset(
    {"content_filter", "content_policy_violation", "responsible_ai_policy_violation"}
)
_LONGEST_HINT: Final = 2_000


def unavailable(
    code: ModelFailure,
    *,
    model: str,
    host: str,
    seen: str = "",
    retry_after: float | None = None,
    hint: str = "",
) -> ModelUnavailable:
    """Return the error for a failure; `seen` is what was observed, kept short."""
    wait = _wait(retry_after)
    seen = ", ".join(filter(None, [shorten(seen, 120), wait]))
    what = f" ({seen})" if seen else ""
    return ModelUnavailable(
        code,
        f"model {model!r} at {host!r}: {_MEND[code]}{what}",
        retry_after=retry_after if wait else None,
        hint=hint[:_LONGEST_HINT],
    )


def _wait(seconds: float | None) -> str:
    if seconds is None or not math.isfinite(seconds) or seconds < 0:
        return ""
    return f"it asks to wait {math.ceil(seconds)} s"


def from_library(error: Exception, *, model: str, host: str, has_key: bool) -> ModelUnavailable:
    """Return what a library's exception means, judged by its type, status and code alone."""
    from pydantic_ai import exceptions

    status = error.status_code if isinstance(error, exceptions.ModelHTTPError) else None
    api = error if isinstance(error, exceptions.ModelAPIError) else None
    code = _code(error, status=status, has_key=has_key)
    return unavailable(
        code,
        model=model,
        host=host,
        seen=f"HTTP {status}" if status is not None else _root(error),
        retry_after=api.retry_after if api is not None else None,
        hint=_text(api.body) if api is not None and code == "request_refused" else "",
    )


def _code(error: Exception, *, status: int | None, has_key: bool) -> ModelFailure:
    from pydantic_ai import exceptions

    if status == 413:
        return "too_long"
    if isinstance(error, exceptions.ModelAPIError) and (
        error.provider_error_code in FILTER_CODES or error.provider_error_type in FILTER_CODES
    ):
        return "content_filtered"
    refused: ModelFailure = "key_refused" if has_key else "key_missing"
    # The first that fits: the categories of a refused request are kinds of it.
    kinds: tuple[tuple[type[Exception], ModelFailure], ...] = (
        (exceptions.ContentFilterError, "content_filtered"),
        (exceptions.ModelContextWindowExceededError, "too_long"),
        (exceptions.ModelAuthenticationError, refused),
        (exceptions.ModelQuotaExceededError, "quota_spent"),
        (exceptions.ModelNotFoundError, "model_unknown"),
        (exceptions.ModelRequestRejectedError, "request_refused"),
        (exceptions.UserError, "request_refused"),
        (exceptions.ModelRateLimitError, "rate_limited"),
        (exceptions.ModelUnavailableError, "overloaded"),
        (exceptions.ModelServerError, "overloaded"),
        (exceptions.ModelConnectionError, "unreachable"),
        (exceptions.ModelRequestTimeout, "unreachable"),
    )
    for kind, code in kinds:
        if isinstance(error, kind):
            return code
    return "bad_reply"


def _text(body: object) -> str:
    return body if isinstance(body, str) else json.dumps(body, default=str)


def _root(error: BaseException) -> str:
    """Name the first cause: our own door's words where they are the reason, else the type."""
    while error.__cause__ is not None:
        error = error.__cause__
    return str(error) if isinstance(error, DocstewardError) else type(error).__name__
