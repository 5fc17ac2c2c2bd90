"""When a reply's text is the answer (DESIGN: a preamble before a tool call is none).

Text is held until the reply cannot be a preamble any more: it is the last step's, a checked
marker has come, or the reply has ended without a call.
"""

from __future__ import annotations

from docsteward.turn.answer import AnswerPiece, OfferWritten
from docsteward.turn.citations import Cited


class Speech:
    """Holds the pieces of one reply back, or lets them through."""

    def __init__(self, *, is_last_step: bool) -> None:
        self._open = is_last_step
        self._held: list[AnswerPiece] = []
        self.offers: list[OfferWritten] = []

    def take(self, pieces: list[AnswerPiece]) -> list[AnswerPiece]:
        """Take pieces and return those that may be shown now."""
        for piece in pieces:
            if isinstance(piece, OfferWritten):
                self.offers.append(piece)
            else:
                self._held.append(piece)
                self._open = self._open or isinstance(piece, Cited)
        return self._release() if self._open else []

    def end(self, *, calls_follow: bool) -> list[AnswerPiece]:
        """Return what is left to show; before a call, what was held was only a preamble."""
        if calls_follow and not self._open:
            self._held.clear()
        return self._release()

    def _release(self) -> list[AnswerPiece]:
        released, self._held = self._held, []
        return released
