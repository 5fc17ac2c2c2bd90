"""The whole product in a process: index, storage in a file, event log, HTTP stream.

Arguments: the model's port, a folder for its files, seconds between heartbeats. The site's pages
are the product's own documentation, built into an index here.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from pathlib import Path

import uvicorn
from wire import HOST
from worker import obey

from docsteward.base.values import JsonValue
from docsteward.config.environment import ServerSettings
from docsteward.config.values import Config, ProviderModel, Site, TurnSettings
from docsteward.index.build import FolderSource, build_index
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.toolrun.door import Means, ToolRunner
from docsteward.toolspec.load import load_tool
from docsteward.toolspec.tool import Tool
from docsteward.urls.origin import Origin
from docsteward.web.app import create_app
from docsteward.wiring import Parts, open_product

KEY = "bench"
ORIGIN = "https://docs.example"
DOCS = Path(__file__).parents[1] / "docs"
_PLAN: JsonValue = {
    "type": "object",
    "properties": {"plan": {"type": "string", "enum": ["free", "pro"]}},
    "required": ["plan"],
}
_REPLY = FakeReply(body=b'{"plan": "pro", "requests_per_day": 50000}')


def _tool() -> Tool:
    raw: dict[str, JsonValue] = {
        "description": "The limits of a plan: use it when asked how much a plan allows.",
        "parameters": _PLAN,
        "run": {"fetch": "https://api.example/plans/{plan}"},
    }
    tool = load_tool("plan_limits", raw)
    assert isinstance(tool, Tool), tool
    return tool


def _config(upstream: int, tool: Tool) -> Config:
    return Config(
        site=Site(
            name="Example Docs", url=ORIGIN, key=KEY, allowed_origins=(Origin.parse(ORIGIN),)
        ),
        sources=(),
        models=(
            ProviderModel(
                provider="openai_compatible", model="mock", base_url=f"http://{HOST}:{upstream}/v1"
            ),
        ),
        tools=(tool,),
        turn=TurnSettings(mode="agentic"),
    )


async def main(upstream: int, folder: Path, heartbeat: float) -> None:
    """Serve until standard input closes."""
    settings = ServerSettings(data_dir=folder, heartbeat_seconds=heartbeat)
    build_index([FolderSource(folder=DOCS, url=ORIGIN)], settings.index_folder)
    tool = _tool()
    # The function's own request is left out: it would cost the same wherever it is made.
    runner = ToolRunner(
        {tool.name: tool}, Means(http=FakeHttp({"https://api.example/plans/pro": _REPLY}))
    )
    async with open_product(
        _config(upstream, tool), settings, environ={}, exclusive=True, parts=Parts(runner=runner)
    ) as product:
        bound = socket.create_server((HOST, 0), backlog=1024)
        app = create_app(product, hosts=frozenset({HOST}))
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False))
        serving = asyncio.create_task(server.serve(sockets=[bound]))
        await obey(bound.getsockname()[1])
        server.should_exit = True
        await serving


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])))
