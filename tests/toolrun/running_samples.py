"""Functions of a site, as a test of running them needs them."""

from __future__ import annotations

from docsteward.toolspec.pythontools import ToolContext


def limits(plan: str) -> dict[str, object]:
    return {"plan": plan, "message": "Fine."}


async def later(plan: str, context: ToolContext) -> str:
    reply = await context.http.get(f"https://api.example/{plan}", headers={})
    return f"{context.question} {context.visitor.id} {reply.status}"


def breaks(plan: str) -> str:
    raise ValueError(f"password of {plan}")


def stops(plan: str) -> str:
    raise StopIteration(plan)


def nothing(plan: str) -> None:
    del plan


def odd(plan: str) -> object:
    return object()


def mine(customer: str, plan: str) -> str:
    return f"{customer} has {plan}"
