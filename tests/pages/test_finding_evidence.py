"""The numbers behind a finding are written as what they are: counts, shares, and p-values."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.analysis.findings.finding import Finding
from breakeven.ui.app.page.counts import CountLinks
from breakeven.ui.next_steps.finding import evidence_of
from tests.made import truth_of
from tests.pages.reading import plain

NO_LINKS = CountLinks(truth_of(np.ones((1, 1), dtype=bool)), None)


def sentence_of(evidence: dict[str, object]) -> str:
    finding = Finding(
        code="a.b", severity="note", effect="uncertain", title="t", what="w", action="a",
        evidence=evidence,
    )  # fmt: skip
    return plain(str(evidence_of(finding, NO_LINKS)))


@pytest.mark.parametrize(
    ("key", "value", "shown"),
    [
        ("documents", 1, "1"),
        ("documents", 1234, "1,234"),
        ("ratio", 2.0, "2"),
        ("ratio", -3.0, "-3"),
        # one and none may be shares
        ("share", 1.0, "1.000"),
        ("share", -1.0, "−1.000"),
        ("share", 0.0, "0.000"),
        ("share", 0.25, "0.250"),
        ("p", 0.00099, "< 0.001"),
        ("p_holm", 0.0005, "< 0.001"),
        ("p", 0.001, "0.001"),
        ("share", 0.0004, "0.000"),
        ("where", "<b>", "<b>"),
    ],
)
def test_a_value_is_shown_as_what_it_is(key: str, value: object, shown: str) -> None:
    text = sentence_of({key: value})
    assert text.endswith(f" {shown}"), text


def test_several_stand_in_their_order() -> None:
    assert sentence_of({"some_count": 3, "some_share": 0.5}) == "some count 3 · some share 0.500"
