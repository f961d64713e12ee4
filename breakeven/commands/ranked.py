"""`ranked`: how well the classes of each document are ranked, for long lists of classes."""

from __future__ import annotations

import argparse

from breakeven.analysis.evaluation.label_ranking import AT
from breakeven.commands.file_options import usage_error_from
from breakeven.commands.options import (
    add_arguments,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.results.evaluation import evaluation_result
from breakeven.results.label_ranking import LabelRankingResult
from metrics.typing import DEFAULT_BETA


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `ranked`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)
    parser.add_argument(
        "--at",
        type=int,
        nargs="+",
        default=list(AT),
        metavar="K",
        help="how many of the first classes of each document to count (1 3 5)",
    )


def run(args: argparse.Namespace) -> int:
    """Print the measures; exit status 0."""
    review = review_from(args)
    evaluation, filtered = evaluation_from(review, args)
    try:
        evaluated = evaluation_result(review, evaluation, filtered, DEFAULT_BETA, "drop")
        ranked = evaluated.ranked_labels(args.at)
    except ValueError as error:
        raise usage_error_from(error, "give scores, and k as whole numbers from 1") from None
    result = LabelRankingResult(review, evaluation.system, ranked, filtered)
    if args.format == "json":
        print_json(result.to_dict())
    else:
        print(result.to_markdown())
    return 0
