"""An evaluation of which only numbers are here: its documents stayed where they were counted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from breakeven.evaluation.counts import Counts
from breakeven.evaluation.curves import Curves
from breakeven.evaluation.cut import Cut
from metrics.measures import f_beta
from metrics.ranking.curves import hit_points
from metrics.tallies import ScoreTally


@dataclass(frozen=True)
class BestF:
    """The highest F that a threshold gives a class, and the highest such; NaN without positives."""

    value: float
    threshold: float


@dataclass(frozen=True, kw_only=True)
class CountedEvaluation:
    """A system's decisions on a split under one cut, counted by an engine.

    `name`: of the table. `engine`: what counted, in words. `curves`: None where the system has no
    scores. `weight_column`: the column of the documents' weights. `notes`: what was assumed.
    """

    name: str
    engine: str
    system: str
    split: str | None
    cut: Cut
    classes: tuple[str, ...]
    counts: Counts
    curves: Curves | None
    weight_column: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def documents(self) -> int:
        """How many documents were counted."""
        times = self.counts.times
        return len(self.counts.judged) if times is None else int(times.sum())

    def __repr__(self) -> str:
        f = self.counts.micro(1.0)["f"]
        return f"<Evaluation of {self.system} on {self.name}: F micro {f:.3f}>"

    @cached_property
    def best_f(self) -> tuple[BestF, ...]:
        """The best F1 of each class; ValueError without scores."""
        if self.curves is None:
            raise ValueError("without scores there is no threshold")
        return tuple(_best_f(tally) for tally in self.curves.tallies)


def _best_f(tally: ScoreTally) -> BestF:
    points = hit_points(tally)
    if not tally.r or not len(points):
        return BestF(float("nan"), float("nan"))
    f = f_beta(points.table())
    best = int(np.argmax(f))
    return BestF(float(f[best]), float(points.threshold[best]))
