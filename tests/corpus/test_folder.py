from __future__ import annotations

from pathlib import Path

import pytest

from docsteward.base.errors import SiteFault
from docsteward.corpus.folder import MAX_BYTES, list_folder, load_page, read_folder

SITE = Path(__file__).parents[1] / "data" / "site"


def write(root: Path, files: dict[str, str | bytes]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


def test_k1_a_folder_is_read_in_order_and_no_page_is_lost() -> None:
    read = read_folder(SITE)
    assert [page.page for page in read.pages] == [
        "guide/alerts",
        "guide/feeding_times",
        "guide/install",
        "index",
        "ja/index",
        "reference/index",
    ]
    assert read.skipped == ()


def test_the_install_page_of_the_small_site() -> None:
    page = next(page for page in read_folder(SITE).pages if page.page == "guide/install")
    assert page.title == "Installing Lanternfish"
    assert [section.anchor for section in page.sections] == [
        "installation",
        "wire-the-sensor",
        "probe-troubles",
        "check-the-wiring",
        "check-the-wiring_1",
    ]
    assert "## Not a heading either" in page.sections[1].text


def test_hidden_and_foreign_folders_and_other_files_are_passed_over(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a.md": "A",
            "b.markdown": "B",
            "C.MD": "C",
            "d.txt": "D",
            ".git/e.md": "E",
            ".f.md": "F",
            "node_modules/g/h.md": "H",
            "x/__pycache__/i.md": "I",
        },
    )
    listing = list_folder(tmp_path)
    assert [file.page for file in listing.files] == ["C", "a", "b"]
    assert listing.skipped == ()


def test_a_broken_file_is_reported_by_name_and_stops_nothing(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a.md": "A",
            "b.md": b"caf\xe9",
            "c.md": "---\ntitle: x: y\n---\n",
            "d.md": "D",
            "e#f.md": "E",
            "g.md": "G",
            "g.markdown": "G again",
            "huge.md": "x" * (MAX_BYTES + 1),
        },
    )
    read = read_folder(tmp_path)
    assert [page.page for page in read.pages] == ["a", "d", "g"]
    reasons = {item.path: item.reason for item in read.skipped}
    assert list(reasons) == ["b.md", "c.md", "e#f.md", "g.md", "huge.md"]
    assert "byte 3 is not UTF-8" in reasons["b.md"]
    assert "line 2" in reasons["c.md"]
    assert "'g.markdown' is the same page" in reasons["g.md"]


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    write(tmp_path, {"out/secret.md": "S", "docs/a.md": "A", "docs/sub/b.md": "B"})
    docs = tmp_path / "docs"
    (docs / "leak.md").symlink_to(tmp_path / "out" / "secret.md")
    (docs / "leaks").symlink_to(tmp_path / "out")
    (docs / "gone.md").symlink_to(docs / "nowhere.md")
    (docs / "sub" / "round").symlink_to(docs)
    (docs / "also.md").symlink_to(docs / "a.md")
    read = read_folder(docs)
    assert [page.page for page in read.pages] == ["a", "also", "sub/b"]
    assert [item.path for item in read.skipped] == ["gone.md", "leak.md", "leaks"]
    assert "link out of the folder" in read.skipped[1].reason


def test_a_missing_folder_says_how_to_mend_it(tmp_path: Path) -> None:
    with pytest.raises(SiteFault, match=r"sources.*docsteward\.yml") as caught:
        list_folder(tmp_path / "none")
    assert caught.value.code == "source_missing"


def test_a_page_comes_with_the_hash_of_what_was_read(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "old"})
    (listed,) = list_folder(tmp_path).files
    write(tmp_path, {"a.md": "new"})
    read, page = load_page(tmp_path, listed)
    assert read.digest != listed.digest
    assert page.sections[0].text == "new"
