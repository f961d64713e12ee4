"""`expected`: what F to expect of documents that nobody has labelled, and the best decisions."""

from __future__ import annotations

import argparse
import math

from breakeven.commands.estimating import estimating_from
from breakeven.commands.inputs import add_arguments, add_where, beta, print_json
from breakeven.estimation.estimates import c_f_of, estimate
from breakeven.report import class_map
from breakeven.report.estimates import as_markdown, of_estimates
from breakeven.report.where import under_title
from metrics.averaging import UNDEFINED
from metrics.thresholds.loss import ERROR_RATE


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `expected`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)
    parser.add_argument("--beta", type=beta, default=1.0, help="recall's weight in F (1)")
    parser.add_argument(
        "--undefined",
        choices=UNDEFINED,
        default="drop",
        help="F where nothing is assigned and nothing true: 0 with zero, else 1",
    )


def run(args: argparse.Namespace) -> int:
    """Print the expected measures of the decisions in use; exit status 0."""
    given = estimating_from(args)
    c_f = c_f_of(args.undefined)
    classes = given.of.classes
    result = {
        **given.subject,
        "beta": args.beta if math.isfinite(args.beta) else "inf",
        "c_f": c_f,
        **of_estimates(classes, estimate(given.of, args.beta, c_f, [ERROR_RATE] * len(classes))),
        "notes": given.notes,
    }
    if args.format == "json":
        print_json(result | class_map.of_class_map(given.review))
    else:
        print(under_title(as_markdown(result, given.review.name), given.kept))
    return 0
