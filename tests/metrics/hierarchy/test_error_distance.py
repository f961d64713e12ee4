"""How far in a hierarchy wrong decisions are from the truth."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from metrics.hierarchy.error_distance import ErrorDistances, error_distances
from tests.breakeven.data.test_hierarchy import hierarchy
from tests.made import matrix_of
from tests.trees import tree_of_ninety

# a, b and c below x, which is below t; d below c and u; e below t; f below u
TREE = hierarchy("abcdefxtu", 6, "ax bx cx xt dc du et fu")


def distances_of(true: str, called: str, unjudged: str | None = None) -> ErrorDistances:
    """Documents parted by spaces, `-` for no class."""
    truth, assigned, off = (
        None if sets is None else sparse.csc_array(matrix_of(sets.replace("-", "").split(" "), 6))
        for sets in (true, called, unjudged)
    )
    assert truth is not None
    assert assigned is not None
    return error_distances(truth, assigned, TREE.parents, TREE.ancestors, off)


@pytest.mark.parametrize(
    ("true", "called", "counts"),
    [
        ("a", "b", [0, 1, 0, 0, 0]),
        ("c", "d", [1, 0, 0, 0, 0]),
        ("d", "c", [1, 0, 0, 0, 0]),
        ("a", "e", [0, 0, 1, 0, 0]),
        ("e", "d", [0, 0, 1, 0, 0]),
        ("d", "f", [0, 1, 0, 0, 0]),  # both below u
        ("f", "a", [0, 0, 0, 1, 0]),
        ("-", "a", [0, 0, 0, 0, 1]),
        ("af", "b", [0, 1, 0, 0, 0]),  # the nearer of two counts
        ("af", "abf", [0, 1, 0, 0, 0]),
        ("a b c", "a c -", [0, 1, 0, 0, 0]),
        ("a f", "bf bd", [0, 2, 0, 2, 0]),  # a and b, d and f are sisters
        ("a", "a", [0, 0, 0, 0, 0]),
    ],
)
def test_the_nearest_true_class_counts(true: str, called: str, counts: list[int]) -> None:
    assert distances_of(true, called).counts.tolist() == counts


def test_what_nobody_judged_is_neither_wrong_nor_true() -> None:
    assert distances_of("a", "bf", "f").counts.tolist() == [0, 1, 0, 0, 0]
    assert distances_of("af", "b", "a").counts.tolist() == [0, 0, 0, 1, 0]


def test_by_chance_the_same_wrong_classes_go_to_any_of_the_documents() -> None:
    # b to a and c to b; the other way round c to a, and b to b, which would be right
    assert distances_of("a b", "b c").chance.tolist() == [0, 2, 0, 0, 0]
    # b to a and a to f; the other way round a would be right, and b is elsewhere
    distances = distances_of("a f", "b a")
    assert distances.counts.tolist() == [0, 1, 0, 1, 0]
    assert_allclose(distances.chance.sum(), 2)
    assert distances.chance[3] > 1
    assert np.isnan(distances_of("a", "a").chance).all()


def test_errors_that_know_nothing_of_the_tree_are_as_near_as_by_chance() -> None:
    tree, rng = tree_of_ninety(), np.random.default_rng(4)
    own, other = rng.integers(0, 90, (2, 4000))
    truth, assigned = (sparse.csc_array(np.eye(90, dtype=bool)[codes]) for codes in (own, other))
    distances = error_distances(truth, assigned, tree.parents, tree.ancestors)
    parents, tops = tree.parents.toarray()[:90], tree.ancestors.toarray()[:90, 105:]
    pairs = [(a, b) for a in range(90) for b in range(90) if a != b]
    sisters = sum((parents[a] & parents[b]).any() for a, b in pairs)
    below = sum((tops[a] & tops[b]).any() for a, b in pairs)
    share = np.array([0, sisters, below - sisters, len(pairs) - below, 0]) / len(pairs)
    assert_allclose(distances.chance / distances.chance.sum(), share, atol=0.005)
    assert np.all(np.abs(distances.counts - distances.chance) <= 3 * np.sqrt(distances.chance))
