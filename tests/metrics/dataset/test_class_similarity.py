"""How alike classes are by their texts, against every pair of documents."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from scipy import sparse

from metrics.dataset.data_checks import class_similarity


def test_classes_are_alike_by_products_of_different_documents() -> None:
    rng = np.random.default_rng(3)
    rows = rng.random((12, 5))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    members = [list(range(4)), list(range(3, 8)), list(range(8, 11)), [11]]  # 3 is in both
    labels = np.zeros((12, 4), dtype=bool)
    for c, documents in enumerate(members):
        labels[documents, c] = True

    def mean(first: list[int], other: list[int]) -> float:
        pairs = [rows[i] @ rows[j] for i in first for j in other if i != j]
        return sum(pairs) / len(pairs)

    expected = {
        (a, b): mean(members[a], members[b])
        / math.sqrt(mean(members[a], members[a]) * mean(members[b], members[b]))
        for a, b in combinations(range(3), 2)
    }
    similarity = class_similarity(sparse.csr_array(rows), sparse.csc_array(labels), limit=-1.0)
    got = dict(zip(zip(similarity.first.tolist(), similarity.second.tolist(), strict=True),
                   similarity.value.tolist(), strict=True))  # fmt: skip
    assert got == pytest.approx(expected)
    # of one document there is no pair
    assert all(3 not in pair for pair in got)
    more = class_similarity(sparse.csr_array(rows), sparse.csc_array(labels), -1.0, least=4)
    # two documents are enough where nothing else is asked
    labels[8, 2] = False
    two = class_similarity(sparse.csr_array(rows), sparse.csc_array(labels), -1.0)
    assert 2 in two.second
    assert list(zip(more.first.tolist(), more.second.tolist(), strict=True)) == [(0, 1)]
