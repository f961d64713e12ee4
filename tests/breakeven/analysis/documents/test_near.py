"""Near-duplicate groups as a facet, against filters that ask for each of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import breakeven as be
from breakeven.analysis.documents.facets import near_facet
from tests.made import not_none

TEXT = "the price of crude oil rose by two dollars a barrel on the exchange"
TEXTS = [TEXT, "wheat", f"{TEXT} today", "wheat", "alone", TEXT, "corn", "corn"]


def test_every_group_counts_the_documents_that_its_term_keeps() -> None:
    ids = np.array([f"d{i}" for i in range(8)])
    review = be.from_arrays(list("aabbabab"), list("abababab"), ids=ids, text=TEXTS)
    # as after a split that repeats the id of another
    ids[6:] = "twice"
    review = replace(review, truth=replace(review.truth, ids=ids))
    groups = np.array([0, 1, 0, 1, -1, 0, 2, 2])
    rows = np.array([0, 1, 2, 4, 5, 6])
    facet = not_none(near_facet(review.truth, groups, rows))
    assert [(v.label, v.count) for v in facet.values] == [("like d0", 3), ("like d1", 1)]
    assert facet.hidden == 1  # no id tells the third group
    for value in facet.values:
        matching = be.find(review, where=value.text).candidates.rows
        result = be.find(review, where=value.text)
        assert len(np.intersect1d(matching[result.positions], rows)) == value.count
    assert near_facet(review.truth, groups, np.array([4])) is None
    by_hand = {v["documents"]: v["where"] for v in be.find(review).facets().to_dict("records")}
    assert by_hand[3] == "like:d0"
