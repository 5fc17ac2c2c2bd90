"""Anthropic's Messages API: thinking blocks with their signatures go back with their calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx2

from docsteward.llm.tuning import Tuning
from docsteward.llm.wire import Address, Wire

if TYPE_CHECKING:
    from pydantic_ai.models import Model
    from pydantic_ai.models.anthropic import AnthropicModelSettings

# The API wants a limit in every request; this leaves room for thinking and a long answer.
_MOST_TOKENS = 16_000


def anthropic(address: Address, tuning: Tuning, *, strict: bool = False) -> Wire:
    """Return the wire; `base_url` is what stands before `/v1/messages`."""
    settings: AnthropicModelSettings = {
        "max_tokens": tuning.max_output_tokens or _MOST_TOKENS,
        # Nothing in a turn is rewritten, so each step reads the one before it from the cache.
        "anthropic_cache": True,
    }
    return Wire(
        provider="anthropic",
        model=address.model,
        host=address.host,
        has_key=bool(address.key),
        dialect="anthropic_strict" if strict else "anthropic",
        open=lambda client: _model(address, client),
        settings=settings,
        declares_past=True,
        tuning=tuning,
    )


def _model(address: Address, client: httpx2.AsyncClient) -> Model:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.profiles.anthropic import AnthropicModelProfile
    from pydantic_ai.providers.anthropic import AnthropicProvider

    provider = AnthropicProvider(
        anthropic_client=AsyncAnthropic(
            api_key=address.key or "none",
            base_url=address.base_url,
            http_client=client,
            max_retries=0,
        )
    )
    profile = AnthropicModelProfile(json_schema_transformer=None)
    return AnthropicModel(address.model, provider=provider, profile=profile)
