"""Tables, migrations and one repository per subject. All SQLAlchemy lives here."""

from __future__ import annotations

from docsteward.storage.calls import Calls, Steps
from docsteward.storage.conversations import Conversations
from docsteward.storage.database import Database, RecordRefused
from docsteward.storage.events import Events
from docsteward.storage.evidence import EvidenceLog
from docsteward.storage.offers import Offers
from docsteward.storage.people import Visitors, Workspaces
from docsteward.storage.purge import Purge
from docsteward.storage.turns import Turns

__all__ = [
    "Calls",
    "Conversations",
    "Database",
    "Events",
    "EvidenceLog",
    "Offers",
    "Purge",
    "RecordRefused",
    "Steps",
    "Turns",
    "Visitors",
    "Workspaces",
]
