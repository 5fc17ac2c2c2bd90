"""Tools and the questions that want them, or want none; for small sites and large ones."""

from __future__ import annotations

from docsteward.index.values import ToolHint

LIMITS = ToolHint(
    name="plan_limits",
    title="Plan limits",
    description="Live limits of one plan: requests per day, seats and storage.",
)
SUPPORT = ToolHint(
    name="contact_support",
    title="Contact support",
    description="Send the question to the support team when the docs do not answer it.",
)
ORDER = ToolHint(
    name="order_status",
    title="Order status",
    description="Where an order is right now, by its number. Use it for delivery questions.",
    examples=("Where is my order 1234?", "Has my parcel been shipped?"),
)
HEALTH = ToolHint(
    name="service_status",
    title="Service status",
    description="Whether the service is up at this moment, with current incidents.",
)
TOOLS = (LIMITS, SUPPORT, ORDER, HEALTH)

WANTED = [
    ("How many requests a day does the pro plan allow?", "plan_limits"),
    ("what are the limits of my plan?", "plan_limits"),
    ("How much storage do I get on the free plan?", "plan_limits"),
    ("I need a person", "contact_support"),
    ("talk to support", "contact_support"),
    ("Can I speak to a human please", "contact_support"),
    ("please connect me with an agent", "contact_support"),
    ("where is my order", "order_status"),
    ("Has my parcel shipped yet?", "order_status"),
    ("is the service down?", "service_status"),
]
UNWANTED = [
    "How do I bake sourdough bread?",
    "Who was the first person on the moon?",
    "Which team won the 2014 World Cup?",
    "What is the capital of Australia?",
    "Can my landlord keep my deposit?",
    "1234",
    "?",
]
