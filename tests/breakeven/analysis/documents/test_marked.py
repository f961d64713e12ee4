"""Marks as a facet, against filters that ask for each of its values."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import breakeven as be
from breakeven.analysis.documents.facets import mark_facet
from breakeven.data.marks import no_marks, replay_marks
from tests.made import event, not_none


def test_every_value_counts_the_documents_that_its_term_keeps() -> None:
    review = be.from_arrays(list("aabb"), list("abab"), ids=["d0", "d1", "d2", "d3"])
    marks = replay_marks(
        4,
        [
            event([0, 2], "unclear", note="see the mail"),
            event([1, 2], "tag", tag="look again"),
            event([3], "tag", tag=" "),
            event([3], "seen"),
        ],
    )
    rows = np.array([1, 2, 3])
    facet = not_none(mark_facet(marks, rows))
    labels = ["unclear", "seen", "tag (space)", "tag look again", "with a note"]
    assert [value.label for value in facet.values] == labels
    assert [value.count for value in facet.values] == [1, 1, 1, 2, 1]
    marked = replace(review, marks=marks)
    for value in facet.values:
        matching = be.evaluate(marked, where=value.text).rows
        assert len(np.intersect1d(matching, rows)) == value.count


def test_where_nothing_is_marked_there_is_no_facet() -> None:
    assert mark_facet(None, np.arange(4)) is None
    assert mark_facet(no_marks(4), np.arange(4)) is None
