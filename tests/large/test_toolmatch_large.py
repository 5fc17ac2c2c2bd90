"""Tools weighed beside a large site (SPEC E4)."""

from __future__ import annotations

import pytest

from docsteward.index.reader import SqliteIndex
from tests.toolcases import TOOLS, UNWANTED, WANTED


@pytest.mark.parametrize(("question", "tool"), WANTED)
def test_e4_tools_are_wanted_beside_a_large_site_too(
    large_index: SqliteIndex, question: str, tool: str
) -> None:
    assert large_index.weigh(question, tools=TOOLS).wanted_tools[:1] == (tool,)


@pytest.mark.parametrize("question", UNWANTED)
def test_e4_no_tool_is_wanted_beside_a_large_site_either(
    large_index: SqliteIndex, question: str
) -> None:
    assert large_index.weigh(question, tools=TOOLS).wanted_tools == ()
