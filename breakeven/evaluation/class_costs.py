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

    def __str__(self) -> str:
        c = self.everywhere
        said = f"a miss costs {c.fn:g}, a false alarm {c.fp:g}"
        if c.tp or c.tn:
            said += f", a hit {c.tp:g}, a right no {c.tn:g}"
        n = len(self.own)
        return said + (f"; own costs for {n:,} class{'' if n == 1 else 'es'}" if n else "")


ZERO_ONE = ClassCosts()
