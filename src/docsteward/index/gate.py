"""The gate: whether a question has enough support to ask a model at all (SPEC E4). Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# Provisional: set on one English corpus with headings as questions and questions of other
# fields; `docsteward calibrate` measures them on a site's own questions.
MIN_COVERAGE = 0.62
# Many words are rarely all in one place, and rarely meet by chance.
LONG = 4
MIN_COVERAGE_LONG = 0.45
MIN_RELATIVE = 0.25
MAX_ABSENT = 0.5
# A name of code that stands in the pages as it is spelled needs little more.
MIN_COVERAGE_NAMED = 0.3
MIN_TOOL_MATCH = 0.45


@dataclass(frozen=True, kw_only=True)
class GateSignals:
    """The numbers behind a decision.

    `terms` counts the question's content words. `coverage` is the share of their weight (rare
    words are heavy) that the best part of the pages holds, `absent` the share that no page
    knows, `relative` the best BM25 score over the most that this question could reach, `named`
    whether a name of code in the question stands among the best parts. `tools` says for each
    tool how well the question fits it. All but `terms` lie between 0 and 1.
    """

    terms: int
    coverage: float
    absent: float
    relative: float
    named: bool
    tools: Mapping[str, float]

    def numbers(self) -> dict[str, float]:
        """Return the signals under the names by which they are recorded."""
        return {
            "terms": float(self.terms),
            "coverage": self.coverage,
            "absent": self.absent,
            "relative": self.relative,
            "named": float(self.named),
            **{f"tool.{name}": match for name, match in self.tools.items()},
        }


@dataclass(frozen=True, kw_only=True)
class Decision:
    """Whether the pages carry an answer, and which tools the question plausibly needs."""

    supported: bool
    wanted_tools: tuple[str, ...]


def decide(signals: GateSignals) -> Decision:
    """Decide on the signals alone: the best matching tool comes first."""
    wanted = [name for name, match in signals.tools.items() if match >= MIN_TOOL_MATCH]
    return Decision(
        supported=_supported(signals),
        wanted_tools=tuple(sorted(wanted, key=lambda name: (-signals.tools[name], name))),
    )


def _supported(signals: GateSignals) -> bool:
    if not signals.terms or signals.absent > MAX_ABSENT:
        return False
    if signals.named and signals.coverage >= MIN_COVERAGE_NAMED:
        return True
    if signals.coverage >= 1.0 and signals.terms >= 2:
        # All of it in one place. A handful of pages says too little about how rare words are.
        return True
    least = MIN_COVERAGE_LONG if signals.terms >= LONG else MIN_COVERAGE
    return signals.coverage >= least and signals.relative >= MIN_RELATIVE
