"""Filters that ask what reviewers marked."""

from __future__ import annotations

from dataclasses import replace

import pytest

import breakeven as be
from breakeven.analysis.selection.errors import FilterError
from breakeven.analysis.selection.selection import select
from breakeven.data.marks import replay_marks
from breakeven.data.records import Review
from tests.made import event


def marked() -> Review:
    review = be.from_arrays(list("aabb"), list("abab"), ids=["d0", "d1", "d2", "d3"])
    marks = [
        event([0, 2], "unclear", note="see the mail"),
        event([1, 2], "tag", tag="look again"),
        event([2], "note", note="hm"),
        event([3], "seen"),
        event([1], "label wrong", right=(1,)),
        event([3], "in the class", class_index=0),
    ]
    return replace(review, marks=replay_marks(4, marks))


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ("mark:unclear", ["d0", "d2"]),
        ('mark:"label wrong"', ["d1"]),
        ('mark:"in the class"', ["d3"]),
        ("mark:duplicate OR mark:unclear", ["d0", "d2"]),
        ('tag:"look again"', ["d1", "d2"]),
        ("-tag:gone -seen", ["d0", "d1", "d2"]),
        ("noted", ["d0", "d2"]),
        ("noted wrong", ["d2"]),
    ],
)
def test_documents_are_found_by_their_marks(where: str, ids: list[str]) -> None:
    review = marked()
    found = be.evaluate(review, where=where)
    documents = review.truth.documents
    assert documents is not None
    assert documents[found.rows].tolist() == ids


def test_where_nobody_marked_any_none_is_found_and_nothing_is_wrong() -> None:
    review = replace(marked(), marks=None)
    assert be.evaluate(review, where="-mark:unclear -tag:x -seen -noted").documents == 4


def test_a_mark_that_there_is_not_is_pointed_at() -> None:
    with pytest.raises(FilterError) as refused:
        select(marked(), {"where": "wrong mark:unclean"})
    assert refused.value.what.endswith(": there is no mark 'unclean' (like it: 'unclear')")
    assert refused.value.position == len("wrong mark:")
