"""How good a system's probabilities are: log loss with the Brier score beside it.

Page, command line, Python and the report read this one record.

Tested in `test_probability_losses`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from breakeven.analysis.comparison.evaluated_losses import losses_of
from breakeven.analysis.estimation.probabilities import NotProbabilities, why_not_probabilities
from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.selection import system_of
from breakeven.data.records import Review
from breakeven.data.wording import NOTHING, cell_of, count_of
from breakeven.results.table_formats import in_markdown, markdown_table
from metrics.expected.probability_losses import LOSSES, LossAverages, LossName, MeanLoss

NAMES: Mapping[LossName, str] = {"log_loss": "log loss", "brier": "Brier score"}
MEANS = "0 is best for both. Intervals are by documents, or clusters of them."


@dataclass(frozen=True, eq=False)
class ProbabilityLosses:
    """Log loss and Brier score of a system, by loss; `classes`: their names in order."""

    system: str
    classes: tuple[str, ...]
    losses: Mapping[LossName, LossAverages]

    @property
    def averages(self) -> dict[str, dict[LossName, MeanLoss]]:
        """The averages by what they are over, in words: each loss by its name."""
        rows: dict[str, dict[LossName, MeanLoss]] = {}
        for words, key in ROWS.items():
            means: dict[LossName, MeanLoss] = {
                name: mean
                for name, each in self.losses.items()
                if (mean := getattr(each, key)) is not None
            }
            if means:
                rows[words] = means
        return rows

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is to be known: how many losses are infinite, and what the others come to."""
        return (MEANS, *self._of_infinite())

    def _of_infinite(self) -> Iterator[str]:
        log_loss = self.losses["log_loss"]
        if log_loss.documents is not None and log_loss.documents.infinite:
            yield _infinite(log_loss.documents, "documents, whose true class has the probability 0")
        if log_loss.pooled.infinite:
            yield _infinite(
                log_loss.pooled,
                "pairs of document and class, where what turned out has the probability 0",
            )
        if log_loss.macro.infinite:
            yield _infinite(log_loss.macro, "classes that have such a pair")

    def to_dict(self) -> dict[str, object]:
        """Each loss by its averages and classes; infinite is `inf`, undefined None."""
        return {name: self._plain(each) for name, each in self.losses.items()}

    def _plain(self, averages: LossAverages) -> dict[str, object]:
        documents = averages.documents
        classes = zip(self.classes, averages.per_class, strict=True)
        return {
            "documents": None if documents is None else _plain_mean(documents),
            "pooled": _plain_mean(averages.pooled),
            "macro": _plain_mean(averages.macro),
            "per_class": {name: _plain_mean(mean) for name, mean in classes},
        }

    def rows(self) -> list[list[str]]:
        """A row for each average, as plain text."""
        return [
            [words, *(loss_cell(means[name]) if name in means else NOTHING for name in LOSSES)]
            for words, means in self.averages.items()
        ]

    def to_markdown(self) -> str:
        """A table of the averages, and what is to be known of them."""
        rows = [[in_markdown(cell) for cell in row] for row in self.rows()]
        table = markdown_table(["probabilities", *NAMES.values()], rows)
        return "\n\n".join([table, *map(in_markdown, self.remarks)])


ROWS: Mapping[str, str] = {
    "over documents, all classes at once": "documents",
    "over all pairs of document and class": "pooled",
    "averaged over classes": "macro",
}


def _infinite(mean: MeanLoss, of_what: str) -> str:
    others = f"the mean of the others is {cell_of(float(mean.finite.value))}"
    return f"The log loss is infinite for {mean.infinite:,} of {mean.number:,} {of_what}: {others}."


def loss_cell(mean: MeanLoss) -> str:
    """A mean with its interval; of an infinite one that it is so, and the mean of the others."""
    low, high = float(mean.finite.low), float(mean.finite.high)
    ends = "" if math.isnan(low) else f" ({cell_of(low)} to {cell_of(high)})"
    if math.isinf(mean.value):
        number = count_of(mean.infinite, "infinite", "infinite")
        return f"∞; without {number}: {cell_of(float(mean.finite.value))}{ends}"
    return f"{cell_of(mean.value)}{ends}"


def _plain_mean(mean: MeanLoss) -> dict[str, float | int | str | None]:
    numbers = {
        "value": mean.value,
        "finite_mean": float(mean.finite.value),
        "low_95": float(mean.finite.low),
        "high_95": float(mean.finite.high),
    }
    plain: dict[str, float | int | str | None] = {
        key: None if math.isnan(value) else "inf" if math.isinf(value) else value
        for key, value in numbers.items()
    }
    return plain | {"infinite": mean.infinite, "of": mean.number}


def probability_losses(
    review: Review, evaluation: Evaluation
) -> ProbabilityLosses | NotProbabilities:
    """Log loss and Brier score of an evaluated system; why not, where scores are no probabilities.

    Over judged pairs, by the documents' weights. A pair without a score has the probability 0.
    """
    reason = why_not_probabilities(system_of(review, evaluation.system))
    if reason is not None:
        return reason
    losses = {name: losses_of(evaluation, name).averages for name in LOSSES}
    return ProbabilityLosses(evaluation.system, tuple(evaluation.classes), losses)


def counted_losses(evaluation: CountedEvaluation) -> ProbabilityLosses | NotProbabilities:
    """The same of what an engine counted."""
    if evaluation.losses is None:
        return why_not_probabilities(evaluation.predictions) or NotProbabilities(
            evaluation.system, "no scores"
        )
    return ProbabilityLosses(evaluation.system, tuple(evaluation.classes), evaluation.losses)
