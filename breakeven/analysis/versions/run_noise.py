"""How much two runs of one system differ: what a change has to exceed to be more than that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np

from breakeven.analysis.comparison.bootstrap import ALPHA
from breakeven.analysis.comparison.shared_documents import differing_pairs, share_documents
from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.incidence import count_per_document

# what names a run: "svm run 2", "bert_seed1"; a number alone may be another model
RUN_NAME = re.compile(
    r"[\s_\-.,#/(]*(?:run|seed|repeat|rep|trial)[\s_\-.#:=]*\d+\)?\s*$", re.IGNORECASE
)

NoiseVerdict = Literal["more", "fewer", "alike", "untested"]


@dataclass(frozen=True)
class RunNoise:
    """Documents that two versions, and two runs of one system, decide differently.

    `runs`: the names of the two. `documents`: those that all of them spoke of. `versions`,
    `between`: documents changed between the versions, and between the runs. `only_versions`,
    `only_runs`: changed there and not here. `p`: exact McNemar test of the two counts, two-sided;
    NaN where documents are weighted or clustered, or no document is changed in just one of them.
    `low`, `high`: 95 % interval of the difference of the counts, in documents, which leaves out
    zero just where p is below 0.05.

    It asks whether the versions differ on more documents than these two runs. Documents are taken
    as drawn alone; how much one pair of runs happens to differ is not in it, and only further runs
    would tell. Source: McNemar (1947); Clopper & Pearson (1934) given the documents of just one.
    """

    runs: tuple[str, str]
    documents: int
    versions: int
    between: int
    only_versions: int
    only_runs: int
    p: float
    low: float
    high: float

    @property
    def verdict(self) -> NoiseVerdict:
        """Whether more, or fewer, documents changed than between the runs, beyond chance."""
        if np.isnan(self.p):
            return "alike" if self.only_versions == self.only_runs == 0 else "untested"
        if self.p > ALPHA:
            return "alike"
        return "more" if self.only_versions > self.only_runs else "fewer"


def run_noise(
    old: Evaluation, new: Evaluation, runs: tuple[Evaluation, Evaluation]
) -> RunNoise | None:
    """The change from old to new beside that between two runs; None without a common document."""
    common = share_documents([old, new, *runs])
    if common.documents == 0:
        return None
    before, now, one, other = common.evaluations
    moved = count_per_document(differing_pairs(before, now)) > 0
    noisy = count_per_document(differing_pairs(one, other)) > 0
    b, c = int((moved & ~noisy).sum()), int((noisy & ~moved).sum())
    p = low = high = float("nan")
    if b + c and not now.scored.sampled:
        from scipy.stats import binomtest

        found = binomtest(b, b + c)
        p, ends = float(found.pvalue), found.proportion_ci(1 - ALPHA, method="exact")
        low, high = ((b + c) * (2 * end - 1) for end in (float(ends.low), float(ends.high)))
    return RunNoise(
        (one.system, other.system),
        common.documents,
        int(moved.sum()),
        int(noisy.sum()),
        b,
        c,
        p,
        low,
        high,
    )


def runs_named(systems: Sequence[str], like: str = "") -> tuple[str, str] | None:
    """The first two systems whose names say that they are runs of one; None where none do.

    `like`: those of this system come first. A number alone says nothing: it may be another model.
    """
    stems = {name: RUN_NAME.sub("", name) for name in systems if RUN_NAME.search(name)}
    pairs = [(a, b) for a, b in combinations(stems, 2) if stems[a] == stems[b]]
    stem = stems.get(like, like)
    return min(pairs, key=lambda pair: stems[pair[0]] != stem, default=None)
