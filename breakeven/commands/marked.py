"""Marks on the command line: read from files, and carried out where that is asked for."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from breakeven.api.marks import read_marks
from breakeven.marks.as_if import AS_IF, as_if
from breakeven.readers.problems import ReadError
from breakeven.records import Problem, Review
from breakeven.reports.as_if import sentence_of


def add_marks(parser: argparse.ArgumentParser) -> None:
    """The options of marks, for every command that reads a review."""
    marks = parser.add_argument_group("marks", "what reviewers marked, as the app gives it")
    marks.add_argument(
        "--marks",
        metavar="FILE",
        action="append",
        default=[],
        help="a file of marks; --where may then ask for mark:unclear, tag:later, seen and noted",
    )
    marks.add_argument(
        "--as-if",
        choices=AS_IF,
        help="the numbers as if the labels marked were corrected, as if what is marked were left "
        "out, or both: corrected where the right classes are known, else left out",
    )


def with_marks(review: Review, args: argparse.Namespace) -> Review:
    """The review with the marks of the files, and as if they were carried out. Raises ReadError.

    What does not fit these documents any more, and what was done, goes to stderr.
    """
    known = len(review.notes)
    for file in args.marks:
        review = read_marks(review, Path(file))
    for left_out in review.notes[known:]:
        print(f"warning: {left_out}", file=sys.stderr)
    if args.as_if is None:
        return review
    try:
        found = as_if(review, args.as_if)
    except ValueError as error:
        remedy = "check --marks and --as-if" if args.marks else "name a file with --marks"
        raise ReadError([Problem(what=str(error), remedy=remedy)]) from None
    if found.as_if is not None:
        print(f"warning: {sentence_of(found.as_if)}", file=sys.stderr)
    return found
