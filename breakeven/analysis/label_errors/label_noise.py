"""What wrong labels may do to the numbers of a system: a band around each, never a correction."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from breakeven.analysis.annotators.ceiling import LikeForLike, ceiling_measures
from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.averaging import Undefined, anomaly_free, mean_of
from metrics.label_errors.noise_band import LabelNoise, NoiseBand, noise_band, noise_of
from metrics.measures import Measure
from metrics.tallies import ContingencyTable
from metrics.typing import Array, AverageName
from metrics.uncertainty.intervals import Interval

# a class with fewer documents does not tell its own error rates: those of all classes are taken
FEWEST = 10


@dataclass(frozen=True)
class LabelNoiseBand(Interval):
    """A value as the labels give it, and what it may be if labels are wrong.

    `low`, `high`: if as many wrong labels as can be fall on the system's hits, or on its errors;
    `independent`: if they know nothing of the system. NaN where undefined. Scalars, or arrays of
    one shape.
    """

    independent: Array


@dataclass(frozen=True)
class NoisyTruth:
    """The tables of an evaluation if its labels are as often wrong as `noise` says.

    `stated`: the user said how often; else it is how often one annotator differs from the vote
    of the others, per class, shape (classes,). Stated noise is of shape ().
    """

    evaluation: Evaluation
    noise: LabelNoise
    tables: NoiseBand
    stated: bool

    @property
    def wrong(self) -> float:
        """Share of the given labels that are wrong, all classes together; NaN without any."""
        if self.stated:
            return float(self.noise.wrong)
        given = self.evaluation.tables.positives
        return _share(given * self.noise.wrong, given)

    @property
    def missing(self) -> float:
        """Share of the true labels that were not given, all classes together; NaN without any."""
        if self.stated:
            return float(self.noise.missing)
        true = self.tables.high.positives
        return _share(true * self.noise.missing, true)

    def average(self, average: AverageName, beta: float, undefined: Undefined) -> LabelNoiseBand:
        """The band of F, micro or macro. ValueError for other averages: there is none.

        Over documents it would need to be known which ones the wrong labels are on; and weights of
        classes would move with the labels.
        """
        if average not in ("micro", "macro"):
            raise ValueError("label noise leaves a band around micro and macro averages only")
        measure = ceiling_measures(beta)["f"]

        def value(table: ContingencyTable) -> float:
            if average == "micro":
                return float(measure(table.pooled()))
            return mean_of(measure(table), undefined, anomaly_free(table)).value

        return self._band(lambda table: np.array(value(table)))

    def per_class(self, beta: float) -> LabelNoiseBand:
        """The band of F of every class, shape (classes,)."""
        measure = ceiling_measures(beta)["f"]
        return self._band(measure)

    def _band(self, measure: Measure) -> LabelNoiseBand:
        return LabelNoiseBand(
            measure(self.tables.low),
            measure(self.tables.high),
            measure(self.tables.independent),
            value=measure(self.evaluation.tables),
        )


def noisy_truth(evaluation: Evaluation, noise: LabelNoise, stated: bool) -> NoisyTruth:
    """What label noise may do to an evaluation."""
    return NoisyTruth(evaluation, noise, noise_band(evaluation.tables, noise), stated)


def stated_noise(share: float) -> LabelNoise:
    """Of the labels given this share is wrong, and of the true ones as many are missing.

    ValueError outside 0 to below 1.
    """
    if not 0 <= share < 1:
        raise ValueError(f"label noise is {share:g}; give the share of wrong labels, 0 to below 1")
    return LabelNoise(np.array(share), np.array(share))


def noise_of_people(comparison: LikeForLike) -> LabelNoise:
    """How often one annotator differs from the vote of the others; ValueError without any.

    Per class over all annotators; a class of fewer than `FEWEST` has the rates of all classes.
    The vote is not the truth, so a person may be right where it is wrong: nothing but that these
    are the rates at which people differ.
    """
    if not comparison.left_out:
        raise ValueError("no two people labelled the same documents")
    tables = comparison.left_out[0].human.tables
    for left_out in comparison.left_out[1:]:
        tables = tables + left_out.human.tables
    return noise_of(tables, FEWEST)


def _share(part: Array, total: Array) -> float:
    denominator = float(np.nansum(total))
    return float(np.nansum(part)) / denominator if denominator else float("nan")
