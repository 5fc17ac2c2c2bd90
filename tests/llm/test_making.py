"""An entry of `models` as a Model: providers, their addresses, their errors (SPEC E16)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import httpx2
import pytest
from llm_wire import ASK, LIMITS
from wires import run

from docsteward.base.errors import OperatorFault
from docsteward.config.values import Provider, ProviderModel
from docsteward.llm import making
from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.llm.making import dialect_of, make_model
from docsteward.llm.model import (
    CallResult,
    ModelRequest,
    ModelUnavailable,
)
from docsteward.llm.refused_tools import WithoutRefusedTools
from docsteward.testing.anthropic_server import AnthropicServer
from docsteward.testing.bedrock_server import BedrockServer
from docsteward.testing.gemini_server import GeminiServer
from docsteward.testing.mistral_server import MistralServer
from docsteward.testing.openai_server import OpenAIServer
from docsteward.testing.provider_server import (
    Completion,
    Failure,
    ProviderServer,
    Tokens,
    ToolCall,
)
from docsteward.testing.responses_server import ResponsesServer
from docsteward.toolspec.tool import Declaration

SERVERS: dict[Provider, Callable[..., ProviderServer]] = {
    "openai": ResponsesServer,
    "openai_compatible": OpenAIServer,
    "azure_openai": ResponsesServer,
    "anthropic": AnthropicServer,
    "gemini": GeminiServer,
    "vertex": GeminiServer,
    "mistral": MistralServer,
    "groq": OpenAIServer,
    "openrouter": OpenAIServer,
    "ollama": OpenAIServer,
}
WITH = ModelRequest(messages=ASK.messages, functions=(LIMITS,))


def entry(provider: Provider, base_url: str) -> ProviderModel:
    return ProviderModel(
        provider=provider,
        model="m-1",
        base_url=base_url,
        api="responses" if provider in ("openai", "azure_openai") else "chat",
        strict=provider in ("openai", "azure_openai"),
    )


@pytest.mark.parametrize("provider", SERVERS)
async def test_e16_every_provider_answers_by_its_entry(
    provider: Provider, client: httpx2.AsyncClient
) -> None:
    async with SERVERS[provider]([Completion(text=("ok",))], api_key="k") as server:
        choice = entry(provider, server.base_url)
        said, _ = await run(make_model(choice, api_key="k", client=client), WITH)
        sent = server.seen[0].raw.decode().replace(" ", "")
    assert said == "ok"
    assert "plan_limits" in sent
    assert ('"strict":true' in sent) is choice.strict


async def test_e16_what_is_set_for_a_model_is_sent(client: httpx2.AsyncClient) -> None:
    async with OpenAIServer([Completion(text=("ok",))]) as server:
        choice = replace(
            entry("openrouter", server.base_url),
            temperature=0.2,
            max_output_tokens=500,
            reasoning_effort="low",
            headers=(("HTTP-Referer", "https://docs.example"),),
        )
        await run(make_model(choice, api_key="k", client=client), WITH)
        (seen,) = server.seen
    body = json.loads(seen.raw)
    assert (body["temperature"], body["max_tokens"], body["reasoning_effort"]) == (0.2, 500, "low")
    assert seen.headers["http-referer"] == "https://docs.example"


async def test_n4_reasoning_goes_together_with_functions_and_nothing_is_stored(
    client: httpx2.AsyncClient,
) -> None:
    async with ResponsesServer([Completion(text=("ok",))]) as server:
        choice = replace(entry("azure_openai", server.base_url), reasoning_effort="high")
        await run(make_model(choice, api_key="k", client=client), WITH)
        body = json.loads(server.seen[0].raw)
    assert body["store"] is False
    assert body["reasoning"] == {"effort": "high"}
    assert body["include"] == ["reasoning.encrypted_content"]
    assert body["tools"][0]["strict"] is True
    assert body["tools"][0]["parameters"]["additionalProperties"] is False


async def test_vertex_without_credentials_says_so(
    client: httpx2.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", "/nonexistent/credentials.json")
    choice = replace(
        entry("vertex", "http://127.0.0.1:1"), project="acme-1", location="europe-west4"
    )
    with pytest.raises(ModelUnavailable) as caught:
        await run(make_model(choice, api_key=None, client=client), WITH)
    assert caught.value.code == "key_missing"


BEDROCK_FAILURES = [
    (400, "ValidationException", "The input is too long", "too_long"),
    (400, "ValidationException", "malformed", "request_refused"),
    (403, "AccessDeniedException", "no access", "key_refused"),
    (403, "ExpiredTokenException", "expired", "key_refused"),
    (404, "ResourceNotFoundException", "no model", "model_unknown"),
    (429, "ThrottlingException", "slow down", "rate_limited"),
    (400, "ServiceQuotaExceededException", "too many", "quota_spent"),
    (503, "ServiceUnavailableException", "later", "overloaded"),
]


@pytest.fixture
def aws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Credentials as AWS' own chain finds them first."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "example")


@pytest.mark.usefixtures("aws")
async def test_e16_bedrock_carries_calls_and_reasoning(client: httpx2.AsyncClient) -> None:
    first = Completion(
        thinking=("Hm.",),
        text=("Wait. ",),
        calls=(ToolCall(id="tooluse_1", name="plan_limits", pieces=('{"plan":', '"pro"}')),),
        tokens=Tokens(prompt=100, completion=40, cached=60),
    )
    async with BedrockServer([first, Completion(text=("50", ",000"))]) as server:
        choice = replace(
            entry("bedrock", server.base_url),
            model="anthropic.claude-sonnet-4-6",
            location="eu-west-1",
            headers=(("X-Gateway", "a"),),
        )
        model = make_model(choice, api_key=None, client=client)
        said, ended = await run(model, WITH)
        assert said == "Wait. "
        assert ended.reason == "calls"
        (call,) = ended.reply.calls
        assert (call.name, call.arguments) == ("plan_limits", '{"plan":"pro"}')
        assert (ended.usage.input_tokens, ended.usage.cached_tokens) == (100, 60)
        result = CallResult(call_id=call.id, name=call.name, text="50000")
        said, _ = await run(model, ModelRequest(messages=(*ASK.messages, ended.reply, result)))
        assert said == "50,000"
        assert "sealed-1" in server.seen[1].raw.decode()
        assert server.seen[0].headers["x-gateway"] == "a"


@pytest.mark.usefixtures("aws")
@pytest.mark.parametrize(("status", "kind", "message", "code"), BEDROCK_FAILURES)
async def test_e16_bedrocks_errors_are_told_apart(
    client: httpx2.AsyncClient, status: int, kind: str, message: str, code: str
) -> None:
    failure = Failure(
        status=status, message=message, headers=(("x-amzn-errortype", f"{kind}:http://x"),)
    )
    async with BedrockServer([failure]) as server:
        choice = replace(entry("bedrock", server.base_url), location="eu-west-1")
        model = make_model(choice, api_key=None, client=client)
        with pytest.raises(ModelUnavailable) as caught:
            await run(model, ModelRequest(messages=ASK.messages))
        assert len(server.seen) == 1, "nothing is tried twice"
        assert server.seen[0].headers["authorization"].startswith("AWS4-HMAC-SHA256 ")
    assert caught.value.code == code
    assert message not in caught.value.message


@pytest.mark.parametrize("provider", ["anthropic", "bedrock", "gemini", "vertex", "mistral"])
def test_a_missing_library_is_told_with_its_extra(
    provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(name: str) -> None:
        return None

    monkeypatch.setattr(making, "find_spec", nothing)
    with pytest.raises(OperatorFault, match=r"install 'docsteward\[") as caught:
        making.require_extra(provider)
    assert caught.value.code == "extra_missing"


@pytest.mark.parametrize(
    ("provider", "strict", "dialect"),
    [
        ("openai", True, "openai_strict"),
        ("groq", False, "openai"),
        ("anthropic", False, "anthropic"),
        ("anthropic", True, "anthropic_strict"),
        ("gemini", False, "gemini"),
        ("vertex", False, "gemini"),
        ("bedrock", False, "anthropic"),
        ("mistral", False, "openai"),
    ],
)
def test_b2_each_provider_has_its_dialect(provider: Provider, strict: bool, dialect: str) -> None:
    assert dialect_of(replace(entry(provider, "http://x"), strict=strict)) == dialect


def test_one_provider_loads_no_library_of_another() -> None:
    """Start-up stays quick: each library takes seconds on a small machine."""
    code = """
