"""The live half of the made-up product: plan limits and a support desk, pure and in memory."""

from __future__ import annotations

import itertools
import json
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from docsteward.base.text import shorten
from docsteward.base.values import JsonObject, JsonValue

_KEPT_TICKETS = 1_000  # A demo that runs for weeks must not grow without end.
_MAX_MESSAGE = 4_000
_MAX_EMAIL = 254  # RFC 5321: the longest address that can be delivered to.
_EMAIL = re.compile(r"[^@\s<>\"]+@[^@\s<>\".]+(\.[^@\s<>\".]+)+")
_KEY = re.compile(r"[\x21-\x7e]{1,200}")


@dataclass(frozen=True, kw_only=True)
class Plan:
    """One plan of the product, with the numbers that only the live endpoint knows."""

    name: str
    title: str
    price: str
    summary: str
    requests_per_day: int
    seats: int
    storage_gb: int
    includes: tuple[str, ...]


PLANS: Mapping[str, Plan] = {
    plan.name: plan
    for plan in (
        Plan(
            name="free",
            title="Free",
            price="€0",
            summary="For trying things out and small side projects.",
            requests_per_day=1_000,
            seats=1,
            storage_gb=1,
            includes=("1 sending domain", "1 webhook endpoint", "3 days of logs"),
        ),
        Plan(
            name="pro",
            title="Pro",
            price="€29",
            summary="For a product with real users.",
            requests_per_day=50_000,
            seats=5,
            storage_gb=20,
            includes=("10 sending domains", "5 webhook endpoints", "30 days of logs"),
        ),
        Plan(
            name="team",
            title="Team",
            price="€149",
            summary="For several people and several products.",
            requests_per_day=250_000,
            seats=25,
            storage_gb=200,
            includes=(
                "Unlimited sending domains",
                "25 webhook endpoints",
                "90 days of logs",
                "Roles, audit log, single sign-on",
            ),
        ),
    )
}


def plan_reply(name: str, *, signed_in: bool) -> tuple[int, JsonObject]:
    """Return the status and body for one plan's live limits; 404 with a message for no plan."""
    plan = PLANS.get(name)
    if plan is None:
        known = ", ".join(PLANS)
        return 404, {"message": f"There is no plan {shorten(name, 60)!r}. The plans are: {known}."}
    return 200, {
        "plan": plan.name,
        "requests_per_day": plan.requests_per_day,
        "seats": plan.seats,
        "storage_gb": plan.storage_gb,
        "signed_in": signed_in,
    }


@dataclass(frozen=True, kw_only=True)
class SupportRequest:
    """What a reader asks of support, checked."""

    email: str
    message: str


def read_support_request(body: bytes) -> SupportRequest | str:
    """Read a support request, or return in plain words why it cannot be taken.

    The body is what Docsteward posts (SPEC D2): `{tool, args, context: {question, page}}`.
    """
    try:
        data = cast(JsonValue, json.loads(body))
    except (ValueError, RecursionError):
        return "The request is not JSON. Send an object with tool, args and context."
    if not isinstance(data, dict):
        return "The request must be a JSON object with tool, args and context."
    if data.get("tool") != "contact_support":
        named = shorten(repr(data.get("tool")), 60)
        return f"This endpoint serves the tool 'contact_support', not {named}."
    if not isinstance(data.get("context", {}), dict):
        return "context must be an object with question and page."
    args = data.get("args")
    if not isinstance(args, dict):
        return "args must be an object with email and message."
    return _checked(args.get("email"), args.get("message"))


def _checked(email: JsonValue, message: JsonValue) -> SupportRequest | str:
    if not isinstance(email, str) or len(email) > _MAX_EMAIL or not _EMAIL.fullmatch(email.strip()):
        return "Enter an e-mail address that support can reply to, such as ada@firm.example."
    if not isinstance(message, str) or not message.strip():
        return "Describe the problem in a sentence or two."
    if len(message) > _MAX_MESSAGE:
        return f"The message has {len(message)} characters; at most {_MAX_MESSAGE:,} are taken."
    return SupportRequest(email=email.strip(), message=message.strip())


@dataclass(kw_only=True)
class SupportDesk:
    """Takes support requests; the same idempotency key gives the same ticket.

    `failures` makes the next so many requests fail before anything is stored.
    """

    failures: int = 0
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1001))
    _tickets: OrderedDict[str, str] = field(default_factory=OrderedDict[str, str])

    def reply(self, body: bytes, *, key: str | None) -> tuple[int, JsonObject]:
        """Return the status and body for one posted request: 200, 422 or 503."""
        request = read_support_request(body)
        if isinstance(request, str):
            return 422, {"message": request}
        if key is not None and not _KEY.fullmatch(key):
            return 422, {"message": "Idempotency-Key takes 1 to 200 visible ASCII characters."}
        if self.failures > 0:
            self.failures -= 1
            return 503, {"message": "The support desk is not answering. Try again in a moment."}
        return 200, {"message": f"Thanks — ticket {self._ticket(key)}. We reply by e-mail."}

    def _ticket(self, key: str | None) -> str:
        if key is not None and key in self._tickets:
            return self._tickets[key]
        ticket = f"LP-T{next(self._numbers)}"
        if key is not None:
            self._tickets[key] = ticket
            if len(self._tickets) > _KEPT_TICKETS:
                self._tickets.popitem(last=False)
        return ticket
