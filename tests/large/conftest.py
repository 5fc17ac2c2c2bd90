"""Tests on a real documentation site, collected where it is laid beside the project.

The site is data of others and no part of the project: `shared/data/fastapi-docs`, in the
project's parent folder or the one above. `tests/conftest.py` leaves this folder out without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from docsteward.index.build import FolderSource, build_index
from docsteward.index.reader import SqliteIndex, open_index

ROOT = Path(__file__).parents[2]


def large_site_folder() -> Path | None:
    """Return where the site is, or nothing."""
    for folder in (ROOT.parent, ROOT.parent.parent):
        site = folder / "shared" / "data" / "fastapi-docs"
        if site.is_dir():
            return site
    return None


@pytest.fixture(scope="session")
def large_site() -> Path:
    site = large_site_folder()
    assert site is not None, "collected only where the site is"
    return site


@pytest.fixture(scope="session")
def large_index_folder(large_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the site's index is published."""
    data = tmp_path_factory.mktemp("large")
    build_index([FolderSource(folder=large_site, url="https://large.test")], data / "index")
    return data / "index"


@pytest.fixture(scope="session")
def large_index(large_index_folder: Path) -> Iterator[SqliteIndex]:
    index = open_index(large_index_folder)
    yield index
    index.close()
