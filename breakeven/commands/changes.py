"""`changes`: what changed since an earlier version, and is it more than noise."""

from __future__ import annotations

import argparse
from pathlib import Path

from breakeven.api.changes import changes
from breakeven.api.evaluation import result_of
from breakeven.api.files import packed_in, unpacked
from breakeven.commands.inputs import (
    add_arguments,
    add_where,
    beta,
    evaluation_from,
    print_json,
    read_from,
    review_from,
    threshold,
    wrong,
)
from breakeven.comparison.bootstrap import REPLICATES
from breakeven.records import Review
from breakeven.selection import ChoiceError
from metrics.averaging import UNDEFINED


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `changes`."""
    parser.description = (
        f"{__doc__} Name the later version, and the earlier one with --baseline. Documents go by "
        "their ids; both versions are set beside the later truth."
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
        help="two systems of the later version that are runs of one: the noise to compare with; "
        "by default those whose names say so, as “svm run 1” and “svm run 2”",
    )
    parser.add_argument("--beta", type=beta, default=1.0, help="recall's weight in F (1)")
    parser.add_argument(
        "--undefined", choices=UNDEFINED, default="drop", help="what 0/0 counts as in averages"
    )
    parser.add_argument("--threshold", type=threshold, help="assign what scores at least this")
    parser.add_argument(
        "--replicates", type=int, default=REPLICATES, help=f"test sets drawn ({REPLICATES:,})"
    )
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same numbers (0)")


def run(args: argparse.Namespace) -> int:
    """Print what changed; exit status 0."""
    if args.replicates < 100:
        raise wrong(f"{args.replicates} replicates tell nothing", "take at least 100")
    earlier = _earlier(args)
    review = review_from(args)
    evaluation, kept = evaluation_from(review, args)
    result = result_of(review, evaluation, kept, args.beta, args.undefined)
    runs = None if args.runs is None else (args.runs[0], args.runs[1])
    try:
        found = changes(earlier, result, runs=runs, replicates=args.replicates, seed=args.seed)
    except ChoiceError as error:
        raise wrong(error.what, error.remedy) from None
    if args.format == "json":
        print_json(found.to_dict())
    else:
        print(found.to_markdown())
    return 0


def _earlier(args: argparse.Namespace) -> Review:
    """The earlier version, read as the later one is; a packed one says how it is read."""
    packed = packed_in(Path(args.baseline[0])) if len(args.baseline) == 1 else None
    if packed is not None:
        return unpacked(packed).review
    return read_from(argparse.Namespace(**{**vars(args), "files": args.baseline})).review
