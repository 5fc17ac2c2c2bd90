"""Bad habits are found, and good tools are left in peace (SPEC A8)."""

from __future__ import annotations

from pathlib import Path

import pytest

from docsteward.base.values import JsonObject
from docsteward.config.load import load_config, parse_config
from docsteward.toolspec.lint import Advice, lint
from docsteward.toolspec.load import load_tool
from docsteward.toolspec.tool import Tool
from docsteward.urls.origin import Origin

ROOT = Path(__file__).parents[2]
OWN = (Origin.parse("https://docs.example.com"),)
GOOD = "The state of one build, as it is now. Use it when someone asks whether a build is done."


def tool(name: str = "build_state", description: str = GOOD, **raw: object) -> Tool:
    whole: JsonObject = {"description": description, "run": {"fetch": "/x"}, **raw}  # pyright: ignore[reportAssignmentType]
    loaded = load_tool(name, whole)
    assert isinstance(loaded, Tool), loaded
    return loaded


def codes(*tools: Tool) -> list[tuple[str, str]]:
    return [(one.tool, one.code) for one in lint(tools, own_origins=OWN)]


def with_parameter(name: str, description: str, **more: object) -> Tool:
    schema = {"type": "string", "description": description, **more}
    return tool(parameters={"properties": {name: schema}}, run={"fetch": f"/x?v={{{name}}}"})


@pytest.mark.parametrize("text", ["Build state.", "Gets the build state", "Returns build states."])
def test_a8_a_description_that_repeats_the_name(text: str) -> None:
    assert codes(tool(description=text)) == [("build_state", "description_repeats_name")]


def test_a8_a_description_that_never_says_when() -> None:
    text = "Progress, duration and author of a continuous integration run."
    assert codes(tool(description=text)) == [("build_state", "description_without_when")]


@pytest.mark.parametrize(
    "text",
    [
        "One of free, pro and team",
        "free, pro or team",
        "either 'asc' or 'desc'",
        "asc|desc",
        "yes or no",
        "`asc` or `desc`.",
        "Allowed: free, pro",
    ],
)
def test_a8_a_closed_set_without_enum(text: str) -> None:
    assert codes(with_parameter("value", text)) == [("build_state", "closed_set_without_enum")]
    assert codes(with_parameter("value", text, enum=["x"])) == []


@pytest.mark.parametrize(
    "text",
    ['The short name, such as "search" or "billing".', "City or region", "A name, e.g. main"],
)
def test_a8_an_example_is_no_closed_set(text: str) -> None:
    assert codes(with_parameter("value", text)) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page_url", "x"),
        ("question", "x"),
        ("user_id", "x"),
        ("address", "The reader's e-mail address"),
        ("where", "The current page"),
    ],
)
def test_a8_a_parameter_for_what_the_host_knows(name: str, text: str) -> None:
    assert codes(with_parameter(name, text)) == [("build_state", "host_knows_it")]


def test_a8_a_bound_parameter_asks_nobody() -> None:
    bound = tool(
        parameters={"properties": {"user_id": {"type": "string"}}},
        bind={"user_id": "visitor.external_id"},
        run={"fetch": "/x?v={user_id}"},
    )
    assert codes(bound) == []


def test_a8_a_form_may_ask_the_reader_who_they_are() -> None:
    form = tool(
        parameters={"properties": {"user_email": {"type": "string"}}},
        confirm="form",
        run={"fetch": "/x", "method": "POST"},
    )
    assert codes(form) == []


def test_a8_two_tools_with_near_equal_descriptions() -> None:
    other = GOOD.replace("one build", "a build")
    found = codes(tool(), tool("build_status", other))
    assert found == [("build_status", "descriptions_alike")]
    far = "Open positions by place. Use it when someone looks for a job."
    assert codes(tool(), tool("jobs", far)) == []


@pytest.mark.parametrize(
    "text",
    [
        "Details. Use it after build_state.",
        "Details of it. Call build_state first when you use this.",
        "Details of the build returned by build_state. Use it when asked for details.",
    ],
)
def test_a8_a_tool_always_called_after_another(text: str) -> None:
    found = codes(tool(), tool("build_details", text))
    assert found == [("build_details", "called_after_another")]


def test_a8_a_parameter_that_comes_from_another_tool() -> None:
    details = tool(
        "build_log",
        "The last lines of a log. Use it when someone asks why it broke.",
        parameters=[{"name": "log", "description": "The id from build_state", "required": True}],
        run={"fetch": "/x/{log}"},
    )
    assert codes(tool(), details) == [("build_log", "called_after_another")]


def test_a8_pointing_elsewhere_is_no_order() -> None:
    details = tool("build_log", "Lines of a log. Use it when it broke; else use build_state.")
    assert codes(tool(), details) == []


def test_a8_follow_origin_on_a_third_party() -> None:
    def follow(host: str) -> list[tuple[str, str]]:
        return codes(tool(follow_origin=True, run={"link": f"https://{host}/x"}))

    assert follow("docs.example.com") == []
    assert follow("app.example.com") == []
    assert follow("example.org") == [("build_state", "follows_third_party")]
    assert follow("notexample.com") == [("build_state", "follows_third_party")]


def test_d2_a_secret_over_http() -> None:
    run = {"fetch": "http://api.example.com/x", "headers": {"X-Key": "${secret:KEY}"}}
    assert codes(tool(run=run)) == [("build_state", "secret_in_clear")]


def test_a8_what_is_disabled_is_left_alone() -> None:
    assert codes(tool(description="Build state.", enabled=False)) == []


def test_a8_the_demo_is_silent() -> None:
    file = ROOT / "src" / "docsteward" / "web" / "demo" / "docsteward.yml"
    config = load_config(file, {})
    assert config.tools
    assert lint(config.tools, own_origins=config.site.allowed_origins) == ()


def test_a8_the_fixture_has_every_bad_habit(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    text = (Path(__file__).parent / "bad_habits.yml").read_text(encoding="utf-8")
    config = parse_config(text, file="bad_habits.yml", folder=tmp_path, environ={"K": "v"})
    found = lint(config.tools or (), own_origins=config.site.allowed_origins)
    marked = {
        (line.split(":")[0].strip(), line.partition("# habit: ")[2].strip())
        for line in text.splitlines()
        if "# habit: " in line
    }
    assert {(one.tool, one.code) for one in found} == marked
    assert len(marked) == len(found) == 8
    assert all(isinstance(one, Advice) and one.message and one.cure for one in found)
