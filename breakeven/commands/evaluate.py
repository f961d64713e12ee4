"""`evaluate`: how good a system is, the numbers of the Overview, Classes and Curves pages."""

from __future__ import annotations

import argparse
import sys

from breakeven.api.evaluation import result_of
from breakeven.commands.inputs import (
    add_arguments,
    add_where,
    beta,
    evaluation_from,
    print_json,
    review_from,
    threshold,
)
from metrics.averaging import UNDEFINED


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `evaluate`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)
    parser.add_argument("--beta", type=beta, default=1.0, help="recall's weight in F (1)")
    parser.add_argument(
        "--undefined", choices=UNDEFINED, default="drop", help="what 0/0 counts as in averages"
    )
    parser.add_argument("--threshold", type=threshold, help="assign what scores at least this")
    parser.add_argument(
        "--thresholds", metavar="FILE", help="assign by the thresholds of this file (CSV or JSON)"
    )


def run(args: argparse.Namespace) -> int:
    """Print the measures of one system; exit status 0."""
    review = review_from(args)
    evaluation, kept = evaluation_from(review, args)
    result = result_of(review, evaluation, kept, args.beta, args.undefined)
    if result.leaks is not None:
        print(f"warning: {result.leaks}", file=sys.stderr)
    if args.format == "json":
        print_json(result.to_dict())
    else:
        print(result.to_markdown())
    return 0
