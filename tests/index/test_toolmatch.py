from __future__ import annotations

import pytest

from docsteward.index.reader import SqliteIndex
from docsteward.index.toolmatch import match_tool
from docsteward.index.values import ToolHint

LIMITS = ToolHint(
    name="plan_limits",
    title="Plan limits",
    description="Live limits of one plan: requests per day, seats and storage.",
)
SUPPORT = ToolHint(
    name="contact_support",
    title="Contact support",
    description="Send the question to the support team when the docs do not answer it.",
)
ORDER = ToolHint(
    name="order_status",
    title="Order status",
    description="Where an order is right now, by its number. Use it for delivery questions.",
    examples=("Where is my order 1234?", "Has my parcel been shipped?"),
)
HEALTH = ToolHint(
    name="service_status",
    title="Service status",
    description="Whether the service is up at this moment, with current incidents.",
)
TOOLS = (LIMITS, SUPPORT, ORDER, HEALTH)

WANTED = [
    ("How many requests a day does the pro plan allow?", "plan_limits"),
    ("what are the limits of my plan?", "plan_limits"),
    ("How much storage do I get on the free plan?", "plan_limits"),
    ("I need a person", "contact_support"),
    ("talk to support", "contact_support"),
    ("Can I speak to a human please", "contact_support"),
    ("please connect me with an agent", "contact_support"),
    ("where is my order", "order_status"),
    ("Has my parcel shipped yet?", "order_status"),
    ("is the service down?", "service_status"),
]
UNWANTED = [
    "How do I bake sourdough bread?",
    "Who was the first person on the moon?",
    "Which team won the 2014 World Cup?",
    "What is the capital of Australia?",
    "Can my landlord keep my deposit?",
    "1234",
    "?",
]


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


def test_an_example_counts_as_a_whole() -> None:
    assert match_tool("Has my parcel been shipped?", ORDER, {}) == 1.0
    assert match_tool("parcel of land prices in town", ORDER, {}) < 0.45


def test_words_that_every_description_has_say_little() -> None:
    weights = {"question": 5.0, "sourdough": 5.0}
    assert match_tool("a sourdough question", SUPPORT, weights) < 0.25
