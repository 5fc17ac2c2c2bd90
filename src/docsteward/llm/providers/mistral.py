"""Mistral's API: Chat Completions in shape, with ids, thinking and errors of its own."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

import httpx2

from docsteward.llm.chat_stream import ChatStreamMender
from docsteward.llm.tuning import Tuning
from docsteward.llm.wire import Address, Wire

if TYPE_CHECKING:
    from pydantic_ai.models import Model
    from pydantic_ai.models.mistral import MistralModelSettings

_ID = re.compile(r"[A-Za-z0-9]{9}")


def mistral(address: Address, tuning: Tuning) -> Wire:
    """Return the wire; `base_url` is what stands before `/v1/chat/completions`."""
    settings: MistralModelSettings = {}
    return Wire(
        provider="mistral",
        model=address.model,
        host=address.host,
        has_key=bool(address.key),
        dialect="openai",
        open=lambda client: _model(address, client),
        settings=settings,
        mender=ChatStreamMender,
        call_id=_call_id,
        tuning=tuning,
    )


def _call_id(id: str) -> str:
    """Return an id as Mistral takes it: nine letters or digits, the same for the same id."""
    return id if _ID.fullmatch(id) else sha256(id.encode("utf-8", "surrogatepass")).hexdigest()[:9]


def _model(address: Address, client: httpx2.AsyncClient) -> Model:
    from pydantic_ai.models.mistral import MistralModel
    from pydantic_ai.profiles import ModelProfile
    from pydantic_ai.providers.mistral import MistralProvider

    provider = MistralProvider(
        api_key=address.key or "none", base_url=address.base_url, http_client=client
    )
    profile = ModelProfile(json_schema_transformer=None)
    return MistralModel(address.model, provider=provider, profile=profile)
