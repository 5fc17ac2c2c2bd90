"""Without tools: the same bytes to the model as if the feature did not exist (SPEC A7)."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest
from no_tools_process import BARRED
from wire_site import hear, open_site, site_config

from docsteward.testing.openai_server import Completion, OpenAIServer

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "recorded" / "no_tools_request.json"
ANSWER = Completion(text=("The pro plan holds ten projects [1].",))


async def test_a7_without_tools_the_request_is_the_recorded_one_byte_for_byte(
    tmp_path: Path,
) -> None:
    async with OpenAIServer([ANSWER]) as server:
        config = site_config(server.base_url, tools=None, mode="one_shot")
        async with open_site(tmp_path, config) as product:
            heard = await hear(product)
    assert [seen.raw for seen in server.seen] == [GOLDEN.read_bytes()]
    assert heard.text == "The pro plan holds ten projects [1]."


@pytest.mark.parametrize(
    "word", ["tool", "function", "action", "offer", "call", "button", "press", "search_docs"]
)
def test_a7_the_recorded_request_does_not_speak_of_tools(word: str) -> None:
    assert word not in GOLDEN.read_text(encoding="utf-8").lower()


async def run_barred(folder: Path, *flags: str) -> tuple[int, str, str]:
    """Run a turn in a process that cannot import the tools' room."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(HERE / "no_tools_process.py"),
        str(folder),
        *flags,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


async def test_a7_a_site_without_tools_answers_alike_when_toolrun_cannot_be_imported(
    tmp_path: Path,
) -> None:
    code, out, err = await run_barred(tmp_path)
    assert code == 0, err
    said = json.loads(out)
    assert [body.encode() for body in said["bodies"]] == [GOLDEN.read_bytes()]
    assert said["text"] == "The pro plan holds ten projects [1]."
    assert said["state"] == "answered"


async def test_a7_with_tools_the_same_process_fails_so_that_the_bar_is_real(
    tmp_path: Path,
) -> None:
    code, out, err = await run_barred(tmp_path, "--tools")
    assert code != 0
    assert out == ""
    assert f"ImportError: {BARRED}" in err
