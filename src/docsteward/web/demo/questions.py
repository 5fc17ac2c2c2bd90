"""Questions to try on the demo, each with what it shows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class DemoQuestion:
    """A question for a newcomer: what to ask, what to watch for, and a short name for it."""

    text: str
    shows: str
    topic: str


QUESTIONS: tuple[DemoQuestion, ...] = (
    DemoQuestion(
        text="How many requests a day does the pro plan allow?",
        shows="No page holds this number: a live tool is asked, in your page, with your cookies.",
        topic="A live tool",
    ),
    DemoQuestion(
        text="How do I verify a webhook signature?",
        shows="An answer with code from the documentation, each source a link to its section.",
        topic="Cited documentation",
    ),
    DemoQuestion(
        text="What does error LP-1042 mean and how do I fix it?",
        shows="Identifiers are found exactly, down to the row of the error table.",
        topic="An exact code",
    ),
    DemoQuestion(
        text="I want to see pricing for the team plan",
        shows="A button is offered; nothing happens until you press it. "
        "“I need to talk to support” offers a form instead.",
        topic="An action",
    ),
    DemoQuestion(
        text="What is a good recipe for lemon cake?",
        shows="The documentation says nothing about it, so it is refused, not guessed.",
        topic="A refusal",
    ),
)
