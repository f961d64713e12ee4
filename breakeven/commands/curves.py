"""`curves`: what every threshold gives: precision against recall, ROC, or net benefit."""

from __future__ import annotations

import argparse

from breakeven.commands.file_options import usage_error_from
from breakeven.commands.options import (
    add_arguments,
    add_cut,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.results.curves import VIEWS, net_benefit, pr_curve, roc_curve
from breakeven.results.evaluation import evaluation_result
from metrics.typing import DEFAULT_BETA


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `curves`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)
    add_cut(parser)
    parser.add_argument(
        "--class",
        dest="of",
        metavar="NAME",
        help="the class whose curve it is (default: all pairs of document and class as one)",
    )
    parser.add_argument(
        "--view",
        choices=VIEWS,
        default=VIEWS[0],
        help="precision against recall with break-even and eleven points (default), recall against "
        "fallout, or net benefit, of probabilities",
    )


def run(args: argparse.Namespace) -> int:
    """Print the curve; exit status 0."""
    review = review_from(args)
    evaluation, filtered = evaluation_from(review, args)
    result = evaluation_result(review, evaluation, filtered, DEFAULT_BETA, "drop")
    curve_of = {"precision-recall": pr_curve, "roc": roc_curve, "net-benefit": net_benefit}
    try:
        curve = curve_of[args.view](result, args.of)
    except ValueError as error:
        raise usage_error_from(error, "choose another class, or another --view") from None
    if args.format == "json":
        print_json(curve.to_dict())
    else:
        print(curve.to_markdown())
    return 0
