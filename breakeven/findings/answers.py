"""Findings about answers of a language model that say no class."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings import rules
from breakeven.findings.finding import Finding
from breakeven.records import Predictions
from breakeven.records.answered import OUTCOMES, USABLE
from breakeven.text import percent

# of the documents; fewer is a slip
FEWEST, LEAST, MANY = 3, 0.01, 0.05
WORDS = {
    "outside": "outside the classes",
    "unparseable": "unparseable",
    "ambiguous": "ambiguous",
    "refused": "refused or in error",
}


def answer_findings(mine: Predictions, evaluation: Evaluation) -> Iterator[Finding]:
    """A finding where many answers say no class, and not on purpose."""
    if mine.answered is None:
        return
    outcome = mine.answered.outcome[evaluation.scored.at]
    counts = np.bincount(outcome, minlength=len(OUTCOMES))
    unusable = np.flatnonzero(~np.isin(outcome, USABLE))
    n, share = len(unusable), len(unusable) / max(1, len(outcome))
    if n < FEWEST or share < LEAST:
        return
    rule, tables = rules.UNUSABLE, evaluation.document_tables
    kinds = [(int(counts[i]), name) for i, name in enumerate(OUTCOMES) if name in WORDS]
    kinds.sort(key=lambda kind: -kind[0])
    wrong = tables.fp + tables.fn
    yield rule.found(
        documents=evaluation.rows[unusable],
        explains=(float(np.sum(wrong[unusable])), float(np.sum(wrong))),
        severity=None if share >= MANY else "notice",
        evidence={name: number for number, name in kinds if number},
        n=n,
        share=percent(share, 1),
        kinds=", ".join(f"{number:,} {WORDS[name]}" for number, name in kinds if number),
        step=rule.clauses[kinds[0][1]],
    )
