from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from docsteward.index.build import FolderSource, build_index
from docsteward.index.reader import SqliteIndex, open_index

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def large_site() -> Path:
    """A real documentation site, where it is laid beside the project or above its folder."""
    for folder in (ROOT.parent, ROOT.parent.parent):
        site = folder / "shared" / "data" / "fastapi-docs"
        if site.is_dir():
            return site
    pytest.skip("no large site is laid beside the project")


@pytest.fixture(scope="session")
def small_index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteIndex]:
    """The index of the small site that is part of the tests."""
    out = tmp_path_factory.mktemp("small")
    source = FolderSource(folder=ROOT / "tests" / "data" / "site", url="https://docs.test/x")
    build_index([source], out)
    index = open_index(out)
    yield index
    index.close()


@pytest.fixture(scope="session")
def large_index(
    large_site: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SqliteIndex]:
    """The index of the large site."""
    out = tmp_path_factory.mktemp("large")
    build_index([FolderSource(folder=large_site, url="https://large.test")], out)
    index = open_index(out)
    yield index
    index.close()
