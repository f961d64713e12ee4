"""`confusion`: what is taken for what, the classes that are confused side by side."""

from __future__ import annotations

import argparse
from typing import get_args

from breakeven.analysis.evaluation.matrix_part import MatrixOrder
from breakeven.commands.options import (
    add_arguments,
    add_cut,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.results.confusion import (
    all_confused_text,
    confusion_in_markdown,
    first_classes_text,
    of_confusion,
)
from breakeven.results.evaluation import evaluation_result
from breakeven.results.scope import class_map_in_markdown, of_class_map, of_where, under_title
from breakeven.results.table_formats import in_markdown
from metrics.confusion import confused_classes
from metrics.typing import DEFAULT_BETA


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
        choices=get_args(MatrixOrder),
        default="blocks",
        help="confused classes side by side (default), largest first, by name, as in the file",
    )


def run(args: argparse.Namespace) -> int:
    """Print the largest confusions and the matrix; exit status 0."""
    review = review_from(args)
    evaluation, filtered = evaluation_from(review, args)
    result = evaluation_result(review, evaluation, filtered, DEFAULT_BETA, "drop")
    part = result.confusion_part(args.order, every=args.all)
    if args.format == "json":
        subject = {"review": review.name, "system": result.system}
        print_json(
            subject
            | of_confusion(result.evaluation, part)
            | of_where(filtered)
            | of_class_map(review)
        )
        return 0
    caption = (
        all_confused_text(confused_classes(result.confusion))
        if args.all
        else first_classes_text(result.evaluation)
    )
    title = f"# {in_markdown(review.name)}: {in_markdown(result.system)}, what is taken for what"
    document = f"{title}\n\n{confusion_in_markdown(result.evaluation, part, caption)}"
    print(under_title(document, filtered) + class_map_in_markdown(review))
    return 0
