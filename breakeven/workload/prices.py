"""What wrong decisions and the work of people cost."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from breakeven.text import amount_of, cell_of


@dataclass(frozen=True, kw_only=True)
class Prices:
    """What one of each costs, in any unit, and how much there is to do.

    `miss`, `false_alarm`: of a class; `review`: of a document that a person looks at; `minutes`:
    that it takes; `volume`: documents a month. ValueError below 0.
    """

    miss: float = 1.0
    false_alarm: float = 1.0
    review: float = 0.0
    minutes: float = 1.0
    volume: float = 1_000.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not 0 <= value < math.inf:
                name = field.name.replace("_", " ")
                raise ValueError(f"{name} is {value:g}; give a number from 0 on")


def money(value: float) -> str:
    """An amount in the user's own unit, from 0 on: whole from 100 on."""
    return amount_of(round(value)) if value >= 100 else cell_of(value, 1)
