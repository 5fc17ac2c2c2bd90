"""Functions as a site would write them, for the tests of Python tools."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from docsteward.toolspec.pythontools import ToolContext, tool


class Line(BaseModel):
    """One line of an order."""

    sku: str
    count: Annotated[int, Field(ge=1)] = 1


@tool(read_only=True, examples=["How many seats has pro?"])
def plan_limits(plan: Literal["free", "pro"], since: date | None = None) -> dict[str, int]:
    """Limits of one plan.

    Use it when someone asks what a plan allows.

    Args:
        plan: Which plan
            is meant.
        since (date, optional): From which day on.

    Returns:
        The numbers.
    """
    return {"seats": 3 if plan == "free" else 30, "year": since.year if since else 0}


@tool
async def place_order(lines: list[Line], ctx: ToolContext, note: str = "none") -> str:
    """Places an order. Use it when someone wants to buy."""
    return f"{ctx.visitor.id}: {sum(line.count for line in lines)} {note}"


@tool(name="restart_site", confirm={"ask": "Restart?"}, access="admin", title="Restart")
def restart(hours: float = 0.5) -> str:
    """Restarts the site. Offer it when it hangs.

    Args:
        hours: When.
    """
    return str(hours)


def not_a_tool(value: object) -> object:
    """Is left alone."""
    return value
