"""Levels and ancestors, of a tree and of classes with several parents."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from breakeven.data.hierarchy import Fold, Hierarchy


def hierarchy(nodes: str, classes: int, edges: str) -> Hierarchy:
    """`edges`: child and parent, as "ax bx"."""
    parents = np.zeros((len(nodes), len(nodes)), dtype=bool)
    for edge in edges.split():
        parents[nodes.index(edge[0]), nodes.index(edge[1])] = True
    return Hierarchy(tuple(nodes), sparse.csr_array(parents), classes)


# a and b below x, x and c below y; b also below z
DAG = hierarchy("abcxyz", 3, "ax bx xy cy bz")


def test_a_level_is_the_longest_way_from_the_top() -> None:
    assert DAG.levels.tolist() == [3, 3, 2, 2, 1, 1]
    assert DAG.depth == 3


def test_an_ancestor_counts_once_however_many_ways_lead_to_it() -> None:
    # a diamond: a below p and q, both below t
    diamond = hierarchy("apqt", 1, "ap aq pt qt")
    assert diamond.ancestors.toarray().astype(int).tolist() == [
        [1, 1, 1, 1],
        [0, 1, 0, 1],
        [0, 0, 1, 1],
        [0, 0, 0, 1],
    ]


def test_classes_at_a_level_are_those_above_them_or_themselves() -> None:
    names, into = DAG.at_level(1)
    assert names == ("y", "z")
    assert into.toarray().tolist() == [[True, False], [True, True], [True, False]]
    names, into = DAG.at_level(2)
    assert names == ("c", "x")
    assert into.toarray().tolist() == [[False, True], [False, True], [True, False]]
    # c stands above the third level and stays itself
    assert DAG.at_level(3)[0] == ("a", "b", "c")


# a, b and c below x, which is below t; d below c and u, e below t
TREE = hierarchy("abcdextu", 5, "ax bx cx xt dc du et")


@pytest.mark.parametrize(
    ("fold", "expected"),
    [
        (Fold(1), {"t": "abcde", "u": "d"}),
        # what x is made of stays folded
        (Fold(1, "t"), {"x": "abcd", "e": "e", "u": "d"}),
        # and the class c is not what is below it
        (Fold(1, "x"), {"a": "a", "b": "b", "c": "cd", "e": "e", "u": "d"}),
        # of several parents one that is folded holds it still
        (Fold(1, "c"), {"a": "a", "b": "b", "c": "c", "d": "d", "e": "e", "u": "d"}),
        (Fold(2, "x"), {"a": "a", "b": "b", "c": "cd", "e": "e"}),
        # nothing is folded into what stands above the level, or has nothing below it
        (Fold(2, "t"), {"x": "abcd", "e": "e"}),
        (Fold(1, "e"), {"x": "abcd", "e": "e", "u": "d"}),
    ],
)
def test_below_a_node_that_is_unfolded_its_children_stand_instead(
    fold: Fold, expected: dict[str, str]
) -> None:
    names, into = TREE.folded(fold)
    members = {
        name: "".join(TREE.nodes[c] for c in np.flatnonzero(column))
        for name, column in zip(names, into.toarray().T, strict=True)
    }
    assert members == expected


def test_there_is_no_unfolding_what_is_not_there() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        TREE.folded(Fold(1, "z"))


def test_a_circle_has_no_levels() -> None:
    with pytest.raises(ValueError, match="circle"):
        _ = hierarchy("ab", 2, "ab ba").levels
