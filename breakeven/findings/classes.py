"""Findings about how well classes are decided: what is surely low, and what cannot be said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.ranked_errors import errors_by_confidence
from breakeven.findings import rules
from breakeven.findings.advice import advice_on
from breakeven.findings.better_threshold import BetterThreshold
from breakeven.findings.class_assessment import (
    ClassAssessment,
    Weakness,
    assess_weak_classes,
    weaknesses,
)
from breakeven.findings.confused_pairs import pair_findings
from breakeven.findings.finding import Finding
from breakeven.findings.gains import if_median
from breakeven.findings.limits import Limits
from breakeven.findings.rule import CheckRule
from breakeven.records import Truth
from metrics.class_verdicts import ClassVerdicts, class_verdicts
from metrics.power import required_sample
from metrics.typing import Array

RULE_OF: dict[Weakness, CheckRule] = {
    "missed": rules.LOW_RECALL,
    "never": rules.LOW_RECALL,
    "wrong": rules.LOW_PRECISION,
    "both": rules.LOW_BOTH,
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
    verdicts = class_verdicts(evaluation.tables, limits.cut)
    weak = assess_weak_classes(truth, evaluation, verdicts, limits, better)
    if evaluation.chance.at_chance:
        # one finding says so; what it says of single classes is chance too
        return list(_small(evaluation, limits, beta))
    return [
        *(_weak(evaluation, assessment, beta) for assessment in weak),
        *_too_few(evaluation, verdicts),
        *pair_findings(evaluation, limits, beta),
        *_small(evaluation, limits, beta),
    ]


def _weak(evaluation: Evaluation, it: ClassAssessment, beta: float) -> Finding:
    assert it.weakness is not None
    documents = _errors(evaluation, it)
    return RULE_OF[it.weakness].found(
        classes=(it.class_index,),
        documents=evaluation.rows[documents],
        evidence={
            "tp": it.tp,
            "fp": it.fp,
            "fn": it.fn,
            "precision": it.precision,
            "recall": it.recall,
        },
        gains=if_median(evaluation.tables, np.array([it.class_index]), beta),
        name=it.name,
        how=rules.LOW_RECALL.clauses["never" if it.weakness == "never" else "missed"],
        found=rules.LOW_RECALL.clause(
            "found", tp=it.tp, positives=it.positives, high=float(it.recall_interval.high)
        ),
        right=rules.LOW_PRECISION.clause(
            "right",
            tp=it.tp,
            assigned=it.assigned,
            are="is" if it.tp == 1 else "are",
            high=float(it.precision_interval.high),
        ),
        steps=advice_on(it),
    )


def _errors(evaluation: Evaluation, it: ClassAssessment) -> Array:
    """Positions of the documents that make a class weak, the most telling of each kind first."""
    cells = {"missed": ("fn",), "never": ("fn",), "wrong": ("fp",), "both": ("fn", "fp")}
    assert it.weakness is not None
    found = [errors_by_confidence(evaluation, it.class_index, c) for c in cells[it.weakness]]
    return np.concatenate(found).astype(np.int64)


def _too_few(evaluation: Evaluation, verdicts: ClassVerdicts) -> Iterator[Finding]:
    positives = evaluation.tables.positives
    weak = weaknesses(verdicts) != np.array(None)
    unsure = np.flatnonzero(~verdicts.sure & ~weak & (positives > 0))
    if not len(unsure):
        return
    unsure = unsure[np.argsort(-positives[unsure], kind="stable")]
    yield rules.TOO_FEW.found(
        classes=unsure,
        evidence={"classes": len(unsure), "most_documents": int(positives[unsure].max())},
        n=len(unsure),
        classes_named=[evaluation.classes[c] for c in unsure],
    )


def _small(evaluation: Evaluation, limits: Limits, beta: float) -> Iterator[Finding]:
    needed = required_sample(evaluation.tables, limits.half_width, beta)
    wide = np.flatnonzero(needed.factor > 1)
    if not len(wide):
        return
    wide = wide[np.argsort(-needed.half_width[wide], kind="stable")]
    widest = needed.half_width[wide[0]]
    yield rules.SMALL_TEST.found(
        classes=wide,
        evidence={"classes": len(wide), "widest": float(widest)},
        n=len(wide),
        of_all=len(evaluation.classes),
        half_width=limits.half_width,
        widest=evaluation.classes[wide[0]],
        width=widest,
    )
