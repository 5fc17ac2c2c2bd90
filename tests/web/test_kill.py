"""A killed server: the conversation is readable, the turn reads `interrupted`, the question can be
asked again (SPEC M1). Real processes on the loopback address; the model is a local server."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import psycopg

from docsteward.base.values import JsonObject
from docsteward.storage.database import Database
from docsteward.storage.invariants import broken
from docsteward.testing.client import parts_of, read_frames
from docsteward.testing.house import asking
from docsteward.testing.openai_server import Completion, Delivery, OpenAIServer, Seen
from docsteward.web.demo.site import DOCS_FOLDER

ORIGIN = "https://docs.example"
SITE = """\
site: {{name: Example Docs, url: '{origin}', key: example}}
sources: [{{folder: '{docs}'}}]
models: [{{provider: openai_compatible, model: local, base_url: '{model}'}}]
"""
_PATIENCE_SECONDS = 60  # Starting a process on a busy machine.


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`docsteward serve` as a process of its own."""

    def __init__(self, folder: Path, database_url: str) -> None:
        self._folder = folder
        self._port = free_port()
        self._environ = {
            **{k: v for k, v in os.environ.items() if not k.startswith("DOCSTEWARD_")},
            "DOCSTEWARD_DATABASE_URL": database_url,
            "DOCSTEWARD_PORT": str(self._port),
        }
        self._process: asyncio.subprocess.Process | None = None
        self.url = f"http://127.0.0.1:{self._port}"

    async def start(self, client: httpx2.AsyncClient) -> None:
        run = "from docsteward.cli.main import run; run()"
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            run,
            "serve",
            cwd=self._folder,
            env=self._environ,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while not await self._is_ready(client):
                if self._process.returncode is not None:
                    assert self._process.stderr is not None
                    said = await self._process.stderr.read()
                    raise AssertionError(f"the server ended: {said.decode()[-2000:]}")
                await asyncio.sleep(0.05)

    async def _is_ready(self, client: httpx2.AsyncClient) -> bool:
        try:
            return (await client.get(f"{self.url}/readyz")).status_code == 200
        except httpx2.TransportError:
            return False

    async def kill(self) -> None:
        """End it without a word, as a power cut would."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """End it as an operator would; whatever it is doing, it ends soon."""
        await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> None:
        if self._process is None or self._process.returncode is not None:
            return
        self._process.send_signal(how)
        async with asyncio.timeout(_PATIENCE_SECONDS):
            await self._process.communicate()


@asynccontextmanager
async def a_server(folder: Path, database_url: str) -> AsyncGenerator[Server]:
    server = Server(folder, database_url)
    try:
        yield server
    finally:
        await server.kill()


async def read_until(client: httpx2.AsyncClient, url: str, body: JsonObject, word: bytes) -> None:
    """Ask, and read the stream until this word has come."""
    seen = b""
    async with client.stream("POST", url, json=body) as response:
        assert response.status_code == 200
        async for chunk in response.aiter_raw():
            seen += chunk
            if word in seen:
                return
    raise AssertionError(f"the stream ended without {word!r}: {seen!r}")


async def the_turns(client: httpx2.AsyncClient, server: Server) -> list[dict[str, Any]]:
    found = await client.get(f"{server.url}/api/v1/conversations/talk")
    assert found.status_code == 200, found.text
    return found.json()["turns"]


async def until_interrupted(client: httpx2.AsyncClient, server: Server) -> dict[str, Any]:
    async with asyncio.timeout(_PATIENCE_SECONDS):
        while True:
            turn = (await the_turns(client, server))[0]
            if turn["state"] != "running":
                return turn
            await asyncio.sleep(0.1)


def let_the_lease_run_out(database_url: str) -> None:
    """Spare the test the wait: other servers may share this database, so a lease must end."""
    if database_url.startswith("postgres"):
        with psycopg.connect(database_url, autocommit=True) as connection:
            connection.execute("UPDATE turns SET lease_until = now() - interval '1 minute'")


async def test_m1_a_server_killed_in_mid_stream_reopens_cleanly(
    tmp_path: Path, database_url: str
) -> None:
    never = Delivery(hold=asyncio.Event(), hold_after=5)

    def script(seen: Seen) -> Completion:
        # Numbers of evidence rise through a conversation, so the second turn's are others.
        number = re.findall(rb'evidence id=\\"(\d+)', seen.raw)[0].decode()
        text = ("The pro plan ", "holds ten ", f"projects [{number}]. ", "It is ", "for teams.")
        return Completion(text=text, delivery=never if len(model.seen) == 1 else Delivery())

    async with (
        OpenAIServer(script) as model,
        httpx2.AsyncClient(headers={"origin": ORIGIN}, timeout=_PATIENCE_SECONDS) as client,
        a_server(tmp_path, database_url) as server,
    ):
        site = SITE.format(origin=ORIGIN, model=model.base_url, docs=DOCS_FOLDER)
        (tmp_path / "docsteward.yml").write_text(site)
        await server.start(client)
        opened = await client.post(f"{server.url}/api/v1/session", json={"key": "example"})
        client.headers["authorization"] = f"Bearer {opened.json()['token']}"
        chat = f"{server.url}/api/v1/chat"
        text = "How do I verify a webhook signature?"

        await read_until(client, chat, asking(text, message="first"), b"projects")
        await server.kill()
        let_the_lease_run_out(database_url)
        await server.start(client)

        turn = await until_interrupted(client, server)
        assert (turn["state"], turn["question"]) == ("interrupted", text)
        verdict = turn["parts"][-1]
        assert (verdict["type"], verdict["data"]["state"]) == ("data-verdict", "interrupted")
        again = await client.post(chat, json=asking(text, message="second"))
        parts = parts_of(read_frames(again.content))
        assert "".join(str(part.get("delta", "")) for part in parts) == (
            "The pro plan holds ten projects [1]. It is for teams."
        )
        states = [turn["state"] for turn in await the_turns(client, server)]
        assert states == ["interrupted", "answered"]
        # The stream of the first one, asked for again, has its end.
        events = await client.get(f"{server.url}/api/v1/turns/{turn['turn']}/events")
        assert parts_of(read_frames(events.content))[-1] == {"type": "finish"}

        await server.stop()
        database = Database(database_url)
        await database.open(exclusive=True)
        assert await broken(database) == []
        await database.close()
        assert len(model.seen) == 2
        assert text in str(model.seen[1].body)
