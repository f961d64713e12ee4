"""`split`: propose a split in which nothing leaks and every class has its share."""

from __future__ import annotations

import argparse
import sys

from breakeven.analysis.splitting.split_proposal import (
    USUAL_SHARES,
    SplitPlan,
    compare_splits,
    parse_shares,
)
from breakeven.commands.file_options import add_files, add_reading, usage_error, usage_error_from
from breakeven.commands.options import FORMATS, add_marks, data_from, print_json, seed
from breakeven.data.wording import count_of
from breakeven.results.splitting import SplitProposal


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `split`."""
    parser.description = (
        f"{__doc__} Documents with equal or nearly equal texts stay together. Writes the id and "
        "the split of every document."
    )
    add_files(parser)
    parser.add_argument("--format", choices=FORMATS, default="markdown")
    add_reading(parser)
    add_marks(parser)
    parser.add_argument(
        "--parts",
        type=_shares,
        default=USUAL_SHARES,
        metavar="NAME=SHARE,…",
        help=f"({USUAL_SHARES})",
    )
    parser.add_argument(
        "--group", metavar="COLUMN", help="documents with one value of it stay together"
    )
    parser.add_argument(
        "--time", metavar="COLUMN", help="the parts follow one another by these dates or numbers"
    )
    parser.add_argument(
        "--keep",
        metavar="SPLIT",
        action="append",
        default=[],
        help="its documents stay where they are, and the other parts share the rest",
    )
    parser.add_argument(
        "--near",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="look for nearly equal texts (yes)",
    )
    parser.add_argument("--seed", type=seed, default=0, help="of the draw (0)")
    parser.add_argument(
        "--out", default="split.csv", metavar="PATH", help="where to write the CSV (split.csv)"
    )


def _shares(text: str) -> dict[str, float]:
    try:
        return parse_shares(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(args: argparse.Namespace) -> int:
    """Write the proposed split and print it beside the present one; exit status 0."""
    review = data_from(args)
    plan = SplitPlan(
        shares=args.parts,
        group=args.group,
        time=args.time,
        keep=tuple(args.keep),
        near=args.near,
        seed=args.seed,
    )
    try:
        proposal = SplitProposal(review, compare_splits(review.truth, plan))
    except ValueError as error:
        raise usage_error_from(error, "check --parts, --group, --time and --keep") from None
    try:
        proposal.save(args.out)
    except OSError as error:
        raise usage_error(
            f"{args.out} cannot be written: {error.strerror}", "check --out"
        ) from None
    written = count_of(review.truth.n, "document")
    print(f"{written} written to {args.out}", file=sys.stderr)
    if args.format == "json":
        print_json(proposal.to_dict())
    else:
        print(proposal.to_markdown())
    return 0
