"""Whether a system is worse on one split than on another, as a whole and in single classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics import measures
from metrics.measures import ratio
from metrics.typing import EQUAL, F1_BETA, Array
from metrics.uncertainty.significance import corrected

# one-sided; a fall is named beyond it, and from so much on: smaller ones change nothing
ALPHA = 0.01
LEAST, LEAST_OF_CLASS = 0.03, 0.10
# of fewer documents of a class, or predictions of it, on either side nothing is said
FEWEST = 20
NORMAL_95 = 1.959963984540054
SIDES: tuple[Literal["recall", "precision"], ...] = ("recall", "precision")


@dataclass(frozen=True, kw_only=True)
class ClassFall:
    """A class whose recall or precision is lower on the later split; `p` one-sided (Holm)."""

    class_index: int
    measure: Literal["recall", "precision"]
    before: float
    after: float
    p: float


@dataclass(frozen=True, kw_only=True)
class SplitFall:
    """A system on the split `earlier` and on the one under review.

    `measure`: accuracy where each document has one class, else micro F₁; `before`, `after`: its
    values there and here, in [0, 1]; `low` to `high`: by how much it is lower here, with 95 %
    confidence. `beyond`: clearly lower (1 %). `classes`: those that fall, the farthest first.
    """

    earlier: str
    measure: str
    before: float
    after: float
    low: float
    high: float
    beyond: bool
    classes: tuple[ClassFall, ...]


def split_fall(evaluation: Evaluation, earlier: Evaluation | None) -> SplitFall | None:
    """How far a system falls from another split; None where it clearly falls in nothing.

    `earlier`: the same system, and the same rule, on documents it has not learnt from.
    """
    if earlier is None or earlier.split is None or earlier.split == evaluation.split:
        return None
    values, errors = zip(*(_micro(part) for part in (earlier, evaluation)), strict=True)
    error, fall = float(np.hypot(*errors)), values[0] - values[1]
    beyond = _clear(fall, error) and fall >= LEAST - EQUAL
    classes = _falling(earlier, evaluation)
    if not beyond and not classes:
        return None
    return SplitFall(
        earlier=earlier.split,
        measure="accuracy" if evaluation.single_label else "micro F₁",
        before=values[0],
        after=values[1],
        low=fall - NORMAL_95 * error,
        high=fall + NORMAL_95 * error,
        beyond=beyond,
        classes=classes,
    )


def _micro(evaluation: Evaluation) -> tuple[float, float]:
    """Micro F1 and its standard error, by its 95 % interval."""
    interval = evaluation.micro_intervals(F1_BETA)[2]
    value = float(measures.f_beta(evaluation.tables.pooled(), F1_BETA))
    return value, float(interval.high - interval.low) / 2 / NORMAL_95


def _clear(fall: float, error: float) -> bool:
    from scipy.special import ndtri  # takes long to import

    return bool(error > 0 and fall / error > ndtri(1 - ALPHA))


def _falling(earlier: Evaluation, evaluation: Evaluation) -> tuple[ClassFall, ...]:
    """Recall and precision of every class in both splits; none where documents have weights."""
    if evaluation.scored.sampled or earlier.scored.sampled:
        return ()
    from scipy.special import ndtr  # takes long to import

    p, values = [], []
    for measure in SIDES:
        hits, trials = zip(
            *(_of_side(part, measure) for part in (earlier, evaluation)), strict=True
        )
        before, after = (ratio(hit, n) for hit, n in zip(hits, trials, strict=True))
        pooled = ratio(hits[0] + hits[1], trials[0] + trials[1])
        error = np.sqrt(pooled * (1 - pooled) * (ratio(1, trials[0]) + ratio(1, trials[1])))
        enough = (np.minimum(trials[0], trials[1]) >= FEWEST) & (error > 0)
        z = np.where(enough, ratio(before - after, np.where(enough, error, 1)), np.nan)
        p.append(ndtr(-z))
        values.append((before, after))
    corrected_p = corrected(np.concatenate(p), "holm").reshape(2, -1)
    falls = [
        ClassFall(
            class_index=int(c), measure=measure, p=float(corrected_p[side, c]),
            before=float(values[side][0][c]), after=float(values[side][1][c]),
        )
        for side, measure in enumerate(SIDES)
        for c in np.flatnonzero(_far(corrected_p[side], *values[side]))
    ]  # fmt: skip
    return tuple(sorted(falls, key=lambda fall: fall.after - fall.before))


def _far(p: Array, before: Array, after: Array) -> Array:
    return (p < ALPHA) & (before - after >= LEAST_OF_CLASS - EQUAL)


def _of_side(evaluation: Evaluation, measure: str) -> tuple[Array, Array]:
    tables = evaluation.tables
    of = tables.positives if measure == "recall" else tables.assigned
    return np.asarray(tables.tp, dtype=float), np.asarray(of, dtype=float)
