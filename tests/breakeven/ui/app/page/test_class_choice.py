"""Classes are found by name and by size, and each has the one before it and the one after it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from breakeven.ui.app.page.class_choice import best_matches, classes_with, neighbours_by_size


@pytest.mark.parametrize(
    ("wanted", "indices"), [("", [0, 1, 2]), ("OIL", [0, 2]), (".*", []), ("é", [1])]
)
def test_names_are_found_by_a_part_of_them(wanted: str, indices: list[int]) -> None:
    assert_array_equal(classes_with(("soy-oil", "café", "Oil"), wanted), np.array(indices))


def test_of_what_is_found_the_class_so_called_is_first_then_the_largest_that_begins_so() -> None:
    names = ("soy-oil", "oil", "Oilseed", "oilfield", "castor oil", "corn")
    counts = np.array([9, 1, 2, 3, 8, 10])
    # oil; oilfield before Oilseed by size; then what only holds it, soy-oil before castor oil
    assert best_matches(names, "OIL", counts).tolist() == [1, 3, 2, 0, 4]
    assert best_matches(names, "oil", counts, 2).tolist() == [1, 3]
    # nothing typed: the largest, and without sizes in the order of names
    assert best_matches(names, "", counts, 3).tolist() == [5, 0, 4]
    assert best_matches(names, "", most=3).tolist() == [0, 1, 2]
    assert not len(best_matches(names, "rye", counts))


def test_the_class_before_and_after_one_are_those_of_the_menu() -> None:
    counts = np.random.default_rng(0).integers(0, 5, 30)
    order = np.argsort(-counts, kind="stable").tolist()
    for at, c in enumerate(order):
        before = order[at - 1] if at else None
        after = order[at + 1] if at + 1 < len(order) else None
        assert neighbours_by_size(counts, c) == (before, after)
