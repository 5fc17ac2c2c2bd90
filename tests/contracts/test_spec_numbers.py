"""Every number of the specification's sections A to D is named by a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
NUMBERS = [
    *(f"A{n}" for n in range(1, 10)),
    *(f"B{n}" for n in range(1, 8)),
    *(f"C{n}" for n in range(1, 6)),
    *(f"D{n}" for n in range(1, 11)),
]
# Numbers that this version does not build, each with its reason; the list only shrinks.
NOT_BUILT: dict[str, str] = {}
_IN_NAME = re.compile(r"(?<=_)([abcd]\d{1,2})(?=_)")
_IN_TEXT = re.compile(r"\b([A-D]\d{1,2})\b")


def _named() -> Iterator[str]:
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if node.name.startswith("test_"):
                yield from (found.upper() for found in _IN_NAME.findall(node.name))
                yield from _IN_TEXT.findall(ast.get_docstring(node) or "")


def test_every_number_is_named_by_a_test() -> None:
    named = set(_named())
    missing = [number for number in NUMBERS if number not in named and number not in NOT_BUILT]
    assert missing == []
    assert [number for number in NOT_BUILT if number in named] == []
