"""`groups`: is a system as good for every group of documents and of classes."""

from __future__ import annotations

import argparse

from breakeven.api.evaluation import result_of
from breakeven.commands.files import wrong
from breakeven.commands.inputs import (
    add_arguments,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.commands.measuring import add_beta
from breakeven.reports.groups import group_records, groups_in_markdown
from breakeven.reports.tables import in_markdown


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `groups`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)
    add_beta(parser)
    parser.add_argument(
        "--by",
        metavar="COLUMN",
        help="group documents by this column; else by how many classes they truly have",
    )


def run(args: argparse.Namespace) -> int:
    """Print the measures of every group; exit status 0."""
    review = review_from(args)
    evaluation, kept = evaluation_from(review, args)
    result = result_of(review, evaluation, kept, args.beta, "drop")
    try:
        frames = result.groups(args.by)
    except ValueError as error:
        raise wrong(str(error), "name one of them, or leave --by out") from None
    if args.format == "json":
        print_json(group_records(frames))
    else:
        print(f"# {in_markdown(review.name)}: {in_markdown(result.system)}, in groups\n")
        print(groups_in_markdown(frames, args.by))
    return 0
