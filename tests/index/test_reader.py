from __future__ import annotations

import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docsteward.base.errors import OperatorFault, SiteFault
from docsteward.index.build import FolderSource, build_index
from docsteward.index.reader import SqliteIndex, open_index
from docsteward.index.values import Index, ToolHint

SITE = Path(__file__).parents[1] / "data" / "site"
TOOL = ToolHint(name="tank_state", title="Tank state", description="The readings of one tank.")


def first(index: SqliteIndex, query: str) -> str:
    return index.search(query)[0].section_id


def test_it_is_an_index(small_index: SqliteIndex) -> None:
    index: Index = small_index
    assert len(index.digest) == 64


def test_k2_a_hit_says_where_it_stands(small_index: SqliteIndex) -> None:
    hit = small_index.search("probe that reads nothing")[0]
    assert hit.section_id == "guide/install#probe-troubles"
    assert hit.url == "https://docs.test/x/guide/install/#probe-troubles"
    assert hit.trail == ("Installing Lanternfish", "Installation", "Wire the sensor")
    assert hit.source == "Installing Lanternfish › Troubles"
    assert hit.score > 0


def test_e9_it_knows_the_addresses_of_its_pages(small_index: SqliteIndex) -> None:
    assert small_index.publishes("https://docs.test/x/guide/install/")
    assert not small_index.publishes("https://docs.test/x/guide/")
    assert not small_index.publishes("https://docs.test/x/guide/install")


@pytest.mark.parametrize(
    ("query", "section"),
    [
        ("E2041", "guide/install#probe-troubles"),
        ("quiet_from", "guide/alerts#quiet-hours"),
        ("AlertManager", "guide/alerts#the-alertmanager-class"),
        ("alert manager", "guide/alerts#the-alertmanager-class"),
        ("send_alert", "guide/alerts#the-alertmanager-class"),
        ("What does --dry-run do?", "reference/index#command-line"),
        ("lanternfish.toml", "reference/index#settings"),
        ("how can I wire sensors?", "guide/install#wire-the-sensor"),
        ("when are fish fed", "guide/feeding_times"),
        ("冷却装置", "ja/index#warning"),
    ],
)
def test_k3_words_identifiers_and_unspaced_scripts_are_found(
    small_index: SqliteIndex, query: str, section: str
) -> None:
    assert first(small_index, query) == section


def test_each_section_comes_once_and_no_more_than_asked(small_index: SqliteIndex) -> None:
    hits = small_index.search("water sensor probe alert", limit=3)
    assert len(hits) == 3
    assert len({hit.section_id for hit in hits}) == 3
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert small_index.search("water", limit=0) == ()


def test_writers_remarks_are_not_found(small_index: SqliteIndex) -> None:
    assert small_index.search("wombat") == ()


def test_sections_and_pages_by_name(small_index: SqliteIndex) -> None:
    section = small_index.section("guide/install#installation")
    assert section is not None
    assert section.text == "You need a board with two free pins."
    assert small_index.section("guide/install#nothing") is None
    assert [hit.heading for hit in small_index.page("guide/alerts")] == [
        "Alerts",
        "Quiet hours",
        "The AlertManager class",
    ]
    assert small_index.page("nothing") == ()


def test_a_heading_over_headings_shows_what_is_below_it(small_index: SqliteIndex) -> None:
    reference = small_index.section("reference/index#reference")
    assert reference is not None
    assert "--dry-run" in reference.text
    assert "sample_rate" in reference.text


@given(st.text(max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_m2_any_text_is_a_question(small_index: SqliteIndex, text: str) -> None:
    small_index.weigh(text, tools=[TOOL])
    small_index.section(text)
    small_index.page(text)


@pytest.mark.parametrize(
    "text",
    ['"', "a AND", "NEAR(", "title:", "a*", "^", "-", "\x00", "\ud800", "a_" * 2000, "x " * 5000],
)
def test_m2_text_that_means_something_to_the_search_engine_is_only_text(
    small_index: SqliteIndex, text: str
) -> None:
    small_index.search(text)
    small_index.weigh(text)
    assert small_index.section(text) is None


def test_calls_from_many_threads_agree(small_index: SqliteIndex) -> None:
    questions = ["quiet hours", "wire the sensor", "E2041", "feeding fish"] * 25
    alone = [first(small_index, question) for question in questions]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(partial(first, small_index), questions))
    assert together == alone


@pytest.fixture
def published(tmp_path: Path) -> Path:
    build_index([FolderSource(folder=SITE, url="https://d.test")], tmp_path)
    return tmp_path


def test_one_file_can_be_opened_without_its_folder(published: Path, tmp_path: Path) -> None:
    (file,) = published.glob("*.index")
    moved = tmp_path / "a ? folder # with marks" / file.name
    moved.parent.mkdir()
    shutil.copy(file, moved)
    index = open_index(moved)
    assert index.digest == file.stem
    assert index.search("aquarium")
    index.close()


def test_an_index_is_never_written_to(published: Path) -> None:
    before = {path.name: path.read_bytes() for path in published.iterdir()}
    index = open_index(published)
    index.weigh("How do I wire the sensor?", tools=[TOOL])
    index.close()
    assert {path.name: path.read_bytes() for path in published.iterdir()} == before


def test_nothing_published_says_what_to_run(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.index"):
        with pytest.raises(SiteFault, match="docsteward index") as caught:
            open_index(path)
        assert caught.value.code == "index_missing"


def test_a_pointer_to_a_file_that_is_gone_is_a_missing_index(published: Path) -> None:
    next(published.glob("*.index")).unlink()
    with pytest.raises(SiteFault, match="is gone") as caught:
        open_index(published)
    assert caught.value.code == "index_missing"


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\x00" + bytes(5000)])
def test_a_broken_file_is_refused(published: Path, content: bytes) -> None:
    (file,) = published.glob("*.index")
    file.write_bytes(content)
    for path in (published, file):
        with pytest.raises(SiteFault, match="docsteward index") as caught:
            open_index(path)
        assert caught.value.code == "index_broken"


def test_a_broken_pointer_is_refused(published: Path) -> None:
    (published / "current").write_text('{"digest": "../../etc/passwd"}')
    with pytest.raises(SiteFault) as caught:
        open_index(published)
    assert caught.value.code == "index_broken"


@pytest.mark.parametrize(
    "change", ["PRAGMA user_version = 99", "PRAGMA application_id = 1", "DELETE FROM meta"]
)
def test_another_format_is_refused(published: Path, change: str) -> None:
    (file,) = published.glob("*.index")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(change)
        connection.commit()
    with pytest.raises(SiteFault) as caught:
        open_index(file)
    assert caught.value.code == "index_broken"


def test_a_closed_index_refuses_calls(published: Path) -> None:
    index = open_index(published)
    index.search("water")
    index.close()
    index.close()
    with pytest.raises(OperatorFault) as caught:
        index.search("water")
    assert caught.value.code == "index_closed"
