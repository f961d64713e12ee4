"""What stands against comparing two systems' numbers, with the evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from metrics import measures
from metrics.evaluation import Evaluation
from metrics.paired import OF_RANKINGS, Common, Settings
from metrics.tallies import Array

# a break-even point whose precision and recall are further apart says little
WIDE_GAP = 0.1
TUNED_ON = ("train", "training", "dev", "development", "valid", "validation", "val", "tune")


@dataclass(frozen=True)
class Obstacle:
    """One reason for care. `kind` names it; `systems` whom it is about; `numbers` as needed.

    documents: the systems spoke of different ones; `numbers`: left out of each system.
    cuts: decisions come about in different ways; `detail`: how, per system.
    assumed: a threshold that nobody chose.
    tuned: the split's name says that thresholds may have been chosen on it.
    silent: classes a system gave neither score nor decision, though they have documents and
    another system did; `numbers`: how many, per system.
    undefined: averages over different classes, as 0/0 was left out; `numbers`: classes averaged.
    break_even: threshold chosen on the documents shown; not to be set beside F.
    interpolated: break-even values far from meeting; `numbers`: how many classes.
    """

    kind: Literal[
        "documents",
        "cuts",
        "assumed",
        "tuned",
        "silent",
        "undefined",
        "break_even",
        "interpolated",
    ]
    systems: tuple[str, ...]
    numbers: tuple[int, ...] = ()
    detail: tuple[str, ...] = ()


def obstacles(common: Common, settings: Settings) -> list[Obstacle]:
    """Every reason for care that the data themselves show."""
    es = common.evaluations
    found = []
    if any(common.left_out):
        found.append(Obstacle("documents", common.systems, common.left_out))
    found += _of_rankings(es, settings) if settings.measure in OF_RANKINGS else _of_cuts(es)
    split = es[0].split
    if split is not None and split.lower() in TUNED_ON:
        found.append(Obstacle("tuned", common.systems, detail=(split,)))
    silent = [_silent_classes(e) for e in es]
    # a class nobody spoke of tells no two systems apart
    spoken = ~np.logical_and.reduce(silent) & (es[0].tables.positives > 0)
    counts = [int((s & spoken).sum()) for s in silent]
    if any(counts):
        named = [(e.system, n) for e, n in zip(es, counts, strict=True) if n]
        found.append(Obstacle("silent", tuple(s for s, _ in named), tuple(n for _, n in named)))
    if settings.measure not in OF_RANKINGS and settings.undefined in ("drop", "partition"):
        averaged = [_defined(e, settings) for e in es]
        if any((a != averaged[0]).any() for a in averaged):
            over = tuple(int(a.sum()) for a in averaged)
            found.append(Obstacle("undefined", common.systems, over))
    return found


def _of_cuts(es: Sequence[Evaluation]) -> list[Obstacle]:
    names = tuple(e.system for e in es)
    cuts = tuple(str(e.cut) for e in es)
    found = []
    if len({e.cut.rule for e in es}) > 1:
        found.append(Obstacle("cuts", names, detail=cuts))
    assumed = [(e.system, str(e.cut)) for e in es if e.cut.assumed]
    if assumed:
        found.append(
            Obstacle("assumed", tuple(s for s, _ in assumed), detail=tuple(c for _, c in assumed))
        )
    return found


def _of_rankings(es: Sequence[Evaluation], settings: Settings) -> list[Obstacle]:
    if settings.measure != "break_even":
        return []
    found = [Obstacle("break_even", tuple(e.system for e in es))]
    wide = [sum(p.gap > WIDE_GAP for p in e.scored.break_even_points) for e in es]
    if any(wide):
        named = [(e.system, n) for e, n in zip(es, wide, strict=True) if n]
        found.append(
            Obstacle("interpolated", tuple(s for s, _ in named), tuple(n for _, n in named))
        )
    return found


def _silent_classes(e: Evaluation) -> Array:
    """Classes without any score, or, where there are no scores, without any decision."""
    scores = e.scored.scores
    if scores is None:
        return np.asarray(e.tables.assigned == 0)
    if sparse.issparse(scores):
        return np.diff(sparse.csr_array(scores).indptr) == 0
    return np.zeros(len(e.classes), dtype=bool)


def _defined(e: Evaluation, settings: Settings) -> Array:
    defined = ~np.isnan(settings.of(e.tables))
    if settings.undefined == "partition":
        defined &= ~np.isnan(measures.precision(e.tables))
        defined &= ~np.isnan(measures.recall(e.tables)) & ~np.isnan(measures.fallout(e.tables))
    return defined
