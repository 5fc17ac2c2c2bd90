from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from docsteward.index.build import FolderSource, build_index
from docsteward.index.reader import SqliteIndex, open_index

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def small_index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteIndex]:
    """The index of the small site that is part of the tests."""
    out = tmp_path_factory.mktemp("small")
    source = FolderSource(folder=ROOT / "tests" / "data" / "site", url="https://docs.test/x")
    build_index([source], out)
    index = open_index(out)
    yield index
    index.close()
