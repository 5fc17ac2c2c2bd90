"""The commands, run as a user runs them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docsteward.cli.main import COMMANDS
from docsteward.config.environment import ENV_PREFIX

ROOT = Path(__file__).parents[2]
PAGES = {
    "index.md": "# Anvils\n\nAnvils are delivered within three days.\n",
    "guide/returns.md": (
        "# Returns { #returns }\n\n## How to return an anvil { #how }\n\n"
        "Wrap the anvil, print the return label and call the depot.\n"
    ),
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, text in PAGES.items():
        path = tmp_path / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a folder, with a home of its own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith((ENV_PREFIX, "XDG_"))}
    environ = {**kept, "HOME": str(folder / "home"), "COLUMNS": "200", "NO_COLOR": "1"}
    line = [sys.executable, "-m", "docsteward", *args]
    return subprocess.run(
        line, cwd=folder, env=environ, capture_output=True, text=True, timeout=120, check=False
    )


def test_the_way_of_a_newcomer(site: Path) -> None:
    assert run(site, "init").returncode == 0
    assert (site / "docsteward.yml").is_file()

    indexed = run(site, "index", "--json")
    assert json.loads(indexed.stdout)["pages"] == 2
    again = run(site, "index")
    assert "Nothing has changed" in again.stdout

    doctor = run(site, "doctor")
    assert doctor.returncode == 0, doctor.stdout
    assert "index: The index" in doctor.stdout

    asked = json.loads(run(site, "ask", "How do I return an anvil?", "--json").stdout)
    assert asked["refused"] is None
    assert asked["citations"][0] == {
        "id": 1,
        "title": "Returns › How to return an anvil",
        "url": "https://docs.example.com/guide/returns/#how",
    }
    assert set(asked) == {
        "answer",
        "refused",
        "citations",
        "tools",
        "offers",
        "model_calls",
        "closest",
    }


def test_ask_takes_a_bare_folder_and_leaves_nothing_in_it(site: Path) -> None:
    before = sorted(site.rglob("*"))
    said = run(site, "ask", "How do I return an anvil?", "--docs", "docs")
    assert "return label" in said.stdout
    assert "/guide/returns/#how" in said.stdout
    after = [path for path in sorted(site.rglob("*")) if "home" not in path.parts]
    assert after == before


def test_ask_refuses_without_a_model(site: Path) -> None:
    asked = json.loads(run(site, "ask", "Who won the cup?", "--docs", "docs", "--json").stdout)
    assert (asked["refused"], asked["model_calls"], asked["answer"]) == ("no_support", 0, "")


def test_d2_ask_says_that_a_tool_needs_the_page(site: Path) -> None:
    (site / "docsteward.yml").write_text(
        "site: {name: Anvils, url: https://anvils.example}\n"
        "sources: [{folder: docs}]\n"
        "tools:\n"
        "  stock_level:\n"
        "    description: How many hammers are in stock right now.\n"
        "    run: {fetch: /api/stock}\n",
        encoding="utf-8",
    )
    said = run(site, "ask", "How many hammers are in stock right now?")
    assert "Stock level could help, but it works only on a page of the site." in said.stdout


def test_init_never_writes_over_a_file(site: Path) -> None:
    (site / "docsteward.yml").write_text("mine\n", encoding="utf-8")
    refused = run(site, "init")
    assert refused.returncode == 1
    assert "is there already" in refused.stderr
    assert (site / "docsteward.yml").read_text(encoding="utf-8") == "mine\n"


def test_a5_faults_come_as_one_report_and_no_traceback(site: Path) -> None:
    (site / "docsteward.yml").write_text("site: {name: 3}\nsorces: []\n", encoding="utf-8")
    refused = run(site, "serve")
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert "sorces" in refused.stderr
    assert "site.name" in refused.stderr


def test_doctor_finds_what_is_wrong(site: Path) -> None:
    run(site, "init")
    doctor = run(site, "doctor", "--json")
    found = {check["name"]: check for check in json.loads(doctor.stdout)}
    assert doctor.returncode == 1
    assert not found["index"]["ok"]
    assert "docsteward index" in found["index"]["message"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command: str) -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert f"## `docsteward {command}`" in text
    said = run(ROOT, command, "--help").stdout
    options = set(re.findall(r"--[a-z-]+", said)) - {"--help"}
    section = text.split(f"## `docsteward {command}`")[1].split("\n## ")[0]
    assert [option for option in options if f"`{option}" not in section] == []
