"""`workload`: which documents people should review, and which errors are then left."""

from __future__ import annotations

import argparse
import sys

from breakeven.analysis.workload.costs import Prices
from breakeven.commands.file_options import usage_error, usage_error_from
from breakeven.commands.options import (
    add_arguments,
    add_where,
    evaluation_from,
    print_json,
    review_from,
)
from breakeven.results.evaluation import evaluation_result
from breakeven.results.table_formats import csv_of
from breakeven.results.workload import MOST_WRONG, WorkloadResult
from metrics.typing import DEFAULT_BETA

USUAL = Prices()
PRICES = {
    "miss": "cost of a missed class",
    "false_alarm": "cost of a false alarm",
    "review": "cost of reviewing one document",
    "minutes": "minutes to review one document",
    "volume": "documents a month",
}


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `workload`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)
    parser.add_argument(
        "--send",
        type=float,
        default=10.0,
        metavar="PERCENT",
        help="percent of the documents to send to people, the least certain first (10)",
    )
    parser.add_argument(
        "--most-wrong",
        type=float,
        default=MOST_WRONG,
        metavar="N",
        help="promise how much review is enough so that at most N per cent of the documents that "
        f"are not reviewed are wrong ({MOST_WRONG:g})",
    )
    for name, what in PRICES.items():
        usual = getattr(USUAL, name)
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            type=float,
            default=usual,
            metavar="N",
            help=f"{what} ({usual:g})",
        )
    parser.add_argument("--currency", default="", metavar="TEXT", help="what the costs are in")
    parser.add_argument(
        "--out", metavar="PATH", help="write the ids of the documents for people to this CSV file"
    )


def run(args: argparse.Namespace) -> int:
    """Print what stays wrong, and the work; exit status 0."""
    review = review_from(args)
    evaluation, filtered = evaluation_from(review, args)
    if not 0 <= args.send <= 100:
        raise usage_error(f"--send is {args.send:g}", "give percentages from 0 to 100")
    if not 0 < args.most_wrong < 100:
        raise usage_error(f"--most-wrong is {args.most_wrong:g}", "give a number between 0 and 100")
    try:
        prices = Prices(**{name: getattr(args, name) for name in (*PRICES, "currency")})
        workload = evaluation_result(review, evaluation, filtered, DEFAULT_BETA, "drop").workload(
            prices
        )
    except ValueError as error:
        raise usage_error_from(
            error, "give probabilities or a dev split, and costs from 0 on"
        ) from None
    step = workload.sending(args.send / 100)
    result = WorkloadResult(review, workload, step, filtered, args.most_wrong)
    if args.out:
        try:
            with open(args.out, "w", encoding="utf-8", newline="") as file:
                file.write(csv_of(result.documents()))
        except OSError as error:
            raise usage_error(
                f"{args.out} cannot be written: {error.strerror}", "check --out"
            ) from None
        print(f"{step.documents:,} ids written to {args.out}", file=sys.stderr)
    if args.format == "json":
        print_json(result.to_dict())
    else:
        print(result.to_markdown())
    return 0
