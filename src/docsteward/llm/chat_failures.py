"""What an OpenAI-compatible server's refusal means, by its status, code and type."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final, cast

from docsteward.base.values import JsonObject, JsonValue
from docsteward.llm.failures import FILTER_CODES
from docsteward.llm.model import ModelFailure

_BY_CODE: Final[Mapping[str, ModelFailure]] = {
    **dict.fromkeys(FILTER_CODES, "content_filtered"),
    **dict.fromkeys(
        (
            "insufficient_quota",
            "billing_hard_limit_reached",
            "credit_balance_exhausted",
            "organization_spend_limit_exceeded",
            "project_spend_limit_exceeded",
            "exceeded_current_quota_error",
        ),
        "quota_spent",
    ),
    **dict.fromkeys(("context_length_exceeded", "exceed_context_size_error"), "too_long"),
    "invalid_api_key": "key_refused",
    "model_not_found": "model_unknown",
    **dict.fromkeys(
        ("rate_limit_exceeded", "rate_limit_error", "too_many_requests"), "rate_limited"
    ),
    **dict.fromkeys(
        ("server_is_overloaded", "overloaded", "overloaded_error", "service_unavailable"),
        "overloaded",
    ),
    "server_error": "overloaded",
}
_BY_STATUS: Final[Mapping[int, ModelFailure]] = {
    400: "request_refused",
    401: "key_refused",
    402: "quota_spent",
    403: "key_refused",
    404: "model_unknown",
    413: "too_long",
    422: "request_refused",
    429: "rate_limited",
}
# Whatever else a server says beside one of these.
_SURE: Final = frozenset({401, 402, 403, 413})
# vLLM, Groq, OpenRouter and Ollama have no code for it: the words are all that tells it.
_TOO_LONG: Final = ("maximum context length", "reduce the length of the messages", "context size")


def refusal(status: int | None, body: JsonValue) -> ModelFailure:
    """Return what a refusal means; `status` is None for one in the middle of a stream."""
    error = _error(body)
    if status in _SURE and not isinstance(error.get("metadata"), dict):
        return _BY_STATUS[status]
    for name in (error.get("code"), error.get("type")):
        if isinstance(name, str) and name in _BY_CODE:
            return _BY_CODE[name]
    code = error.get("code")
    # Gateways put the status itself there.
    number = _number(code) if status is None else status
    # OpenRouter refuses flagged words so, and says which.
    if number == 403 and isinstance(error.get("metadata"), dict):
        return "content_filtered"
    message = error.get("message")
    if number in (400, 422, None) and isinstance(message, str):
        said = message.lower()
        if any(words in said for words in _TOO_LONG):
            return "too_long"
    if number is not None and number >= 500:
        return "overloaded"
    return _BY_STATUS.get(number or 0, "bad_reply")


def _error(body: JsonValue) -> JsonObject:
    if not isinstance(body, dict):
        return {}
    inner = body.get("error", body)
    return inner if isinstance(inner, dict) else {"message": inner}


def _number(code: JsonValue) -> int | None:
    if isinstance(code, bool):
        return None
    if isinstance(code, int):
        return code
    return int(code) if isinstance(code, str) and code.isdecimal() and len(code) == 3 else None


def read_json(body: bytes) -> JsonValue:
    """Return a body as JSON, or None where it is none."""
    try:
        return cast(JsonValue, json.loads(body))
    except (ValueError, RecursionError):
        return None


def wait_of(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Return the seconds to wait that a reply asks for (RFC 9110, section 10.2.3)."""
    said = headers.get("retry-after", "").strip()
    if not said:
        return None
    try:
        return float(said)
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(said)
    except ValueError:
        return None
    return max(0.0, (until - (now or datetime.now(UTC))).total_seconds())
