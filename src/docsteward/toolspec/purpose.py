"""What a tool's description says it is for, apart from what it says it is not for."""

from __future__ import annotations

import re

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")
_RULES_OUT = re.compile(r"(do not|don't|never|not for|not when|no use)\b", re.IGNORECASE)


def for_use(description: str) -> str:
    """Return a description without the sentences that say when not to use the tool.

    Their words would match the very questions that they turn away.
    """
    sentences = _SENTENCE_END.split(description)
    return " ".join(sentence for sentence in sentences if not _RULES_OUT.match(sentence))
