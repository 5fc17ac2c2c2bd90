"""What a site's `docsteward.yml` says, checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from docsteward.toolspec.page import Unconfirmed
from docsteward.toolspec.secrets import Secret
from docsteward.toolspec.tool import Tool
from docsteward.urls.origin import Origin

PageUrls = Literal["directory", "file"]
TurnMode = Literal["agentic", "one_shot"]
Provider = Literal[
    "openai",
    "openai_compatible",
    "azure_openai",
    "anthropic",
    "bedrock",
    "gemini",
    "vertex",
    "mistral",
    "groq",
    "openrouter",
    "ollama",
]
ModelApi = Literal["responses", "chat"]
ToolProtocol = Literal["native", "text"]
ReasoningEffort = Literal["none", "minimal", "low", "medium", "high"]


@dataclass(frozen=True, kw_only=True)
class Site:
    """The site that the assistant speaks for; `key` is what the widget's script tag carries."""

    name: str
    url: str
    key: str
    allowed_origins: tuple[Origin, ...]


@dataclass(frozen=True, kw_only=True)
class Source:
    """A folder of documents, and where its pages stand once published.

    `page_urls` says how `guide/start.md` is published: as `guide/start/` or `guide/start.html`.
    """

    folder: Path
    url: str
    page_urls: PageUrls = "directory"


@dataclass(frozen=True, kw_only=True)
class Extractive:
    """The built-in answerer that quotes the best passages and needs no key (SPEC E16)."""


@dataclass(frozen=True, kw_only=True)
class ProviderModel:
    """A model of a provider, and what is set for it alone; its key stays in the environment.

    What is None is the provider's default. `base_url` is complete, the default filled in.
    """

    provider: Provider
    model: str
    base_url: str
    api_key_env: str | None = None
    api: ModelApi = "chat"
    tools: ToolProtocol = "native"
    strict: bool = False
    max_output_tokens: int | None = None
    temperature: float | None = None
    reasoning_effort: ReasoningEffort | None = None
    timeout_seconds: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    project: str | None = None
    location: str | None = None


ModelChoice: TypeAlias = Extractive | ProviderModel


@dataclass(frozen=True, kw_only=True)
class TurnSettings:
    """How a turn runs (SPEC E7), waits for the reader's word (SPEC N2) and is kept (SPEC D9)."""

    mode: TurnMode
    mode_with_page_tools: TurnMode = "agentic"
    max_steps: int = 4
    approval_minutes: int = 1440
    keep_days: int = 30


@dataclass(frozen=True, kw_only=True)
class ActionSettings:
    """How long an offered action may be pressed (SPEC F3)."""

    expire_minutes: int = 1440


@dataclass(frozen=True, kw_only=True)
class PageToolSettings:
    """What becomes of a page's own tool that is neither read-only nor confirmed (SPEC A5)."""

    unconfirmed: Unconfirmed = "ask"


@dataclass(frozen=True, kw_only=True)
class Config:
    """A whole `docsteward.yml`.

    `tools` is None where the file has no such key: the feature is then off entirely (SPEC A7).
    `python_tools` are modules that the assembler imports; `with_python_tools` adds what is in
    them. `folder` is where the file stands: its Python modules are found there first.
    """

    site: Site
    sources: tuple[Source, ...]
    models: tuple[ModelChoice, ...]
    tools: tuple[Tool, ...] | None
    turn: TurnSettings
    actions: ActionSettings = field(default_factory=ActionSettings)
    page_tools: PageToolSettings = field(default_factory=PageToolSettings)
    secrets: tuple[Secret, ...] = ()
    python_tools: tuple[str, ...] = ()
    folder: Path | None = None
