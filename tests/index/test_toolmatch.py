from __future__ import annotations

import pytest

from docsteward.index.reader import SqliteIndex
from docsteward.index.toolmatch import match_tool
from tests.toolcases import ORDER, SUPPORT, TOOLS, UNWANTED, WANTED


@pytest.mark.parametrize(("question", "tool"), WANTED)
def test_e4_the_tool_that_a_question_needs_is_wanted(
    small_index: SqliteIndex, question: str, tool: str
) -> None:
    verdict = small_index.weigh(question, tools=TOOLS)
    assert verdict.wanted_tools[:1] == (tool,)
    assert verdict.open


@pytest.mark.parametrize("question", UNWANTED)
def test_e4_no_tool_is_wanted_for_what_none_can_do(small_index: SqliteIndex, question: str) -> None:
    verdict = small_index.weigh(question, tools=TOOLS)
    assert verdict.wanted_tools == ()
    assert not verdict.open


def test_an_example_counts_as_a_whole() -> None:
    assert match_tool("Has my parcel been shipped?", ORDER, {}) == 1.0
    assert match_tool("parcel of land prices in town", ORDER, {}) < 0.45


def test_words_that_every_description_has_say_little() -> None:
    weights = {"question": 5.0, "sourdough": 5.0}
    assert match_tool("a sourdough question", SUPPORT, weights) < 0.25
