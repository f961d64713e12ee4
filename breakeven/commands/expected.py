"""`expected`: what F to expect of documents that nobody has labelled, and the best decisions."""

from __future__ import annotations

import argparse

from breakeven.api.estimates import expected_of
from breakeven.commands.estimating import estimating_from
from breakeven.commands.inputs import add_arguments, add_where, print_json
from breakeven.commands.measuring import add_beta
from metrics.averaging import UNDEFINED


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `expected`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)
    add_beta(parser)
    parser.add_argument(
        "--undefined",
        choices=UNDEFINED,
        default="drop",
        help="F where nothing is assigned and nothing true: 0 with zero, else 1",
    )


def run(args: argparse.Namespace) -> int:
    """Print the expected measures of the decisions in use; exit status 0."""
    found = expected_of(estimating_from(args), args.beta, args.undefined)
    if args.format == "json":
        print_json(found.to_dict())
    else:
        print(found.to_markdown())
    return 0
