"""Whether macro F lies apart from micro F because small or large classes are the weaker ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from metrics.measures import f_beta

# closer than this is about the same
ALIKE = 0.02


@dataclass(frozen=True, kw_only=True)
class SizeEffect:
    """How macro F lies to micro F, and whether the sizes of the classes bear it out.

    `above_micro`: macro F - micro F; `gap`: mean F of the larger half of the classes with
    documents less that of the smaller half; both in [-1, 1], NaN where a side is undefined.
    `weaker`: the half that explains the difference; None where neither does.
    """

    above_micro: float
    gap: float
    weaker: Literal["small", "large"] | None

    @property
    def alike(self) -> bool:
        """Whether macro and micro F are about the same."""
        return abs(self.above_micro) <= ALIKE


def size_effect(evaluation: Evaluation, beta: float, above_micro: float) -> SizeEffect:
    """What the classes say of `above_micro`, macro F less micro F.

    Micro and macro also part when a few classes draw most of the wrong decisions: small classes
    are to blame only where macro F is the lower one and they are weaker by more than `ALIKE`,
    large ones only where it is the higher one. Source: this project.
    """
    values, size = f_beta(evaluation.tables, beta), evaluation.tables.positives
    known = ~np.isnan(values) & (size > 0)
    small = known & (size <= np.median(size[known])) if known.any() else known
    large = known & ~small
    gap = float("nan")
    if small.any() and large.any():
        gap = float(values[large].mean() - values[small].mean())
    effect = SizeEffect(above_micro=above_micro, gap=gap, weaker=None)
    if effect.alike or not abs(gap) > ALIKE or not above_micro * gap < 0:
        return effect
    weaker: Literal["small", "large"] = "small" if gap > 0 else "large"
    return SizeEffect(above_micro=above_micro, gap=gap, weaker=weaker)
