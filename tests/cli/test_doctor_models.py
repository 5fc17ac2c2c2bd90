"""`docsteward doctor --ask-models` says what is wrong with a model, without a secret in it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from docsteward.testing.openai_server import Completion, Failure, OpenAIServer, Step

SITE = """\
site: {{name: Acme, url: "https://docs.example.com"}}
sources: [{{folder: docs}}]
models:
  - provider: openai_compatible
    model: m-1
    base_url: {url}
    api_key_env: MODEL_KEY
"""


async def doctor(folder: Path, step: Step, *flags: str) -> tuple[dict[str, str], int]:
    """Run it against a model's server; return what it said by name, and the requests made."""
    (folder / "docs").mkdir()
    async with OpenAIServer([step, step]) as server:
        file = folder / "docsteward.yml"
        file.write_text(SITE.format(url=server.base_url), encoding="utf-8")
        line = [sys.executable, "-m", "docsteward", "doctor", "--json", *flags]
        process = await asyncio.create_subprocess_exec(
            *line,
            cwd=folder,
            env={**os.environ, "MODEL_KEY": "sk-secret-1"},
            stdout=asyncio.subprocess.PIPE,
        )
        out, _ = await process.communicate()
        assert b"sk-secret" not in out
        checks = json.loads(out)
        said = {one["name"]: f"{one['ok']}: {one['message']}" for one in checks}
        return said, len(server.seen)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (Completion(text=("ok",)), "True: m-1 answers"),
        (Failure(status=401, message="bad key sk-secret-1"), "refused the key"),
        (Failure(status=404), "does not know the model"),
        # No second request without functions: a refused one is what is looked for.
        (Failure(status=400), "takes function tools"),
    ],
)
async def test_e16_doctor_asks_each_model_once(tmp_path: Path, step: Step, said: str) -> None:
    found, asked = await doctor(tmp_path, step, "--ask-models")
    assert said in found["model 1"]
    assert asked == 1


async def test_doctor_asks_no_model_unless_told_to(tmp_path: Path) -> None:
    found, asked = await doctor(tmp_path, Completion(text=("ok",)))
    assert "m-1 at" in found["models"]
    assert "model 1" not in found
    assert asked == 0
