"""Levels and ancestors, of a tree and of classes with several parents."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from breakeven.records import Hierarchy


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


def test_a_circle_has_no_levels() -> None:
    with pytest.raises(ValueError, match="circle"):
        _ = hierarchy("ab", 2, "ab ba").levels
