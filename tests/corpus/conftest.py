from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def large_site() -> Path:
    """A real documentation site, where it is laid beside the project or above its folder."""
    for folder in (ROOT.parent, ROOT.parent.parent):
        site = folder / "shared" / "data" / "fastapi-docs"
        if site.is_dir():
            return site
    pytest.skip("no large site is laid beside the project")
