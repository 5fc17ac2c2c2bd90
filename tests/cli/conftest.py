"""Commands run inside the test's own process and set up its logs; none leaves that behind."""

from __future__ import annotations

from collections.abc import Generator

import pytest
import structlog


@pytest.fixture(autouse=True)
def logs_of_before() -> Generator[None]:
    """Give later tests the logs that they had before a command set up its own."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)
