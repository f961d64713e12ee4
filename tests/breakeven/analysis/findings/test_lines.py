"""Findings as lines of a list: which stand together, and what is said of them together."""

from __future__ import annotations

import math

import numpy as np

from breakeven.analysis.findings.finding import Finding, lines_of


def finding_of(
    code: str, classes: tuple[int, ...], documents: list[int], share: float, gain: float = math.nan
) -> Finding:
    return Finding(
        code=code,
        severity="warning",
        effect="improves",
        title=code,
        what="",
        action="",
        classes=classes,
        documents=np.array(documents, dtype=np.int64),
        error_share=share,
        gain_macro=gain,
    )


def test_many_of_a_rule_are_a_line_where_the_first_of_them_stands() -> None:
    findings = [
        finding_of("a.few", (0,), [1, 2], 0.5),
        finding_of("b.many", (1,), [3, 4], 0.25, 0.01),
        finding_of("a.few", (2,), [5], 0.125),
        finding_of("b.many", (2,), [4, 5], 0.125, 0.02),
        finding_of("b.many", (3,), [6], 0.0625),
    ]
    few, many, other = lines_of(findings, alone=2)
    assert [f.classes for f in few.findings + other.findings] == [(0,), (2,)]
    assert [f.classes for f in many.findings] == [(1,), (2,), (3,)]
    # documents 3, 4, 5, 6; each class has errors of its own: 4/16 + 2/16 + 1/16
    assert (many.documents, many.error_share) == (4, 7 / 16)
    assert many.gain("macro") == 0.02
    assert math.isnan(many.gain("micro"))
    assert [len(line.findings) for line in lines_of(findings, alone=3)] == [1] * 5


def test_errors_that_may_be_shared_are_not_added_up() -> None:
    findings = [finding_of("pair.x", (0, i), [i], 0.1 * i) for i in (3, 2, 1)]
    (line,) = lines_of(findings, alone=1)
    assert line.error_share == 0.1 * 3
