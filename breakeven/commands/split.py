"""`split`: propose splits without leaks, with every class in proportion."""

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
        f"{__doc__} Documents with equal or nearly equal texts stay together. It writes the id "
        "and split of every document."
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
        help=f"the splits and their shares ({USUAL_SHARES})",
    )
    parser.add_argument(
        "--group",
        metavar="COLUMN",
        help="keep documents with the same value of this column together",
    )
    parser.add_argument(
        "--time", metavar="COLUMN", help="order the splits by the dates or numbers of this column"
    )
    parser.add_argument(
        "--keep",
        metavar="SPLIT",
        action="append",
        default=[],
        help=(
            "leave the documents of this split where they are, and divide the rest; may be repeated"
        ),
    )
    parser.add_argument(
        "--near",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="also keep nearly equal texts together (yes)",
    )
    parser.add_argument("--seed", type=seed, default=0, help="seed of the random draw (0)")
    parser.add_argument(
        "--out", default="split.csv", metavar="PATH", help="the CSV file to write (split.csv)"
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
