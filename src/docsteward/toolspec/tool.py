"""One frozen model for every tool, wherever it was defined (SPEC A1-A5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from docsteward.base.values import JsonObject, JsonValue, Level
from docsteward.toolspec.binding import Binding
from docsteward.toolspec.parameters import Parameters
from docsteward.toolspec.runs import (
    BrowserRun,
    EventRun,
    FetchRun,
    Header,
    HrefRun,
    LinkRun,
    Method,
    PythonRun,
    Run,
)

__all__ = [
    "RESERVED_NAMES",
    "Approval",
    "BrowserRun",
    "Confirm",
    "Declaration",
    "EventRun",
    "FetchRun",
    "Header",
    "HrefRun",
    "Kind",
    "LinkRun",
    "Method",
    "PythonRun",
    "Run",
    "Tool",
    "ToolOrigin",
    "name_in_words",
]

Kind = Literal["function", "approval", "action_button", "action_form"]
ToolOrigin = Literal["config", "python", "page"]

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
class Approval:
    """What a reader is asked before a call goes on; `context` are further lines of the site's."""

    ask: str
    icon: str = ""
    context: tuple[str, ...] = ()


Confirm: TypeAlias = Literal["none", "button", "form"] | Approval


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """What a model is told of a thing it may call or offer; `schema` is as the author wrote it."""

    name: str
    description: str
    schema: JsonObject = field(default_factory=dict[str, JsonValue])


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A tool as its site defined it, checked when it was loaded.

    `parameters` are those that a model or a reader fills; the bound ones stand in `bindings`
    and reach neither (SPEC B6). `confirm` is as written: read `kind` and `approval` instead.
    `read_only` is the site's word on code that can't be seen through (SPEC A5). `reply_pick`
    are the JSON pointers that narrow a JSON reply (SPEC D6).
    """

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
    read_only: bool = False
    follow_origin: bool = False
    bindings: tuple[Binding, ...] = ()
    reply_pick: tuple[str, ...] = ()
    origin: ToolOrigin = "config"

    @property
    def kind(self) -> Kind:
        """The kind, derived and never stored (SPEC A4, A5)."""
        match self.confirm:
            case "button":
                return "action_button"
            case "form":
                return "action_form"
            case _:
                return "function" if self.approval is None else "approval"

    @property
    def approval(self) -> Approval | None:
        """What the reader is asked first; None for a function and for an action.

        Code that nobody marked as read-only asks a neutral question (SPEC A5).
        """
        if isinstance(self.confirm, Approval):
            return self.confirm
        opaque = isinstance(self.run, PythonRun | BrowserRun)
        if self.confirm == "none" and opaque and not self.read_only:
            return Approval(ask=f"May the assistant run “{self.title}”?")
        return None

    @property
    def is_action(self) -> bool:
        """Whether the tool is only ever offered, never called by a model (SPEC F1)."""
        return self.confirm in ("button", "form")

    @property
    def needs_approval(self) -> bool:
        """Whether a call waits until the reader has approved it."""
        return self.approval is not None

    @property
    def runs_in_page(self) -> bool:
        """Whether the reader's browser carries it out (SPEC D2, D3)."""
        match self.run:
            case FetchRun(url=url):
                return url.is_relative
            case HrefRun() | EventRun() | BrowserRun():
                return True
            case LinkRun() | PythonRun():
                return False

    @property
    def binds_visitor(self) -> bool:
        """Whether it takes a value from the visitor, so that it needs a verified one (SPEC B6)."""
        return any(binding.of_visitor for binding in self.bindings)

    @cached_property
    def every_parameter(self) -> Parameters:
        """The parameters with the bound ones among them: what the run itself is given."""
        if not self.bindings:
            return self.parameters
        bound = {binding.parameter: binding.schema for binding in self.bindings}
        required = [binding.parameter for binding in self.bindings if binding.required]
        return self.parameters.joined_with(bound, required)

    def declaration(self) -> Declaration:
        """Return what a model is told: name, description and asked parameters, nothing else."""
        return Declaration(
            name=self.name, description=self.description, schema=self.parameters.schema
        )
