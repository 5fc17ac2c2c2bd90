"""The claim check on a real documentation: what it marks, what it marks wrongly, how long it takes.

Each seed draws its own sentences (`claim_cases`). An answer of 300 words is timed as a whole, with
its evidence read anew every time.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from claim_cases import Case, Drawn, make_cases, sentences
from figures import spread

from docsteward.turn.claims.check import check_claims

DOCS = Path(__file__).parents[1] / "docs"
_WORDS = 300
_ROUNDS = 60


@dataclass(frozen=True, kw_only=True)
class Measured:
    """One seed's figures: pairs of how many were marked, and of how many."""

    seed: int
    changed: tuple[int, int]
    true: tuple[int, int]
    by_kind: dict[str, tuple[int, int]]
    wanting: dict[str, int]
    wrong: list[str]

    def line(self) -> str:
        parts = [
            f"{name} {marked}/{seen} marked ({100 * marked / max(seen, 1):.1f} %)"
            for name, (marked, seen) in (("changed", self.changed), ("true", self.true))
        ]
        return f"seed {self.seed}: {', '.join(parts)}; wanting: {self.wanting or 'nothing'}"


def measure(pool: Sequence[Drawn], seed: int) -> Measured:
    """Check the cases of one seed."""
    made = make_cases(pool, seed)
    seen: Counter[str] = Counter()
    marked: Counter[str] = Counter()
    wrong: list[str] = []
    for case in made.cases:
        name = f"changed, {case.changed}: {case.how}" if case.changed else f"true: {case.how}"
        hit = bool(check_claims(case.answer, {1: [case.drawn.evidence]}).marked)
        seen[name] += 1
        marked[name] += hit
        if hit != bool(case.changed):
            wrong.append(f"{name} | {case.text} | was: {case.drawn.text}")
    return Measured(
        seed=seed,
        changed=_share(seen, marked, "changed"),
        true=_share(seen, marked, "true"),
        by_kind={name: (marked[name], seen[name]) for name in sorted(seen)},
        wanting=dict(made.wanting),
        wrong=wrong,
    )


def _share(seen: Counter[str], marked: Counter[str], start: str) -> tuple[int, int]:
    names = [name for name in seen if name.startswith(start)]
    return sum(marked[name] for name in names), sum(seen[name] for name in names)


def milliseconds(pool: Sequence[Drawn], seed: int = 1) -> list[float]:
    """Time answers of 300 words that cite four sections, in processor time."""
    chance = random.Random(seed)
    by_section: dict[str, list[Drawn]] = {}
    for one in pool:
        by_section.setdefault(one.section, []).append(one)
    taken: list[float] = []
    for _ in range(_ROUNDS):
        sections = chance.sample(sorted(by_section), 4)
        evidence = {n: [by_section[name][0].evidence] for n, name in enumerate(sections, 1)}
        answer = _answer([by_section[name] for name in sections], chance)
        begun = time.thread_time()
        check_claims(answer, evidence)
        taken.append((time.thread_time() - begun) * 1000)
    return taken


def _answer(sections: Sequence[Sequence[Drawn]], chance: random.Random) -> str:
    parts: list[str] = []
    words = 0
    while words < _WORDS:
        number = chance.randrange(len(sections))
        one = chance.choice(sections[number])
        case = Case(drawn=one, text=one.text, changed=None, how="as it is")
        parts.append(case.answer.replace("[1]", f"[{number + 1}]"))
        words += len(one.text.split())
    return " ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--docs", type=Path, default=DOCS, help="a folder of Markdown")
    parser.add_argument("--seed", type=int, action="append", help="may be given several times")
    parser.add_argument("--wrong", action="store_true", help="print what was judged wrongly")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    pool = sentences(options.docs)
    seeds = options.seed or [random.SystemRandom().randrange(10**6) for _ in range(3)]
    results = [measure(pool, seed) for seed in seeds]
    taken = milliseconds(pool)
    if options.json:
        rows = [asdict(result) for result in results]
        print(json.dumps({"sentences": len(pool), "seeds": rows, "ms": sorted(taken)}))
        return
    print(f"{len(pool)} sentences in {options.docs.name}")
    for result in results:
        print(result.line())
        for wrong in result.wrong if options.wrong else ():
            print("   ", wrong)
    print(f"an answer of {_WORDS} words: {spread(taken).text(' ms')}")


if __name__ == "__main__":
    main()
