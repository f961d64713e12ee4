"""What more training documents would give, from systems that learnt from several numbers of them.

Those in their names, or as somebody says it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from breakeven.analysis.comparison.shared_documents import SharedDocuments, share_answered
from breakeven.analysis.evaluation.evaluation import Evaluation, decided, exactly_right
from metrics.averaging import Undefined
from metrics.dataset.learning_curve import FARTHEST, FittedCurve, learning_curve
from metrics.measures import f_beta
from metrics.typing import Array
from metrics.uncertainty.average_intervals import (
    Influence,
    interval_of,
    macro_influence,
    mean_influence,
    micro_influence,
)
from metrics.uncertainty.intervals import Interval

# --- how many documents systems learnt from: read from their names, or as somebody says it


# a number that is no part of another one, of a share or of a word that goes on; 1k is 1,000
NUMBER = re.compile(r"(?<![\d.,])(\d{1,3}(?:,\d{3})+|\d+)([km]?)(?![\da-z%]|[.,]\d| ?%)", re.I)
TIMES = {"": 1, "k": 1_000, "m": 1_000_000}
# nobody trains on fewer; smaller numbers in names are versions
LEAST = 10
LARGEST = 10**12
# what stands before a number and belongs to it: "svm n=500" is of "svm"
BEFORE = re.compile(
    r"(?:(?:^|[\s_\-(\[@:/])(?:n|size|train|trained on|docs)[\s_\-=:]*|[\s_\-(\[@:/=]+)$"
)


def sizes_in_names(names: Sequence[str]) -> dict[str, int]:
    """Systems whose names give a training size, such as "svm-1000" or "svm n=500".

    Only of learners with two different sizes or more: one number in one name says nothing.
    """
    found = {name: size for name in names if (size := _read(name)[1]) is not None}
    of: dict[str, set[int]] = defaultdict(set)
    for name, size in found.items():
        of[learner_of(name)].add(size)
    return {name: size for name, size in found.items() if len(of[learner_of(name)]) > 1}


def learner_of(name: str) -> str:
    """What a system's name says beside a training size; "" where there is none in it."""
    return _read(name)[0]


def _read(name: str) -> tuple[str, int | None]:
    """The name without the last number that can be a training size, and that number."""
    for match in reversed(list(NUMBER.finditer(name))):
        size = int(match[1].replace(",", "")) * TIMES[match[2].lower()]
        if LEAST <= size <= LARGEST:
            rest = BEFORE.sub("", name[: match.start()]) + name[match.end() :].lstrip(")]")
            return rest.strip(), size
    return "", None


def checked_sizes(sizes: Mapping[str, int], systems: Iterable[str]) -> dict[str, int]:
    """The training sizes of these systems; ValueError for one that is unknown or no size."""
    names = list(systems)
    for name, size in sizes.items():
        if name not in names:
            raise ValueError(f"there is no system {name!r}; choose one of {', '.join(names)}")
        if not 1 <= size <= LARGEST or size != int(size):
            raise ValueError(
                f"{size!r} documents is no training size; give a whole number from 1 to {LARGEST:,}"
            )
    return {name: int(size) for name, size in sizes.items()}


def size_of_text(text: str) -> tuple[str, int]:
    """The system and its training size of a text like `svm-large=10000`; ValueError for others."""
    name, _, number = (piece.strip() for piece in text.rpartition("="))
    match = NUMBER.fullmatch(number)
    if not name or match is None:
        raise ValueError(f"{text!r} gives no training size; write SYSTEM=1000")
    return name, int(match[1].replace(",", "")) * TIMES[match[2].lower()]


# --- what more training documents would give, from systems that learnt from several numbers of
# them
#
# All systems are measured on the documents that each of them decided, so what is uncertain about
# those documents is uncertain for all points of a curve together.


# `error`: the share of documents whose classes are not exactly the true ones
LearningMeasure = Literal["micro", "macro", "error"]
LEARNING_MEASURES: tuple[LearningMeasure, ...] = ("micro", "macro", "error")
# what is asked of a curve: these times the largest size
FORECAST_TIMES = (2.0, FARTHEST)
# of a line that is drawn
STEPS = 60


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """What a curve gives at a training size, and how much more than at the largest one there is.

    Each with its 95 % interval. For an error what is less is better, and `gain` is below 0.
    """

    size: float
    value: float
    interval: Interval
    gain: float
    gain_interval: Interval


