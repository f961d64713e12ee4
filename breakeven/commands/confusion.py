"""`confusion`: what is taken for what, the classes that are confused side by side."""

from __future__ import annotations

import argparse
from typing import get_args

from breakeven.api.evaluation import result_of
from breakeven.commands.inputs import (
    add_arguments,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.commands.measuring import add_cut
from breakeven.evaluation.matrix_part import Order
from breakeven.reports.class_map import as_markdown, of_class_map
from breakeven.reports.confusion import confusion_in_markdown, every_said, first_said, of_confusion
from breakeven.reports.tables import in_markdown
from breakeven.reports.where import of_where, under_title
from metrics.confusion import confused_classes


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `confusion`."""
    parser.description = (
        f"{__doc__} Of many classes those that are most often confused, and all others in one row "
        "and column, so that sums stay whole."
    )
    add_arguments(parser)
    add_where(parser)
    add_cut(parser)
    parser.add_argument("--all", action="store_true", help="every class that is confused")
    parser.add_argument(
        "--order",
        choices=get_args(Order),
        default="blocks",
        help="confused classes side by side (default), largest first, by name, as in the file",
    )


def run(args: argparse.Namespace) -> int:
    """Print the largest confusions and the matrix; exit status 0."""
    review = review_from(args)
    evaluation, kept = evaluation_from(review, args)
    result = result_of(review, evaluation, kept, 1.0, "drop")
    part = result.confusion_part(args.order, every=args.all)
    if args.format == "json":
        subject = {"review": review.name, "system": result.system}
        print_json(subject | of_confusion(result, part) | of_where(kept) | of_class_map(review))
        return 0
    said = every_said(confused_classes(result.confusion)) if args.all else first_said(result)
    title = f"# {in_markdown(review.name)}: {in_markdown(result.system)}, what is taken for what"
    document = f"{title}\n\n{confusion_in_markdown(result, part, said)}"
    print(under_title(document, kept) + as_markdown(review))
    return 0
