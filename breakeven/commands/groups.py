"""`groups`: is a system as good for large classes and small ones, and as classes are added."""

from __future__ import annotations

import argparse

from breakeven.api.evaluation import result_of
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
from breakeven.reports.where import of_where, under_title


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `groups`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)
    add_beta(parser)


def run(args: argparse.Namespace) -> int:
    """Print the measures of every group; exit status 0."""
    review = review_from(args)
    evaluation, kept = evaluation_from(review, args)
    result = result_of(review, evaluation, kept, args.beta, "drop")
    frames = result.groups()
    if args.format == "json":
        print_json(group_records(frames) | of_where(kept))
    else:
        title = f"# {in_markdown(review.name)}: {in_markdown(result.system)}, in groups"
        print(under_title(f"{title}\n\n{groups_in_markdown(frames)}", kept))
    return 0
