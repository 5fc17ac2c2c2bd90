"""The host's own sentences to a reader."""

from __future__ import annotations

NOT_IN_DOCS = "The documentation does not answer this."
NEEDS_PAGE = "{title} could help, but it works only on a page of the site."
NOT_SUPPORTED = "No answer that the documentation supports was found."
NEXT_STEP = "The documentation does not answer this, but here is a next step."
CREDENTIAL = (
    "Your question holds what looks like a secret ({names}), so it was neither kept nor sent on. "
    "If it is a real one, revoke it where you got it."
)
STOPPED = "Stopped."
INTERRUPTED = "The server was interrupted while it answered. Please ask again."
MODEL_DOWN = "The assistant cannot answer just now. Please try again in a moment."
BROKEN = "Something went wrong on the server. Please ask again."
SUPERSEDED = "Declined, since you asked something else."

# For the model, not for the reader.
CUT_CALL = "The call was cut off before its end and was not run. Send a shorter one."
SAME_FAILURE = (
    "This very call has failed twice in this turn and is not tried again. Answer without it, and "
    "say what could not be found out."
)
DECLINED_BEFORE = (
    "The reader has declined this very call in this turn; it was not run and they are not asked "
    "again. Answer without it."
)
UNDECIDED = "The reader was asked and did not decide in time; it was not run. Answer without it."
OUTCOME_UNKNOWN = (
    "The reader approved this and it was sent, but no outcome came back: it may have run. Say so, "
    "and do not call it again."
)


def declined(reason: str) -> str:
    """Return what a model is told of a call that the reader declined, with their own reason."""
    said = f" Their reason: {reason}" if reason else ""
    return f"The reader declined this; it was not run.{said} Do not call it again; answer without."
