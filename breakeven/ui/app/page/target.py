"""What a review says to its target, for every page that says it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from breakeven.analysis.advice.checks import CheckResults
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.selection.leak_sides import LeakSides
from breakeven.analysis.selection.selection import Selection
from breakeven.data.records import Problem, Review
from breakeven.gate.gate_rules import GateRules
from breakeven.readers.base.problems import ReadError
from breakeven.results.target_verdict import TargetVerdict, target_verdict_of
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.findings import others_of
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.store.target import ReviewTarget, target_on


@dataclass(frozen=True)
class PageVerdict:
    """A verdict with the target that it is on, None without one.

    `problems`: why the rules cannot be asked of this review; the verdict is then as without any.
    """

    verdict: TargetVerdict
    target: ReviewTarget | None
    problems: tuple[Problem, ...] = ()


def target_verdict_on(
    page: Page, limits: Limits, checked: CheckResults | None = None
) -> PageVerdict:
    """What the review says to its target under the page's choices.

    `checked`: what the checks found; None where they were not made.
    """
    review, selection, target = page.review, page.selection, target_on(page.review)
    leaks, others = cache.leak_sides(review, selection), others_of(page)

    def verdict_with(rules: GateRules | None) -> TargetVerdict:
        return _verdict(
            review, selection, page.evaluation, rules, limits=limits, leaks=leaks, others=others,
            checked=checked,
        )  # fmt: skip

    try:
        return PageVerdict(verdict_with(None if target is None else target.rules), target)
    except ReadError as error:
        return PageVerdict(verdict_with(None), target, tuple(error.problems))


@cached(entries=24, spinner="Judging the target …")
def _verdict(
    review: Review,
    selection: Selection,
    evaluation: Evaluation,
    rules: GateRules | None,
    *,
    limits: Limits,
    leaks: LeakSides[Evaluation] | None,
    others: Sequence[Evaluation],
    checked: CheckResults | None,
) -> TargetVerdict:
    return target_verdict_of(
        review,
        selection,
        evaluation,
        rules,
        limits=limits,
        leaks=leaks,
        others=others,
        findings=() if checked is None else checked.findings,
    )
