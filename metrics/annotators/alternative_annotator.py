"""Whether a system may stand in for a person: the alternative annotator test.

Source: Calderon, Reichart & Dror (2025), The Alternative Annotator Test, arXiv 2501.10970.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from metrics.effective_size import variance_of_mean
from metrics.typing import EQUAL, Array

FALSE_FINDINGS = 0.05
# what the paper asks for: fewer documents than this and the t-test does not hold
FEWEST = 30
ENOUGH_WINS = 0.5


@dataclass(frozen=True)
class Advantage:
    """A system against one person, both aligned with the others.

    `documents`: how many both judged, and somebody else. `system`: share of them on which the
    system agrees with the others at least as well as the person (rho_f); `person`: the reverse
    (rho_h). `p`: one-sided, of `person` - `system` being below epsilon; NaN below `FEWEST`.
    """

    documents: int
    system: float
    person: float
    p: float


@dataclass(frozen=True)
class AlternativeTest:
    """The test over all people: arrays have shape (people,).

    `wins`: the system wins against the person, false findings being held at 5 % by Benjamini &
    Yekutieli. `rate`: winning rate over those tested (omega), in [0, 1]; `advantage`: mean share
    of documents on which the system is as good or better (rho), in [0, 1]. NaN without any.
    """

    each: tuple[Advantage, ...]
    wins: Array
    rate: float
    advantage: float

    @property
    def tested(self) -> int:
        """How many people had enough documents to be tested."""
        return int(sum(not np.isnan(one.p) for one in self.each))

    @property
    def may_replace(self) -> bool:
        """Whether the winning rate is half at least."""
        return bool(self.rate >= ENOUGH_WINS)


def advantage_over(
    system: Array, person: Array, epsilon: float, gathered: sparse.csr_array | None = None
) -> Advantage:
    """The system against one person, from how well each agrees with the others, (documents,).

    One-sided t-test of d = [person >= system] - [system >= person] having a mean below `epsilon`:
    the documents' variance, by weights and clusters where `gathered` has them. Where all d are
    equal p is 0 below epsilon and else 1. Source: arXiv 2501.10970.
    """
    from scipy.special import stdtr

    ahead, level = system - person, np.abs(system - person) <= EQUAL
    system_wins, person_wins = level | (ahead > 0), level | (ahead < 0)
    n = len(ahead)
    nan = float("nan")
    if not n:
        return Advantage(0, nan, nan, nan)
    weight = np.ones(n) if gathered is None else np.asarray(gathered.sum(axis=0)).ravel()
    of_system, of_person = (
        float(weight @ wins / weight.sum()) for wins in (system_wins, person_wins)
    )
    units = n if gathered is None else int(np.sum(np.diff(gathered.indptr) > 0))
    if units < FEWEST:
        return Advantage(n, of_system, of_person, nan)
    d = person_wins.astype(float) - system_wins
    error = float(np.sqrt(variance_of_mean(d, gathered)))
    below = of_person - of_system - epsilon
    p = float(stdtr(units - 1, below / error)) if error > EQUAL else float(below >= -EQUAL)
    return Advantage(n, of_system, of_person, p)


def alternative_test(advantages: Sequence[Advantage]) -> AlternativeTest:
    """The test over all people, from the system's advantage over each."""
    p = np.array([advantage.p for advantage in advantages], dtype=float)
    tested = ~np.isnan(p)
    wins = np.zeros(len(p), dtype=bool)
    wins[tested] = by_benjamini_yekutieli(p[tested])
    if not tested.any():
        return AlternativeTest(tuple(advantages), wins, float("nan"), float("nan"))
    shares = np.array([advantage.system for advantage in advantages])[tested]
    return AlternativeTest(
        tuple(advantages), wins, float(wins.sum() / tested.sum()), float(shares.mean())
    )


def by_benjamini_yekutieli(p: Array, level: float = FALSE_FINDINGS) -> Array:
    """Which of a family of p-values are findings, whatever their dependence, shape as given.

    The expected share of false ones among them is at most `level`. Source: Benjamini & Yekutieli
    (2001).
    """
    m = len(p)
    order = np.argsort(p, kind="stable")
    rank = np.arange(1, m + 1)
    below = np.flatnonzero(p[order] <= rank / m * level / np.sum(1 / rank))
    rejected = np.zeros(m, dtype=bool)
    rejected[order[: below[-1] + 1 if len(below) else 0]] = True
    return rejected
