"""`report`: everything about a system, as a report."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.api.report import ReportResult, report_result
from breakeven.commands.file_options import usage_error
from breakeven.commands.options import (
    add_arguments,
    add_cut,
    add_f,
    add_target,
    add_where,
    chosen_from,
    review_from,
    target_from,
)
from breakeven.report.formats import FORMATS, format_of, report_bytes
from breakeven.report.model_card import Benchmark
from breakeven.report.record import ReportOptions
from breakeven.results.story import StoryChoices


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `report`."""
    parser.description = f"{__doc__} Without --out it is printed."
    add_arguments(parser, formats=tuple(FORMATS))
    parser.set_defaults(format=None)
    add_where(parser)
    parser.add_argument(
        "--out",
        metavar="FILE",
        action="append",
        default=[],
        help="write this file, in the format of its ending unless --format names one; may be "
        "repeated",
    )
    parser.add_argument(
        "--texts", action="store_true", help="show the texts of examples in the appendix"
    )
    parser.add_argument(
        "--story", action="store_true", help="begin with the story, in plain words and pictures"
    )
    parser.add_argument(
        "--appendix",
        action="store_true",
        help=(
            "add everything behind the first two pages: every class and finding, the method, the "
            "sources"
        ),
    )
    parser.add_argument("--title", default="", help="the title (default: the name of the review)")
    parser.add_argument(
        "--benchmark",
        nargs=3,
        metavar=("DATASET", "TASK", "MEASURE"),
        help="for a YAML file in .eval_results: a benchmark of the Hugging Face Hub, one of its "
        "tasks, and its measure, such as micro_f",
    )
    add_target(parser)
    add_f(parser)
    add_cut(parser)


def run(args: argparse.Namespace) -> int:
    """Write the files, or print the report; exit status 0."""
    benchmark = Benchmark(*args.benchmark) if args.benchmark else None
    try:
        # before anything is worked out
        formats = [args.format or format_of(file) for file in args.out]
        review = review_from(args)
        selection = replace(chosen_from(review, args), beta=args.beta, undefined=args.undefined)
        story = StoryChoices() if args.story else None
        options = ReportOptions(
            texts=args.texts,
            title=args.title,
            story=story,
            appendix=args.appendix,
            target=target_from(args),
        )
        result = report_result(review, selection, options)
        if not args.out and args.format in ("pdf", "docx"):
            raise usage_error(
                f"{FORMATS[args.format].label} cannot be printed on the screen",
                "give a file with --out",
            )
        # all of them are there before the first is written, or a warning of its numbers
        made = [report_bytes(result.content, name, benchmark) for name in formats]
        _warn(result)
        if not args.out:
            print(
                report_bytes(result.content, args.format or "markdown", benchmark).decode(), end=""
            )
        for file, data in zip(args.out, made, strict=True):
            _write(file, data)
    except ChoiceError as error:
        raise usage_error(error.what, error.remedy) from None
    return 0


def _warn(result: ReportResult) -> None:
    """Every reason not to take the numbers as they stand, to stderr."""
    for caution in result.content.conditions:
        print(f"warning: {caution}", file=sys.stderr)


def _write(file: str, data: bytes) -> None:
    try:
        Path(file).write_bytes(data)
    except OSError as error:
        raise usage_error(f"{file} cannot be written: {error.strerror}", "check --out") from None
