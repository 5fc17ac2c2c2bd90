"""docs/wire.md and the code say the same: routes, error codes, parts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from fastapi.routing import iter_route_contexts

import docsteward
from docsteward.llm.doubles import ScriptedModel
from docsteward.testing.house import House, an_app
from docsteward.turn.events import EVENT_TYPES
from docsteward.web.api import parts

SOURCE = Path(docsteward.__file__).parent
WIRE = (Path(__file__).parents[2] / "docs" / "wire.md").read_text("utf-8")
# Where an answer to a client is made; the demo's own site is another application.
SPEAKING = ("web/api", "web/app.py", "web/edge.py", "turn", "visitors", "storage")
FAULT_MAKERS = {"ReaderFault", "send_error", "error_body", "_answer"}


def sources(*places: str) -> Iterator[ast.Module]:
    for place in places:
        path = SOURCE / place
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            yield ast.parse(file.read_text("utf-8"))


def raised_codes() -> set[str]:
    """Return every code that a client can be sent: the first word among a maker's arguments."""
    codes = {"not_found", "method_not_allowed"}
    for tree in sources(*SPEAKING):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in FAULT_MAKERS:
                words = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                codes |= set([word for word in words if isinstance(word, str)][:1])
    return codes


def documented_codes() -> dict[str, str]:
    table = WIRE.split("## Errors")[1]
    return dict(re.findall(r"^\| `(\w+)` \| ([\d or]+) \|", table, re.MULTILINE))


async def test_every_route_is_documented() -> None:
    async with House(model=ScriptedModel([])).open() as product:
        app = an_app(product)
        found = [
            (method, _as_documented(context.path or ""))
            for context in iter_route_contexts(app.routes)
            for method in context.methods or set[str]()
        ]
    assert len(found) == 12
    for method, path in found:
        assert f"`{method} {path}`" in WIRE, f"{method} {path} is not in docs/wire.md"


def _as_documented(path: str) -> str:
    return re.sub(r"\{(\w+?)(?:_id)?(?::path)?\}", r"{\1}", path).replace("{name}", "{id}")


def test_every_error_code_is_documented_and_every_documented_one_exists() -> None:
    raised = raised_codes()
    assert "call_closed" in raised, "the walk finds what it should"
    assert raised == set(documented_codes())


def part_types() -> set[str]:
    tree = ast.parse(Path(parts.__file__).read_text("utf-8"))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "type":
                    assert isinstance(value, ast.Constant)
                    found.add(str(value.value))
    return found


def test_every_part_is_documented() -> None:
    found = part_types()
    assert len(found) >= 15
    missing = {kind for kind in found if f"`{kind}`" not in WIRE}
    assert missing == set()


def test_every_event_becomes_a_part() -> None:
    tree = ast.parse(Path(parts.__file__).read_text("utf-8"))
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for kind in EVENT_TYPES:
        assert "".join(word.title() for word in kind.split("_")) in named, kind
