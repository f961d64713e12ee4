"""`expected`: what F to expect on documents without labels, and which predictions raise it most."""

from __future__ import annotations

import argparse

from breakeven.analysis.estimation.probabilities import why_not_probabilities
from breakeven.analysis.selection.selection import system_of
from breakeven.commands.file_options import usage_error
from breakeven.commands.options import (
    add_arguments,
    add_beta,
    add_cut,
    add_where,
    chosen_from,
    no_documents,
    print_json,
    review_from,
)
from breakeven.results.estimates import (
    EstimatedDocuments,
    estimated_documents,
    expected_of_documents,
)
from metrics.averaging import UNDEFINED

# --- what the commands on unlabelled documents share: probabilities, or why there are none


def estimating_from(args: argparse.Namespace) -> EstimatedDocuments:
    """Raises ReadError where the scores are no probabilities."""
    review = review_from(args)
    selection = chosen_from(review, args, labelled=False)
    reason = why_not_probabilities(system_of(review, selection.system))
    if reason is not None:
        remedy = {
            "no scores": "give a file with a probability for every class",
            "outside": "turn them into probabilities first; the page Unlabelled data does it if "
            "another split has labels",
            "undeclared": "add --probabilities if that is what they are; else turn them into "
            "probabilities first: the page Unlabelled data does it if another "
            "split has labels",
        }[reason.why]
        raise usage_error(str(reason), remedy)
    given = estimated_documents(review, selection)
    if given.filtered is not None and not given.filtered.documents:
        raise no_documents(given.filtered)
    return given


# --- `expected`: what F to expect of documents that nobody has labelled, and the best decisions


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `expected`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)
    add_cut(parser)
    add_beta(parser)
    parser.add_argument(
        "--undefined",
        choices=UNDEFINED,
        default="drop",
        help="F where nothing is predicted and nothing is true: 0 with zero, else 1",
    )


def run(args: argparse.Namespace) -> int:
    """Print the expected measures of the decisions in use; exit status 0."""
    result = expected_of_documents(estimating_from(args), args.beta, args.undefined)
    if args.format == "json":
        print_json(result.to_dict())
    else:
        print(result.to_markdown())
    return 0
