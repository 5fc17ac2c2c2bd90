from __future__ import annotations

import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from docsteward.base.errors import OperatorFault, SiteFault
from docsteward.index.build import Built, FolderSource, Progress, build_index
from docsteward.index.cache import CACHE
from docsteward.index.files import POINTER, SUFFIX
from docsteward.index.reader import open_index

SITE = Path(__file__).parents[1] / "data" / "site"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SITE, tmp_path / "docs"))


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def build(docs: Path, out: Path, url: str = "https://docs.test") -> Built:
    return build_index([FolderSource(folder=docs, url=url)], out)


def test_k1_the_same_pages_give_the_same_bytes_under_the_same_name(
    docs: Path, tmp_path: Path
) -> None:
    one, two = build(docs, tmp_path / "one"), build(docs, tmp_path / "two")
    assert one.path.name == two.path.name == one.digest + SUFFIX
    assert one.path.read_bytes() == two.path.read_bytes()
    assert build(docs, tmp_path / "three", url="https://other.test").digest != one.digest


def test_k1_a_second_build_without_changes_does_nothing_and_says_so(docs: Path, out: Path) -> None:
    first = build(docs, out)
    assert (first.pages, first.changed_pages, first.unchanged) == (6, 6, False)
    before = {path.name: path.stat().st_mtime_ns for path in out.iterdir()}
    second = build(docs, out)
    assert (second.digest, second.changed_pages, second.unchanged) == (first.digest, 0, True)
    assert (second.pages, second.sections) == (first.pages, first.sections)
    assert {path.name: path.stat().st_mtime_ns for path in out.iterdir()} == before


def test_k1_only_what_changed_is_parsed_again(docs: Path, out: Path) -> None:
    first = build(docs, out)
    (docs / "index.md").write_text("# Lanternfish\n\nA new heron page.\n")
    second = build(docs, out)
    assert (second.changed_pages, second.unchanged) == (1, False)
    assert second.digest != first.digest
    index = open_index(out)
    assert [hit.page for hit in index.search("heron")] == ["index"]
    index.close()


def test_k1_removed_and_renamed_pages_leave_the_index(docs: Path, out: Path) -> None:
    build(docs, out)
    (docs / "guide" / "alerts.md").rename(docs / "guide" / "warnings.md")
    (docs / "guide" / "install.md").unlink()
    assert build(docs, out).pages == 5
    index = open_index(out)
    assert not index.page("guide/alerts")
    assert not index.page("guide/install")
    assert index.page("guide/warnings")
    index.close()


def test_a_change_that_no_reader_sees_keeps_the_index(docs: Path, out: Path) -> None:
    first = build(docs, out)
    page = docs / "index.md"
    page.write_text(page.read_text().replace("wombat", "badger"))
    second = build(docs, out)
    assert (second.digest, second.changed_pages, second.unchanged) == (first.digest, 1, True)


@pytest.mark.parametrize("damage", ["cut", "altered", "gone"])
@pytest.mark.parametrize("which", ["index", POINTER, CACHE])
def test_k1_what_is_broken_is_built_again_and_never_trusted(
    docs: Path, out: Path, damage: str, which: str
) -> None:
    first = build(docs, out)
    whole = first.path.read_bytes()
    path = first.path if which == "index" else out / which
    content = path.read_bytes()
    middle = len(content) // 2
    if damage == "gone":
        path.unlink()
    elif damage == "cut":
        path.write_bytes(content[:middle])
    else:
        path.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
    (docs / "new.md").write_text("# New\n")
    build(docs, out)
    (docs / "new.md").unlink()
    again = build(docs, out)
    assert again.digest == first.digest
    assert again.path.read_bytes() == whole


def test_k1_a_broken_index_of_unchanged_pages_is_built_again(docs: Path, out: Path) -> None:
    first = build(docs, out)
    whole = first.path.read_bytes()
    first.path.write_bytes(whole[:-4096])
    again = build(docs, out)
    assert (again.unchanged, again.changed_pages) == (False, 0)
    assert again.path.read_bytes() == whole


def test_k1_a_build_that_fails_leaves_the_published_index(docs: Path, out: Path) -> None:
    build(docs, out)
    for path in docs.rglob("*.md"):
        path.write_bytes(b"\xff")
    with pytest.raises(SiteFault, match="stays") as caught:
        build(docs, out)
    assert caught.value.code == "source_empty"
    index = open_index(out)
    assert index.search("aquarium")
    index.close()


def test_k1_readers_of_the_old_index_keep_it_while_a_new_one_is_published(
    docs: Path, out: Path
) -> None:
    build(docs, out)
    old = open_index(out)
    for turn in range(5):
        (docs / "index.md").write_text(f"# Round {turn}\n")
        build(docs, out)
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(old.search, ["aquarium"] * 40))
    assert old.page("index")[0].heading == "Lanternfish"
    old.close()
    assert len(list(out.glob(f"*{SUFFIX}"))) == 3


def test_broken_pages_are_reported_by_every_build(docs: Path, out: Path) -> None:
    (docs / "guide" / "bad.md").write_bytes(b"\xff")
    first, second = build(docs, out), build(docs, out)
    assert [item.path for item in first.skipped] == ["guide/bad.md"]
    assert second.unchanged
    assert second.skipped == first.skipped


def test_two_sources_share_one_index_and_no_page(docs: Path, out: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "index.md").write_text("# Hidden by the first\n")
    (other / "extra.md").write_text("# Extra\n\nA kingfisher.\n")
    sources = [
        FolderSource(folder=docs, url="https://docs.test"),
        FolderSource(folder=other, url="https://more.test", page_urls="file"),
    ]
    built = build_index(sources, out)
    assert [(item.path, "earlier source" in item.reason) for item in built.skipped] == [
        ("index.md", True)
    ]
    index = open_index(out)
    (hit,) = index.search("kingfisher")
    assert hit.url == "https://more.test/extra.html#extra"
    index.close()


def test_progress_is_told_to_the_end(docs: Path, out: Path) -> None:
    told: list[Progress] = []
    build_index([FolderSource(folder=docs, url="https://d.test")], out, progress=told.append)
    assert told[0].stage == "list"
    assert Progress(stage="read", done=6, total=6) in told
    assert told[-1] == Progress(stage="write", done=1, total=1)


def test_faults_say_how_to_mend_them(docs: Path, out: Path, tmp_path: Path) -> None:
    with pytest.raises(SiteFault) as missing:
        build(tmp_path / "none", out)
    assert missing.value.code == "source_missing"
    (tmp_path / "empty").mkdir()
    with pytest.raises(SiteFault, match=r"\.md or \.markdown") as empty:
        build(tmp_path / "empty", out)
    assert empty.value.code == "source_empty"
    out.write_text("a file where the folder should be")
    with pytest.raises(OperatorFault) as unwritable:
        build(docs, out)
    assert unwritable.value.code == "index_unwritable"


def test_nothing_temporary_is_left(docs: Path, out: Path) -> None:
    built = build(docs, out)
    assert {path.name for path in out.iterdir()} == {built.path.name, POINTER, CACHE}


def test_parts_cover_their_sections(docs: Path, out: Path) -> None:
    built = build(docs, out)
    with closing(sqlite3.connect(built.path)) as connection:
        sections = connection.execute("SELECT id, text FROM sections").fetchall()
        for section, text in sections:
            spans = connection.execute(
                "SELECT start, stop FROM parts WHERE section = ? ORDER BY start", (section,)
            ).fetchall()
            assert "".join(text[start:stop] for start, stop in spans) == text
