"""An entry of a site's `models` as a Model: the one place where a provider is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from docsteward.base.errors import OperatorFault
from docsteward.config.values import ModelChoice, Provider, ProviderModel
from docsteward.llm.model import Model
from docsteward.llm.tuning import Timeouts, Tuning
from docsteward.llm.wire import Address, Wire
from docsteward.toolspec.projection import Dialect, projector

if TYPE_CHECKING:
    import httpx2

# What a provider needs beside what is always installed: its module, and the extra that brings it.
_EXTRAS: Final[Mapping[Provider, tuple[str, str]]] = {
    "anthropic": ("anthropic", "anthropic"),
    "bedrock": ("boto3", "bedrock"),
    "gemini": ("google.genai", "google"),
    "vertex": ("google.genai", "google"),
    "mistral": ("mistralai", "mistral"),
}
# Whose library the first request would load, which takes seconds on a small machine.
_LIBRARIES: Final[Mapping[Provider, tuple[str, ...]]] = {
    "openai": ("models.openai", "providers.openai"),
    "azure_openai": ("models.openai", "providers.openai"),
    "anthropic": ("models.anthropic", "providers.anthropic"),
    "bedrock": ("models.bedrock", "providers.bedrock"),
    "gemini": ("models.google", "providers.google"),
    "vertex": ("models.google", "providers.google"),
    "mistral": ("models.mistral", "providers.mistral"),
}
_VERTEX_URL: Final = "https://aiplatform.googleapis.com"


def make_model(
    choice: ProviderModel,
    *,
    api_key: str | None,
    client: httpx2.AsyncClient,
    forgives: bool = True,
) -> Model:
    """Return the Model of an entry; no provider's library is imported before it is asked.

    `forgives` lets a refused function be left out (fault B021). `client` is the operator's
    guarded one, which stays the caller's to close. Raises OperatorFault `extra_missing` where the
    provider's library is not installed.
    """
    require_extra(choice.provider)
    model = _native(choice, api_key, client)
    if choice.tools == "text":
        from docsteward.llm.text_tools import TextToolsModel

        return TextToolsModel(model)
    if not forgives:
        return model
    from docsteward.llm.refused_tools import WithoutRefusedTools

    return WithoutRefusedTools(model)


def require_extra(provider: Provider) -> None:
    """Say what to install where a provider's library is missing (OperatorFault)."""
    module, extra = _EXTRAS.get(provider, ("", ""))
    if module and not _is_installed(module):
        raise OperatorFault(
            "extra_missing",
            f"The provider {provider!r} needs a library that is not installed: "
            f"install 'docsteward[{extra}]'.",
        )


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # not even the package that it would stand in
        return False


def warm_up(choices: Iterable[ModelChoice]) -> Callable[[], None] | None:
    """Return what imports the libraries of these models, or None where there are none."""
    modules = {
        module
        for choice in choices
        if isinstance(choice, ProviderModel)
        for module in _modules(choice)
    }
    if not modules:
        return None

    def load() -> None:
        from docsteward.llm.library_model import load_library

        load_library(*(f"pydantic_ai.{module}" for module in sorted(modules)))

    return load


def _speaks_chat(choice: ProviderModel) -> bool:
    """Whether our own wire is used, which has no library to load."""
    return choice.api == "chat" and choice.provider not in _EXTRAS


def _modules(choice: ProviderModel) -> tuple[str, ...]:
    return () if _speaks_chat(choice) else _LIBRARIES[choice.provider]


def dialect_of(choice: ProviderModel) -> Dialect:
    """Return how the provider takes the parameters of functions (SPEC B2)."""
    match choice.provider:
        case "anthropic":
            return "anthropic_strict" if choice.strict else "anthropic"
        case "bedrock":
            return "anthropic"
        case "gemini" | "vertex":
            return "gemini"
        case _:
            return "openai_strict" if choice.strict else "openai"


def tuning_of(choice: ProviderModel) -> Tuning:
    """Return what an entry sets beside the request itself."""
    total = choice.timeout_seconds or Timeouts().total
    usual = Timeouts()
    return Tuning(
        max_output_tokens=choice.max_output_tokens,
        temperature=choice.temperature,
        reasoning_effort=choice.reasoning_effort,
        headers=dict(choice.headers),
        timeouts=Timeouts(
            connect=min(usual.connect, total),
            silence=min(usual.silence, total),
            first=min(usual.first, total),
            total=total,
        ),
    )


def _native(choice: ProviderModel, api_key: str | None, client: httpx2.AsyncClient) -> Model:
    if _speaks_chat(choice):
        from docsteward.llm.openai_compatible import OpenAICompatibleModel

        return OpenAICompatibleModel(
            model=choice.model,
            base_url=choice.base_url,
            api_key=api_key,
            http_client=client,
            project=projector(dialect_of(choice)),
            tuning=tuning_of(choice),
        )
    from docsteward.llm.library_model import LibraryModel

    return LibraryModel(_wire(choice, api_key), client)


def _wire(choice: ProviderModel, api_key: str | None) -> Wire:
    tuning = tuning_of(choice)
    address = Address(model=choice.model, base_url=choice.base_url, api_key=api_key)
    match choice.provider:
        case "anthropic":
            from docsteward.llm.providers.anthropic import anthropic

            return anthropic(address, tuning, strict=choice.strict)
        case "gemini":
            from docsteward.llm.providers.gemini import gemini

            return gemini(address, tuning)
        case "vertex":
            return _vertex(choice, address, tuning)
        case "bedrock":
            return _bedrock(choice, address, tuning)
        case "mistral":
            from docsteward.llm.providers.mistral import mistral

            return mistral(address, tuning)
        case _:
            from docsteward.llm.providers.openai_responses import openai_responses

            return openai_responses(address, tuning, provider=choice.provider, strict=choice.strict)


def _vertex(choice: ProviderModel, address: Address, tuning: Tuning) -> Wire:
    from docsteward.llm.providers.gemini import vertex

    where = choice.location or "global"
    url = _VERTEX_URL if address.key else _vertex_url(where)
    address = Address(
        model=address.model, base_url=address.base_url or url, api_key=address.api_key
    )
    return vertex(address, tuning, project=choice.project, location=where)


def _vertex_url(location: str) -> str:
    """Return the address of a place; `us` and `eu` keep the data there, `global` does not."""
    if location == "global":
        return _VERTEX_URL
    if location in ("us", "eu"):
        return f"https://aiplatform.{location}.rep.googleapis.com"
    return f"https://{location}-aiplatform.googleapis.com"


def _bedrock(choice: ProviderModel, address: Address, tuning: Tuning) -> Wire:
    from docsteward.llm.providers.bedrock import bedrock, bedrock_url

    region = choice.location or ""
    address = Address(
        model=address.model,
        base_url=address.base_url or bedrock_url(region),
        api_key=address.api_key,
    )
    return bedrock(address, tuning, region=region)
