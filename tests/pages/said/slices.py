"""What is said on the Slices page, of documents by how many classes they truly have."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tests.pages.claims import Claims, Seen, claim
from tests.pages.facts import Cells, over

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"Clearly (below|above) the rest in micro F₁: ((?:\d(?: and more)? class(?:es)?(?:, )?)+)\.")
def _(seen: Seen, side: str, names: str) -> None:
    for name in names.split(", "):
        slice_, rest = (micro(seen, int(name[0]), "and more" in name, inside) for inside in (1, 0))
        assert (slice_ < rest) == (side == "below"), name
        assert slice_ != rest


def micro(seen: Seen, number: int, more: bool, inside: int) -> Fraction:
    """F of all decisions on the documents with so many classes, or on the others."""
    documents = [
        cells
        for cells in seen.facts.documents
        if (cells.positives == number or (more and cells.positives > number)) == inside
    ]
    pooled = Cells(*(sum(getattr(c, x) for c in documents) for x in ("tp", "fp", "fn", "tn")))
    value = over(2 * pooled.tp, 2 * pooled.tp + pooled.fp + pooled.fn)
    assert value is not None
    return value
