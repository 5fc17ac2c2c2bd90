"""Settings to objects: the only place that assembles the product.

Rooms that a site does not use are not imported: without a `tools` key nothing here touches
`toolrun`, and without a model address no provider's library is loaded (SPEC A7).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from docsteward.base.clock import Clock, SystemClock
from docsteward.base.errors import DocstewardError
from docsteward.config.environment import ServerSettings, api_key
from docsteward.config.values import Config, Extractive, ProviderModel
from docsteward.index.shelf import IndexShelf
from docsteward.llm.extractive import ExtractiveModel
from docsteward.llm.fallback import FirstAvailable
from docsteward.llm.making import make_model, warm_up
from docsteward.llm.model import Model
from docsteward.storage.calls import Calls, Steps
from docsteward.storage.conversations import Conversations
from docsteward.storage.database import Database
from docsteward.storage.events import Events
from docsteward.storage.evidence import EvidenceLog
from docsteward.storage.offers import Offers
from docsteward.storage.people import Visitors, Workspaces
from docsteward.storage.purge import Purge
from docsteward.storage.turns import Turns
from docsteward.turn.decisions import DecisionService
from docsteward.turn.doors import Doors
from docsteward.turn.eventlog import EventLog
from docsteward.turn.loop import TurnEngine, TurnSettings
from docsteward.turn.ports import Runner, Shelf
from docsteward.turn.press import PressService
from docsteward.turn.purging import BARE_EVENTS
from docsteward.turn.seal import Seal
from docsteward.turn.service import TurnService
from docsteward.turn.state import Records
from docsteward.visitors.sessions import Sessions

if TYPE_CHECKING:
    from docsteward.netguard import GuardedClient
    from docsteward.toolrun.door import ToolRunner
    from docsteward.toolrun.server_fetch import HttpDoor
    from docsteward.toolspec.pythontools import PythonCall
    from docsteward.toolspec.tool import Tool

SESSION_LASTS = timedelta(days=30)
# One file is one site: its workspace has this id until workspaces come into the database.
WORKSPACE_ID = "ws_site"


@dataclass(frozen=True, kw_only=True)
class Product:
    """The open product of one process: what routes and commands work with."""

    config: Config
    database: Database
    sessions: Sessions
    turns: TurnService
    decisions: DecisionService
    presses: PressService
    records: Records
    events: EventLog
    shelf: Shelf
    model_name: str
    allows_origin: Callable[[str], bool]
    fault: Callable[[], Awaitable[DocstewardError | None]]
    heartbeat_seconds: float
    warm_up: Callable[[], Coroutine[object, object, None]]


@dataclass(frozen=True, kw_only=True)
class Parts:
    """Parts that a caller may bring along instead of those that the settings make."""

    clock: Clock | None = None
    model: Model | None = None
    runner: Runner | None = None
    shelf: Shelf | None = None


@dataclass(frozen=True, kw_only=True)
class _Made:
    """What a product is assembled from."""

    database: Database
    shelf: Shelf
    model: Model
    runner: Runner | None
    clock: Clock
    way_out: WayOut


class WayOut:
    """The guarded client of one process, made when a tool first needs it (SPEC A7, D5)."""

    def __init__(self, internal_hosts: Sequence[str]) -> None:
        self._internal_hosts = internal_hosts
        self._client: GuardedClient | None = None

    def client(self) -> GuardedClient:
        """Return the client, the same one each time."""
        if self._client is None:
            self._client = guarded_client(self._internal_hosts)
        return self._client

    def close(self) -> None:
        """Let go of the client, if there is one."""
        if self._client is not None:
            self._client.close()


@asynccontextmanager
async def open_product(
    config: Config,
    settings: ServerSettings,
    *,
    environ: Mapping[str, str],
    exclusive: bool = False,
    parts: Parts | None = None,
) -> AsyncGenerator[Product]:
    """Open the product for a site and close it again.

    `exclusive` says that this process alone may use the database, as a server on SQLite does:
    what another one left running is then marked as interrupted. Raises SiteFault, OperatorFault.
    """
    parts = parts or Parts()
    clock = parts.clock or SystemClock()
    async with AsyncExitStack() as stack:
        database = Database(settings.database)
        await database.open(exclusive=exclusive)
        stack.push_async_callback(database.close)
        model = parts.model or await _model(config, environ, stack)
        shelf = parts.shelf or _shelf(settings, stack)
        config = with_modules(config)
        way_out = WayOut(internal_hosts(settings))
        stack.callback(way_out.close)
        runner = parts.runner or make_runner(config, environ, http=way_out.client)
        made = _Made(
            database=database, shelf=shelf, model=model, runner=runner, clock=clock, way_out=way_out
        )
        product = _product(config, settings, made)
        await Workspaces(database).ensure(
            id=WORKSPACE_ID, key=config.site.key, name=config.site.name
        )
        await product.turns.recover(all_running=exclusive)
        yield product


def _product(config: Config, settings: ServerSettings, made: _Made) -> Product:
    database, clock, runner = made.database, made.clock, made.runner
    records = _records(database, keep=timedelta(days=config.turn.keep_days))
    events = EventLog(Events(database), clock)
    doors = Doors(
        runner, partial(_toolless, config, made.way_out), unconfirmed=config.page_tools.unconfirmed
    )
    seal = Seal(
        clock,
        offers_last=timedelta(minutes=config.actions.expire_minutes),
        site=config.site.name,
    )
    engine = _engine(config, made, seal)
    allows = _allows_origin(config)
    turns = TurnService(
        engine=engine,
        doors=doors,
        seal=seal,
        records=records,
        events=events,
        clock=clock,
    )
    return Product(
        config=config,
        database=database,
        sessions=Sessions(
            Visitors(database), Workspaces(database), clock, SESSION_LASTS, allows=allows
        ),
        turns=turns,
        decisions=DecisionService(doors=doors, records=records, clock=clock, wake=turns.wake),
        presses=PressService(runner=runner, records=records, clock=clock),
        records=records,
        events=events,
        shelf=made.shelf,
        model_name=made.model.name,
        allows_origin=allows,
        fault=_readiness(database, made.shelf, config.site.key),
        heartbeat_seconds=settings.heartbeat_seconds,
        warm_up=_warm_up(config),
    )


def _records(database: Database, *, keep: timedelta) -> Records:
    return Records(
        conversations=Conversations(database),
        turns=Turns(database),
        steps=Steps(database),
        calls=Calls(database),
        evidence=EvidenceLog(database),
        offers=Offers(database),
        purge=Purge(database, BARE_EVENTS, keep=keep),
    )


def _engine(config: Config, made: _Made, seal: Seal) -> TurnEngine:
    turn = config.turn
    return TurnEngine(
        settings=TurnSettings(
            site=config.site.name,
            mode=turn.mode,
            mode_with_page_tools=turn.mode_with_page_tools,
            max_steps=turn.max_steps,
            approvals_last=timedelta(minutes=turn.approval_minutes),
        ),
        shelf=made.shelf,
        model=made.model,
        seal=seal,
        clock=made.clock,
    )


def _allows_origin(config: Config) -> Callable[[str], bool]:
    """Return the exact comparison with the site's origins (SPEC J4)."""
    allowed = frozenset(str(origin) for origin in config.site.allowed_origins)
    return allowed.__contains__


