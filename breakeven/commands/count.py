"""`count`: how many documents of each class to expect, with intervals, labelled or not."""

from __future__ import annotations

import argparse

from breakeven.commands.expected import estimating_from
from breakeven.commands.options import add_arguments, add_where, print_json
from breakeven.results.expected_counts import count_of_documents


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `count`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)


def run(args: argparse.Namespace) -> int:
    """Print the documents to expect of each class; exit status 0."""
    found = count_of_documents(estimating_from(args))
    if args.format == "json":
        print_json(found.to_dict())
    else:
        print(found.to_markdown())
    return 0
