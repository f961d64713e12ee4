"""`learning-curve`: what more training documents would bring."""

from __future__ import annotations

import argparse
import sys

from breakeven.analysis.comparison.learning_curve import size_of_text
from breakeven.commands.file_options import add_files, add_reading, usage_error, usage_error_from
from breakeven.commands.options import (
    FORMATS,
    SPLIT,
    add_beta,
    add_marks,
    add_where,
    print_json,
    review_from,
)
from breakeven.results.learning_curve import learning_curve


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `learning-curve`."""
    parser.description = (
        f"{__doc__} Systems trained on at least three sizes give a curve, which is continued up to "
        f"four times the largest size."
    )
    add_files(parser)
    parser.add_argument("--split", metavar="NAME", help=SPLIT)
    parser.add_argument("--format", choices=FORMATS, default="markdown")
    add_reading(parser)
    add_marks(parser)
    add_where(parser)
    add_beta(parser)
    parser.add_argument(
        "--trained-on",
        type=_size,
        action="append",
        metavar="SYSTEM=N",
        help="how many documents a system was trained on; once for each system (default: the "
        "number in names such as svm-1000)",
    )


def _size(text: str) -> tuple[str, int]:
    try:
        return size_of_text(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(args: argparse.Namespace) -> int:
    """Print the curves and what they give; exit status 0."""
    sizes = None if args.trained_on is None else dict(args.trained_on)
    if sizes is not None and len(sizes) < len(args.trained_on):
        raise usage_error("--trained-on gives two sizes for one system", "give one for each system")
    review = review_from(args)
    try:
        result = learning_curve(review, sizes, args.split, args.beta, where=args.where)
    except ValueError as error:
        raise usage_error_from(error, "check --trained-on, --split and --where") from None
    if result.from_names:
        taken = ", ".join(f"{name}={size}" for name, size in result.from_names.items())
        print(
            f"training sizes from the names of the systems: {taken}; change them with --trained-on",
            file=sys.stderr,
        )
    if args.format == "json":
        print_json(result.to_dict())
    else:
        print(result.to_markdown())
    return 0
