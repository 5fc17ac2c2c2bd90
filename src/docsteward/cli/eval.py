"""`docsteward eval`: measure what was answered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from docsteward.evals.claims import ClaimCounts, count_claims, read_answers

eval = typer.Typer(
    name="eval",
    help="Measure what was answered.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@eval.callback()
def measures() -> None:
    """Measure what was answered."""


@eval.command()
def claims(
    answers: Annotated[Path, typer.Option("--answers", help="Answers with their evidence, JSONL.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Count what answers claim that the sources they cite do not hold."""
    counts = count_claims(read_answers(answers))
    if as_json:
        typer.echo(json.dumps(counts.to_json(), ensure_ascii=False))
    else:
        _print(counts, Console())


def _print(counts: ClaimCounts, console: Console) -> None:
    for one in counts.marked:
        console.print(f"{one.answer}: {one.sentence.sentence.text}", markup=False, highlight=False)
        for claim in one.sentence.missing:
            line = f"    {claim.kind} not found: {claim.text}"
            console.print(line, style="yellow", markup=False, highlight=False)
    kinds = ", ".join(f"{kind} {count}" for kind, count in counts.kinds.items())
    console.print(
        f"{counts.answers} answers ({counts.uncited} without a source), {counts.sentences} cited "
        f"sentences, {len(counts.marked)} marked ({100 * counts.share:.1f} %)"
        + (f": {kinds}" if kinds else ""),
        markup=False,
        highlight=False,
    )
