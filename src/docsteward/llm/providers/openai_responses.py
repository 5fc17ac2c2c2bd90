"""OpenAI's Responses API, also at Azure (SPEC E15, N4): reasoning together with function tools.

Nothing is stored there: reasoning items come encrypted and are carried back with their calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx2

from docsteward.llm.tuning import Tuning
from docsteward.llm.wire import Address, Wire
from docsteward.toolspec.projection import Dialect

if TYPE_CHECKING:
    from pydantic_ai.models import Model
    from pydantic_ai.models.openai import OpenAIResponsesModelSettings

_NO_KEY = "none"


def openai_responses(
    address: Address, tuning: Tuning, *, provider: str = "openai", strict: bool = True
) -> Wire:
    """Return the wire; `base_url` is what stands before `/responses`."""
    dialect: Dialect = "openai_strict" if strict else "openai"
    return Wire(
        provider=provider,
        model=address.model,
        host=address.host,
        has_key=bool(address.key),
        dialect=dialect,
        open=lambda client: _model(address, client, reasons=_reasons(tuning)),
        settings=_settings(tuning),
        tuning=tuning,
    )


def _reasons(tuning: Tuning) -> bool:
    return tuning.reasoning_effort not in (None, "none")


def _settings(tuning: Tuning) -> OpenAIResponsesModelSettings:
    settings: OpenAIResponsesModelSettings = {"openai_store": False}
    if tuning.reasoning_effort is not None:
        settings["openai_reasoning_effort"] = tuning.reasoning_effort
    return settings


def _model(address: Address, client: httpx2.AsyncClient, *, reasons: bool) -> Model:
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIResponsesModel
    from pydantic_ai.profiles import merge_profile
    from pydantic_ai.profiles.openai import OpenAIModelProfile, openai_model_profile
    from pydantic_ai.providers.openai import OpenAIProvider

    # No schema is rewritten behind our back; and whoever sets an effort says that it reasons.
    profile = OpenAIModelProfile(json_schema_transformer=None)
    if reasons:
        profile["openai_supports_encrypted_reasoning_content"] = True
    provider = OpenAIProvider(
        openai_client=AsyncOpenAI(
            api_key=address.key or _NO_KEY,
            base_url=address.base_url,
            http_client=client,
            max_retries=0,
        )
    )
    return OpenAIResponsesModel(
        address.model,
        provider=provider,
        profile=merge_profile(openai_model_profile(address.model), profile),
    )
