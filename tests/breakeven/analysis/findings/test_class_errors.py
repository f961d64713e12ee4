"""Errors of many classes counted together are those of each, document by document."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy import sparse

from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings.class_errors import errors_of
from breakeven.data.records import Predictions
from tests.made import truth_of

CLASSES = 6


@pytest.mark.parametrize("seed", range(8))
def test_the_errors_of_classes_are_those_of_their_documents(seed: int) -> None:
    random = np.random.default_rng(seed)
    true, called, off = (random.random((40, CLASSES)) < share for share in (0.3, 0.25, 0.1))
    off &= bool(seed % 2)
    truth = truth_of(true, unjudged=off if off.any() else None)
    said = Predictions("s", np.arange(40), None, sparse.csc_array(called))
    e = evaluate(said, score_split(truth, said, None), None, Cut("given"))
    asked = np.array([4, 0, 3])
    for c, found in zip(asked.tolist(), errors_of(e, asked), strict=True):
        cells = []
        for own, other in ((true, called), (called, true)):
            rows = [d for d in range(40) if own[d, c] and not other[d, c] and not off[d, c]]
            beside = Counter(k for d in rows for k in range(CLASSES) if other[d, k] and k != c)
            most = max(beside.values(), default=0)
            name = "abcdef"[min((k for k in beside if beside[k] == most), default=0)]
            out = most >= 3 and 3 * most >= len(rows)
            cells.append((rows, (name, most) if out else None))
        (missed, instead), (wrong, truly) = cells
        assert (found.class_index, found.missed, found.wrong) == (c, len(missed), len(wrong))
        judged = called & ~off
        assert found.unassigned == sum(not judged[d].any() for d in missed)
        for mine, its in ((found.instead, instead), (found.truly, truly)):
            assert (None if mine is None else (mine.name, mine.documents)) == its
