"""`groups`: whether a system is as good on small classes as on large, and as classes are added."""

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
from breakeven.results.classes import class_groups_of
from breakeven.results.evaluation import evaluation_result


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
    groups = class_groups_of(evaluation_result(review, evaluation, kept, args.beta, "drop"))
    if args.format == "json":
        print_json(groups.to_dict())
    else:
        print(groups.to_markdown())
    return 0
