"""`slices`: whether a system is equally good on all kinds of documents."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TypeVar, get_args

from breakeven.analysis.selection.errors import FilterError, NoSystemError
from breakeven.analysis.slices.slice_comparison import SliceAverage
from breakeven.commands.file_options import usage_error, usage_error_from
from breakeven.commands.options import (
    add_arguments,
    add_beta,
    add_where,
    data_from,
    evaluation_from,
    no_documents,
    print_json,
    seed,
    selection_from,
)
from breakeven.data.records import Review
from breakeven.results.class_shares import class_shares_of_selection
from breakeven.results.evaluation import EvaluationResult, evaluation_result
from breakeven.results.scope import (
    cautions,
    cautions_data,
    cautions_in_markdown,
    filter_data,
    under_title,
)
from breakeven.results.slices import SlicesResult, slices_of_evaluation
from breakeven.results.table_formats import in_markdown
from breakeven.results.weak_slices import WeakSlices

# options of slices side by side, and of the search
Made = TypeVar("Made")
OF_SLICES, OF_SEARCH = ("by", "edges", "slice", "average"), ("outcome", "seed")


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `slices`."""
    parser.description = f"{__doc__} Without predictions: which classes each kind has."
    add_arguments(parser)
    add_where(parser)
    add_beta(parser)
    parser.add_argument(
        "--by",
        metavar="WHAT",
        help="divide documents by this column, by 'weekday of COLUMN', or by length, word or "
        "near-duplicate of their texts (default: by their number of true classes)",
    )
    parser.add_argument(
        "--edges",
        metavar="NUMBER",
        nargs="+",
        type=float,
        help=(
            "the bounds between ranges, if --by holds numbers (default: ranges with equally many "
            "documents)"
        ),
    )
    parser.add_argument(
        "--slice",
        metavar=("NAME", "FILTER"),
        nargs=2,
        action="append",
        default=[],
        help="a slice: the documents that a filter keeps; may be repeated",
    )
    parser.add_argument(
        "--search",
        action="store_true",
        help="search for weak slices instead: up to three conditions on columns and texts, where "
        "an outcome is clearly more frequent than elsewhere",
    )
    parser.add_argument(
        "--outcome",
        help="the outcome to search for: wrong, missed:CLASS, false-alarm:CLASS, loss (squared "
        "error of probabilities), better:SYSTEM or worse:SYSTEM than another (wrong)",
    )
    parser.add_argument(
        "--seed", type=seed, help="seed of the search: the same seed gives the same slices (0)"
    )
    parser.add_argument(
        "--average",
        choices=get_args(SliceAverage),
        help="compare slices by micro, macro or per-document F, or by the share of documents "
        "that are completely right (micro)",
    )


def run(args: argparse.Namespace) -> int:
    """Print each slice beside the rest, or those that a search finds; exit status 0."""
    _refuse_idle(args)
    review = data_from(args)
    if not review.has_system:
        if args.search or args.average is not None:
            error = NoSystemError()
            raise usage_error(error.what, error.remedy)
        return _classes(review, args)
    evaluation, filtered = evaluation_from(review, args)
    result = evaluation_result(review, evaluation, filtered, args.beta, "drop")
    search = _weak_slices if args.search else _side_by_side
    slices = _made(lambda: search(result, args))
    care = cautions(review.truth, result.rows, optimistic=result.optimistic)
    if args.format == "json":
        subject = {"review": review.name, "system": result.system, "split": result.split}
        print_json(subject | cautions_data(care) | slices.to_dict() | filter_data(filtered))
    else:
        title = f"# {in_markdown(review.name)}: {in_markdown(result.system)}, in slices"
        lines = [title, *cautions_in_markdown(care), "", slices.to_markdown()]
        print(under_title("\n".join(lines), filtered))
    return 0


def _made(make: Callable[[], Made]) -> Made:
    """What a function makes of the options; what is wrong with them is said."""
    try:
        return make()
    except FilterError as error:
        mark = error.pointed.replace("\n", "\n    ")
        raise usage_error(f"--slice, {error.what}", f"fix it here:\n    {mark}") from None
    except ValueError as error:
        raise usage_error_from(error, "see --help of slices") from None


def _classes(review: Review, args: argparse.Namespace) -> int:
    """Print which classes the slices have, where nothing is predicted."""
    selection = selection_from(review, args)
    result = _made(
        lambda: class_shares_of_selection(review, selection, args.by, dict(args.slice), args.edges)
    )
    if result.filtered is not None and not result.filtered.documents:
        raise no_documents(result.filtered)
    if args.format == "json":
        print_json(result.to_dict())
    else:
        print(result.to_markdown())
    return 0


def _refuse_idle(args: argparse.Namespace) -> None:
    """Refuse options that would change nothing."""
    for name in OF_SLICES if args.search else OF_SEARCH:
        if getattr(args, name):
            rule = "cannot be combined with --search" if args.search else "needs --search"
            raise usage_error(
                f"--{name} {rule}", "leave one of them out" if args.search else "add it"
            )
    names = [name for name, _ in args.slice]
    for name in names:
        if names.count(name) > 1:
            raise usage_error(
                f"two slices are called {name!r}", "give each --slice a name of its own"
            )


def _side_by_side(result: EvaluationResult, args: argparse.Namespace) -> SlicesResult:
    average: SliceAverage = args.average or "micro"
    return slices_of_evaluation(result, args.by, dict(args.slice), args.edges, average)


def _weak_slices(result: EvaluationResult, args: argparse.Namespace) -> WeakSlices:
    return result.weak_slices(args.outcome or "wrong", args.seed or 0)
