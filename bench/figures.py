"""Figures of repeated measurements: medians, their spread, ratios of pairs, and how to print."""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, kw_only=True)
class Spread:
    """A median with the quartiles around it."""

    median: float
    low: float
    high: float

    def text(self, unit: str = "", *, digits: int = 2) -> str:
        """Return the figure for a table."""
        return f"{self.median:.{digits}f}{unit} ({self.low:.{digits}f}-{self.high:.{digits}f})"


def spread(values: Sequence[float]) -> Spread:
    """Return the median and the quartiles of some values."""
    if len(values) < 2:
        return Spread(median=values[0], low=values[0], high=values[0])
    low, median, high = statistics.quantiles(values, n=4, method="inclusive")
    return Spread(median=median, low=low, high=high)


def ratios(values: Sequence[float], of: Sequence[float]) -> Spread:
    """Return the spread of the ratios of values that were measured side by side."""
    return spread([value / base for value, base in zip(values, of, strict=True)])


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of a report: a name, and what is shown under each heading."""

    name: str
    cells: dict[str, Spread | float | int | str]


def report(title: str, rows: Sequence[Row], *, as_json: bool) -> None:
    """Print rows as a table, or as one line of JSON."""
    if as_json:
        shown = {
            row.name: {
                head: asdict(cell) if isinstance(cell, Spread) else cell
                for head, cell in row.cells.items()
            }
            for row in rows
        }
        sys.stdout.write(json.dumps({title: shown}) + "\n")
        return
    table = Table(title=title)
    table.add_column("")
    for head in rows[0].cells:
        table.add_column(head, justify="right")
    for row in rows:
        table.add_row(row.name, *(_cell(cell) for cell in row.cells.values()))
    Console().print(table)


def _cell(cell: Spread | float | int | str) -> str:
    if isinstance(cell, Spread):
        return cell.text()
    return f"{cell:.2f}" if isinstance(cell, float) else str(cell)
