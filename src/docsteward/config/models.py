"""The `models` of a site's file: their faults, and what they come to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from docsteward.base.values import JsonValue
from docsteward.config.model_keys import ENV_NAME, MODEL_KEYS, PRESETS
from docsteward.config.values import (
    Extractive,
    ModelApi,
    ModelChoice,
    Provider,
    ProviderModel,
    ReasoningEffort,
    ToolProtocol,
)
from docsteward.config.web_urls import url_faults
from docsteward.toolspec.keys import KeyFault, is_mapping, joined, shown

_HEADER_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,63}")
# Keys travel in their own way, and the rest is the client's to say.
_OWN_HEADERS: Final = frozenset(
    {
        *("authorization", "proxy-authorization", "cookie", "x-api-key", "api-key"),
        *("x-goog-api-key", "host", "connection", "content-type", "content-length"),
        *("content-encoding", "transfer-encoding", "accept", "accept-encoding", "user-agent"),
    }
)
_STRICT_BY_DEFAULT: Final = frozenset({"openai", "azure_openai"})

Raw = Mapping[str, JsonValue]


def model_faults(
    models: Sequence[tuple[str, Raw]], environ: Mapping[str, str]
) -> Iterator[KeyFault]:
    """Yield what is wrong with the entries beyond their shape."""
    for place, raw in models:
        provider = raw.get("provider")
        if provider not in MODEL_KEYS:
            continue
        yield from url_faults(raw.get("base_url"), joined(place, "base_url"))
        yield from _header_faults(raw.get("headers"), joined(place, "headers"))
        yield from _key_faults(raw, cast("Provider", provider), place, environ)
        if provider == "vertex" and not raw.get("project") and not raw.get("api_key_env"):
            yield KeyFault(
                key=joined(place, "project"),
                message="'project' is missing",
                cure="name the Google Cloud project, or give 'api_key_env' for express mode",
            )


def _key_faults(
    raw: Raw, provider: Provider, place: str, environ: Mapping[str, str]
) -> Iterator[KeyFault]:
    key = joined(place, "api_key_env")
    written = raw.get("api_key_env")
    if isinstance(written, str) and written.strip() and not re.fullmatch(ENV_NAME, written):
        # What stands here may be a secret put in the wrong place: it is not repeated.
        yield KeyFault(
            key=key,
            message="'api_key_env' does not have the form it needs",
            cure="The name of the environment variable that holds the key; never the key itself",
        )
        return
    name = written if "api_key_env" in raw else PRESETS[provider].api_key_env
    if isinstance(name, str) and name.strip() and not environ.get(name, "").strip():
        yield KeyFault(
            key=key,
            message=f"the environment has no variable {name!r}",
            cure=f"set {name}, in the environment or in a .env file beside this one",
        )


def _header_faults(headers: JsonValue, place: str) -> Iterator[KeyFault]:
    for name, value in headers.items() if is_mapping(headers) else ():
        if not _HEADER_NAME.fullmatch(name) or name.lower() in _OWN_HEADERS:
            yield KeyFault(
                key=joined(place, name),
                message=f"{shown(name)} can't be set here",
                cure="take it out; a key belongs into 'api_key_env'",
            )
        elif isinstance(value, str) and not value.isascii():
            yield KeyFault(
                key=joined(place, name),
                message=f"the value of {name!r} is not plain ASCII",
                cure="write it in ASCII",
            )


def model_from(raw: Raw) -> ModelChoice:
    """Return an entry that has no fault, with the provider's defaults filled in."""
    if raw["provider"] == "extractive":
        return Extractive()
    provider = cast("Provider", raw["provider"])
    preset = PRESETS[provider]
    speaks_responses = provider in ("openai", "azure_openai")
    headers = cast("Mapping[str, str]", raw.get("headers", {}))
    return ProviderModel(
        provider=provider,
        model=_text(raw, "model") or "",
        base_url=(_text(raw, "base_url") or preset.base_url).rstrip("/"),
        api_key_env=_text(raw, "api_key_env") or preset.api_key_env or None,
        api=cast("ModelApi", raw.get("api", "responses" if speaks_responses else "chat")),
        tools=cast("ToolProtocol", raw.get("tools", "native")),
        strict=cast("bool", raw.get("strict", provider in _STRICT_BY_DEFAULT)),
        max_output_tokens=cast("int | None", raw.get("max_output_tokens")),
        temperature=cast("float | None", raw.get("temperature")),
        reasoning_effort=cast("ReasoningEffort | None", raw.get("reasoning_effort")),
        timeout_seconds=cast("int | None", raw.get("timeout_seconds")),
        headers=tuple(headers.items()),
        project=_text(raw, "project"),
        location=_text(raw, "location"),
    )


def _text(raw: Raw, name: str) -> str | None:
    return cast("str | None", raw.get(name))
