"""Google's Gemini API and the same models on Vertex AI: thought signatures go back with calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx2

from docsteward.llm.tuning import Tuning
from docsteward.llm.wire import Address, Wire
from docsteward.llm.wire_transport import DataOnly

if TYPE_CHECKING:
    from collections.abc import Callable

    from google.genai import Client
    from pydantic_ai.models import Model
    from pydantic_ai.models.google import GoogleModelSettings

    _Opened = Callable[[httpx2.AsyncClient], Client]


def gemini(address: Address, tuning: Tuning) -> Wire:
    """Return the wire of the Gemini API; `base_url` is what stands before `/v1beta`."""
    return _wire("gemini", address, tuning, lambda client: _client(address, client))


def vertex(address: Address, tuning: Tuning, *, project: str | None, location: str) -> Wire:
    """Return the wire of Vertex AI.

    With a key it is Vertex in express mode; without one, Google's application default credentials
    open `project` in `location`.
    """
    return _wire(
        "vertex",
        address,
        tuning,
        lambda client: _vertex_client(address, client, project=project, location=location),
    )


def _wire(provider: str, address: Address, tuning: Tuning, opened: _Opened) -> Wire:
    settings: GoogleModelSettings = {}
    return Wire(
        provider=provider,
        model=address.model,
        host=address.host,
        has_key=bool(address.key),
        dialect="gemini",
        open=lambda client: _model(address.model, opened(client)),
        settings=settings,
        mender=DataOnly,
        tuning=tuning,
    )


def _client(address: Address, http: httpx2.AsyncClient) -> Client:
    from google.genai import Client
    from google.genai.types import HttpOptions

    options = HttpOptions(base_url=address.base_url, httpx_async_client=http)
    return Client(vertexai=False, api_key=address.key or "none", http_options=options)


def _vertex_client(
    address: Address, http: httpx2.AsyncClient, *, project: str | None, location: str
) -> Client:
    from google.genai import Client
    from google.genai.types import HttpOptions

    options = HttpOptions(base_url=address.base_url, httpx_async_client=http)
    if address.key:
        return Client(vertexai=True, api_key=address.key, http_options=options)
    return Client(vertexai=True, project=project, location=location, http_options=options)


def _model(name: str, client: Client) -> Model:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.profiles.google import GoogleModelProfile
    from pydantic_ai.providers.google import GoogleProvider

    profile = GoogleModelProfile(json_schema_transformer=None)
    return GoogleModel(name, provider=GoogleProvider(client=client), profile=profile)
