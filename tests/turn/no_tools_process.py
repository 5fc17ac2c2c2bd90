"""Run by the tests in a process of its own, in which `docsteward.toolrun` cannot be imported.

Prints, as JSON, the bodies that the model's server was sent and the answer, or dies of the import.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

BARRED = "docsteward.toolrun"


class Barred:
    """A finder that refuses one package and whatever is below it."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name == BARRED or name.startswith(BARRED + "."):
            raise ImportError(f"{name} is barred in this process")
        return None


async def main(folder: Path, *, with_tools: bool) -> None:
    from wire_site import hear, open_site, site_config

    from docsteward.testing.openai_server import Completion, OpenAIServer
    from docsteward.toolspec.load import load_tool
    from docsteward.toolspec.tool import Tool

    tool = load_tool(
        "status", {"description": "Whether all works.", "run": {"fetch": "https://api.example/s"}}
    )
    assert isinstance(tool, Tool), tool
    answer = Completion(text=("The pro plan holds ten projects [1].",))
    async with OpenAIServer([answer]) as server:
        tools = [tool] if with_tools else None
        config = site_config(server.base_url, tools=tools, mode="one_shot")
        async with open_site(folder, config) as product:
            heard = await hear(product)
        bodies = [seen.raw.decode() for seen in server.seen]
    said = {"bodies": bodies, "text": heard.text, "state": heard.verdict.state}
    sys.stdout.write(json.dumps(said))


if __name__ == "__main__":
    sys.meta_path.insert(0, Barred())
    asyncio.run(main(Path(sys.argv[1]), with_tools="--tools" in sys.argv[2:]))
