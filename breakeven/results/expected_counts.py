"""How many documents of each class to expect, labelled or not: as data and Markdown.

Tested in `test_expected`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from breakeven.analysis.estimation.losses import all_members
from breakeven.analysis.estimation.probabilities import ClassProbabilities
from breakeven.data.records import Predictions, Review, Truth
from breakeven.data.wording import cell_of, count_of
from breakeven.results.estimates import (
    ESTIMATES,
    EstimatedDocuments,
    EstimateResult,
    prediction_values,
    probable_documents,
)
from breakeven.results.scope import class_map_data, under_title
from breakeven.results.table_formats import in_markdown, markdown_table, notes_in_markdown
from breakeven.results.values import plain_count, plain_number
from metrics.expected.prediction import (
    Prediction,
    best_counts,
    expected_count,
    expected_squared_error_in_counting,
)
from metrics.incidence import weigh_per_class
from metrics.typing import Array

if TYPE_CHECKING:
    import pandas as pd


def true_counts(truth: Truth, predictions: Predictions) -> Array | None:
    """How many of these documents each class truly has, shape (classes,); None without truth.

    NaN for a class of which some document was not judged.
    """
    if truth.labels is None:
        return None
    own = np.ones(predictions.m) if truth.weights is None else truth.weights[predictions.rows]
    positives = weigh_per_class(truth.labels[predictions.rows], own)
    if truth.unjudged is not None:
        unjudged = truth.unjudged[predictions.rows].astype(np.int64).sum(axis=0)
        positives[np.asarray(unjudged) > 0] = np.nan
    return positives


@dataclass(frozen=True)
class ClassCount:
    """How many documents of a class to expect, and how many were assigned.

    `best_numbers`: of the least expected squared error, None where documents have weights.
    `true`: the true number, NaN where unknown, None without truth.
    """

    members: Prediction
    best_numbers: list[int] | None
    assigned: float
    true: float | None

    @property
    def true_number(self) -> float | None:
        """The true number; None where it is unknown."""
        return None if self.true is None or math.isnan(self.true) else plain_count(self.true)

    @property
    def error_of_expected(self) -> float | None:
        """The squared error of the expected number; None where the true one is unknown."""
        return None if self.true_number is None else (self.members.expected - self.true_number) ** 2

    @property
    def error_of_assigned(self) -> float | None:
        """The squared error of the assigned number; None where the true one is unknown."""
        return None if self.true_number is None else (self.assigned - self.true_number) ** 2

    def to_dict(self) -> dict[str, Any]:
        """All of it by name; the true number and squared errors only with truth."""
        error = expected_squared_error_in_counting(self.members, self.assigned)
        values: dict[str, Any] = {
            **prediction_values(self.members),
            "best_numbers": self.best_numbers,
            "assigned": self.assigned,
            "expected_squared_error_of_assigned": float(error),
        }
        if self.true is not None:
            values |= {
                "true": self.true_number,
                "squared_error_of_expected": self.error_of_expected,
                "squared_error_of_assigned": self.error_of_assigned,
            }
        return values


def class_counts(
    probabilities: ClassProbabilities, positives: Array | None
) -> dict[str, ClassCount]:
    """How many members of each class to expect and how many were assigned.

    `positives`, shape (classes,): the true numbers, NaN where unknown; None without truth.
    """
    counts = {}
    for c, name in enumerate(probabilities.classes):
        p, calls = probabilities.of_class(c)
        own = probabilities.weights_of(c)
        counts[name] = ClassCount(
            members=expected_count(p, own, probabilities.clusters_of(c)),
            best_numbers=None if own is not None else best_counts(p),
            assigned=int(np.sum(calls)) if own is None else plain_count(np.sum(own[calls])),
            true=None if positives is None else float(positives[c]),
        )
    return counts


@dataclass(frozen=True, repr=False, eq=False)
class CountResult(EstimateResult):
    """How many documents of each class to expect, and in all."""

    total: Prediction
    per_class: Mapping[str, ClassCount]

    @property
    def assigned(self) -> float:
        """How many classes were assigned in all."""
        return plain_count(sum(count.assigned for count in self.per_class.values()))

    @property
    def labelled(self) -> bool:
        """Whether somebody has labelled."""
        return any(count.true is not None for count in self.per_class.values())

    @property
    def true(self) -> float | None:
        """The true number in all; None where that of a class is unknown."""
        numbers = [count.true_number for count in self.per_class.values()]
        positives = [number for number in numbers if number is not None]
        return plain_count(np.sum(positives)) if len(positives) == len(numbers) else None

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven count --format json` prints; undefined is None."""
        true = {"true": self.true} if self.labelled else {}
        return {
            "review": self.review.name,
            **self.subject.to_dict(),
            "all_classes": {**prediction_values(self.total), "assigned": self.assigned, **true},
            "per_class": {name: count.to_dict() for name, count in self.per_class.items()},
            "notes": self.subject.notes,
            **class_map_data(self.review),
        }

    def to_markdown(self) -> str:
        """What `breakeven count` prints."""
        head = ["class", "expected", "95 % from", "to", "assigned"]
        head += ["true", "squared error, expected", "squared error, predicted"][: 3 * self.labelled]
        first = ["*all classes*", *_prediction_cells(self.total), cell_of(self.assigned)]
        first += [cell_of(self.true), "", ""] if self.labelled else []
        rows = []
        for name, count in self.per_class.items():
            row = [in_markdown(name), *_prediction_cells(count.members), cell_of(count.assigned)]
            if self.labelled:
                row += [
                    cell_of(count.true_number),
                    cell_of(count.error_of_expected, 1),
                    cell_of(count.error_of_assigned),
                ]
            rows.append(row)
        documents = self.subject.probabilities.documents
        lines = [
            f"# {self.subject.title}, counted",
            "",
            ESTIMATES,
            "",
            f"{count_of(documents, 'document')}. Predicted: "
            f"{in_markdown(str(self.subject.selection.cut))}. The intervals may reach "
            "beyond what is possible.",
            "",
            markdown_table(head, [first, *rows] if len(rows) > 1 else rows),
            *notes_in_markdown(self.subject.notes),
        ]
        return under_title("\n".join(lines), self.subject.filtered)

    def frame(self) -> pd.DataFrame:
        """One row per class; undefined is NaN."""
        import pandas as pd

        rows = [{"class": name, **count.to_dict()} for name, count in self.per_class.items()]
        for row in rows:
            del row["best_numbers"]
        return pd.DataFrame(rows)


def _prediction_cells(prediction: Prediction) -> list[str]:
    ends = (prediction.expected, prediction.low, prediction.high)
    return [cell_of(plain_number(end), 1) for end in ends]


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
    return count_of_documents(probable_documents(review, system, split, where))


def count_of_documents(documents: EstimatedDocuments) -> CountResult:
    """How many of these documents to expect in each class."""
    probabilities = documents.probabilities
    true = true_counts(documents.review.truth, documents.predictions)
    counts = class_counts(probabilities, true)
    total = all_members(probabilities, [count.members for count in counts.values()])
    return CountResult(documents, total, counts)
