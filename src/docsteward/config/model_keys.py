"""The keys of an entry of `models`, by provider (SPEC E16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from docsteward.config.values import Provider
from docsteward.toolspec.keys import Key

ENV_NAME: Final = "^[A-Za-z_][A-Za-z0-9_]*$"


@dataclass(frozen=True, kw_only=True)
class Preset:
    """What a provider's entry may leave out."""

    base_url: str = ""
    api_key_env: str = ""


PRESETS: Final[Mapping[Provider, Preset]] = {
    "openai": Preset(base_url="https://api.openai.com/v1", api_key_env="OPENAI_API_KEY"),
    "openai_compatible": Preset(),
    "azure_openai": Preset(api_key_env="AZURE_OPENAI_API_KEY"),
    "anthropic": Preset(base_url="https://api.anthropic.com", api_key_env="ANTHROPIC_API_KEY"),
    "bedrock": Preset(),
    "gemini": Preset(
        base_url="https://generativelanguage.googleapis.com", api_key_env="GEMINI_API_KEY"
    ),
    "vertex": Preset(),
    "mistral": Preset(base_url="https://api.mistral.ai", api_key_env="MISTRAL_API_KEY"),
    "groq": Preset(base_url="https://api.groq.com/openai/v1", api_key_env="GROQ_API_KEY"),
    "openrouter": Preset(base_url="https://openrouter.ai/api/v1", api_key_env="OPENROUTER_API_KEY"),
    "ollama": Preset(base_url="http://localhost:11434/v1"),
}

_TUNING: Final = (
    Key(name="model", doc="The model's name, as the provider spells it.", required=True),
    Key(
        name="tools",
        doc="`native`, or `text` for a model that can't call functions by itself.",
        choices=("native", "text"),
        default="native",
    ),
    Key(
        name="max_output_tokens",
        doc="The most that one reply may take, thinking included.",
        type="integer",
        minimum=16,
        maximum=1_000_000,
        default="the provider's (16000 for anthropic)",
    ),
    Key(
        name="temperature",
        doc="How freely the model writes; reasoning models take none.",
        type="number",
        minimum=0,
        maximum=2,
        default="the provider's",
    ),
    Key(
        name="reasoning_effort",
        doc="How much a reasoning model thinks before it speaks.",
        choices=("none", "minimal", "low", "medium", "high"),
        default="the provider's",
    ),
    Key(
        name="timeout_seconds",
        doc="How long one request may take in all.",
        type="integer",
        minimum=5,
        maximum=3_600,
        default="300",
    ),
    Key(
        name="headers",
        doc="Further request headers by name, such as those of a gateway; never a key.",
        type="named",
        pattern="^[A-Za-z][A-Za-z0-9-]{0,63}$",
        item=Key(name="header", doc="The header's value.", maximum=500),
    ),
)
_URL: Final = Key(
    name="base_url", doc="The address of the API, such as https://host/v1.", required=True
)
_OTHER_URL: Final = Key(
    name="base_url", doc="Another address of the same API.", default="the provider's own"
)
_KEY: Final = Key(
    name="api_key_env",
    doc="The name of the environment variable that holds the key; never the key itself.",
    default="the provider's usual one, as in models.md",
    pattern=ENV_NAME,
)
_MAYBE_KEY: Final = Key(
    name="api_key_env",
    doc="The name of the environment variable that holds the key; never the key itself.",
    default="no key is sent",
    pattern=ENV_NAME,
)
_STRICT: Final = Key(
    name="strict",
    doc="Hold the model to the parameters of functions at the provider; they are checked here "
    "in any case.",
    type="boolean",
    default="true for openai and azure_openai, else false",
)
_API: Final = Key(
    name="api",
    doc="`responses` lets models reason together with functions; `chat` is Chat Completions.",
    choices=("responses", "chat"),
    default="responses",
)
_PROJECT: Final = Key(
    name="project", doc="The Google Cloud project.", default="needed unless there is a key"
)
_LOCATION: Final = Key(name="location", doc="Where Vertex AI runs it.", default="global")
_REGION: Final = Key(name="location", doc="The AWS region, such as eu-west-1.", required=True)

MODEL_KEYS: Final[Mapping[Provider, tuple[Key, ...]]] = {
    "openai": (*_TUNING, _OTHER_URL, _KEY, _API, _STRICT),
    "openai_compatible": (*_TUNING, _URL, _MAYBE_KEY, _STRICT),
    "azure_openai": (*_TUNING, _URL, _KEY, _API, _STRICT),
    "anthropic": (*_TUNING, _OTHER_URL, _KEY, _STRICT),
    "bedrock": (*_TUNING, _OTHER_URL, _MAYBE_KEY, _REGION),
    "gemini": (*_TUNING, _OTHER_URL, _KEY),
    "vertex": (*_TUNING, _OTHER_URL, _MAYBE_KEY, _PROJECT, _LOCATION),
    "mistral": (*_TUNING, _OTHER_URL, _KEY),
    "groq": (*_TUNING, _OTHER_URL, _KEY, _STRICT),
    "openrouter": (*_TUNING, _OTHER_URL, _KEY, _STRICT),
    "ollama": (*_TUNING, _OTHER_URL, _MAYBE_KEY),
}
