"""`docsteward.yml` to a configuration, or to all of its faults (SPEC A5-A7, E7)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docsteward.base.errors import SiteFault
from docsteward.config.faults import ConfigFaults, Fault
from docsteward.config.load import load_config, parse_config
from docsteward.config.starter import starter_text
from docsteward.config.values import Config, Extractive, ProviderModel

BARE = """\
site:
  name: Acme Docs!
  url: https://docs.example.com/guide
sources:
  - folder: docs
"""
FUNCTION = """\
tools:
  plan_limits:
    description: Limits of one plan.
    run: {fetch: /api/limits}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    return tmp_path


def good(folder: Path, text: str, **environ: str) -> Config:
    return parse_config(text, file="docsteward.yml", folder=folder, environ=environ)


def bad(folder: Path, text: str, **environ: str) -> tuple[Fault, ...]:
    with pytest.raises(ConfigFaults) as caught:
        good(folder, text, **environ)
    return caught.value.faults


def places(faults: tuple[Fault, ...]) -> list[tuple[int, str]]:
    return [(fault.line, fault.place) for fault in faults]


def test_what_is_left_out_has_its_default(folder: Path) -> None:
    config = good(folder, BARE)
    assert config.site.key == "acme-docs"
    assert [str(one) for one in config.site.allowed_origins] == ["https://docs.example.com"]
    assert config.sources[0].folder == (folder / "docs").resolve()
    assert config.sources[0].url == "https://docs.example.com/guide"
    assert config.sources[0].page_urls == "directory"
    assert config.models == (Extractive(),)
    assert config.tools is None
    assert (config.turn.mode, config.turn.max_steps) == ("one_shot", 4)
    assert config.actions.expire_minutes == 1440


def test_every_key_is_read(folder: Path) -> None:
    text = """\
site:
  name: Acme
  url: https://docs.example.com
  key: acme-2
  allowed_origins: ["http://LOCALHOST:8000", https://docs.example.com]
sources:
  - {folder: ./docs, url: "https://docs.example.com/a", page_urls: file}
models:
  - {provider: openai_compatible, model: m, base_url: "http://127.0.0.1:1/v1/", api_key_env: K}
  - provider: extractive
tools: {}
turn: {mode: agentic, max_steps: 7}
actions: {expire_minutes: 5}
"""
    config = good(folder, text, K="secret-value")
    assert config.site.key == "acme-2"
    assert [str(one) for one in config.site.allowed_origins] == [
        "https://docs.example.com",
        "http://localhost:8000",
    ]
    assert config.models[0] == ProviderModel(
        provider="openai_compatible", model="m", base_url="http://127.0.0.1:1/v1", api_key_env="K"
    )
    assert config.models[1] == Extractive()
    assert (config.sources[0].url, config.sources[0].page_urls) == (
        "https://docs.example.com/a",
        "file",
    )
    assert (config.turn.mode, config.turn.max_steps) == ("agentic", 7)
    assert config.actions.expire_minutes == 5
    assert "secret-value" not in repr(config)


def test_a7_no_tools_key_and_an_empty_one_are_told_apart(folder: Path) -> None:
    assert good(folder, BARE).tools is None
    assert good(folder, BARE + "tools: {}\n").tools == ()
    assert places(bad(folder, BARE + "tools:\n")) == [(6, "tools")]


def test_e7_the_mode_follows_the_functions(folder: Path) -> None:
    action = FUNCTION.replace("    run", "    confirm: true\n    run")
    off = FUNCTION.replace("    run", "    enabled: false\n    run")
    assert good(folder, BARE + FUNCTION).turn.mode == "agentic"
    assert good(folder, BARE + action).turn.mode == "one_shot"
    assert good(folder, BARE + off).turn.mode == "one_shot"
    assert good(folder, BARE + FUNCTION + "turn: {mode: one_shot}\n").turn.mode == "one_shot"


