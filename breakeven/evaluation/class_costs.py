"""What a wrong decision costs, for all classes and for those that have costs of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from metrics.thresholds.loss import ERROR_RATE, CostMatrix


@dataclass(frozen=True)
class ClassCosts:
    """The costs of all classes, and by name of those that have their own."""

    everywhere: CostMatrix = ERROR_RATE
    own: tuple[tuple[str, CostMatrix], ...] = ()

    def of(self, classes: Sequence[str]) -> tuple[CostMatrix, ...]:
        """One loss per class."""
        own = dict(self.own)
        return tuple(own.get(name, self.everywhere) for name in classes)


ZERO_ONE = ClassCosts()
