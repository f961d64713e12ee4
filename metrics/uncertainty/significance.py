"""Classical tests of a difference between two systems, each with what it takes for granted.

In every test *new* is compared with *old*, and `p` is two-sided.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from metrics.measures import ratio
from metrics.typing import Array

NAN = float("nan")
# Yang & Liu use the normal deviate of a sign test above so many trials
NORMAL_ABOVE = 12
Correction = Literal["holm", "fdr_bh"]


@dataclass(frozen=True)
class TestOutcome:
    """One test's outcome. `p` two-sided, `p_new_better` one-sided; NaN where there is no test.

    `trials`: the decisions, documents or classes that entered it; `in_favour`: of those, the
    ones that speak for the new system (NaN for tests that do not count). `statistic`: z or t,
    positive when the new system is better; NaN where the test is exact.
    """

    key: str
    trials: int
    in_favour: float
    statistic: float
    p: float
    p_new_better: float


def sign_test(key: str, in_favour: int, trials: int) -> TestOutcome:
    """Whether `in_favour` of `trials` is too far from half: exact binomial.

    The normal deviate (k - n/2) / (sqrt(n)/2) is given above 12 trials. NaN for 0 trials.
    Source: Yang & Liu (1999), as generally cited.
    """
    from scipy import stats

    if trials == 0:
        return TestOutcome(key, 0, 0.0, NAN, NAN, NAN)
    two_sided = stats.binomtest(in_favour, trials).pvalue
    one_sided = stats.binomtest(in_favour, trials, alternative="greater").pvalue
    z = (in_favour - trials / 2) / (np.sqrt(trials) / 2) if trials > NORMAL_ABOVE else NAN
    return TestOutcome(key, trials, in_favour, float(z), float(two_sided), float(one_sided))


def macro_sign_test(old: Array, new: Array) -> TestOutcome:
    """Over classes: of those whose values differ, in how many the new system's is larger.

    `old`, `new`: a measure per class, shape (classes,); undefined in either: left out.
    Source: Yang & Liu (1999), S-test, as generally cited.
    """
    d = new - old
    d = d[~np.isnan(d) & (d != 0)]
    return sign_test("macro_sign_test", int((d > 0).sum()), len(d))


def macro_t_test(old: Array, new: Array) -> TestOutcome:
    """Paired t-test of the classes' values: mean difference over its standard error.

    Classes undefined in either are left out. NaN below two classes, and when all differences
    are equal. Source: Yang & Liu (1999), T-test, as generally cited.
    """
    return _t_test("macro_t_test", old, new)


def macro_rank_test(old: Array, new: Array) -> TestOutcome:
    """The t-test after every value gave way to its rank among all values of both systems.

    Equal values share their mean rank. So an outlying class weighs no more than its rank.
    Source: Yang & Liu (1999), T'-test, as generally cited, read as the rank transformation of
    Conover & Iman (1981): the values of both systems are ranked together.
    """
    from scipy import stats

    defined = ~np.isnan(old) & ~np.isnan(new)
    ranks = stats.rankdata(np.concatenate([old[defined], new[defined]]))
    half = int(defined.sum())
    return _t_test("macro_rank_test", ranks[:half], ranks[half:])


def _t_test(key: str, old: Array, new: Array) -> TestOutcome:
    from scipy import stats

    d = np.asarray(new, dtype=float) - old
    d = d[~np.isnan(d)]
    in_favour = int((d > 0).sum())
    if len(d) < 2 or np.ptp(d) == 0:
        return TestOutcome(key, len(d), in_favour, NAN, NAN, NAN)
    t = float(d.mean() / (d.std(ddof=1) / np.sqrt(len(d))))
    tail = float(stats.t.sf(t, len(d) - 1))
    return TestOutcome(key, len(d), in_favour, t, 2 * min(tail, 1 - tail), tail)


def proportions_test(
    old_hits: float, old_trials: float, new_hits: float, new_trials: float
) -> TestOutcome:
    """Two proportions on separate trials: z of their difference over the pooled error.

    It ignores any pairing, so it is for systems on different documents. NaN where either has no
    trials or the pooled proportion is 0 or 1. Source: Yang & Liu (1999), p-test, as generally
    cited.
    """
    from scipy import stats

    trials = old_trials + new_trials
    pooled = ratio(old_hits + new_hits, trials)
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.sqrt(pooled * (1 - pooled) * (ratio(1, old_trials) + ratio(1, new_trials)))
    z = float(ratio(ratio(new_hits, new_trials) - ratio(old_hits, old_trials), error))
    if np.isnan(z):
        return TestOutcome("p_test", int(trials), NAN, NAN, NAN, NAN)
    return TestOutcome(
        "p_test", int(trials), NAN, z, float(2 * stats.norm.sf(abs(z))), stats.norm.sf(z)
    )


def far_among(tests: int, alpha: float = 0.05) -> float:
    """How many standard deviations off any of so many is with chance `alpha`, at most, in (0, inf).

    On either side; Bonferroni's bound. 1.96 for one.
    """
    from scipy.special import ndtri  # takes long to import

    return -float(ndtri(alpha / 2 / max(1, tests)))


def corrected(p: Array, method: Correction) -> Array:
    """p-values of a family, corrected by Holm or Benjamini & Hochberg; NaN stays out of it.

    Holm bounds the chance of any false finding, Benjamini & Hochberg the expected share of
    false ones among the findings. Source: Holm (1979); Benjamini & Hochberg (1995).
    """
    p = np.asarray(p, dtype=float)
    out = np.full(p.shape, np.nan)
    # by hand: statsmodels collects garbage at every call, which takes 50 ms of a page
    order = np.argsort(p, kind="stable")[: int(np.sum(~np.isnan(p)))]
    m, rising = len(order), p[order]
    if method == "holm":
        adjusted = np.maximum.accumulate(rising * np.arange(m, 0, -1))
    else:
        adjusted = np.minimum.accumulate((rising * m / np.arange(1, m + 1))[::-1])[::-1]
    out[order] = np.minimum(adjusted, 1.0)
    return out


def holm_levels(p: Array, alpha: float) -> Array:
    """The level that each p-value of a family is held to by Holm; those up to it are rejected.

    The smallest of m to alpha / m, the next to alpha / (m - 1), and so on; from the first that is
    not rejected on all to the level of that one. A bound at its level therefore says the same as
    the test. A p-value is never NaN here: what cannot be tested counts as 1, as a family is fixed
    before anything is looked at. Source: Holm (1979).
    """
    p = np.asarray(p, dtype=float)
    order = np.argsort(p, kind="stable")
    levels = alpha / np.arange(len(p), 0, -1)
    accepted = np.flatnonzero(p[order] > levels)
    if len(accepted):
        levels[accepted[0] :] = levels[accepted[0]]
    out = np.empty(p.shape)
    out[order] = levels
    return out
