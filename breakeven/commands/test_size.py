"""`test-size`: how large must the test set be, and which classes cannot be judged."""

from __future__ import annotations

import argparse

from breakeven.api.evaluation import result_of
from breakeven.commands.files import refused
from breakeven.commands.inputs import (
    add_arguments,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.commands.measuring import add_beta


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `test-size`."""
    parser.description = (
        f"{__doc__} Says for each class, and for micro and macro F, how many documents tell F "
        "within the width."
    )
    add_arguments(parser)
    add_where(parser)
    add_beta(parser)
    parser.add_argument(
        "--width",
        type=float,
        default=0.05,
        metavar="F",
        help="how far F may be off to each side, in 95 of 100 cases (0.05)",
    )


def run(args: argparse.Namespace) -> int:
    """Print how many documents it takes; exit status 0."""
    review = review_from(args)
    evaluation, kept = evaluation_from(review, args)
    result = result_of(review, evaluation, kept, args.beta, "drop")
    try:
        found = result.test_size(args.width)
    except ValueError as error:
        raise refused(error, "check --width") from None
    if args.format == "json":
        print_json(found.to_dict())
    else:
        print(found.to_markdown())
    return 0
