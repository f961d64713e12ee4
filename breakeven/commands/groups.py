"""`groups`: is a system as good for large classes and small ones, and as classes are added."""

from __future__ import annotations

import argparse

from breakeven.commands.options import (
    add_arguments,
    add_beta,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.results.classes import group_records, groups_in_markdown
from breakeven.results.evaluation import evaluation_result
from breakeven.results.scope import of_where, under_title
from breakeven.results.table_formats import in_markdown


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `groups`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)
    add_beta(parser)


def run(args: argparse.Namespace) -> int:
    """Print the measures of every group; exit status 0."""
    review = review_from(args)
    evaluation, filtered = evaluation_from(review, args)
    result = evaluation_result(review, evaluation, filtered, args.beta, "drop")
    frames = result.groups()
    if args.format == "json":
        print_json(group_records(frames) | of_where(filtered))
    else:
        title = f"# {in_markdown(review.name)}: {in_markdown(result.system)}, in groups"
        print(under_title(f"{title}\n\n{groups_in_markdown(frames)}", filtered))
    return 0
