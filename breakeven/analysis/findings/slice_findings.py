"""Findings about slices of the documents in which more of them are wrong than elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings import check_rules
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.slices.weak_slices import DocumentOutcome, SliceFindings
from breakeven.data.records import Truth
from breakeven.data.wording import p_of

# so many are said, the most telling first
MOST = 5
# a slice that is clearly weaker is a warning
SURE = 0.01


def search_wrong(truth: Truth, evaluation: Evaluation) -> SliceFindings | None:
    """Slices with many wrong documents; None where documents were not drawn one by one."""
    if evaluation.scored.sampled:
        return None
    # slow to import
    from breakeven.analysis.slices.slice_conditions import conditions_of
    from breakeven.analysis.slices.weak_slices import search_slices
    from breakeven.data.corpus import Texts

    texts = None if truth.text_column is None else Texts(truth)
    return search_slices(evaluation, conditions_of(truth, texts), DocumentOutcome())


def slice_findings(evaluation: Evaluation, weak: SliceFindings | None) -> Iterator[Finding]:
    """A finding for each of the most telling slices; `weak` as `search_wrong` finds them."""
    rule = check_rules.WEAK_SLICE
    if weak is None:
        return
    tables = evaluation.document_tables
    errors = tables.fp + tables.fn
    for one in weak.slices[:MOST]:
        of = one.weak
        inside = np.searchsorted(evaluation.rows, one.rows)
        beyond = (of.inside - of.rest) / of.inside
        low, high = 100 * float(of.interval.low), 100 * float(of.interval.high)
        found = rule.found(
            documents=one.rows,
            severity="warning" if of.p <= SURE else None,
            evidence={
                "documents": of.documents,
                "wrong": of.inside,
                "wrong_elsewhere": of.rest,
                "p": of.p,
                "false_discovery_rate": of.q,
            },
            slice=one.words,
            n=of.documents,
            inside=of.inside,
            rest=of.rest,
            likely=rule.clause("apart" if low >= 1 else "open", low=low, high=high),
            p=p_of(of.p),
            looked_at=sum(weak.searched.looked_at),
            gain=round(of.gain),
            explains=(round(beyond * float(errors[inside].sum())), float(errors.sum())),
        )
        yield replace(found, met=one.conditions)
