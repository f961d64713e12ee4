"""Findings about how well classes are decided: what is clearly low, and what cannot be said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation, errors_by_confidence
from breakeven.analysis.findings import check_rules
from breakeven.analysis.findings.better_threshold import BetterThreshold
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.class_assessment import (
    ClassAssessment,
    ClassWeakness,
    assess_telling_classes,
    verdicts_of,
)
from breakeven.analysis.findings.class_text import advice_on
from breakeven.analysis.findings.confused_pairs import pair_findings
from breakeven.analysis.findings.finding import Finding, GainBaseline, Gains
from breakeven.analysis.findings.rule import CheckRule
from breakeven.analysis.findings.split_findings import never_trained
from breakeven.data.records import Truth
from metrics.typing import Array
from metrics.uncertainty.class_verdicts import VERDICTS, ClassVerdicts
from metrics.uncertainty.power import required_sample

RULE_OF: dict[ClassWeakness, CheckRule] = {
    "missed": check_rules.LOW_RECALL,
    "never": check_rules.LOW_RECALL,
    "wrong": check_rules.LOW_PRECISION,
    "both": check_rules.LOW_BOTH,
}


def class_findings(
    truth: Truth,
    evaluation: Evaluation,
    better: Sequence[BetterThreshold],
    limits: Limits,
    beta: float,
) -> list[Finding]:
    """What the decisions on these documents say of each class and pair.

    `better`: the thresholds that would do better, of any class.
    """
    small = list(_small(evaluation, limits, beta))
    if evaluation.chance.at_chance:
        # one finding says so; what it says of single classes is chance too
        return small
    standing = GainBaseline(evaluation.tables, beta)
    verdicts = verdicts_of(evaluation, limits)
    telling = assess_telling_classes(truth, evaluation, verdicts, limits, better)
    # never seen in training: one finding says so of all of them
    unseen = set(never_trained(truth, limits).tolist())
    return [
        *_telling(
            evaluation,
            [assessment for assessment in telling if assessment.class_index not in unseen],
            standing,
        ),
        *_unsure(
            evaluation, verdicts, [assessment.class_index for assessment in telling], unseen, limits
        ),
        *pair_findings(evaluation, limits, standing, unseen),
        *small,
    ]


def _rule_of(it: ClassAssessment) -> CheckRule:
    if it.weakness is not None:
        return RULE_OF[it.weakness]
    if it.bias is not None:
        return check_rules.CALLED_TOO_OFTEN if it.bias == "over" else check_rules.CALLED_TOO_SELDOM
    return check_rules.MANY_ERRORS


def _telling(
    evaluation: Evaluation, telling: Sequence[ClassAssessment], standing: GainBaseline
) -> Iterator[Finding]:
    gains = standing.each_at_median(np.array([it.class_index for it in telling], dtype=np.int64))
    for it, gained in zip(telling, gains, strict=True):
        yield _of_class(evaluation, it, standing, gained)


def _of_class(
    evaluation: Evaluation, it: ClassAssessment, standing: GainBaseline, gains: Gains
) -> Finding:
    return _rule_of(it).finding(
        classes=(it.class_index,),
        documents=evaluation.rows[_errors(evaluation, it)],
        evidence={
            "tp": it.tp,
            "fp": it.fp,
            "fn": it.fn,
            "precision": it.precision,
            "recall": it.recall,
            **({} if it.better is None else {"threshold": it.better.threshold}),
        },
        explains=(it.fp + it.fn, standing.errors),
        gains=gains,
        name=it.name,
        how=check_rules.LOW_RECALL.clauses["never" if it.weakness == "never" else "missed"],
        found=check_rules.LOW_RECALL.clause(
            "found", tp=it.tp, positives=it.positives, high=float(it.recall_interval.high)
        ),
        right=check_rules.LOW_PRECISION.clause(
            "right",
            tp=it.tp,
            assigned=it.assigned,
            are="is" if it.tp == 1 else "are",
            high=float(it.precision_interval.high),
        ),
        tp=it.tp,
        fp=it.fp,
        fn=it.fn,
        assigned=it.assigned,
        positives=it.positives,
        precision=it.precision,
        recall=it.recall,
        share=it.error_share,
        steps=advice_on(it),
    )


def _errors(evaluation: Evaluation, it: ClassAssessment) -> Array:
    """Positions of the documents behind a finding, the most telling of each kind first."""
    both: tuple[str, ...] = ("fn", "fp")
    cells = {"missed": ("fn",), "never": ("fn",), "wrong": ("fp",), "both": both}
    shown = both if it.weakness is None and it.bias is None else cells[it.lean or "both"]
    found = [errors_by_confidence(evaluation, it.class_index, cell) for cell in shown]
    return np.concatenate(found).astype(np.int64)


def _unsure(
    evaluation: Evaluation,
    verdicts: ClassVerdicts,
    telling: Sequence[int],
    unseen: set[int],
    limits: Limits,
) -> Iterator[Finding]:
    """Classes of which nothing can be said yet: too few documents, or close to the line."""
    positives = evaluation.tables.positives
    silent = (positives > 0) & ~verdicts.sure
    silent[[*telling, *unseen]] = False
    close = verdicts.verdict == VERDICTS.index("close")
    few = _largest_first(positives, silent & ~close)
    if len(few):
        yield check_rules.TOO_FEW.finding(
            classes=few,
            evidence={"classes": len(few), "most_documents": int(positives[few].max())},
            n=len(few),
            classes_named=[evaluation.classes[c] for c in few],
        )
    near = _largest_first(positives, silent & close)
    if len(near):
        rule, least = (
            check_rules.CLOSE,
            near[np.argsort(np.nan_to_num(verdicts.more[near], nan=np.inf))],
        )
        first = int(least[0])
        more = float(verdicts.more[first])
        yield rule.finding(
            classes=near,
            evidence={"classes": len(near)},
            n=len(near),
            cut=limits.cut,
            classes_named=[evaluation.classes[c] for c in near],
            steps=rule.clauses["none"]
            if np.isnan(more)
            else rule.clause("more", nearest=evaluation.classes[first], more=more),
        )


def _largest_first(positives: Array, chosen: Array) -> Array:
    classes = np.flatnonzero(chosen)
    return classes[np.argsort(-positives[classes], kind="stable")]


def _small(evaluation: Evaluation, limits: Limits, beta: float) -> Iterator[Finding]:
    needed = required_sample(evaluation.tables, limits.half_width, beta)
    wide = np.flatnonzero(needed.factor > 1)
    if not len(wide):
        return
    wide = wide[np.argsort(-needed.half_width[wide], kind="stable")]
    widest = needed.half_width[wide[0]]
    yield check_rules.SMALL_TEST.finding(
        classes=wide,
        evidence={"classes": len(wide), "widest": float(widest)},
        n=len(wide),
        of_all=len(evaluation.classes),
        half_width=limits.half_width,
        widest=evaluation.classes[wide[0]],
        width=widest,
    )
