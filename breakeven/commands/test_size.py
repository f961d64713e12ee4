"""`test-size`: how large the test set must be, and which classes cannot be judged."""

from __future__ import annotations

import argparse

from breakeven.analysis.evaluation.required_size import ASSUMED, tested_split
from breakeven.commands.file_options import usage_error, usage_error_from
from breakeven.commands.options import (
    add_arguments,
    add_beta,
    add_where,
    data_from,
    evaluation_from,
    no_documents,
    print_json,
    selection_from,
)
from breakeven.data.records import Review
from breakeven.results.evaluation import evaluation_result
from breakeven.results.test_size import test_size_of_selection


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `test-size`."""
    parser.description = (
        f"{__doc__} Prints for each class, and for micro and macro F, how many documents are "
        "needed to know F to within --width. Without predictions it assumes a level of precision "
        "and recall."
    )
    add_arguments(parser)
    add_where(parser)
    add_beta(parser)
    parser.add_argument(
        "--width",
        type=float,
        default=0.05,
        metavar="F",
        help="half the width of the 95 %% interval of F (0.05)",
    )
    parser.add_argument(
        "--assume",
        type=float,
        metavar="LEVEL",
        help=f"the precision and recall to assume if there are no predictions yet ({ASSUMED:g})",
    )


def run(args: argparse.Namespace) -> int:
    """Print how many documents it takes; exit status 0."""
    review = data_from(args)
    if not review.has_system:
        return _without_a_system(review, args)
    if args.assume is not None:
        raise usage_error("the files have predictions, so nothing is assumed", "leave --assume out")
    evaluation, filtered = evaluation_from(review, args)
    result = evaluation_result(review, evaluation, filtered, args.beta, "drop")
    try:
        size = result.test_size(args.width)
    except ValueError as error:
        raise usage_error_from(error, "check --width") from None
    if args.format == "json":
        print_json(size.to_dict())
    else:
        print(size.to_markdown())
    return 0


def _without_a_system(review: Review, args: argparse.Namespace) -> int:
    """The same by the documents of each class, and a level that is assumed."""
    if args.split is None:
        args = argparse.Namespace(**{**vars(args), "split": tested_split(review.truth)})
    selection = selection_from(review, args)
    level = ASSUMED if args.assume is None else args.assume
    try:
        size = test_size_of_selection(review, selection, args.width, args.beta, level)
    except ValueError as error:
        raise usage_error_from(error, "check --width and --assume") from None
    if size.filtered is not None and not size.filtered.documents:
        raise no_documents(size.filtered)
    if args.format == "json":
        print_json(size.to_dict())
    else:
        print(size.to_markdown())
    return 0