def _readiness(
    database: Database, shelf: Shelf, key: str
) -> Callable[[], Awaitable[DocstewardError | None]]:
    """Return the question what keeps the product from answering, if anything does."""

    async def fault() -> DocstewardError | None:
        try:
            shelf.current()
            await Workspaces(database).by_key(key)
        except DocstewardError as found:
            return found
        return None

    return fault


def _shelf(settings: ServerSettings, stack: AsyncExitStack) -> Shelf:
    shelf = IndexShelf(settings.index_folder)
    stack.callback(shelf.close)
    return shelf


async def _model(config: Config, environ: Mapping[str, str], stack: AsyncExitStack) -> Model:
    """Make the site's models; several are tried in their order (SPEC E16)."""
    models: list[Model] = []
    for choice in config.models:
        match choice:
            case Extractive():
                models.append(ExtractiveModel())
            case ProviderModel():
                models.append(await provider_model(choice, environ, stack))
    return models[0] if len(models) == 1 else FirstAvailable(models)


def _warm_up(config: Config) -> Callable[[], Coroutine[object, object, None]]:
    """Return what loads a provider's libraries, so that the first reader need not wait for it."""
    load = warm_up(config.models)

    async def run() -> None:
        if load is not None:
            await asyncio.to_thread(load)

    return run


