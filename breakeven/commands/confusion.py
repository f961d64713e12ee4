"""`confusion`: which classes get confused, with similar ones side by side."""

from __future__ import annotations

import argparse
from typing import get_args

from breakeven.analysis.evaluation.matrix_part import MatrixOrder
from breakeven.commands.options import (
    add_arguments,
    add_cut,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.results.confusion import ConfusionResult
from breakeven.results.evaluation import evaluation_result
from metrics.typing import DEFAULT_BETA


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `confusion`."""
    parser.description = (
        f"{__doc__} With many classes it shows those most often confused, and adds all others up "
        "in one row and column."
    )
    add_arguments(parser)
    add_where(parser)
    add_cut(parser)
    parser.add_argument("--all", action="store_true", help="show every class that gets confused")
    parser.add_argument(
        "--order",
        choices=get_args(MatrixOrder),
        default="blocks",
        help="confused classes side by side (default), largest first, by name, or as in the file",
    )


def run(args: argparse.Namespace) -> int:
    """Print the largest confusions and the matrix; exit status 0."""
    review = review_from(args)
    evaluation, filtered = evaluation_from(review, args)
    result = evaluation_result(review, evaluation, filtered, DEFAULT_BETA, "drop")
    part = result.confusion_part(args.order, every=args.all)
    confusion = ConfusionResult(result, part, every=args.all)
    if args.format == "json":
        print_json(confusion.to_dict())
    else:
        print(confusion.to_markdown())
    return 0
