"""What a sample of judged labels says of all of them: how many suspects are wrong, and F then.

Suspects and the rest are sampled apart, so each judged pair stands for as many as its part holds
for one that was drawn there. The pairs are those that are labelled, assigned by some system, or
suspected: what nobody proposes is taken as right, as in pooling, so true classes that nobody
proposed are not counted and the true F may be lower.

To count them, pairs that nobody proposes would have to be judged as well. There are so many that a
few wrong ones weigh much: of 200 judged pairs a quarter or half of the others were such pairs in
simulation (2,500 documents, 8 classes, 10 % of the labels removed), and the interval of F held in
99 of 100 worlds, but was 0.22 and 0.15 wide instead of 0.035.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from metrics.measures import ratio
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval, wilson
from metrics.uncertainty.resampling import percentiles

DRAWS = 2_000
# what is thought of a share before anything is seen of it: as likely below as above what is found
PRIOR = 1 / 3


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
    suspects: int


@dataclass(frozen=True)
class CorrectedF:
    """F1 of all pairs together: as labelled, and with their wrong labels corrected; (systems,).

    `value` is estimated; `interval` holds it in 95 of 100 cases. NaN where suspects or the rest
    have no judged pair, though there are some.
    """

    labelled: Array
    value: Array
    interval: Interval


def audited_precision(audit: Audit) -> AuditedPrecision:
    """How many of the suspects have a wrong label, with Wilson's interval for so many drawn.

    The trials are as many as, drawn from a list without end, tell as much as these tell of this
    list: none are left to doubt once all are judged. Source: Wilson (1927); Cochran (1977),
    section 2.6.
    """
    chosen = audit.flagged[audit.judged]
    wrong = int(np.count_nonzero((audit.yes != audit.given[audit.judged]) & chosen))
    judged, total = int(chosen.sum()), int(audit.flagged.sum())
    value = float(ratio(wrong, judged))
    if judged and judged == total:
        return AuditedPrecision(value, Interval(value, value), wrong, judged, total)
    effective_judged = judged * (total - 1) / (total - judged) if judged else 0.0
    ends = wilson(np.nan_to_num(value) * effective_judged, effective_judged)
    return AuditedPrecision(
        value, Interval(float(ends.low), float(ends.high)), wrong, judged, total
    )


def corrected_f(audit: Audit, seed: int = 0) -> CorrectedF:
    """F1 of every system if every wrong label of these pairs were corrected, from the sample.

    What the labels give is corrected by what the sample says of each part of them (suspected or
    not, labelled or not, assigned by the system or not), weighed by its size; a part of which
    nothing was judged takes the share of the suspects, or of the rest. The interval is that of what
    the pairs not judged may hold: drawn again and again from each part's posterior under a neutral
    prior, so that a part in which no wrong label was met is not taken for one without any. How
    often it holds F: `benchmarks/label_errors.py`.
    Source: Cochran (1977), chapters 5 and 5A; Kerman (2011).
    """
    rng = np.random.default_rng(seed)
    estimates = [_of_system(audit, called, rng) for called in audit.called]
    labelled, value, low, high = np.array(estimates).reshape(-1, 4).T
    return CorrectedF(labelled, value, Interval(low, high))


def _of_system(audit: Audit, called: Array, rng: np.random.Generator) -> tuple[float, ...]:
    """F as labelled, as estimated, and the ends of its interval."""
    hits, positives = float((called & audit.given).sum()), float(audit.given.sum())
    assigned = float(called.sum())
    value, drawn = [hits, positives], [np.full(DRAWS, hits), np.full(DRAWS, positives)]
    for part in _parts(audit, called):
        expected, likely = part.expected(), part.drawn(rng)
        # a label that is wrong takes one true pair away, one that is missing brings one
        for i in [0, 1] if part.called else [1]:
            value[i] += part.sign * expected
            drawn[i] = drawn[i] + part.sign * likely
    f = float(ratio(2 * value[0], value[1] + assigned))
    low, high = percentiles(ratio(2 * drawn[0], drawn[1] + assigned))
    # of a few draws the ends may lie on one side of what is likeliest
    ends = (min(float(low), f), max(float(high), f)) if np.isfinite(f) else (f, f)
    return float(ratio(2 * hits, positives + assigned)), f, *ends


@dataclass(frozen=True)
class _Part:
    """Pairs of one kind, and the wrong labels met among those judged.

    `sign`: -1 where they have the label. `rate`: the share of wrong ones among all suspects, or
    all of the rest, that were judged.
    """

    sign: int
    called: bool
    size: int
    judged: int
    wrong: int
    rate: float

    def expected(self) -> float:
        """Wrong labels in the whole part, by the sample's share."""
        return self.size * (self.wrong / self.judged if self.judged else self.rate)

    def drawn(self, rng: np.random.Generator) -> Array:
        """As `expected`, drawn from what the sample leaves open, (draws,)."""
        share = rng.beta(PRIOR + self.wrong, PRIOR + self.judged - self.wrong, DRAWS)
        return self.wrong + rng.binomial(self.size - self.judged, share)


def _parts(audit: Audit, called: Array) -> list[_Part]:
    parts = []
    wrong = audit.yes != audit.given[audit.judged]
    for flagged in (True, False):
        in_group = audit.flagged[audit.judged] == flagged
        rate = float(ratio(np.count_nonzero(wrong & in_group), np.count_nonzero(in_group)))
        for given, assigned in product((True, False), repeat=2):
            part = (audit.flagged == flagged) & (audit.given == given) & (called == assigned)
            sampled = part[audit.judged]
            size, judged = int(part.sum()), int(sampled.sum())
            if size:
                sign = -1 if given else 1
                number = int(np.count_nonzero(sampled & wrong))
                parts.append(_Part(sign, assigned, size, judged, number, rate))
    return parts
