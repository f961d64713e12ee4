"""`label-errors`: which labels are likely wrong."""

from __future__ import annotations

import argparse

from breakeven.analysis.label_errors.label_evidence import EvidenceOptions, NoEvidence
from breakeven.commands.file_options import usage_error
from breakeven.commands.options import (
    add_arguments,
    add_where,
    no_documents,
    print_json,
    review_from,
    selection_from,
)
from breakeven.results.label_errors import label_errors_of


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `label-errors`."""
    parser.description = __doc__
    add_arguments(parser)
    add_where(parser)
    parser.add_argument(
        "--cross-validated",
        action="store_true",
        help="the scores of training documents come from models that did not learn from them",
    )
    parser.add_argument(
        "--calibrate",
        action="store_true",
        help="fit probabilities on dev, even if the scores are said to be probabilities",
    )
    parser.add_argument(
        "--others",
        action="store_true",
        help="use the other systems only, without the one under review",
    )


def run(args: argparse.Namespace) -> int:
    """Print the labels that are likely wrong; exit status 0."""
    review = review_from(args)
    options = EvidenceOptions(args.cross_validated, args.calibrate, args.others)
    result = label_errors_of(review, selection_from(review, args), options)
    if isinstance(result, NoEvidence):
        raise usage_error(result.what, result.remedy)
    if result.filtered is not None and not result.filtered.documents:
        raise no_documents(result.filtered)
    if args.format == "json":
        print_json(result.to_dict())
    else:
        print(result.to_markdown())
    return 0