async def provider_model(
    choice: ProviderModel,
    environ: Mapping[str, str],
    stack: AsyncExitStack,
    *,
    forgives: bool = True,
) -> Model:
    """Make the Model of an entry; its client is closed with `stack`. Raises OperatorFault."""
    from docsteward.netguard import operator_http_client

    client = await stack.enter_async_context(operator_http_client())
    key = api_key(choice.api_key_env, environ) if choice.api_key_env else None
    secret = key.get_secret_value() if key else None
    return make_model(choice, api_key=secret, client=client, forgives=forgives)


def with_modules(config: Config) -> Config:
    """Return a configuration with the tools of its Python modules, imported here (SPEC A1).

    Raises SiteFault `python_tools_invalid` for a module that can't be imported or has faults.
    """
    if not config.python_tools:
        return config
    from docsteward.config.tools import with_python_tools
    from docsteward.toolrun.modules import module_named
    from docsteward.toolspec.pythontools import tools_of

    modules = [module_named(name, config.folder) for name in config.python_tools]
    found = [tool for module in modules for tool in tools_of(module)]
    # What is added once is not added again when a caller did so before.
    return replace(with_python_tools(config, found), python_tools=())


def make_runner(
    config: Config, environ: Mapping[str, str], *, http: Callable[[], HttpDoor]
) -> ToolRunner | None:
    """Make the tools' door, or nothing where the site has no tools.

    `http` gives the way out of the process; it is asked only where there are tools.
    Raises SiteFault `python_tools_invalid` for a function that is not there.
    """
    if not config.tools:
        return None
    from docsteward.toolrun.door import Means, ToolRunner
    from docsteward.toolrun.secrets import Secrets

    means = Means(
        http=http(),
        secrets=Secrets(config.secrets, environ),
        functions=_python_calls(config.tools, config.folder),
        origins=config.site.allowed_origins,
    )
    return ToolRunner({tool.name: tool for tool in config.tools}, means)


def _toolless(config: Config, way_out: WayOut) -> ToolRunner:
    """Make a door without any tool of the site's, for what a page brings."""
    from docsteward.toolrun.door import Means, ToolRunner

    return ToolRunner({}, Means(http=way_out.client(), origins=config.site.allowed_origins))


def internal_hosts(settings: ServerSettings) -> tuple[str, ...]:
    """Return the hosts of their own network that the operator lets tools reach (SPEC D5)."""
    if settings.server_file is None:
        return ()
    from docsteward.config.server_file import read_internal_hosts

    return read_internal_hosts(settings.server_file)


def guarded_client(internal_hosts: Sequence[str] = ()) -> GuardedClient:
    """Make the way out of the process for what a site, a reader or a model names (SPEC D5).

    `internal_hosts` are the operator's, from their own file and from nowhere else.
    """
    from docsteward.netguard import (
        GuardedClient,
        Limits,
        SystemResolver,
        TcpDialer,
        system_ssl_context,
    )

    return GuardedClient(
        resolver=SystemResolver(),
        dialer=TcpDialer(),
        allow=internal_hosts,
        limits=Limits(),
        ssl_context=system_ssl_context(),
    )


def _python_calls(tools: Sequence[Tool], folder: Path | None) -> dict[str, PythonCall]:
    from docsteward.toolrun.modules import function_named
    from docsteward.toolspec.pythontools import PythonCall
    from docsteward.toolspec.runs import PythonRun

    targets = [tool.run.target for tool in tools if isinstance(tool.run, PythonRun)]
    return {target: PythonCall(function_named(target, folder)) for target in targets}