@dataclass(frozen=True, kw_only=True)
class LearningCurve:
    """One measure of one learner against its training size; points by rising size.

    `learner`: what the systems' names have in common, "" where names do not give the sizes.
    `sizes`, `values`: (points,), with 95 % intervals `ends`. `fitted` is of what rises: of the
    share of documents that are right where `measured` is their error.
    """

    learner: str
    measured: LearningMeasure
    systems: tuple[str, ...]
    sizes: Array
    values: Array
    ends: Interval
    fitted: FittedCurve

    @property
    def why_not(self) -> str:
        """Why there is no curve; empty where there is one."""
        return self.fitted.why_not

    @property
    def limit(self) -> float | None:
        """What the measure tends to as the training documents grow; None without a curve."""
        law = self.fitted.law
        return None if law is None else float(self._shown(law.a))

    def forecast(self, size: float) -> Forecast:
        """What a training size would give. ValueError without a curve, or too far off."""
        fitted = self.fitted
        if fitted.law is None:
            raise ValueError(f"there is no curve: {self.why_not}")
        gain, around = fitted.gain(size)
        return Forecast(
            size=size,
            value=float(self._shown(fitted.law.value_at(size))),
            interval=self._turned(fitted.interval(size), 1.0),
            gain=-gain if self.measured == "error" else gain,
            gain_interval=self._turned(around, 0.0),
        )

    def line(self) -> tuple[Array, Array, Interval]:
        """The curve as far as it may be followed, where there is one: sizes, values, interval."""
        fitted, most = self.fitted, FARTHEST * float(self.sizes.max())
        assert fitted.law is not None
        # rounding would lie beyond the last size
        sizes = np.minimum(np.geomspace(float(self.sizes.min()), most, STEPS), most)
        ends = self._turned(fitted.interval(sizes), 1.0)
        return sizes, self._shown(fitted.law.value_at(sizes)), ends

    def _shown(self, value: Array) -> Array:
        return 1 - value if self.measured == "error" else value

    def _turned(self, ends: Interval, top: float) -> Interval:
        if self.measured != "error":
            return ends
        return Interval(top - ends.high, top - ends.low)


@dataclass(frozen=True)
class LearningCurves:
    """Curves of every learner and measure, on the documents that all systems decided."""

    curves: tuple[LearningCurve, ...]
    documents: int
    left_out: int

    def of_measure(self, measured: LearningMeasure) -> tuple[LearningCurve, ...]:
        """Those of one measure, learner by learner."""
        return tuple(curve for curve in self.curves if curve.measured == measured)


def learning_curves(
    evaluations: Sequence[Evaluation],
    sizes: Mapping[str, int],
    beta: float,
    undefined: Undefined,
) -> LearningCurves:
    """Micro and macro F, and the share of documents that are wrong, against the training size.

    `evaluations` of one truth; those without a size are left out. ValueError where none has one,
    or where the systems have fewer than two documents in common.
    """
    with_size = [evaluation for evaluation in evaluations if evaluation.system in sizes]
    if not with_size:
        raise ValueError("no system's training size is known; say it, such as svm-1000=1000")
    with_size.sort(key=lambda evaluation: sizes[evaluation.system])
    common = share_answered(with_size)
    if common.drawn < 2:
        raise ValueError("the systems have fewer than two documents in common")
    learners = [learner_of(e.system) for e in with_size]
    curves = []
    for learner in dict.fromkeys(learners):
        of_learner = [
            e for e, name in zip(common.evaluations, learners, strict=True) if name == learner
        ]
        own = np.array([sizes[evaluation.system] for evaluation in of_learner])
        curves += [_curve(learner, m, of_learner, own, beta, undefined) for m in LEARNING_MEASURES]
    return LearningCurves(tuple(curves), common.documents, _left_out(common))


def _left_out(common: SharedDocuments) -> int:
    return max(common.left_out) + max(common.unanswered, default=0)


def _curve(
    learner: str,
    measured: LearningMeasure,
    evaluations: Sequence[Evaluation],
    sizes: Array,
    beta: float,
    undefined: Undefined,
) -> LearningCurve:
    influences = [_influence(e, measured, beta, undefined) for e in evaluations]
    gathered = decided(evaluations[0]).gathered
    values = np.array([influence.value for influence in influences])
    ends = [interval_of(influence, gathered) for influence in influences]
    around = Interval(np.array([e.low for e in ends]), np.array([e.high for e in ends]))
    effects = np.array(
        [
            each.per_document if gathered is None else gathered @ each.per_document
            for each in influences
        ]
    )
    wanting = [0.0 if each.unseen is None else each.unseen.wanting for each in influences]
    fitted = learning_curve(sizes, values, around, effects @ effects.T + np.diag(wanting))
    error = measured == "error"
    return LearningCurve(
        learner=learner,
        measured=measured,
        systems=tuple(evaluation.system for evaluation in evaluations),
        sizes=sizes,
        values=1 - values if error else values,
        ends=Interval(1 - around.high, 1 - around.low) if error else around,
        fitted=fitted,
    )


def _influence(
    evaluation: Evaluation, measured: LearningMeasure, beta: float, undefined: Undefined
) -> Influence:
    """The value, and how far each document moves it; for the error, of the documents right."""
    of, measure = decided(evaluation), partial(f_beta, beta=beta)
    if measured == "micro":
        return micro_influence(of, measure)
    if measured == "macro":
        return macro_influence(of, measure, undefined)
    return mean_influence(*exactly_right(evaluation), of.gathered)
