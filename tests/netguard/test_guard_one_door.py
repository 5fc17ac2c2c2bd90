"""B111: nothing but this room, and the model SDKs' room, can make a request."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import docsteward

SOURCE = Path(docsteward.__file__).parent
CLIENTS = {
    "aiohttp",
    "ftplib",
    "http.client",
    "httpcore",
    "httpcore2",
    "httpx",
    "httpx2",
    "pycurl",
    "requests",
    "urllib.request",
    "urllib3",
    "websockets",
    "xmlrpc.client",
}
# Rooms with a reason: the door itself, the wire of model SDKs, fakes that stand for a network.
DOORS = {"netguard", "llm", "testing"}


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def _breaches(tree: ast.AST) -> list[str]:
    found = [name for name in _imports(tree) if any(_is_within(name, client) for client in CLIENTS)]
    calls = (node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    return found + [name for name in calls if name in ("open_connection", "create_connection")]


def _is_within(name: str, client: str) -> bool:
    return name == client or name.startswith(f"{client}.")


def test_b111_one_guarded_fetcher_for_every_request() -> None:
    breaches = {
        str(path.relative_to(SOURCE)): found
        for path in SOURCE.rglob("*.py")
        if path.relative_to(SOURCE).parts[0] not in DOORS
        and (found := _breaches(ast.parse(path.read_text("utf-8"))))
    }
    assert breaches == {}


def test_the_search_sees_what_it_is_for() -> None:
    text = "import httpx2\nfrom urllib import request\nimport asyncio\nasyncio.open_connection()"
    assert _breaches(ast.parse(text)) == ["httpx2", "urllib.request", "open_connection"]
