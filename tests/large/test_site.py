"""A real site loses nothing on its way into the index (SPEC K1, K2)."""

from __future__ import annotations

import re
from pathlib import Path

from docsteward.corpus.folder import read_folder
from docsteward.index.build import FolderSource, build_index

_FENCE = re.compile(r"^\s*(`{3,}|~{3,})", re.MULTILINE)


def test_k1_every_page_becomes_sections(large_site: Path) -> None:
    files = [path for path in large_site.rglob("*.md") if path.is_file()]
    read = read_folder(large_site)
    assert len(files) > 100
    assert len(read.pages) == len(files)
    assert read.skipped == ()


def test_k2_no_section_ends_inside_a_code_fence(large_site: Path) -> None:
    pages = read_folder(large_site).pages
    sections = [section for page in pages for section in page.sections]
    fences = sum(len(_FENCE.findall(section.text)) for section in sections)
    torn = [section.id for section in sections if len(_FENCE.findall(section.text)) % 2]
    in_files = sum(
        len(_FENCE.findall(path.read_text(encoding="utf-8"))) for path in large_site.rglob("*.md")
    )
    assert torn == []
    assert fences == in_files


def test_k1_a_second_build_has_nothing_to_do(large_site: Path, tmp_path: Path) -> None:
    source = FolderSource(folder=large_site, url="https://large.test")
    assert not build_index([source], tmp_path).unchanged
    again = build_index([source], tmp_path)
    assert again.unchanged
    assert again.changed_pages == 0
