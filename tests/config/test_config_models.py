"""Entries of `models`: providers, their keys, what may be left out (SPEC E16)."""

from __future__ import annotations

from pathlib import Path

import pytest

from docsteward.base.values import JsonObject, JsonValue
from docsteward.config.keys import CONFIG_KEYS
from docsteward.config.model_keys import MODEL_KEYS, PRESETS
from docsteward.config.models import model_faults, model_from
from docsteward.config.values import Provider, ProviderModel
from docsteward.toolspec.keys import Key, check_key

MODELS: Key = next(key for key in CONFIG_KEYS if key.name == "models")
NEEDED: dict[Provider, JsonObject] = {
    "azure_openai": {"base_url": "https://acme.openai.azure.com/openai/v1/"},
    "openai_compatible": {"base_url": "http://127.0.0.1:8000/v1"},
    "bedrock": {"location": "eu-west-1"},
    "vertex": {"project": "acme-1"},
}


def faults(raw: JsonObject, **environ: str) -> list[str]:
    entries: list[JsonValue] = [raw]
    found = [*check_key(entries, MODELS, "models"), *model_faults([("models[0]", raw)], environ)]
    return [f"{one.key}: {one.message}" for one in found]


@pytest.mark.parametrize("provider", MODEL_KEYS)
def test_e16_each_provider_needs_a_name_and_its_usual_key(provider: Provider) -> None:
    raw: JsonObject = {"provider": provider, "model": "m", **NEEDED.get(provider, {})}
    name = PRESETS[provider].api_key_env
    if name:
        assert faults(raw) == [f"models[0].api_key_env: the environment has no variable {name!r}"]
    assert faults(raw, **({name: "k"} if name else {})) == []
    model = model_from(raw)
    assert isinstance(model, ProviderModel)
    assert model.api_key_env == (name or None)
    assert not model.base_url.endswith("/")


@pytest.mark.parametrize("provider", NEEDED)
def test_what_a_provider_cannot_do_without(provider: Provider) -> None:
    (missing,) = NEEDED[provider]
    name = PRESETS[provider].api_key_env
    found = faults({"provider": provider, "model": "m"}, **({name: "k"} if name else {}))
    assert found == [f"models[0].{missing}: {missing!r} is missing"]


def test_vertex_with_a_key_needs_no_project() -> None:
    raw: JsonObject = {"provider": "vertex", "model": "m", "api_key_env": "K"}
    assert faults(raw, K="k") == []


def test_everything_that_can_be_set_is_read() -> None:
    raw: JsonObject = {
        "provider": "anthropic",
        "model": "claude",
        "api_key_env": "K",
        "base_url": "https://gateway.example/anthropic/",
        "tools": "text",
        "strict": True,
        "max_output_tokens": 900,
        "temperature": 0.5,
        "reasoning_effort": "high",
        "timeout_seconds": 30,
        "headers": {"X-Team": "docs"},
    }
    assert faults(raw, K="k") == []
    assert model_from(raw) == ProviderModel(
        provider="anthropic",
        model="claude",
        base_url="https://gateway.example/anthropic",
        api_key_env="K",
        tools="text",
        strict=True,
        max_output_tokens=900,
        temperature=0.5,
        reasoning_effort="high",
        timeout_seconds=30,
        headers=(("X-Team", "docs"),),
    )


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("temperature", 2.5, "'temperature' is 2.5"),
        ("temperature", float("nan"), "'temperature' is nan"),
        ("temperature", "hot", "'temperature' must be a number"),
        ("temperature", True, "'temperature' must be a number"),
        ("max_output_tokens", 1.5, "must be a whole number"),
        ("reasoning_effort", "huge", "is not one of the values"),
        ("tools", "none", "is not one of the values"),
        ("timeout_seconds", 0, "'timeout_seconds' is 0"),
        ("headers", {"Authorization": "Bearer x"}, "'Authorization' can't be set here"),
        ("headers", {"X-Api-Key": "x"}, "'X-Api-Key' can't be set here"),
        ("headers", {"Host": "x"}, "'Host' can't be set here"),
        ("headers", {"a b": "x"}, "'a b' can't be set here"),
        ("headers", {"X-A": "a\r\nb"}, "holds a control character"),
        ("headers", {"X-A": "ü"}, "is not plain ASCII"),
        ("project", "x", "unknown key 'project'"),
    ],
)
def test_a5_what_cannot_be_set_is_told(key: str, value: JsonValue, said: str) -> None:
    raw: JsonObject = {
        "provider": "openai_compatible",
        "model": "m",
        "base_url": "http://127.0.0.1/v1",
        key: value,
    }
    (found,) = faults(raw)
    assert said in found


def test_the_presets_and_the_keys_name_the_same_providers() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "models.md").read_text(encoding="utf-8")
    assert PRESETS.keys() == MODEL_KEYS.keys()
    for provider, preset in PRESETS.items():
        assert f"`{provider}`" in page
        assert not preset.api_key_env or f"`{preset.api_key_env}`" in page
