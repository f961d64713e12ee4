"""`documents`: which documents are behind the numbers."""

from __future__ import annotations

import argparse

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.commands.file_options import usage_error
from breakeven.commands.options import (
    FORMATS,
    add_arguments,
    add_where,
    data_from,
    no_documents,
    print_json,
    selection_from,
)
from breakeven.results.documents import documents_of_selection


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `documents`."""
    parser.description = __doc__
    add_arguments(parser, formats=(*FORMATS, "csv"))
    add_where(parser)
    parser.add_argument(
        "--like",
        metavar="ID",
        help="list first the documents whose words are most like those of this one",
    )
    parser.add_argument(
        "--facets", action="store_true", help="also count them by outcome, class, column and length"
    )
    parser.add_argument(
        "--words",
        nargs="?",
        const="missed",
        choices=("missed", "extra"),
        help="also print words typical of missed documents compared with found ones, and of "
        "false alarms compared with rejected documents, for the class of --about; else of "
        "wrong documents compared with right ones",
    )
    parser.add_argument("--about", metavar="CLASS", help="the class for --facets and --words")


def run(args: argparse.Namespace) -> int:
    """Print the documents that the filter keeps; exit status 0."""
    review = data_from(args)
    if args.format == "csv" and (args.facets or args.words):
        raise usage_error("CSV holds one table", "print --facets and --words as json or markdown")
    try:
        documents = documents_of_selection(
            review, selection_from(review, args), args.like, args.about
        )
        if documents.filtered is not None and not documents.filtered.documents:
            raise no_documents(documents.filtered)
        if args.format == "json":
            print_json(documents.to_dict(args.facets, args.words))
        elif args.format == "csv":
            print(documents.to_csv(), end="")
        else:
            print(documents.to_markdown(args.facets, args.words))
    except ChoiceError as error:
        raise usage_error(error.what, error.remedy) from None
    return 0
