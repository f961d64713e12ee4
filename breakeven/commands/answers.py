"""`answers`: how the answers of a language model will be read."""

from __future__ import annotations

import argparse

from breakeven.api.answers import answers_read
from breakeven.commands.file_options import (
    add_files,
    add_reading,
    class_map_from,
    files_of,
    proposed_from,
    usage_error,
)
from breakeven.commands.options import FORMATS, print_json


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `answers`."""
    parser.description = __doc__
    add_files(parser)
    parser.add_argument("--format", choices=FORMATS, default="markdown")
    add_reading(parser)


def run(args: argparse.Namespace) -> int:
    """Print counts of outcomes, examples, likely names and the rules; exit status 0."""
    given, proposal = proposed_from(args, files_of(args), class_map_from(args))
    try:
        result = answers_read(given, proposal)
    except ValueError as error:
        what, _, remedy = str(error).partition("; ")
        raise usage_error(what, f"{remedy}, as with --answer-column") from None
    if args.format == "json":
        print_json(result.to_dict())
    else:
        print(result.to_markdown())
    return 0
