"""A whole product for tests: real turn, storage and door; fake index, model, network and clock."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from fastapi import FastAPI
from starlette.types import ASGIApp

from docsteward.base.clock import Clock, SystemClock
from docsteward.base.values import JsonObject, JsonValue, Level, Page, Visitor
from docsteward.config.environment import ServerSettings
from docsteward.config.values import Config, Extractive, Site, TurnMode, TurnSettings
from docsteward.llm.model import Model
from docsteward.testing.client import AppClient
from docsteward.testing.http import FakeHttp
from docsteward.testing.index import FakeIndex, FakeShelf, a_hit
from docsteward.toolrun.door import Means, ToolRunner
from docsteward.toolrun.secrets import Secrets
from docsteward.toolspec.load import load_tool
from docsteward.toolspec.pythontools import PythonCall
from docsteward.toolspec.tool import Tool
from docsteward.turn.events import TextAdded, TurnEvent
from docsteward.turn.service import Question
from docsteward.urls.origin import Origin
from docsteward.web.app import create_app
from docsteward.wiring import Parts, Product, open_product

_T = TypeVar("_T")

ORIGIN = "https://docs.example"
PAGE = Page(url="https://docs.example/plans/", title="Plans")

SECTIONS = (
    a_hit("plans#pro", "The **pro** plan is for teams and holds ten projects."),
    a_hit("plans#free", "The free plan holds one project and never expires."),
    a_hit("tokens#rotate", "Tokens are rotated in the settings, under *Tokens*."),
)


def a_tool(name: str, **raw: JsonValue) -> Tool:
    """Return a checked tool from its raw definition; a fault fails the test."""
    tool = load_tool(name, {"description": f"The {name} tool, used when asked.", **raw})
    assert isinstance(tool, Tool), tool
    return tool


PLAN: JsonValue = {
    "type": "object",
    "properties": {"plan": {"type": "string", "enum": ["free", "pro", "team"]}},
    "required": ["plan"],
}


@dataclass(kw_only=True)
class House:
    """What a test asks for: which tools there are, what the network answers, what time it is."""

    model: Model
    tools: Sequence[Tool] = ()
    http: FakeHttp = field(default_factory=lambda: FakeHttp({}))
    mode: TurnMode = "agentic"
    max_steps: int = 4
    keep_days: int = 30
    run_seconds: float = 10
    secrets: Secrets = field(default_factory=Secrets)
    functions: Mapping[str, PythonCall] = field(default_factory=dict[str, PythonCall])
    clock: Clock = field(default_factory=SystemClock)
    database_url: str = "sqlite+aiosqlite://"
    exclusive: bool = False
    heartbeat_seconds: float = 15
    shelf: FakeShelf = field(default_factory=lambda: FakeShelf(FakeIndex(SECTIONS)))

    def config(self) -> Config:
        return Config(
            site=Site(
                name="Example Docs",
                url=ORIGIN,
                key="example",
                allowed_origins=(Origin.parse(ORIGIN),),
            ),
            sources=(),
            models=(Extractive(),),
            tools=tuple(self.tools) or None,
            turn=TurnSettings(mode=self.mode, max_steps=self.max_steps, keep_days=self.keep_days),
        )

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[Product]:
        """Open the product and close it again."""
        runner = None
        if self.tools:
            tools = {tool.name: tool for tool in self.tools}
            means = Means(
                http=self.http,
                secrets=self.secrets,
                functions=self.functions,
                origins=self.config().site.allowed_origins,
                run_seconds=self.run_seconds,
            )
            runner = ToolRunner(tools, means)
        parts = Parts(
            clock=self.clock,
            model=self.model,
            runner=runner,
            shelf=self.shelf,
        )
        settings = ServerSettings(
            data_dir=Path(),
            database_url=self.database_url,
            heartbeat_seconds=self.heartbeat_seconds,
        )
        async with open_product(
            self.config(), settings, environ={}, exclusive=self.exclusive, parts=parts
        ) as product:
            try:
                yield product
            finally:
                await product.turns.close()


async def a_visitor(product: Product, *, level: Level = "public") -> Visitor:
    """Return a visitor with a session of their own."""
    opened = await product.sessions.open(key="example", origin=ORIGIN)
    return replace(opened.visitor, level=level)


def an_app(product: Product) -> FastAPI:
    """Return the application over a product, as it answers for `localhost`."""
    return create_app(product, hosts=frozenset({"localhost"}))


async def a_reader(product: Product, app: ASGIApp | None = None) -> AppClient:
    """Return a browser on the site, with a session of its own."""
    client = AppClient(app=app or an_app(product), origin=ORIGIN)
    opened = await client.post("/api/v1/session", {"key": "example"})
    assert opened.status == 200, opened.body
    return replace(client, token=opened.json["token"])


def asking(
    text: str, *, conversation: str = "talk", message: str = "", page: Page | None = PAGE
) -> JsonObject:
    """Return the body of a question."""
    parts: list[JsonValue] = [{"type": "text", "text": text}]
    body: JsonObject = {
        "id": conversation,
        "messages": [{"id": message or f"m-{text}"[:64], "role": "user", "parts": parts}],
    }
    if page is not None:
        body["page"] = {"url": page.url, "title": page.title}
    return body


@dataclass(frozen=True, kw_only=True)
class Told:
    """What a turn said, all of it."""

    turn: str
    events: tuple[TurnEvent, ...]

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, TextAdded))

    def of(self, kind: type[_T]) -> list[_T]:
        return [event for event in self.events if isinstance(event, kind)]


async def ask(
    product: Product,
    visitor: Visitor,
    text: str,
    *,
    page: Page | None = PAGE,
    names: Mapping[str, str] | None = None,
) -> str:
    """Begin a turn and return its id."""
    names = names or {}
    question = Question(
        conversation=names.get("conversation", "talk"),
        message=names.get("message", f"m-{text}"),
        text=text,
        page=page,
    )
    return (await product.turns.begin(question, visitor)).id


async def told(product: Product, turn_id: str) -> Told:
    """Follow a turn to its end."""
    events = [numbered.event async for numbered in product.turns.follow(turn_id)]
    return Told(turn=turn_id, events=tuple(events))