def test_a5_all_faults_of_a_file_come_in_one_report(folder: Path) -> None:
    text = """\
site:
  nmae: Acme
  url: docs.example.com
  key: Not A Key
  allowed_origins:
    - https://docs.example.com
    - https://docs.example.com/path
    - null
sources:
  - folder: missing
  - url: https://x.example/?q
    folder: docs
    page_urls: dir
models:
  - provider: openapi
  - provider: openai_compatible
    base_url: x
    api_key_env: NO_SUCH_KEY
tools:
  search_docs:
    description: x
    run: {fetch: /x}
  plan_limits:
    description: x
    parameters:
      properties:
        plan: {type: string}
    run:
      fetch: https://{plan}.example.com/
turn: {mode: agntic, max_steps: 0, max_steps: 3}
actions: {expire_minutes: soon}
hooks: !x []
"""
    faults = bad(folder, text)
    assert places(faults) == [
        (1, "site.name"),
        (2, "site.nmae"),
        (3, "site.url"),
        (4, "site.key"),
        (7, "site.allowed_origins[1]"),
        (8, "site.allowed_origins[2]"),
        (10, "sources[0].folder"),
        (11, "sources[1].url"),
        (13, "sources[1].page_urls"),
        (15, "models[0].provider"),
        (16, "models[1].model"),
        (17, "models[1].base_url"),
        (18, "models[1].api_key_env"),
        (20, "tools.search_docs"),
        (29, "tools.plan_limits.run.fetch"),
        (30, "turn.max_steps"),
        (30, "turn.mode"),
        (30, "turn.max_steps"),
        (31, "actions.expire_minutes"),
        (32, "hooks"),
        (32, "hooks"),
    ]
    assert {fault.file for fault in faults} == {"docsteward.yml"}
    by_place = {fault.place: fault for fault in faults}
    assert by_place["site.nmae"].cure == "did you mean 'name'?"
    assert "NO_SUCH_KEY" in by_place["models[1].api_key_env"].cure


def test_a5_the_report_names_file_line_key_fault_and_cure(folder: Path) -> None:
    with pytest.raises(SiteFault) as caught:
        good(folder, BARE + "trun: {}\n")
    assert caught.value.code == "config_invalid"
    assert str(caught.value) == (
        "docsteward.yml has 1 fault.\n"
        "docsteward.yml:6: trun: unknown key 'trun'\n"
        "    To mend it: did you mean 'turn'?"
    )


def test_a5_a_syntax_fault_comes_with_the_faults_before_it(folder: Path) -> None:
    text = BARE.replace("folder: docs", "folder: nowhere") + "turn: {mode: x\nactions: {}\n"
    faults = bad(folder, text)
    assert places(faults) == [(5, "sources[0].folder"), (7, "")]
    assert "not YAML" in faults[1].message


def test_a5_what_stands_behind_a_syntax_fault_is_not_called_missing(folder: Path) -> None:
    site, _, sources = BARE.partition("sources:")
    assert places(bad(folder, site + "turn: [}\nsources:" + sources)) == [(4, "")]


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("", 1, "no group of keys"),
        ("- a\n", 1, "no group of keys"),
        ("a: [1\nb: 2\n", 2, "not YAML"),
        ("a:\n\tb: 1\n", 2, "not YAML"),
        ("a: \x01\n", 1, "not YAML"),
        ("a: *x\n", 1, "no anchor"),
        ("a: &x [*x]\n", 1, "no anchor"),
        ("? [a]\n: 1\n", 1, "plain text"),
        ("<<: {a: 1}\n", 1, "merge keys"),
        ("a: 1\n---\nb: 1\n", 2, "second document"),
        ("a: .inf\n", 1, "unknown key"),
        ("a: 1e999\n", 1, "finite"),
        ("a: !!python/object:os.system x\n", 1, "tag"),
        ("a: " + "[" * 5000, 1, "nested too deep"),
        ("a: [" + "1," * 30_000 + "]", 1, "over 20000 values"),
        ("a: &a x\nb: [" + "*a," * 200 + "]", 2, "aliases"),
    ],
)
def test_texts_that_are_no_configuration(folder: Path, text: str, line: int, word: str) -> None:
    faults = bad(folder, text)
    assert any(word in fault.message and fault.line == line for fault in faults), faults


