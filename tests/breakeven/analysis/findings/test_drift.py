"""Whether training and test have another mix of classes: the distance by hand."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.drift import class_mix_findings
from tests.made import matrix_of, truth_of


@pytest.mark.parametrize("clusters", [None, np.arange(1_000)])
def test_the_distance_of_two_mixes_is_half_of_what_their_shares_differ(
    clusters: np.ndarray | None,
) -> None:
    # .7 and .3 against .4 and .6
    sets = "a" * 420 + "b" * 180 + "a" * 160 + "b" * 240
    split_of = np.repeat([0, 1], [600, 400])
    made = truth_of(
        matrix_of(list(sets), 2), clusters=clusters, splits=("train", "test"), split_of=split_of
    )
    (finding,) = class_mix_findings(made, Limits())
    assert finding.evidence["total_variation"] == pytest.approx(0.3)
