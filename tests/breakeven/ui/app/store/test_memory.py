"""How many reviews are kept for those who open a link to one, and how long."""

from __future__ import annotations

import weakref
from dataclasses import replace

import numpy as np

from breakeven.data.records import Review
from breakeven.ui.app.store.memory import ReviewMemory, bytes_of_review
from tests.made import truth_of


def review(name: str, n: int = 100) -> Review:
    truth = truth_of(np.ones((n, 1), dtype=bool))
    return Review(name, replace(truth, columns={"x": np.zeros(n)}), (), (), name)


def test_the_size_of_a_review_is_that_of_what_it_holds() -> None:
    # one more number of eight bytes for each of 100 documents
    more = review("a")
    more = replace(more, truth=replace(more.truth, columns={"x": np.zeros(100), "y": np.ones(100)}))
    assert bytes_of_review(more) - bytes_of_review(review("a")) == 800
    # a text of 1,000 characters takes at least as many bytes
    texts = np.array(["t" * 1_000] * 100, dtype=object)
    more = replace(more, truth=replace(more.truth, columns={"x": np.zeros(100), "y": texts}))
    assert bytes_of_review(more) - bytes_of_review(review("a")) > 100_000


def test_as_many_are_kept_as_there_is_room_for_and_those_looked_at_stay() -> None:
    kept = ReviewMemory(most_bytes=3 * bytes_of_review(review("a")))
    for name in "abc":
        kept.keep(review(name))
    assert kept.find("a") is not None
    kept.keep(review("d"))
    assert [name for name in "abcd" if kept.find(name)] == ["a", "c", "d"]


def test_one_that_is_larger_than_all_room_is_kept_alone() -> None:
    kept = ReviewMemory(most_bytes=10)
    kept.keep(review("a"))
    kept.keep(review("b"))
    assert kept.find("a") is None
    assert kept.find("b") is not None


def test_what_nobody_opens_for_long_goes() -> None:
    kept = ReviewMemory(most_seconds=0)
    kept.keep(review("a"))
    assert kept.find("a") is None
    kept = ReviewMemory()
    kept.keep(review("a"))
    assert kept.find("a") is not None
    kept.clear()
    assert kept.find("a") is None


def test_what_is_on_the_disk_is_let_go_once_nobody_looks_at_it() -> None:
    kept = ReviewMemory()
    saved, unsaved = review("saved"), review("unsaved")
    gone, there = weakref.ref(saved), weakref.ref(unsaved)
    kept.keep(saved, on_disk=True)
    kept.keep(unsaved)
    size = bytes_of_review(saved)
    del saved, unsaved
    assert kept.bytes == 2 * size
    # somebody looked a moment ago
    assert kept.forget_idle(60) == 0
    assert kept.find("saved") is not None
    assert kept.forget_idle(0) == size
    # nothing of it is left, while what is nowhere else stays
    assert gone() is None
    assert there() is not None
    assert kept.bytes == size
    # saved later on, it goes too
    kept.keep(there(), on_disk=True)  # type: ignore[arg-type]
    assert kept.forget_idle(0) == size
    assert there() is None
