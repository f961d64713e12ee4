"""What a sample of judged labels says of all of them: how many suspects are wrong, and F then.

Suspects and the rest are sampled apart, so each judged pair stands for as many as its part holds
for one that was drawn there. The pairs are those that are labelled, assigned by some system, or
suspected: what nobody proposes is taken as right, as in pooling.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.intervals import Interval, wilson
from metrics.measures import ratio
from metrics.resampling import percentiles
from metrics.typing import Array

DRAWS = 2_000
# what is thought of a share before anything is seen of it: Jeffreys' prior
PRIOR = 0.5


@dataclass(frozen=True)
class Audit:
    """Pairs of a document and a class, and what was judged of a sample of them.

    `flagged`: the suspects, `given`: the label, both boolean, shape (pairs,). `called`: what each
    system assigned, (systems, pairs). `judged`: the pairs drawn and answered, shape (sample,);
    `yes`: whether they belong, shape (sample,). Suspects, and the rest with a label and without
    one, are three simple random samples.
    """

    flagged: Array
    given: Array
    called: Array
    judged: Array
    yes: Array


@dataclass(frozen=True)
class AuditedPrecision:
    """Of the suspects the share whose label is wrong, with its 95 % interval; NaN of none."""

    value: float
    interval: Interval
    wrong: int
    judged: int
    of: int


@dataclass(frozen=True)
class CorrectedF:
    """F1 of all pairs together: as labelled, and if every wrong label were right; (systems,).

    `value` is estimated; `interval` holds it in 95 of 100 cases. NaN where suspects or the rest
    have no judged pair, though there are some.
    """

    labelled: Array
    value: Array
    interval: Interval


def audited_precision(of: Audit) -> AuditedPrecision:
    """How many of the suspects have a wrong label, with Wilson's interval for so many drawn.

    The trials are as many as, drawn from a list without end, tell as much as these tell of this
    list: none are left to doubt once all are judged. Source: Wilson (1927); Cochran (1977),
    section 2.6.
    """
    chosen = of.flagged[of.judged]
    wrong = int(np.count_nonzero((of.yes != of.given[of.judged]) & chosen))
    judged, total = int(chosen.sum()), int(of.flagged.sum())
    value = float(ratio(wrong, judged))
    if judged and judged == total:
        return AuditedPrecision(value, Interval(value, value), wrong, judged, total)
    worth = judged * (total - 1) / (total - judged) if judged else 0.0
    ends = wilson(np.nan_to_num(value) * worth, worth)
    return AuditedPrecision(
        value, Interval(float(ends.low), float(ends.high)), wrong, judged, total
    )


def corrected_f(of: Audit, seed: int = 0) -> CorrectedF:
    """F1 of every system if all labels were right, from the sample.

    What the labels give is corrected by what the sample says of each part of them (suspected or
    not, labelled or not), weighed by its size. The interval is that of what the pairs not judged
    may hold: drawn again and again from each part's posterior under Jeffreys' prior, so that a
    part in which no wrong label was met is not taken for one without any.
    Source: Cochran (1977), chapters 5 and 7; Brown, Cai & DasGupta (2001).
    """
    parts = list(_parts(of))
    given, called = of.given, of.called
    hits, assigned = (called & given).sum(axis=1).astype(float), called.sum(axis=1).astype(float)
    positives = float(given.sum())
    value_hits, value_positives = hits.copy(), np.full(len(called), positives)
    drawn_hits = np.repeat(hits[:, None], DRAWS, axis=1)
    drawn_positives = np.full_like(drawn_hits, positives)
    rng = np.random.default_rng(seed)
    for part in parts:
        of_called, of_other = part.expected()
        value_hits += part.sign * of_called
        value_positives += part.sign * (of_called + of_other)
        of_called, of_other = part.drawn(rng)
        drawn_hits += part.sign * of_called
        drawn_positives += part.sign * (of_called + of_other)
    value = ratio(2 * value_hits, value_positives + assigned)
    low, high = percentiles(ratio(2 * drawn_hits, drawn_positives + assigned[:, None]))
    unknown = np.isnan(value)
    return CorrectedF(
        ratio(2 * hits, positives + assigned),
        value,
        Interval(
            np.where(unknown, np.nan, np.minimum(low, value)),
            np.where(unknown, np.nan, np.maximum(high, value)),
        ),
    )


@dataclass(frozen=True)
class _Part:
    """Pairs suspected or not, labelled or not, and the wrong labels met among those judged.

    `wrong_called`, `wrong_other`, shape (systems,): whether the system assigned the pair.
    `called`: of the part's pairs the share that each system assigned, shape (systems,). `rate`:
    the share of wrong ones where none of this part was judged.
    """

    sign: int
    size: int
    judged: int
    wrong_called: Array
    wrong_other: Array
    called: Array
    rate: float

    def expected(self) -> tuple[Array, Array]:
        """Wrong labels in the whole part, of pairs assigned and not, by the sample's shares."""
        if not self.judged:
            wrong = self.size * self.rate
            return wrong * self.called, wrong * (1 - self.called)
        return (
            self.size * self.wrong_called / self.judged,
            self.size * self.wrong_other / self.judged,
        )

    def drawn(self, rng: np.random.Generator) -> tuple[Array, Array]:
        """As `expected`, drawn from what the sample leaves open, (systems, draws) each.

        What a pair not judged is follows from shares that the judged ones make likely.
        """
        wrong = self.wrong_called + self.wrong_other
        left = self.size - self.judged
        systems = len(self.called)
        share = rng.beta(
            (PRIOR + wrong)[:, None], (PRIOR + self.judged - wrong)[:, None], (systems, DRAWS)
        )
        more = rng.binomial(left, share)
        # whether the wrong ones are those assigned is as open: systems err where labels do. One
        # that assigned all of the part, or nothing of it, leaves nothing open
        a, b = self.wrong_called + PRIOR, self.wrong_other + PRIOR
        among = rng.beta(a[:, None], b[:, None], (systems, DRAWS))
        among[self.called == 0], among[self.called == 1] = 0, 1
        of_called = rng.binomial(more, among)
        return self.wrong_called[:, None] + of_called, self.wrong_other[:, None] + more - of_called


def _parts(of: Audit) -> list[_Part]:
    found = []
    error = of.yes != of.given[of.judged]
    for flagged in (True, False):
        mine = of.flagged[of.judged] == flagged
        rate = float(ratio(np.count_nonzero(error & mine), np.count_nonzero(mine)))
        for given in (True, False):
            whole = (of.flagged == flagged) & (of.given == given)
            if not whole.any():
                continue
            at = mine & (of.given[of.judged] == given)
            wrong = of.judged[at & error]
            called = of.called[:, wrong].sum(axis=1)
            found.append(
                _Part(
                    -1 if given else 1,
                    int(whole.sum()),
                    int(at.sum()),
                    called,
                    len(wrong) - called,
                    of.called[:, whole].mean(axis=1),
                    rate,
                )
            )
    return found
