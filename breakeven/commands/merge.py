"""`merge`: what would change if classes were merged or divided, and which are best merged."""

from __future__ import annotations

import argparse
import sys

from breakeven.commands.file_options import usage_error, usage_error_from
from breakeven.commands.options import (
    add_arguments,
    add_cut,
    add_f,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.data.wording import count_of
from breakeven.results.dividing import DividedResult
from breakeven.results.evaluation import EvaluationResult, evaluation_result
from breakeven.results.merging import BestMergesResult, MergeResult


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `merge`."""
    parser.description = (
        f"{__doc__} Everything is counted again from the documents. Without --classes and --best "
        "it lists the pairs that gain most, compared with two unrelated classes of the same sizes."
    )
    add_arguments(parser)
    add_where(parser)
    add_f(parser)
    add_cut(parser)
    parser.add_argument(
        "--classes",
        metavar="NAME",
        action="append",
        default=[],
        help="a class to merge; repeat it for each class",
    )
    parser.add_argument(
        "--best",
        type=int,
        metavar="N",
        help="merge the best pair this many times, counting again each time",
    )
    parser.add_argument(
        "--divide",
        metavar="CLASS",
        help="the reverse: check whether the words of this class divide it in two",
    )
    parser.add_argument(
        "--out",
        metavar="PATH",
        help="write the class map to this CSV file, for --class-map of any command",
    )


def run(args: argparse.Namespace) -> int:
    """Print what is gained and lost, and write the class map if asked; exit status 0."""
    review = review_from(args)
    evaluation, filtered = evaluation_from(review, args)
    result = evaluation_result(review, evaluation, filtered, args.beta, args.undefined)
    if args.divide is not None:
        return _divide(result, args)
    if args.best is None and not args.classes:
        if args.out:
            raise usage_error("--out needs merged classes", "add --classes or --best")
        best = BestMergesResult(review, evaluation, result.best_merges(), filtered)
        _print(best, args.format)
        return 0
    merged = _merged(result, args)
    if args.out:
        _write(merged, args.out)
    _print(merged, args.format)
    return 0


def _print(result: BestMergesResult | MergeResult | DividedResult, form: str) -> None:
    if form == "json":
        print_json(result.to_dict())
    else:
        print(result.to_markdown())


def _divide(result: EvaluationResult, args: argparse.Namespace) -> int:
    if args.classes or args.best is not None or args.out:
        raise usage_error("--divide cannot be combined with merging", "leave one of them out")
    try:
        divided = result.divided(args.divide)
    except ValueError as error:
        raise usage_error_from(error, "check --divide") from None
    _print(divided, args.format)
    return 0


def _merged(result: EvaluationResult, args: argparse.Namespace) -> MergeResult:
    try:
        return result.merged(args.classes, best=args.best)
    except ValueError as error:
        raise usage_error_from(error, "check --classes and --best") from None


def _write(merged: MergeResult, path: str) -> None:
    try:
        merged.save(path)
    except OSError as error:
        raise usage_error(f"{path} cannot be written: {error.strerror}", "check --out") from None
    names = count_of(len(merged.class_map), "name")
    print(f"class map of {names} written to {path}", file=sys.stderr)
