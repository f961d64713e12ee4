"""`count`: how many documents of each class to expect, with intervals, labelled or not."""

from __future__ import annotations

import argparse
from typing import Any

from breakeven.commands.estimating import estimating_from
from breakeven.commands.inputs import add_arguments, print_json
from breakeven.report.counts import as_markdown
from breakeven.report.estimates import of_counts, true_counts


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "count", help="how many documents of each class to expect", description=__doc__
    )
    add_arguments(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    given = estimating_from(args)
    result = {
        **given.subject,
        "per_class": of_counts(given.of, true_counts(given.review.truth, given.predictions)),
        "notes": given.notes,
    }
    if args.format == "json":
        print_json(result)
    else:
        print(as_markdown(result, given.review.name))
    return 0
