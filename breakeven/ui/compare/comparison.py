"""What the compare page is about: all systems, and the two that face each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from breakeven.comparison.caveats import Caveat, caveats
from breakeven.comparison.common import Settings, SharedDocuments
from breakeven.comparison.comparison import Pair, SideBySide
from breakeven.evaluation.evaluation import Evaluation
from breakeven.text import f_name
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.kept.compared import facing, side_of
from metrics.significance import corrected
from metrics.typing import Array


def measure_names(beta: float, ranked: bool) -> dict[str, str]:
    """The measures to choose from; those of rankings only where every system has scores."""
    names = {"f": f_name(beta), "precision": "Precision", "recall": "Recall"}
    if ranked:
        names |= {"break_even": "Break-even point", "eleven_point": "Eleven-point average"}
    return names


@dataclass(frozen=True)
class Compared:
    """All systems, and the two that face each other: `old` and `new` are positions among them."""

    side: SideBySide
    old: int
    new: int
    caveats: list[Caveat]

    @property
    def pair(self) -> Pair:
        """The two systems that face each other."""
        return facing(self.side, self.old, self.new)

    @property
    def before(self) -> Evaluation:
        """The evaluation of the system that is called old."""
        return self.side.common.evaluations[self.old]

    @property
    def after(self) -> Evaluation:
        """The evaluation of the system that is called new."""
        return self.side.common.evaluations[self.new]


def best_other(common: SharedDocuments, old: int, beta: float) -> int:
    """The system to set against `old` until one is chosen: the best other by micro F."""
    others = [i for i in range(len(common.systems)) if i != old]
    return max(others, key=lambda i: (common.evaluations[i].micro(beta)["f"], -i))


def compared(common: SharedDocuments, settings: Settings, old: int, new: int) -> Compared:
    """Two systems among all that are compared, with what to keep in mind."""
    return Compared(side_of(common, settings), old, new, caveats(common, settings))


@dataclass(frozen=True)
class AgainstAll:
    """One system against each other one, in their order: p by average, and by Holm."""

    pairs: list[Pair]
    p: dict[str, Array]
    holm: dict[str, Array]


# kept, as the correction of statsmodels takes longer than the rest of the page
@cached(entries=24, spinner="Setting every two against each other …")
def against_all(side: SideBySide, old: int) -> AgainstAll:
    """The system of every page against every other, by randomisation of micro and macro."""
    pairs = [facing(side, old, i) for i in range(len(side.systems)) if i != old]
    p = {
        average: np.array(
            [x.randomised.averages[average] if x.randomised else np.nan for x in pairs]
        )
        for average in ("micro", "macro")
    }
    return AgainstAll(pairs, p, {key: corrected(q, "holm") for key, q in p.items()})