import sys, httpx2
from docsteward.config.values import ProviderModel
from docsteward import wiring
from docsteward.llm.making import make_model
libraries = ("openai", "anthropic", "google.genai", "mistralai", "boto3", "pydantic_ai")
assert not [one for one in libraries if one in sys.modules]
make_model(
    ProviderModel(provider="openrouter", model="m", base_url="http://x/v1"),
    api_key="k",
    client=httpx2.AsyncClient(),
)
make_model(
    ProviderModel(provider="anthropic", model="m", base_url="http://x"),
    api_key="k",
    client=httpx2.AsyncClient(),
)
print([one for one in libraries if one in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- B021 ---------------------------------------------------------------------------------------

OTHER = Declaration(name="other_one", description="x", schema={"type": "object"})
TWO = ModelRequest(messages=ASK.messages, functions=(LIMITS, OTHER))


def refused(hint: str, *, text: tuple[str, ...] = ()) -> Says:
    error = ModelUnavailable("request_refused", "no", hint=hint)
    return Says(text=text, error=error)


@pytest.mark.parametrize(
    ("hint", "left"),
    [
        ("Invalid schema for function 'other_one': bad keyword", ["plan_limits"]),
        ("tools.0.custom.input_schema: JSON schema is invalid", ["other_one"]),
        ("Invalid 'tools[1].function.parameters'", ["plan_limits"]),
        ("invalid request", []),
    ],
)
async def test_b021_one_refused_function_does_not_fail_the_answer(
    hint: str, left: list[str]
) -> None:
    inner = ScriptedModel([refused(hint), Says(text=("ok",))])
    said, _ = await run(WithoutRefusedTools(inner), TWO)
    assert said == "ok"
    assert [one.name for one in inner.requests[1].functions] == left


async def test_b021_after_text_or_calls_nothing_is_asked_again() -> None:
    past = (*ASK.messages, CallResult(call_id="a", name="plan_limits", text="1"))
    for inner, request in (
        (ScriptedModel([refused("x", text=("Hel",))]), TWO),
        (ScriptedModel([refused("x")]), replace(TWO, messages=past)),
        (ScriptedModel([refused("x")]), replace(TWO, functions=())),
    ):
        with pytest.raises(ModelUnavailable):
            await run(WithoutRefusedTools(inner), request)
        assert len(inner.requests) == 1