def test_a_bomb_of_aliases_is_stopped_by_what_it_would_hold(folder: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * 10) + "]" for n in range(1, 9)]
    faults = bad(folder, "\n".join(lines))
    assert any("over 20000 values" in fault.message for fault in faults)


def test_aliases_may_be_used(folder: Path) -> None:
    text = BARE.replace("url: https", "url: &here https") + "    url: *here\n"
    assert good(folder, text).sources[0].url == "https://docs.example.com/guide"


def test_words_that_older_yaml_reads_otherwise_stay_text(folder: Path) -> None:
    text = BARE + FUNCTION.replace(
        "    run: {fetch: /api/limits}",
        "    parameters:\n"
        "      properties: {a: {type: string, enum: [no, on, 2026-01-31, 1_0, 1:30]}}\n"
        "    run: {fetch: '/x?a={a}'}",
    )
    tools = good(folder, text).tools
    assert tools is not None
    assert tools[0].parameters.properties["a"]["enum"] == ["no", "on", "2026-01-31", "1_0", "1:30"]


def test_a6_at_most_twelve_enabled_tools(folder: Path) -> None:
    one = "  t_{}: {{description: d, run: {{fetch: /x}}, enabled: {}}}\n"
    twelve = "tools:\n" + "".join(one.format(n, "true") for n in range(12))
    assert len(good(folder, BARE + twelve + one.format(99, "false")).tools or ()) == 13
    faults = bad(folder, BARE + twelve + one.format(99, "true"))
    assert places(faults) == [(6, "tools")]
    assert "the ceiling is 12" in faults[0].message


def test_a_secret_written_in_place_of_its_name_is_not_repeated(folder: Path) -> None:
    text = BARE + (
        "models:\n  - provider: openai_compatible\n    model: m\n"
        "    base_url: https://x.example/v1\n    api_key_env: sk-live-1234\n"
    )
    with pytest.raises(ConfigFaults) as caught:
        good(folder, text)
    assert "models[0].api_key_env" in str(caught.value)
    assert "sk-live" not in str(caught.value)


def test_the_file_itself_may_be_the_fault(folder: Path) -> None:
    path = folder / "docsteward.yml"
    with pytest.raises(ConfigFaults, match="docsteward init"):
        load_config(path, {})
    path.write_bytes(b"site:\n  name: \xff\n")
    with pytest.raises(ConfigFaults, match=r"docsteward\.yml:2: .*UTF-8"):
        load_config(path, {})
    path.write_bytes(b"#" * 1_000_001)
    with pytest.raises(ConfigFaults, match="over 1000000 bytes"):
        load_config(path, {})
    path.write_text(BARE, encoding="utf-8-sig")
    assert load_config(path, {}).site.name == "Acme Docs!"


def test_the_starter_works_as_it_stands(folder: Path) -> None:
    path = folder / "docsteward.yml"
    path.write_text(starter_text(name='A "b": #c', url="https://x.example"), encoding="utf-8")
    config = load_config(path, {})
    assert config.site.name == 'A "b": #c'
    assert config.tools is None


def test_the_commented_part_of_the_starter_works_too(folder: Path) -> None:
    head, _, tail = starter_text().partition("# tools:\n")
    text = head + "tools:\n" + tail.replace("\n# ", "\n").removeprefix("# ")
    tools = good(folder, text).tools
    assert tools is not None
    assert [tool.name for tool in tools] == ["plan_limits"]


LINES = st.sampled_from(
    [
        *("site:", "  name: A", "  url: https://a.example", "sources:", "- folder: docs", "  - x"),
        *("tools:", "  t:", "    run: {fetch: /x}", "models: [", "]", "}", "a: &a [*a]", "? x"),
        *("'", '"', "|", ">-", "---", "...", "%YAML 1.1", "!t x", "turn: {mode: x}", "\tx", "#"),
    ]
)


@given(lines=st.lists(LINES | st.text(max_size=12), max_size=12))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_m2_any_text_gives_a_configuration_or_faults(folder: Path, lines: list[str]) -> None:
    found: tuple[Fault, ...] | None = None
    try:
        good(folder, "\n".join(lines))
    except ConfigFaults as faults:
        found = faults.faults
    assert found is None or (found and all(one.line >= 1 and one.message for one in found))
