"""`agree`: how far the people who labelled agree."""

from __future__ import annotations

import argparse
import sys

from breakeven.api.agreement import agreement_of_selection
from breakeven.commands.inputs import (
    add_arguments,
    add_where,
    nothing_kept,
    print_json,
    review_from,
    selection_from,
)
from breakeven.reports.tables import csv_of


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `agree`."""
    parser.description = f"{__doc__} Files: those that name the annotators."
    add_arguments(parser)
    add_where(parser)
    parser.add_argument(
        "--csv",
        action="store_true",
        help="print the table of classes alone, as CSV; without annotators, all two by two",
    )


def run(args: argparse.Namespace) -> int:
    """Print how far people agree; exit status 0."""
    review = review_from(args)
    found = agreement_of_selection(review, selection_from(review, args))
    if found.kept is not None and not found.kept.documents:
        raise nothing_kept(found.kept)
    if args.csv:
        sys.stdout.write(csv_of(found.frame()))
    elif args.format == "json":
        print_json(found.to_dict())
    else:
        print(found.to_markdown())
    return 0
