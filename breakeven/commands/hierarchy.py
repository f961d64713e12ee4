"""`hierarchy`: how good a system is on a class hierarchy, compared with shuffled predictions.

Say which classes stand above which with --hierarchy or --hierarchy-separator.
"""

from __future__ import annotations

import argparse

from breakeven.commands.file_options import usage_error
from breakeven.commands.options import (
    add_arguments,
    add_cut,
    add_f,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.results.evaluation import evaluation_result
from breakeven.results.hierarchy import HierarchyResult


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `hierarchy`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)
    add_f(parser)
    add_cut(parser)


def run(args: argparse.Namespace) -> int:
    """Print the measures; exit status 0."""
    review = review_from(args)
    if review.hierarchy is None:
        what = "the class hierarchy is not known"
        raise usage_error(
            what,
            "give --hierarchy FILE, or --hierarchy-separator / if class names hold the levels",
        )
    evaluation, filtered = evaluation_from(review, args)
    measures = evaluation_result(
        review, evaluation, filtered, args.beta, args.undefined
    ).hierarchical()
    result = HierarchyResult(review, evaluation, measures, filtered)
    if args.format == "json":
        print_json(result.to_dict())
    else:
        print(result.to_markdown())
    return 0
