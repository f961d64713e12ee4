"""Sizes of classes in splits, and their mix: counted by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.findings.split_findings import split_findings
from breakeven.data.records import Truth
from tests.made import matrix_of, truth_of


def truth_with(**sets: str) -> Truth:
    """Splits with a document for each letter."""
    every = "".join(sets.values())
    split_of = np.repeat(np.arange(len(sets)), [*map(len, sets.values())])
    return truth_of(matrix_of(list(every), 3), splits=tuple(sets), split_of=split_of)


def findings_by_code(truth: Truth) -> Mapping[str, Finding]:
    return {finding.code: finding for finding in split_findings(truth, Limits())}


def test_a_class_of_a_single_document_is_among_the_small_ones() -> None:
    # balance: 20, 20 and 1 of 41 / 3 each
    truth = truth_with(train="a" * 20 + "b" * 20 + "c", test="a" * 20 + "b" * 20)
    imbalance = findings_by_code(truth)["split.imbalance"]
    assert 2 in imbalance.classes
    assert imbalance.evidence["smaller in train"] == 1


def test_a_mix_that_chance_may_have_made_is_no_finding_and_one_beyond_it_is() -> None:
    # six of ten against four of ten: p = .66 by Fisher's test
    assert "split.mix" not in findings_by_code(truth_with(train="aaaaaabbbb", test="aaaabbbbbb"))
    mix = findings_by_code(truth_with(train="a" * 240 + "b" * 160, test="a" * 160 + "b" * 240))[
        "split.mix"
    ]
    assert set(mix.classes) == {0, 1}
    assert mix.evidence["total_variation"] == pytest.approx(0.2)
