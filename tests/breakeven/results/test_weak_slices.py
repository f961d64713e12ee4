"""What a search for weak slices says in words: how many were looked at, and what came of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from breakeven.analysis.slices.slice_conditions import column_conditions
from breakeven.analysis.slices.weak_slices import DocumentOutcome, SliceFindings, search_slices
from breakeven.results.weak_slices import search_text
from tests.made import evaluation_of, truth_of


@pytest.fixture(scope="module")
def findings() -> SliceFindings:
    """Two thousand documents of one class; those of one of five sources are nearly all missed."""
    rng = np.random.default_rng(0)
    source = np.array(["abcde"[i % 5] for i in range(2_000)], dtype=object)
    labels = np.ones((2_000, 1), dtype=bool)
    missed = rng.random(2_000) < np.where(source == "b", 0.9, 0.1)
    truth = truth_of(labels, columns={"source": source})
    evaluation = evaluation_of(truth, labels & ~missed[:, None])
    return search_slices(evaluation, column_conditions(truth, None), DocumentOutcome("wrong"))


def test_a_slice_that_stands_out_is_counted(findings: SliceFindings) -> None:
    assert len(findings.slices) == 1
    text = search_text(replace(findings, searched=replace(findings.searched, explained=0)))
    assert text.endswith(" of 2,000 documents looked at: 1 stands out clearly.")
    more = search_text(replace(findings, searched=replace(findings.searched, explained=2)))
    assert more.endswith(
        "1 stands out clearly. 2 others that clearly stand out add too little to it."
    )


def test_where_none_stands_out_it_is_said(findings: SliceFindings) -> None:
    text = search_text(replace(findings, slices=()))
    assert text.endswith("none clearly stands out.")


def test_where_no_slice_is_large_enough_that_is_said(findings: SliceFindings) -> None:
    of_none = replace(findings.searched, slices_searched=(0, 0, 0))
    assert search_text(replace(findings, searched=of_none)).startswith(
        "No slice could be searched:"
    )
