"""`ranked`: how well the classes of each document are ranked, for long lists of classes."""

from __future__ import annotations

import argparse

from breakeven.analysis.evaluation.label_ranking import AT
from breakeven.commands.file_options import refused
from breakeven.commands.options import (
    add_arguments,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.results.evaluation import evaluation_result
from breakeven.results.label_ranking import of_ranked, ranked_in_markdown
from breakeven.results.scope import class_map_in_markdown, of_class_map, of_where, under_title
from breakeven.results.table_formats import in_markdown
from metrics.typing import DEFAULT_BETA


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `ranked`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)
    parser.add_argument(
        "--at",
        type=int,
        nargs="+",
        default=list(AT),
        metavar="K",
        help="look at so many first classes of each document (1 3 5)",
    )


def run(args: argparse.Namespace) -> int:
    """Print the measures; exit status 0."""
    review = review_from(args)
    evaluation, filtered = evaluation_from(review, args)
    try:
        result = evaluation_result(review, evaluation, filtered, DEFAULT_BETA, "drop")
        ranked = result.ranked_labels(args.at)
    except ValueError as error:
        raise refused(error, "give scores, and a k from 1 on") from None
    if args.format == "json":
        print_json({"review": review.name, "system": evaluation.system} | of_ranked(ranked)
                   | of_where(filtered) | of_class_map(review))  # fmt: skip
    else:
        title = f"# {in_markdown(review.name)}: {in_markdown(evaluation.system)}, ranked classes"
        document = f"{title}\n\n{ranked_in_markdown(ranked)}"
        print(under_title(document, filtered) + class_map_in_markdown(review))
    return 0
