"""What the commands on unlabelled documents share: probabilities, or why there are none."""

from __future__ import annotations

import argparse

from breakeven.api.estimates import Estimating, estimating
from breakeven.commands.files import wrong
from breakeven.commands.inputs import nothing_kept, review_from, selection_from
from breakeven.estimation.probabilities import why_not_probabilities
from breakeven.selection import system_of


def estimating_from(args: argparse.Namespace) -> Estimating:
    """Raises ReadError where the scores are no probabilities."""
    review = review_from(args)
    selection = selection_from(review, args)
    reason = why_not_probabilities(system_of(review, selection.system))
    if reason is not None:
        remedy = {
            "no scores": "give a file with a probability for every class",
            "outside": "turn them into probabilities first; the Unlabelled page does it where "
            "another split is labelled",
            "undeclared": "say --probabilities if they are chances, else turn them into some; "
            "the Unlabelled page does it where another split is labelled",
        }[reason.why]
        raise wrong(str(reason), remedy)
    given = estimating(review, selection)
    if given.kept is not None and not given.kept.documents:
        raise nothing_kept(given.kept)
    return given
