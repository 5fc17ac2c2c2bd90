"""Functions as tools: their schema, their kind, and how they are called (SPEC A1, A5, D3)."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import pytest
import python_samples

from docsteward.base.errors import ModelFault, SiteFault
from docsteward.base.values import Visitor
from docsteward.toolspec.context import ToolContext, ToolReply
from docsteward.toolspec.docstrings import read_docstring
from docsteward.toolspec.pythontools import PythonCall, tool, tools_of
from docsteward.toolspec.runs import PythonRun
from docsteward.toolspec.tool import Approval


class NoHttp:
    async def get(self, url: str, *, headers: Mapping[str, str]) -> ToolReply:
        raise AssertionError(url)

    async def post(self, url: str, *, content: bytes, headers: Mapping[str, str]) -> ToolReply:
        raise AssertionError(url)


CONTEXT = ToolContext(question="q", page=None, visitor=Visitor(id="v1"), http=NoHttp())


def a_module(*functions: Any) -> ModuleType:
    module = ModuleType("made_up")
    for function in functions:
        function.__module__ = "made_up"
        setattr(module, function.__name__, function)
    return module


def refusal(*functions: Any) -> str:
    with pytest.raises(SiteFault) as caught:
        tools_of(a_module(*functions))
    assert caught.value.code == "python_tools_invalid"
    return caught.value.message


def test_a1_a_module_gives_its_marked_functions_in_order() -> None:
    limits, order, restart = tools_of(python_samples)
    assert (limits.name, limits.kind, limits.origin) == ("plan_limits", "function", "python")
    assert limits.run == PythonRun(target="python_samples:plan_limits")
    assert (
        limits.description == "Limits of one plan.\n\nUse it when someone asks what a plan allows."
    )
    assert limits.examples == ("How many seats has pro?",)
    assert (restart.name, restart.title, restart.access) == ("restart_site", "Restart", "admin")
    assert restart.approval == Approval(ask="Restart?")
    # Nobody marked it read-only, so it asks first.
    assert (order.name, order.kind) == ("place_order", "approval")


def test_b1_parameters_come_from_annotations_and_docstring() -> None:
    limits, order, restart = tools_of(python_samples)
    assert limits.parameters.schema == {
        "type": "object",
        "properties": {
            "plan": {
                "type": "string",
                "enum": ["free", "pro"],
                "description": "Which plan is meant.",
            },
            "since": {"type": "string", "format": "date", "description": "From which day on."},
        },
        "required": ["plan"],
        "additionalProperties": False,
    }
    line = {
        "type": "object",
        "description": "One line of an order.",
        "properties": {
            "sku": {"type": "string"},
            "count": {"type": "integer", "minimum": 1, "default": 1},
        },
        "required": ["sku"],
        "additionalProperties": False,
    }
    assert order.parameters.properties == {
        "lines": {"type": "array", "items": line},
        "note": {"type": "string", "default": "none"},
    }
    assert order.parameters.required == {"lines"}
    assert restart.parameters.properties["hours"] == {
        "type": "number",
        "default": 0.5,
        "description": "When.",
    }


def test_d3_a_function_gets_its_types_and_stays_what_it_is() -> None:
    call = PythonCall(python_samples.plan_limits)
    keywords = call.keywords({"plan": "pro", "since": "2026-01-31"}, CONTEXT)
    assert python_samples.plan_limits(**keywords) == {"seats": 30, "year": 2026}
    assert call.keywords({"plan": "pro"}, CONTEXT) == {"plan": "pro"}
    assert not call.is_async


async def test_d3_an_async_function_gets_models_and_the_context() -> None:
    call = PythonCall(python_samples.place_order)
    assert call.is_async
    keywords = call.keywords({"lines": [{"sku": "a", "count": 2}, {"sku": "b"}]}, CONTEXT)
    assert await call.function(**keywords) == "v1: 3 none"


def test_d3_rules_that_only_the_type_knows_come_back_to_the_model() -> None:
    call = PythonCall(python_samples.place_order)
    with pytest.raises(ModelFault) as caught:
        call.keywords({"lines": [{"sku": "a", "count": 0}]}, CONTEXT)
    assert caught.value.code == "arguments_invalid"
    assert "lines/0/count: " in caught.value.message


def test_b161_an_absent_value_that_may_be_none_is_none() -> None:
    def find(place: str | None) -> str:
        return place or "anywhere"

    keywords = PythonCall(find).keywords({}, CONTEXT)
    assert find(**keywords) == "anywhere"


def test_a5_all_faults_of_a_module_come_together() -> None:
    def one(plan: str, *rest: str) -> None:
        """Says nothing. Use it when asked."""

    def two(value: ModuleType) -> None:
        """Says nothing. Use it when asked."""

    def three(value: int | str) -> None: ...

    def four(value: str) -> None:
        """Says nothing. Use it when asked."""

    # What a type checker would not let through, and a site without one may write.
    del one.__annotations__["plan"]
    four.__annotations__["value"] = "Missing"
    for function in (one, two, four):
        tool(function)
    tool(name="Three")(three)

    message = refusal(one, two, three, four)
    for part in (
        "made_up:one: parameters.plan: the parameter 'plan' has no annotation",
        "made_up:one: parameters.rest: the parameter 'rest' can't be given by its name",
        "made_up:two: parameters.value: the annotation",
        "made_up:three: 'Three' can't name a tool",
        "made_up:three: description: 'description' is missing",
        "made_up:three: parameters.properties.value.anyOf",
        "made_up:four: parameters: the annotations name 'Missing'",
    ):
        assert part in message
    assert message.count("To mend it: ") >= 7


def test_a1_what_a_module_only_imported_is_not_its_own() -> None:
    module = ModuleType("other")
    module.plan_limits = python_samples.plan_limits  # pyright: ignore[reportAttributeAccessIssue]
    assert tools_of(module) == ()


def test_a5_a_function_that_no_call_fits_is_refused_when_it_is_loaded() -> None:
    def loose(**values: str) -> None: ...

    with pytest.raises(SiteFault, match="can't be given by its name"):
        PythonCall(loose)


@pytest.mark.parametrize(
    ("written", "text", "parameters"),
    [
        (None, "", {}),
        ("One line.", "One line.", {}),
        ("A.\n\nB: not a section\n", "A.\n\nB: not a section", {}),
        (
            "A.\n\nArgs:\n    x: one\n    y (int): two\n      more\n",
            "A.",
            {"x": "one", "y": "two more"},
        ),
        ("A.\n\nParameters:\n  x: one: two\n\nRaises:\n  E: no\n", "A.", {"x": "one: two"}),
        ("Args:\n    x: one", "", {"x": "one"}),
    ],
)
def test_d3_docstrings(written: str | None, text: str, parameters: dict[str, str]) -> None:
    read = read_docstring(written)
    assert (read.text, read.parameters) == (text, parameters)
    assert inspect.cleandoc(written or "").startswith(read.text)
