"""Every known fault that concerns tools is named by a test, or says what it waits for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
CLAIMED: dict[str, str] = {
    "B001": "empty arguments",
    "B002": "a call without a byte of arguments",
    "B004": "cut arguments, said so by the provider",
    "B005": "cut arguments are never repaired",
    "B007": "cut arguments, not said so by the provider",
    "B008": "parallel calls glued together",
    "B011": "several calls that wait for the reader",
    "B015": "what belongs to a provider goes back to it",
    "B016": "empty parts in the history",
    "B018": "a tool without parameters",
    "B019": "keywords that a provider refuses, arguments checked by the author's schema",
    "B021": "an odd keyword does not fail the chat",
    "B022": "a constant, and a choice of types",
    "B024": "a nullable object keeps what describes it",
    "B025": "a choice at the root",
    "B027": "a list without a word on its items",
    "B028": "strict mode at every depth",
    "B029": "a free map can't be strict",
    "B031": "JSON text where a list or an object is due",
    "B032": "text where a number or a truth value is due",
    "B034": "null for an optional parameter",
    "B035": "null never reaches a URL as a word",
    "B037": "blank for an optional number",
    "B038": "the word null",
    "B039": "every character survives a URL",
    "B040": "a value never leaves its path segment",
    "B042": "encoded once",
    "B043": "a plus in a query",
    "B044": "each argument in its own place",
    "B047": "nested parameters",
    "B050": "two tools of one host",
    "B051": "origins that differ in spelling",
    "B106": "the size of a result",
    "B108": "a reply that gives orders",
    "B110": "addresses inside the network",
    "B111": "one way out of the process",
    "B122": "a secret is never given back",
    "B148": "the same call over and over",
    "B149": "the same failure over and over",
    "B158": "cleared fields of a form",
    "B160": "a suggestion that is not on the list",
    "B161": "a nullable list",
}
# What no part of this version brings about, each with what it waits for; the list only shrinks.
WAITING: dict[str, str] = {
    "B012": "names of tools from MCP servers",
    "B013": "names of tools from OpenAPI documents",
    "B045": "operations of OpenAPI documents",
    "B104": "MCP servers",
    "B105": "progress of long calls, which only MCP servers report",
    "B107": "descriptions of MCP servers that change",
}
_IN_NAME = re.compile(r"(?<=_)b\d{3}(?=_|$)")
_IN_TEXT = re.compile(r"\bB\d{3}\b")


def _named() -> Iterator[str]:
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if node.name.startswith("test_"):
                yield from (found.upper() for found in _IN_NAME.findall(node.name))
                yield from _IN_TEXT.findall(ast.get_docstring(node) or "")


def test_every_fault_that_concerns_tools_is_named_by_a_test() -> None:
    named = set(_named())
    assert [row for row in CLAIMED if row not in named] == []
    assert [row for row in WAITING if row in named] == []
    assert not set(CLAIMED) & set(WAITING)
