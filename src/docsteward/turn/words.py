"""The host's own sentences to a reader."""

from __future__ import annotations

NOT_IN_DOCS = "The documentation does not answer this."
NEEDS_PAGE = "{title} could help, but it works only on a page of the site."
NOT_SUPPORTED = "No answer that the documentation supports was found."
NEXT_STEP = "The documentation does not answer this, but here is a next step."
STOPPED = "Stopped."
INTERRUPTED = "The server was interrupted while it answered. Please ask again."
MODEL_DOWN = "The assistant cannot answer just now. Please try again in a moment."
BROKEN = "Something went wrong on the server. Please ask again."
# For the model, not for the reader.
NEEDS_APPROVAL = (
    "This needs the reader's approval, which can't be asked for here; it was not run. "
    "Answer without it."
)
