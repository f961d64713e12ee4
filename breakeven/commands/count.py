"""`count`: how many documents of each class to expect, with intervals, labelled or not."""

from __future__ import annotations

import argparse

from breakeven.commands.estimating import estimating_from
from breakeven.commands.inputs import add_arguments, add_where, print_json
from breakeven.report import class_map
from breakeven.report.counts import as_markdown
from breakeven.report.estimates import of_counts, true_counts
from breakeven.report.where import under_title


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `count`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)


def run(args: argparse.Namespace) -> int:
    """Print the documents to expect of each class; exit status 0."""
    given = estimating_from(args)
    result = {
        **given.subject,
        "per_class": of_counts(given.of, true_counts(given.review.truth, given.predictions)),
        "notes": given.notes,
    }
    if args.format == "json":
        print_json(result | class_map.of_class_map(given.review))
    else:
        print(under_title(as_markdown(result, given.review.name), given.kept))
    return 0
