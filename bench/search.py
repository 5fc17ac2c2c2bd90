"""The index at several sizes: how fast it is built, brought up to date and searched.

The corpus is a folder of Markdown, repeated; each copy has some of its words changed, so that
words stay as rare as in a corpus that has grown. Questions are headings with words left out.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from figures import Row, report, spread

from docsteward.index.build import Built, FolderSource, build_index
from docsteward.index.reader import SqliteIndex, open_index

DOCS = Path(__file__).parents[1] / "docs"
URL = "https://docs.example"
_WORD = re.compile(r"\b[a-z]{5,}\b")
_HEADING = re.compile(r"^#+\s+(.+?)(?:\s*\{.*\})?$", re.MULTILINE)
_CHANGED_WORDS = 0.25


def grow(source: Path, folder: Path, sections: int) -> list[str]:
    """Write copies of the pages until there are enough sections; return all headings."""
    pages = sorted(source.rglob("*.md"))
    if not pages:
        raise SystemExit(f"there is no .md file in {str(source)!r}: name a folder with --docs")
    chance = random.Random(1)
    headings: list[str] = []
    copy = 0
    while len(headings) < sections:
        for page in pages:
            text = _varied(page.read_text(encoding="utf-8"), chance, copy)
            path = folder / f"copy-{copy}" / page.relative_to(source)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            headings += _HEADING.findall(text)
            if len(headings) >= sections:
                break
        copy += 1
    return headings


def _varied(text: str, chance: random.Random, copy: int) -> str:
    def other(found: re.Match[str]) -> str:
        changed = copy and chance.random() < _CHANGED_WORDS
        return f"{found[0]}{chance.randrange(copy * 3)}" if changed else found[0]

    return _WORD.sub(other, text)


def questions(headings: Sequence[str], count: int) -> list[str]:
    """Return questions made of headings, each with a word left out where it has many."""
    chance = random.Random(2)
    found: list[str] = []
    for heading in chance.choices(headings, k=count):
        words = heading.split()
        if len(words) > 2:
            del words[chance.randrange(len(words))]
        found.append("how " + " ".join(words))
    return found


def timed_build(folder: Path, out: Path) -> tuple[Built, float]:
    """Build, and return what was built with the seconds that it took."""
    began = time.perf_counter()
    built = build_index([FolderSource(folder=folder, url=URL)], out)
    return built, time.perf_counter() - began


def latencies(index: SqliteIndex, asked: Sequence[str]) -> tuple[list[float], list[float]]:
    """Return the milliseconds of searches and of the gate's weighing."""
    searches: list[float] = []
    weighings: list[float] = []
    for question in asked:
        began = time.perf_counter()
        index.search(question)
        between = time.perf_counter()
        index.weigh(question)
        searches.append((between - began) * 1000)
        weighings.append((time.perf_counter() - between) * 1000)
    return searches, weighings


def measure(source: Path, sections: int, asked: int) -> Row:
    """Measure at one size."""
    with tempfile.TemporaryDirectory() as name:
        folder, out = Path(name) / "pages", Path(name) / "index"
        headings = grow(source, folder, sections)
        built, whole = timed_build(folder, out)
        _, nothing = timed_build(folder, out)
        page = next(folder.rglob("*.md"))
        page.write_text(
            page.read_text(encoding="utf-8") + "\nOne more sentence.\n", encoding="utf-8"
        )
        changed, one_page = timed_build(folder, out)
        assert changed.changed_pages == 1
        index = open_index(out)
        try:
            searches, weighings = latencies(index, questions(headings, asked))
        finally:
            index.close()
    return Row(
        name=f"{built.sections} sections",
        cells={
            "sections/s": built.sections / whole,
            "one page changed / whole": one_page / whole,
            "nothing changed / whole": nothing / whole,
            "search ms": spread(searches),
            "search p95 ms": _p95(searches),
            "weigh ms": spread(weighings),
            "weigh p95 ms": _p95(weighings),
        },
    )


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--docs", type=Path, default=DOCS, help="a folder of Markdown to repeat")
    parser.add_argument("--sections", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [measure(given.docs, size, given.questions) for size in given.sections]
    report("index", rows, as_json=given.json)


if __name__ == "__main__":
    main()
