"""How often the intervals of the human ceiling hold the truth, and what a planted system is called.

`python benchmarks/ceiling.py --runs 300`

Annotators and a system of known error rates label documents; the values that so many documents
would come to are those of a very large collection made the same way. Printed per setting: how often
the 95 % interval of people's mean, of the system's mean against the same votes, and of their
difference holds that value, and how often the system is called better or worse than people.

With 300 runs (95 +- 2.5 of 100 by chance alone), micro | macro F:

                                      people      system      difference  better      worse
single-label, 300 documents            94.7| 95.3  92.7| 95.0  94.3| 93.3   4.3|  3.7   1.3|  2.7
single-label, 1,000 documents          95.3| 96.7  95.3| 97.0  95.0| 95.3   2.3|  1.7   2.7|  3.0
multi-label, 300 documents             95.7| 98.7  95.3| 95.3  95.7| 95.7   3.3|  2.0   1.0|  2.0
multi-label, 1,000 documents           93.0| 97.0  94.0| 94.7  93.3| 94.0   2.0|  2.7   4.3|  3.3
multi-label, 600, each labels 70 %     95.7| 96.7  94.0| 95.7  93.0| 94.3   3.7|  2.7   3.3|  2.7
single-label, 300 in clusters of two   94.7| 95.3  92.7| 95.0  94.3| 93.3   4.3|  3.7   1.3|  2.7
multi-label, 300, system much better   95.7| 98.7  96.7| 94.3  95.7| 97.0 100.0| 99.7   0.0|  0.0
single-label, 300, all people alike    95.3| 96.0  93.3| 95.3  95.0| 93.7   3.3|  3.7   1.7|  2.3
multi-label, 300, all people alike     95.7| 98.3  94.7| 94.3  94.7| 97.3   3.7|  2.0   1.7|  1.0
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from scipy import sparse

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.people import PREVALENCES, labels_with_errors
from breakeven.analysis.annotators.ceiling import Ceiling, ceiling_of, like_for_like
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Annotator, Predictions, Truth

LARGE = 200_000


@dataclass(frozen=True)
class Setting:
    """Error rates of three annotators and of a system, and how many documents each labels."""

    name: str
    single: bool
    documents: int
    people: tuple[float, ...] = (0.08, 0.12, 0.16)
    system: float = 0.12
    share: float = 1.0
    twice: bool = False  # every document comes twice, as a cluster


def made(setting: Setting, rng: np.random.Generator) -> tuple[Truth, Evaluation]:
    """A collection that three people labelled, and a system's decisions on it."""
    n, k = setting.documents, len(PREVALENCES)
    if setting.single:
        labels = np.eye(k, dtype=bool)[rng.choice(k, n, p=PREVALENCES / PREVALENCES.sum())]
    else:
        labels = rng.random((n, k)) < PREVALENCES
    handed_in = [labels_with_errors(labels, rate, setting.single, rng) for rate in setting.people]
    system = labels_with_errors(labels, setting.system, setting.single, rng)
    which = [np.flatnonzero(rng.random(n) < setting.share) for _ in setting.people]
    clusters = None
    if setting.twice:
        labels, system = np.repeat(labels, 2, axis=0), np.repeat(system, 2, axis=0)
        handed_in = [np.repeat(labels_of_person, 2, axis=0) for labels_of_person in handed_in]
        which = [np.sort(np.concatenate([2 * rows, 2 * rows + 1])) for rows in which]
        clusters, n = np.repeat(np.arange(n), 2), 2 * n
    truth = Truth(
        ids=np.arange(n).astype(str),
        classes=tuple("abcde"),
        labels=sparse.csc_array(labels),
        splits=(),
        split_of=np.full(n, -1),
        clusters=clusters,
        annotators=tuple(
            Annotator(f"p{i}", rows, sparse.csc_array(labels_of_person[rows]))
            for i, (labels_of_person, rows) in enumerate(zip(handed_in, which, strict=True))
        ),
    )
    predictions = Predictions("s", np.arange(n), decisions=sparse.csc_array(system))
    scored = score_split(truth, predictions, None)
    return truth, evaluate(predictions, scored, None, Cut("given"))


def ceilings(setting: Setting, rng: np.random.Generator) -> list[Ceiling]:
    """Micro and macro, of one collection."""
    truth, evaluation = made(setting, rng)
    of = like_for_like(truth, [evaluation])
    return [ceiling_of(of, "micro", 1.0, "drop"), ceiling_of(of, "macro", 1.0, "drop")]


@dataclass
class Counted:
    """How many runs held the truth, and what they said of the system."""

    people: int = 0
    system: int = 0
    above: int = 0
    better: int = 0
    worse: int = 0


def simulate(setting: Setting, runs: int, seed: int = 0, large: int = LARGE) -> list[Counted]:
    """Micro and macro counts over the runs; `large`: documents that stand for all such."""
    many = replace(setting, documents=large, twice=False)
    exact = ceilings(many, np.random.default_rng(seed))
    counted = [Counted() for _ in exact]
    for run in range(runs):
        rng = np.random.default_rng([seed, run])
        for true, sampled, c in zip(exact, ceilings(setting, rng), counted, strict=True):
            system, wanted = sampled.systems[0], true.systems[0]
            c.people += sampled.interval.low <= true.value <= sampled.interval.high
            c.system += system.interval.low <= wanted.value <= system.interval.high
            c.above += system.above.low <= wanted.above.value <= system.above.high
            c.better += system.said == "better"
            c.worse += system.said == "worse"
    return counted


SETTINGS = [
    Setting(f"{kind}, {n:,} documents", kind == "single-label", n)
    for kind in ("single-label", "multi-label")
    for n in (300, 1000)
] + [
    Setting("multi-label, 600, each labels 70 %", False, 600, share=0.7),
    Setting("single-label, 300 in clusters of two", True, 300, twice=True),
    Setting("multi-label, 300, system much better", False, 300, system=0.02),
    Setting("single-label, 300, all people alike", True, 300, (0.12, 0.12, 0.12)),
    Setting("multi-label, 300, all people alike", False, 300, (0.12, 0.12, 0.12)),
]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    runs = parser.parse_args().runs
    print(f"{'':38}people      system      difference  better      worse")
    for setting in SETTINGS:
        micro, macro = simulate(setting, runs)
        cells = [
            f"{100 * getattr(micro, cell) / runs:5.1f}|{100 * getattr(macro, cell) / runs:5.1f}"
            for cell in ("people", "system", "above", "better", "worse")
        ]
        print(f"{setting.name:37} " + " ".join(cells), flush=True)


if __name__ == "__main__":
    main()
