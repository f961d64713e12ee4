"""What to expect where nobody has labelled: estimates that show themselves."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from breakeven.api import html
from breakeven.api.choices import selection_of, some_kept, system_of
from breakeven.estimation.estimates import c_f_of, estimate
from breakeven.estimation.every_measure import every_measure
from breakeven.estimation.probabilities import (
    ClassProbabilities,
    class_probabilities,
    why_not_probabilities,
)
from breakeven.records import Predictions, Review
from breakeven.reports import counts, estimates
from breakeven.reports.class_map import of_class_map
from breakeven.reports.estimates import (
    CLUSTERS_ALIKE,
    ESTIMATES,
    EXCLUSIVE,
    NO_WEIGHTED_F,
    UNLISTED,
    of_counts,
    of_estimates,
    true_counts,
)
from breakeven.reports.where import of_where, under_title
from breakeven.selection import Selection
from breakeven.selection.evaluated import output_of_selection
from breakeven.selection.where import Kept
from breakeven.text import cell_of
from metrics.averaging import Undefined
from metrics.thresholds.loss import ERROR_RATE

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False, eq=False)
class EstimateResult:
    """Estimates of every class from probabilities; nothing in them was compared with labels."""

    result: dict[str, Any]
    review: Review
    columns: Callable[[dict[str, Any]], dict[str, Any]]
    document: Callable[[dict[str, Any], str], str]
    kept: Kept | None = None

    def to_dict(self) -> dict[str, Any]:
        """What the command of the same name prints with `--format json`; undefined is None."""
        return {"review": self.review.name} | self.result | of_class_map(self.review)

    def to_markdown(self) -> str:
        """What the command of the same name prints."""
        return under_title(self.document(self.result, self.review.name), self.kept)

    def frame(self) -> pd.DataFrame:
        """One row per class; undefined is NaN."""
        import pandas as pd

        rows = self.result["per_class"].items()
        return pd.DataFrame([{"class": c, **self.columns(of)} for c, of in rows])

    def __repr__(self) -> str:
        system, documents = self.result["system"], self.result["documents"]
        return f"<Estimates for {system}, {documents:,} documents, not compared with labels>"

    def _repr_html_(self) -> str:
        frame = self.frame()
        rows = [
            [v if isinstance(v, str) else cell_of(v) for v in row]
            for row in frame.iloc[: html.MOST_ROWS].itertuples(index=False)
        ]
        title = html.paragraph(f"{self.review.name}: {self.result['system']}. {ESTIMATES}")
        return title + html.table(list(frame.columns), rows, len(frame))


@dataclass(frozen=True)
class Estimating:
    """A system's documents with their probabilities, and what a filter keeps of them."""

    review: Review
    selection: Selection
    predictions: Predictions
    of: ClassProbabilities
    kept: Kept | None

    @property
    def subject(self) -> dict[str, Any]:
        """What the estimates are of, ready for JSON."""
        return {
            "estimates": ESTIMATES,
            "documents": self.of.documents,
            "classes": len(self.of.classes),
            "system": self.selection.system,
            "split": self.selection.split,
            "decisions": str(self.selection.cut),
            **of_where(self.kept),
        }

    @property
    def notes(self) -> list[str]:
        """What reading left out, and the documents without any probability."""
        unlisted = [UNLISTED.format(self.of.unlisted)] if self.of.unlisted else []
        unlisted += [NO_WEIGHTED_F] if self.of.weights is not None else []
        unlisted += [CLUSTERS_ALIKE] if self.of.clusters is not None else []
        unlisted += [EXCLUSIVE] if self.of.exclusive else []
        return unlisted + [str(note) for note in self.review.notes]


def estimating(review: Review, selection: Selection) -> Estimating:
    """What a selection names; its scores must be probabilities (`why_not_probabilities`)."""
    part, assigned, kept = output_of_selection(review, selection)
    of = class_probabilities(review.truth, part, assigned)
    return Estimating(review, selection, part, of, kept)


def _given(review: Review, system: str | None, split: str | None, where: str | None) -> Estimating:
    selection = selection_of(review, system, split, where)
    reason = why_not_probabilities(system_of(review, system))
    if reason is not None:
        raise ValueError(f"{reason}; give probabilities, and say that they are")
    given = estimating(review, selection)
    some_kept(given.kept)
    return given


def expected(
    review: Review,
    system: str | None = None,
    split: str | None = None,
    beta: float = 1.0,
    undefined: Undefined = "drop",
    *,
    where: str | None = None,
) -> EstimateResult:
    """What F to expect of documents that nobody has labelled, and the best decisions.

    `system`, `split`, `where`: as for `evaluate`. `undefined`: F where nothing is assigned and
    nothing true, 0 with `zero`, else 1. ValueError where the scores are no probabilities.

    >>> import breakeven as be
    >>> review = be.from_arrays(None, y_score=[0.9, 0.2], classes=["a"], probabilities=True)
    >>> be.expected(review).frame()["assigned"].tolist()
    [1]
    """
    return expected_of(_given(review, system, split, where), float(beta), undefined)


def expected_of(given: Estimating, beta: float, undefined: Undefined) -> EstimateResult:
    """What F to expect of these documents."""
    c_f = c_f_of(undefined)
    costs = [ERROR_RATE] * len(given.of.classes)
    every = every_measure(given.of, beta, undefined)
    found = of_estimates(given.of.classes, estimate(given.of, beta, undefined, costs), every)
    shown = beta if math.isfinite(beta) else "inf"
    result = {**given.subject, "beta": shown, "c_f": c_f, **found, "notes": given.notes}
    return EstimateResult(result, given.review, _in_use, estimates.as_markdown, given.kept)


def _in_use(of: dict[str, Any]) -> dict[str, Any]:
    best = {f"best_{name}": of["best"][name] for name in ("assigned", "expected_f")}
    in_use = {k: v for k, v in of["in_use"].items() if k != "expected_loss"}
    return {"members": of["members"]["expected"], **in_use, **best}


def count(
    review: Review,
    system: str | None = None,
    split: str | None = None,
    *,
    where: str | None = None,
) -> EstimateResult:
    """How many documents of each class to expect, with intervals, labelled or not.

    `system`, `split`, `where`: as for `evaluate`. ValueError where the scores are no probabilities.

    >>> import breakeven as be
    >>> review = be.from_arrays(None, y_score=[0.5, 0.25], classes=["a"], probabilities=True)
    >>> be.count(review).frame()["expected"].tolist()
    [0.75]
    """
    return counted(_given(review, system, split, where))


def counted(given: Estimating) -> EstimateResult:
    """How many of these documents to expect in each class."""
    true = true_counts(given.review.truth, given.predictions)
    found, total = of_counts(given.of, true)
    result = {**given.subject, "all_classes": total, "per_class": found, "notes": given.notes}
    return EstimateResult(result, given.review, _counts, counts.as_markdown, given.kept)


def _counts(of: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in of.items() if name != "best_numbers"}
