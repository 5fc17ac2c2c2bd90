"""The site's own modules are found beside its file (SPEC A1, D3)."""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import Path
from uuid import uuid4

import pytest

from docsteward.base.errors import SiteFault
from docsteward.config.load import load_config
from docsteward.toolrun.modules import function_named, module_named
from docsteward.wiring import with_modules


@pytest.fixture(autouse=True)
def clean_path() -> Generator[None]:
    path = list(sys.path)
    yield
    sys.path[:] = path


def a_module(folder: Path, text: str, name: str = "") -> str:
    name = name or f"acme_{uuid4().hex}"
    (folder / f"{name}.py").write_text(text)
    return name


def refusal(name: str, folder: Path) -> str:
    with pytest.raises(SiteFault) as caught:
        module_named(name, folder)
    assert caught.value.code == "python_tools_invalid"
    return caught.value.message


def test_a1_python_tools_are_imported_from_beside_the_sites_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    for folder in (site, site / "docs", elsewhere):
        folder.mkdir()
    text = (
        "from docsteward.toolspec.pythontools import tool\n"
        '@tool(read_only=True)\ndef {}(plan: str) -> str:\n    """Tell what a plan holds."""\n'
        "    return plan\n"
    )
    name = a_module(site, text.format("ours"))
    a_module(elsewhere, text.format("theirs"), name)
    (site / "docsteward.yml").write_text(
        "site: {name: Acme, url: 'https://docs.acme.dev'}\nsources: [{folder: docs}]\n"
        f"python_tools: [{name}]\n"
    )
    monkeypatch.chdir(elsewhere)
    sys.path.insert(0, "")
    config = with_modules(load_config(site / "docsteward.yml", {}))
    assert [tool.name for tool in config.tools or ()] == ["ours"]


def test_d3_what_a_function_imports_when_it_runs_is_found_too(tmp_path: Path) -> None:
    other = a_module(tmp_path, "WORD = 'late'\n")
    name = a_module(tmp_path, f"def f():\n    import {other}\n    return {other}.WORD\n")
    assert function_named(f"{name}:f", tmp_path)() == "late"
    assert sys.path[0] != str(tmp_path), "the folder hides no module that others import later"


def test_a1_a_module_that_is_not_there_is_told_with_the_folder_to_put_it_into(
    tmp_path: Path,
) -> None:
    said = refusal("acme_nowhere", tmp_path)
    assert "'acme_nowhere' can't be imported" in said
    assert f"put it into {tmp_path.resolve()}, or install it" in said


@pytest.mark.parametrize("text", ["1 / 0", "def broken(:", "raise SystemExit(3)"])
def test_a1_a_module_that_breaks_is_a_clear_refusal(text: str, tmp_path: Path) -> None:
    assert "can't be imported" in refusal(a_module(tmp_path, text + "\n"), tmp_path)


def test_a1_a_module_with_the_name_of_a_loaded_one_is_refused(tmp_path: Path) -> None:
    a_module(tmp_path, "def f(): ...\n", "json")
    assert "give yours another name" in refusal("json", tmp_path)


def test_d3_a_function_that_is_not_there_names_the_key(tmp_path: Path) -> None:
    name = a_module(tmp_path, "value = 3\n")
    for target in (f"{name}:missing", f"{name}:value"):
        with pytest.raises(SiteFault, match=r"run\.python"):
            function_named(target, tmp_path)
