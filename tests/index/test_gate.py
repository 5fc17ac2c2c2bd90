from __future__ import annotations

from dataclasses import replace

import pytest

from docsteward.index.gate import GateSignals, decide

STRONG = GateSignals(terms=3, coverage=0.9, absent=0.0, relative=0.6, named=False, tools={})


def test_e4_full_support_opens() -> None:
    assert decide(STRONG).supported


@pytest.mark.parametrize(
    "weak",
    [
        {"terms": 0},
        {"coverage": 0.5},
        {"relative": 0.1},
        {"absent": 0.6},
        {"terms": 6, "coverage": 0.4},
        {"named": True, "coverage": 0.1},
        {"named": True, "absent": 0.9},
    ],
)
def test_e4_each_weak_signal_alone_refuses(weak: dict[str, int | float | bool]) -> None:
    assert not decide(replace(STRONG, **weak)).supported


def test_e4_many_words_and_names_of_code_need_less() -> None:
    assert decide(replace(STRONG, terms=6, coverage=0.5)).supported
    assert decide(replace(STRONG, named=True, coverage=0.35, relative=0.1)).supported


def test_e4_a_tool_is_wanted_with_or_without_support() -> None:
    tools = {"b": 0.5, "a": 0.5, "c": 0.9, "d": 0.1}
    weak = replace(STRONG, coverage=0.0, tools=tools)
    assert decide(weak).wanted_tools == ("c", "a", "b")
    assert not decide(weak).supported
    assert decide(replace(STRONG, tools=tools)).wanted_tools == ("c", "a", "b")


def test_signals_are_recorded_by_name() -> None:
    assert replace(STRONG, tools={"x": 0.25}).numbers() == {
        "terms": 3.0,
        "coverage": 0.9,
        "absent": 0.0,
        "relative": 0.6,
        "named": 0.0,
        "tool.x": 0.25,
    }


def test_e4_a_few_pages_that_hold_all_of_a_question_support_it() -> None:
    # In a site of two pages no word is rare, so BM25 says nothing.
    whole = replace(STRONG, terms=2, coverage=1.0, relative=0.0)
    assert decide(whole).supported
    assert not decide(replace(whole, terms=1)).supported
