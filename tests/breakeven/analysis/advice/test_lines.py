"""Findings as lines of a list: what follows from a finding is in its line."""

from __future__ import annotations

from breakeven.analysis.advice.findings_list import lines_of, on_top, ordered_list
from breakeven.analysis.findings.finding import Finding


def finding_of(code: str, because_of: str = "", share: float = 0.0) -> Finding:
    return Finding(
        code=code,
        severity="warning",
        effect="improves",
        title=code,
        what="",
        action="",
        because_of=because_of,
        error_share=share,
    )


FINDINGS = [
    finding_of("a.cause", share=0.1),
    finding_of("b.follows", "a.cause", share=0.5),
    finding_of("c.other", share=0.3),
]


def test_what_follows_from_a_finding_is_in_its_line() -> None:
    first, other = lines_of(FINDINGS)
    assert [f.code for f in first.findings] == ["a.cause", "b.follows"]
    assert other.findings == (FINDINGS[2],)
    assert on_top(FINDINGS) == [FINDINGS[0], FINDINGS[2]]


def test_what_follows_has_a_line_of_its_own_where_its_cause_is_filtered_out() -> None:
    assert [line.first.code for line in lines_of(FINDINGS[1:])] == ["b.follows", "c.other"]


def test_another_order_leaves_what_follows_beneath_its_cause() -> None:
    # 0.3 before 0.1; the 0.5 goes with its cause
    ordered = [f.code for f in ordered_list(FINDINGS, "errors")]
    assert ordered == ["c.other", "a.cause", "b.follows"]
