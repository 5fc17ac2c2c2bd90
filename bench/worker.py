"""A process that a measurement starts, asks for its costs, and ends."""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

HERE = Path(__file__).parent


async def obey(port: int, commands: Mapping[str, Callable[[], None]] | None = None) -> None:
    """Say which port is served, then answer commands from standard input until it closes.

    `cpu` answers with the seconds of processor time that this process has used so far.
    """
    _say(port)
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := (await reader.readline()).decode().strip():
        if line == "cpu":
            used = resource.getrusage(resource.RUSAGE_SELF)
            _say(used.ru_utime + used.ru_stime)
        else:
            (commands or {})[line]()
            _say("done")


def _say(value: float | str) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


@dataclass(frozen=True, kw_only=True)
class Worker:
    """A started process, as the one who measures sees it."""

    name: str
    port: int
    process: asyncio.subprocess.Process

    async def cpu(self) -> float:
        """Return the seconds of processor time that it has used."""
        return float(await self._ask("cpu"))

    async def tell(self, command: str) -> None:
        """Have it carry out a command of its own."""
        await self._ask(command)

    def memory(self) -> int:
        """Return the bytes that are this process's alone."""
        return psutil.Process(self.process.pid).memory_full_info().uss

    async def _ask(self, line: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}\n".encode())
        return json.loads(await self.process.stdout.readline())


@asynccontextmanager
async def started(name: str, script: str, *args: str) -> AsyncGenerator[Worker]:
    """Start a script of this folder in a process of its own, and end it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(HERE / script),
        *args,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        first = await process.stdout.readline()
        if not first:
            raise RuntimeError(f"{script!r} did not start; its error stands above")
        yield Worker(name=name, port=int(json.loads(first)), process=process)
    finally:
        process.stdin.close()
        try:
            async with asyncio.timeout(10):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
