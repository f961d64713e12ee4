"""`slices`: is a system as good on every part of the documents."""

from __future__ import annotations

import argparse
from typing import get_args

from breakeven.api.evaluation import EvaluationResult, result_of
from breakeven.commands.files import wrong
from breakeven.commands.inputs import (
    add_arguments,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.commands.measuring import add_beta
from breakeven.reports.slices import NUMBER_OF_CLASSES, slice_records, slices_in_markdown
from breakeven.reports.tables import in_markdown
from breakeven.selection import FilterError
from breakeven.slices.side_by_side import Kind


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `slices`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)
    add_beta(parser)
    parser.add_argument(
        "--by",
        metavar="WHAT",
        help="part documents by this column, by 'weekday of COLUMN', or by length, word or "
        "near-duplicate of their texts; else by how many classes they truly have",
    )
    parser.add_argument(
        "--edges",
        metavar="NUMBER",
        nargs="+",
        type=float,
        help="where the ranges of the numbers of --by meet; else like many documents are in each",
    )
    parser.add_argument(
        "--slice",
        metavar=("NAME", "FILTER"),
        nargs=2,
        action="append",
        default=[],
        help="a slice of the documents that a filter keeps; may be given again",
    )
    parser.add_argument(
        "--search",
        action="store_true",
        help="instead of slices side by side, search for weak ones: up to three conditions of all "
        "columns and texts, with an outcome more frequent than elsewhere, beyond chance",
    )
    parser.add_argument(
        "--outcome",
        default="wrong",
        help="what is searched for: wrong, missed:CLASS, false-alarm:CLASS, loss (squared error "
        "of probabilities), better:SYSTEM or worse:SYSTEM than another (default: wrong)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="of the search: equal seed, equal slices (default: 0)"
    )
    parser.add_argument(
        "--average",
        choices=get_args(Kind),
        default="micro",
        help="what slices differ in: micro, macro or per-document F, or the share of documents "
        "that are exactly right (default: micro)",
    )


def run(args: argparse.Namespace) -> int:
    """Print each slice beside the rest; exit status 0."""
    review = review_from(args)
    evaluation, kept = evaluation_from(review, args)
    result = result_of(review, evaluation, kept, args.beta, "drop")
    if args.search:
        return _search(result, args)
    try:
        frame = result.slices(args.by, dict(args.slice), edges=args.edges, average=args.average)
    except FilterError as error:
        mark = error.pointed.replace("\n", "\n    ")
        raise wrong(f"--slice, {error.what}", f"mend it here:\n    {mark}") from None
    except ValueError as error:
        raise wrong(str(error), "see --help of slices") from None
    by = args.by or (None if args.slice else NUMBER_OF_CLASSES)
    if args.format == "json":
        print_json({"by": by, "average": args.average, "slices": slice_records(frame)})
    else:
        print(f"# {in_markdown(review.name)}: {in_markdown(result.system)}, in slices\n")
        print(slices_in_markdown(frame, args.average, by))
    return 0


def _search(result: EvaluationResult, args: argparse.Namespace) -> int:
    try:
        found = result.weak_slices(args.outcome, args.seed)
    except ValueError as error:
        raise wrong(str(error), "see --help of slices") from None
    if args.format == "json":
        print_json(found.to_dict())
    else:
        print(f"# {in_markdown(result.review.name)}: {in_markdown(result.system)}\n")
        print(found.to_markdown())
    return 0
