"""A client for the tests of the wire."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2
import pytest


@pytest.fixture
async def client() -> AsyncIterator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(trust_env=False) as client:
        yield client
