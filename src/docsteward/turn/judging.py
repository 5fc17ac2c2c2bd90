"""What an answer claims, compared with what this turn put before the model (SPEC N7); pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from docsteward.base.values import Evidence
from docsteward.turn.claims.check import check_claims
from docsteward.turn.events import ClaimsChecked, MarkedSentence


def judge(
    answer: str, numbers: Mapping[str, int], evidence: Iterable[Evidence], *, site: str
) -> ClaimsChecked | None:
    """Return what became of an answer's cited sentences, or nothing where it cites none.

    `numbers` holds the number of each cited document. The site's own name and the name of a source
    are known with every source.
    """
    texts: dict[int, list[str]] = {}
    for piece in evidence:
        number = numbers.get(piece.document)
        if number is not None and not piece.failed:
            texts.setdefault(number, [site]).extend((piece.source, piece.text))
    claims = check_claims(answer, texts)
    if not claims.sentences:
        return None
    return ClaimsChecked(
        checked=len(claims.sentences),
        confidence=claims.confidence,
        marked=tuple(
            MarkedSentence(
                text=one.sentence.text,
                missing=tuple((claim.kind, claim.text) for claim in one.missing),
            )
            for one in claims.marked
        ),
    )
