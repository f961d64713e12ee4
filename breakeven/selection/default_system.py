"""The system that is looked at before anybody chooses one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from breakeven.evaluation.cut import natural_cut
from breakeven.evaluation.evaluation import evaluate
from breakeven.evaluation.scored import score_split
from breakeven.records import Predictions, Review
from breakeven.selection.errors import NoSystemError
from breakeven.splits import role_of, tuning_split


@dataclass(frozen=True)
class DefaultSystem:
    """A system, and why this one: the best of so many on the split `dev`, else the first of them.

    `dev` None: there is no split that all of them can be compared on before the test.
    """

    system: str
    of: int
    dev: str | None = None

    def __str__(self) -> str:
        if self.of == 1:
            return "the only one"
        if self.dev is None:
            return f"the first of {self.of:,}"
        return f"best of {self.of:,} on {self.dev}"


def default_system(review: Review) -> DefaultSystem:
    """The system with the highest micro F1 on dev, each by its own default cut; else the first.

    They are compared only where each of them spoke of the same documents of dev, so that no test
    document is looked at for it. Of equals the first, and undefined values are below all others.
    NoSystemError where the review has none.
    """
    systems, of = review.own, len(review.own)
    if not systems:
        raise NoSystemError
    dev = _common_dev(review) if of > 1 else None
    if dev is None:
        return DefaultSystem(systems[0].system, of)
    values = [_micro_f(review, said, dev) for said in systems]
    best = int(np.argmax(np.nan_to_num(values, nan=-1.0)))
    return DefaultSystem(systems[best].system, of, dev)


def _common_dev(review: Review) -> str | None:
    """The dev split, where every system spoke of the same labelled documents of it."""
    truth, systems = review.truth, review.own
    dev = tuning_split(truth, systems[0])
    if truth.labels is None or dev is None or role_of(dev) != "dev":
        return None
    first, *others = [said.rows[said.positions_in(truth, dev)] for said in systems]
    return dev if all(np.array_equal(first, rows) for rows in others) else None


def _micro_f(review: Review, said: Predictions, split: str) -> float:
    truth = review.truth
    part = score_split(truth, said, split)
    cut = natural_cut(said, truth.task == "single-label")
    return evaluate(said, part, split, cut).micro(1.0)["f"]
