"""One frozen model for every tool, wherever it was defined (SPEC A1-A4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from docsteward.base.values import JsonObject, JsonValue, Level
from docsteward.toolspec.parameters import Parameters
from docsteward.urls.template import UrlTemplate

Kind = Literal["function", "action_button", "action_form"]
Confirm = Literal["none", "button", "form"]
Method = Literal["GET", "POST"]

RESERVED_NAMES = frozenset(
    {
        "search_docs",
        "get_doc",
        "list_pages",
        "answer",
        "request_human",
        "remember",
        "rails_query",
        "host_query",
    }
)


def name_in_words(name: str) -> str:
    """Return a name as a reader would write it: `plan_limits` is `Plan limits` (SPEC A3)."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


@dataclass(frozen=True, kw_only=True)
class FetchRun:
    """Request a URL: a relative one in the reader's page, an absolute one from the server."""

    url: UrlTemplate
    method: Method = "GET"


@dataclass(frozen=True, kw_only=True)
class HrefRun:
    """Open a link that the server built."""

    url: UrlTemplate


@dataclass(frozen=True, kw_only=True)
class EventRun:
    """Dispatch a CustomEvent of this name on the page's window."""

    name: str


Run: TypeAlias = FetchRun | HrefRun | EventRun


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """What a model is told of a thing it may call or offer; `schema` is as the author wrote it."""

    name: str
    description: str
    schema: JsonObject = field(default_factory=dict[str, JsonValue])


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A tool as its site defined it, checked when it was loaded."""

    name: str
    title: str
    description: str
    label: str
    parameters: Parameters
    run: Run
    confirm: Confirm = "none"
    access: Level = "public"
    enabled: bool = True
    examples: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        """The kind, derived and never stored (SPEC A4)."""
        match self.confirm:
            case "none":
                return "function"
            case "button":
                return "action_button"
            case "form":
                return "action_form"

    @property
    def is_action(self) -> bool:
        """Whether the tool is only ever offered, never called by a model (SPEC F1)."""
        return self.confirm != "none"

    @property
    def runs_in_page(self) -> bool:
        """Whether the reader's browser carries it out (SPEC D2, D3)."""
        match self.run:
            case FetchRun(url=url):
                return url.is_relative
            case HrefRun() | EventRun():
                return True

    def declaration(self) -> Declaration:
        """Return what a model is told: name, description and parameters, nothing else."""
        return Declaration(
            name=self.name, description=self.description, schema=self.parameters.schema
        )
