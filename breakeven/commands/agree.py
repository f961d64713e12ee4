"""`agree`: how well the annotators agree."""

from __future__ import annotations

import argparse
from dataclasses import replace

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.commands.file_options import usage_error
from breakeven.commands.options import (
    FORMATS,
    add_arguments,
    add_beta,
    add_where,
    data_from,
    no_documents,
    print_json,
    selection_from,
)
from breakeven.results.agreement import agreement_of_selection
from breakeven.results.ceiling import ASSUMED, CeilingAssumptions
from breakeven.results.table_formats import csv_of


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `agree`."""
    parser.description = (
        f"{__doc__} Files: those that name the annotators. As CSV: the table of classes alone; "
        "without annotators, all pairwise."
    )
    add_arguments(parser, formats=(*FORMATS, "csv"))
    add_where(parser)
    add_beta(parser)
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="NAME",
        help="compare people and systems without this annotator; may be repeated",
    )
    parser.add_argument(
        "--epsilon",
        type=float,
        default=ASSUMED.epsilon,
        help="how far behind a person a system may be and still replace one: 0.2 for experts, "
        f"0.15 for skilled people, 0.1 for a crowd ({ASSUMED.epsilon:g})",
    )
    parser.add_argument(
        "--label-noise",
        type=float,
        metavar="SHARE",
        help=(
            "the share of labels that are wrong (default: how often one person differs from the "
            "others)"
        ),
    )


def run(args: argparse.Namespace) -> int:
    """Print how far people agree; exit status 0."""
    review = data_from(args)
    if args.without and not review.has_system:
        raise usage_error(
            "the files have no predictions, so no system can be compared with people",
            "leave --without out",
        )
    assumed = CeilingAssumptions(tuple(args.without), args.epsilon, args.label_noise)
    selection = replace(selection_from(review, args), beta=args.beta)
    try:
        result = agreement_of_selection(review, selection, assumed)
    except ChoiceError as error:
        raise usage_error(error.what, error.remedy) from None
    if result.filtered is not None and not result.filtered.documents:
        raise no_documents(result.filtered)
    if args.label_noise is not None and result.ceiling is None:
        raise usage_error(
            "no document was judged by two people and by the systems",
            "to see what label noise does to a system, use evaluate --label-noise",
        )
    if args.format == "json":
        print_json(result.to_dict())
    elif args.format == "csv":
        print(csv_of(result.frame()), end="")
    else:
        print(result.to_markdown())
    return 0
