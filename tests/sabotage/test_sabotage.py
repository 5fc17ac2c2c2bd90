"""Rules that matter are broken on purpose, one by one; their tests must notice (kept sabotages).

Each patch is laid over a copy of the package. One that no longer applies is a failure too: it
would prove nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATCHES = Path(__file__).parent / "patches"
# A rule's number, and the tests that turn red when it is broken.
RULES = {
    "A5": "tests/toolspec/test_tool_load.py::test_a5_a_function_may_only_read",
    "B3": "tests/toolrun/test_door.py::test_b3_a_call_that_does_not_fit_is_never_sent",
    "B6": "tests/toolrun/test_ways.py::"
    "test_b6_g4_without_a_verified_identity_a_bound_tool_is_out_of_reach",
    "C2": "tests/toolrun/test_door.py::"
    "test_c2_a_value_that_cannot_stand_in_the_url_is_found_by_the_check",
    "C5": "tests/toolrun/test_ways.py::"
    "test_c5_a_url_follows_the_sessions_origin_where_it_is_exactly_allowed",
    "D5": "tests/netguard/test_guard_rules.py",
    "D8": "tests/toolrun/test_ways.py::test_d8_a_write_in_between_clears_what_is_remembered",
    "D10": "tests/toolrun/test_egress.py::test_d10_the_door_asks_before_private_words_leave",
    "E2": "tests/turn/test_first_stages.py::"
    "test_e2_a_credential_stops_the_question_before_anything_is_kept_or_asked",
}
_GREEN, _RED = 0, 1


def run_tests(package: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    """Run tests against the package that stands in a folder."""
    environ = {**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    for name in list(environ):
        if name.startswith(("PYTEST_", "HYPOTHESIS_")):
            del environ[name]
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    return subprocess.run(
        [*line, *tests], cwd=ROOT, env=environ, capture_output=True, text=True, timeout=120
    )


@pytest.fixture
def package(tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("__pycache__", "static", "demo")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=ignored)
    return tmp_path / "src"


def test_the_tests_are_green_where_nothing_is_broken(package: Path) -> None:
    done = run_tests(package, *RULES.values())
    assert done.returncode == _GREEN, done.stdout + done.stderr


@pytest.mark.parametrize("rule", RULES)
def test_a_broken_rule_turns_its_test_red(rule: str, package: Path) -> None:
    patch = PATCHES / f"{rule}.patch"
    applied = subprocess.run(
        ["git", "apply", "--unsafe-paths", "-p1", str(patch)],
        cwd=package.parent,
        env={**os.environ, "GIT_CEILING_DIRECTORIES": str(package.parent.parent)},
        capture_output=True,
        text=True,
    )
    assert applied.returncode == 0, f"{patch.name} no longer applies: {applied.stderr}"
    done = run_tests(package, RULES[rule])
    assert done.returncode == _RED, done.stdout + done.stderr


def test_every_patch_belongs_to_a_rule() -> None:
    assert {path.stem for path in PATCHES.glob("*.patch")} == set(RULES)
