"""`changes`: what changed since an earlier version, and whether it is more than noise."""

from __future__ import annotations

import argparse
from pathlib import Path

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.api.files import packed_review_in, unpack_review
from breakeven.commands.file_options import read_from, usage_error
from breakeven.commands.options import (
    add_arguments,
    add_draws,
    add_f,
    add_threshold,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.data.records import Review
from breakeven.results.changes import changes
from breakeven.results.evaluation import evaluation_result


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `changes`."""
    parser.description = (
        f"{__doc__} Name the later version, and the earlier one with --baseline. Documents are "
        "matched by id; both versions are judged by the later truth."
    )
    add_arguments(parser)
    add_where(parser)
    parser.add_argument(
        "--baseline",
        nargs="+",
        required=True,
        metavar="FILE",
        help="the earlier version: one file or several, or a review packed as .breakeven",
    )
    parser.add_argument(
        "--runs",
        nargs=2,
        metavar="NAME",
        help=(
            "two systems of the later version that are runs of one system, to show how much runs "
            "differ (default: those whose names say so, such as “svm run 1” and “svm run 2”)"
        ),
    )
    add_f(parser)
    add_threshold(parser)
    add_draws(parser)


def run(args: argparse.Namespace) -> int:
    """Print what changed; exit status 0."""
    earlier = _earlier(args)
    review = review_from(args)
    evaluation, filtered = evaluation_from(review, args)
    result = evaluation_result(review, evaluation, filtered, args.beta, args.undefined)
    runs = None if args.runs is None else (args.runs[0], args.runs[1])
    try:
        changed = changes(earlier, result, runs=runs, replicates=args.replicates, seed=args.seed)
    except ChoiceError as error:
        raise usage_error(error.what, error.remedy) from None
    if args.format == "json":
        print_json(changed.to_dict())
    else:
        print(changed.to_markdown())
    return 0


def _earlier(args: argparse.Namespace) -> Review:
    """The earlier version, read as the later one is; a packed one says how it is read."""
    packed = packed_review_in(Path(args.baseline[0])) if len(args.baseline) == 1 else None
    if packed is not None:
        return unpack_review(packed).review
    return read_from(argparse.Namespace(**{**vars(args), "files": args.baseline})).review
