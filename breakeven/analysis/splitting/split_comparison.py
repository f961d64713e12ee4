"""A proposed split beside the present one, both looked at by the checks of splits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from breakeven.analysis.findings.checks import search_near
from breakeven.analysis.selection.data_errors import tainted_documents
from breakeven.analysis.splitting.split_plan import SplitPlan
from breakeven.analysis.splitting.split_proposal import USUAL_LIMITS, ProposedSplit, propose_split
from breakeven.data.records import Truth
from breakeven.data.splits import class_counts
from metrics.measures import ratio
from metrics.typing import Array


@dataclass(frozen=True, kw_only=True)
class SplitDivision:
    """How a truth is divided, part by part, in one order; arrays of shape (parts,).

    `documents`; `present`: classes with a document; `leaking`: documents that are in an earlier
    part too, by id or text; `distance`: total variation between the part's mix of classes and that
    of all parts, NaN where it has no labels.
    """

    parts: tuple[str, ...]
    documents: Array
    present: Array
    leaking: Array
    distance: Array


@dataclass(frozen=True, kw_only=True)
class SplitComparison:
    """A proposed split, and how it divides the documents beside the present one."""

    proposed: ProposedSplit
    before: SplitDivision
    after: SplitDivision


def compare_splits(truth: Truth, plan: SplitPlan) -> SplitComparison:
    """The split that a plan asks for beside the present one. ValueError as for `propose_split`."""
    proposed = propose_split(truth, plan)
    before, after = (
        division_of(divided, plan.near) for divided in (truth, proposed.applied_to(truth))
    )
    return SplitComparison(proposed=proposed, before=before, after=after)


def division_of(truth: Truth, near: bool) -> SplitDivision:
    """What each split holds, and what leaks by the usual limits; `near`: nearly equal texts too."""
    found = tainted_documents(
        truth, USUAL_LIMITS, search_near(truth, USUAL_LIMITS) if near else None
    )
    leaked = [rows for code, rows in found.by_rule.items() if code.startswith("leak.")]
    rows = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *leaked]))
    counts, splits = class_counts(truth), len(truth.splits)
    mix = ratio(counts, counts.sum(axis=1, keepdims=True))
    whole = ratio(counts.sum(axis=0), counts.sum())
    return SplitDivision(
        parts=truth.splits,
        documents=np.bincount(truth.split_of[truth.split_of >= 0], minlength=splits),
        present=(counts > 0).sum(axis=1),
        leaking=np.bincount(truth.split_of[rows], minlength=splits),
        distance=np.abs(mix - whole).sum(axis=1) / 2,
    )
