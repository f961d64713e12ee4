"""What the commands on unlabelled documents share: probabilities, or why there are none."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

from breakeven.commands.inputs import nothing_kept, review_from, selection_from, wrong
from breakeven.estimation.probabilities import ClassProbabilities, why_not_probabilities
from breakeven.evaluation.cut import Cut
from breakeven.records import Predictions, Review
from breakeven.report.estimates import ESTIMATES, UNLISTED
from breakeven.report.where import of_where
from breakeven.selection import system_of
from breakeven.selection.evaluated import output_of_selection
from breakeven.selection.where import Kept


@dataclass(frozen=True)
class Estimating:
    """What the arguments name: a system's documents in a split, with their probabilities."""

    review: Review
    split: str | None
    cut: Cut
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
            "system": self.predictions.system,
            "split": self.split,
            "decisions": str(self.cut),
            **of_where(self.kept),
        }

    @property
    def notes(self) -> list[str]:
        """What reading left out, and the documents without any probability."""
        unlisted = [UNLISTED.format(self.of.unlisted)] if self.of.unlisted else []
        return unlisted + [str(note) for note in self.review.notes]


def estimating_from(args: argparse.Namespace) -> Estimating:
    """Raises ReadError where the scores are no probabilities."""
    review = review_from(args)
    selection = selection_from(review, args)
    predictions, cut = system_of(review, selection.system), selection.cut
    reason = why_not_probabilities(predictions)
    if reason is not None:
        remedy = {
            "no scores": "give a file with a probability for every class",
            "outside": "turn them into probabilities first; the Unlabelled page does it where "
            "another split is labelled",
            "undeclared": "say --probabilities if they are chances, else turn them into some; "
            "the Unlabelled page does it where another split is labelled",
        }[reason.why]
        raise wrong(str(reason), remedy)
    part, assigned, kept = output_of_selection(review, selection)
    if kept is not None and not kept.documents:
        raise nothing_kept(kept)
    of = ClassProbabilities(review.truth.classes, part.scores, assigned)
    return Estimating(review, selection.split, cut, part, of, kept)
