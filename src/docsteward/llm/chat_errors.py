"""What went wrong at an OpenAI-compatible address, by type and status, in an operator's words."""

from __future__ import annotations

from docsteward.base.errors import DocstewardError
from docsteward.base.text import shorten
from docsteward.llm.model import ModelFailure, ModelUnavailable

_MEND: dict[ModelFailure, str] = {
    "key_missing": "it asks for a key and none is configured; set the key of this model",
    "key_refused": "it refused the key; check the key and what it is allowed to do",
    "quota_spent": "the account's quota or credit is spent; raise it or use another model",
    "model_unknown": "it does not know the model; check the model's name and the address",
    "too_long": "the request is longer than the model can take; use one with a larger context",
    "overloaded": "it is overloaded or limits this key's rate; wait or add a second model",
    "unreachable": "it could not be reached or went silent; check address, network and server",
    "bad_reply": "what it answered is no usable Chat Completions stream; check the address",
}
_REFUSED = "it refused the request as it was made; check that the model takes function tools"


def unavailable(
    code: ModelFailure, *, model: str, host: str, seen: str = "", mend: str = ""
) -> ModelUnavailable:
    """Return the error for a failure; `seen` is what was observed, kept short."""
    what = f" ({shorten(seen, 120)})" if seen else ""
    return ModelUnavailable(code, f"model {model!r} at {host!r}: {mend or _MEND[code]}{what}")


def from_library(error: Exception, *, model: str, host: str, has_key: bool) -> ModelUnavailable:
    """Return what a library's exception means, judged by its type and status alone."""
    from pydantic_ai import exceptions

    status = error.status_code if isinstance(error, exceptions.ModelHTTPError) else None
    seen = f"HTTP {status}" if status is not None else _root(error)
    code = _code(error, status=status, has_key=has_key)
    # A refused request and an unreadable reply share a code, but are mended differently.
    mend = _REFUSED if code == "bad_reply" and status in (400, 422) else ""
    return unavailable(code, model=model, host=host, seen=seen, mend=mend)


def _code(error: Exception, *, status: int | None, has_key: bool) -> ModelFailure:
    from pydantic_ai import exceptions

    refused: ModelFailure = "key_refused" if has_key else "key_missing"
    kinds: tuple[tuple[type[Exception] | tuple[type[Exception], ...], ModelFailure], ...] = (
        (exceptions.ModelContextWindowExceededError, "too_long"),
        (exceptions.ModelAuthenticationError, refused),
        (exceptions.ModelQuotaExceededError, "quota_spent"),
        (exceptions.ModelNotFoundError, "model_unknown"),
        (
            (
                exceptions.ModelRateLimitError,
                exceptions.ModelUnavailableError,
                exceptions.ModelServerError,
            ),
            "overloaded",
        ),
        ((exceptions.ModelConnectionError, exceptions.ModelRequestTimeout), "unreachable"),
    )
    if status == 413:
        return "too_long"
    for kind, code in kinds:
        if isinstance(error, kind):
            return code
    return "bad_reply"


def _root(error: BaseException) -> str:
    """Name the first cause: our own door's words where they are the reason, else the type."""
    while error.__cause__ is not None:
        error = error.__cause__
    return str(error) if isinstance(error, DocstewardError) else type(error).__name__
