"""How much too high F is where thresholds are tuned on what is shown, and where cross-fitted.

`python benchmarks/cross_fitting.py [--times N]` draws reviews without a split to tune on: 40
classes of 0.5 to 20 % of the documents, whose scores overlap. The thresholds of the best F of each
class decide the documents that they were tuned on, or are cross-fitted; what they truly give is
counted on 20,000 fresh documents. `--clusters` draws documents in threes with nearly the same
scores. docs/explanation/measured.md has what it printed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from scipy import sparse

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.fit import fit_cut
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Predictions, Truth
from metrics.typing import Array

CLASSES, FRESH, TIMES = 40, 20_000, 100
SHARES = np.geomspace(0.005, 0.20, CLASSES)
SIZES = (300, 1_000, 3_000)


def drawn(random: np.random.Generator, documents: int, together: int = 1) -> tuple[Array, Array]:
    """Labels (documents, classes) and scores (classes, documents); `together` are nearly alike."""
    units = -(-documents // together)
    labels = random.random((units, CLASSES)) < SHARES
    scores = random.normal(size=(units, CLASSES)) + 2.0 * labels
    labels, scores = (np.repeat(a, together, axis=0)[:documents] for a in (labels, scores))
    if together > 1:
        scores = scores + random.normal(scale=0.1, size=scores.shape)
    return labels, scores.T.copy()


def review_of(labels: Array, scores: Array, together: int = 1) -> tuple[Truth, Predictions]:
    """A review of these without splits."""
    n = len(labels)
    names = tuple(f"c{c:02}" for c in range(labels.shape[1]))
    ids = np.array([f"d{i}" for i in range(n)], dtype=object)
    clusters = None if together == 1 else np.arange(n) // together
    truth = Truth(ids, names, sparse.csc_array(labels), (), np.full(n, -1), clusters=clusters)
    return truth, Predictions("drawn", np.arange(n), scores, None)


def micro_f(truth: Truth, predictions: Predictions, cut: Cut) -> float:
    """Micro F of all documents under a rule that is tuned on them."""
    part = score_split(truth, predictions, None)
    fitted = fit_cut(truth, predictions, cut, part)
    return float(evaluate(predictions, part, None, fitted).micro(1.0)["f"])


def three_values(seed: int, documents: int, together: int = 1) -> tuple[float, float, float]:
    """Micro F tuned on what is shown, cross-fitted, and what the thresholds of all truly give."""
    random = np.random.default_rng([seed, documents, together])
    shown = review_of(*drawn(random, documents, together), together)
    fresh = review_of(*drawn(random, FRESH))
    fitted = fit_cut(*shown, Cut("f"))
    assert fitted.thresholds is not None
    part = score_split(*fresh, None)
    truly = evaluate(fresh[1], part, None, fitted).micro(1.0)["f"]
    return micro_f(*shown, Cut("f")), micro_f(*shown, Cut("f", cross_fitted=True)), float(truly)


def main() -> None:
    """Print a row for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=TIMES)
    parser.add_argument("--clusters", action="store_true")
    args = parser.parse_args()
    together = 3 if args.clusters else 1
    print("documents  tuned here  cross-fitted  truly  too high: tuned here, cross-fitted (±)")
    for documents in SIZES:
        found = np.array([three_values(s, documents, together) for s in range(args.times)])
        tuned, crossed, truly = found.mean(axis=0)
        error = (found[:, 1] - found[:, 2]).std(ddof=1) / np.sqrt(args.times)
        print(
            f"{documents:9,}  {tuned:10.3f}  {crossed:12.3f}  {truly:5.3f}  "
            f"{tuned - truly:+.3f}, {crossed - truly:+.3f} (±{error:.3f})"
        )


if __name__ == "__main__":
    main()
