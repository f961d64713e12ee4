"""The overlap of two indexings."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from metrics.annotators.pairwise_agreement import consistency
from tests.golden_cases import cases, check, incidence


@pytest.mark.parametrize("case", cases("overlap", "indexer_1", "indexer_2"))
def test_two_indexers_golden(case: dict[str, Any]) -> None:
    one, two = (incidence(case["input"][f"indexer_{i}"], "abc") for i in (1, 2))
    got = {
        "pooled": consistency(one, two).pooled,
        "swapped": consistency(two, one).pooled,
        **{
            f"per_document_{policy}": consistency(one, two, policy).per_document.value
            for policy in ("drop", "zero", "one")
        },
    }
    check(got, case)


def test_people_and_machine() -> None:
    # a b | a | -  against  a | a | c: 2 shared of 4; the machine a b | a | c shares 3 of 4 and of 4
    one = incidence(["ab", "a", ""], "abc")
    two = incidence(["a", "a", "c"], "abc")
    machine = incidence(["ab", "a", "c"], "abc")
    assert consistency(one, two).pooled == 0.5
    assert consistency(one, machine).pooled == 0.75
    assert consistency(two, machine).pooled == 0.75


@given(
    st.lists(
        st.tuples(st.sets(st.sampled_from("abc")), st.sets(st.sampled_from("abc"))), min_size=1
    )
)
def test_consistency_in_sets(documents: list[Any]) -> None:
    one, two = (incidence([d[i] for d in documents], "abc") for i in (0, 1))
    each = [len(a & b) / len(a | b) for a, b in documents if a | b]
    got = consistency(sparse.csr_array(one), two)
    assert got.per_document.value == pytest.approx(np.mean(each) if each else np.nan, nan_ok=True)
    assert got.per_document.left_out == len(documents) - len(each)
