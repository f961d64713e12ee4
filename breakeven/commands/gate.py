"""`gate`: whether a system passes rules fixed beforehand: passed, failed, or cannot tell."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.api.files import packed_review_in
from breakeven.api.gate import GateResult, gate_of
from breakeven.commands.file_options import usage_error
from breakeven.commands.options import add_arguments, add_cut, chosen_from, print_json, review_from
from breakeven.data.records import Review
from breakeven.gate.rules_file import checked_rules
from breakeven.readers.base.problems import ReadError
from breakeven.readers.samples import SAMPLES
from breakeven.results.gate_outputs import annotation_lines, step_summary


def add(parser: argparse.ArgumentParser) -> None:
    """The options of `gate`."""
    parser.description = (
        f"{__doc__} Exit status 0 if every rule passed, 1 if one failed, 3 if one cannot be told, "
        "2 for bad input. docs/how-to/ci.md explains the rules and how to run them in a pipeline."
    )
    add_arguments(parser)
    parser.add_argument(
        "--rules", metavar="FILE", default="gate.toml", help="the rules, in TOML (gate.toml)"
    )
    parser.add_argument(
        "--baseline",
        metavar="FILE_OR_SYSTEM",
        help="compare with this in rules with a margin: a file whose documents have the same "
        f"ids, such as main.breakeven, a sample ({', '.join(SAMPLES)}), or a system of FILE",
    )
    parser.add_argument("--junit", metavar="FILE", help="write the verdicts as JUnit XML")
    parser.add_argument("--summary", metavar="FILE", help="write the verdicts as Markdown")
    parser.add_argument(
        "--ledger", metavar="FILE", help="record in this file how often the test set was used"
    )
    add_cut(parser)


def run(args: argparse.Namespace) -> int:
    """Print the verdicts, and write them where that is asked for; their exit status."""
    rules = checked_rules(args.rules)
    review = review_from(args)
    selection = chosen_from(review, args)
    baseline = None if args.baseline is None else _baseline(review, args)
    ledger = None if args.ledger is None else Path(args.ledger)
    try:
        result = gate_of(review, selection, rules, baseline, ledger)
    except ChoiceError as error:
        raise usage_error(error.what, error.remedy) from None
    _write(result, args)
    if args.format == "json":
        print_json(result.to_dict())
    else:
        print(result.to_markdown())
    return result.exit_status


def _baseline(review: Review, args: argparse.Namespace) -> Review | str:
    """The review of the baseline, read as FILE is; the name of a system where there is no file."""
    name = args.baseline
    if not Path(name).exists() and name not in SAMPLES:
        if name in {predictions.system for predictions in review.predictions}:
            return str(name)
        raise usage_error(f"{name!r} is neither a file nor a system", "check --baseline")
    # a file of truth goes with its own predictions, and marks with the documents that are judged
    same = argparse.Namespace(**{**vars(args), "files": [name], "truth": None})
    same.marks, same.as_if = [], None
    if packed_review_in(Path(name)) is not None:
        alone = argparse.ArgumentParser()
        add_arguments(alone)
        same = alone.parse_args([name])
    try:
        return review_from(same)
    except ReadError as error:
        problems = (
            replace(problem, what=f"(the baseline) {problem.what}") for problem in error.problems
        )
        raise ReadError(problems) from None


def _write(result: GateResult, args: argparse.Namespace) -> None:
    """Files that were asked for; within GitHub Actions its annotations and summary too."""
    if args.junit:
        _to_file(Path(args.junit), result.to_junit(), "--junit")
    if args.summary:
        _to_file(Path(args.summary), result.to_markdown() + "\n", "--summary")
    summary = step_summary()
    if summary is None:
        return
    if not args.summary or Path(args.summary) != summary:
        _to_file(summary, result.to_markdown() + "\n", "GITHUB_STEP_SUMMARY", "a")
    # beside the result, which may go into a file; GitHub reads both
    for line in annotation_lines(result.verdicts):
        print(line, file=sys.stderr)


def _to_file(file: Path, text: str, option: str, mode: str = "w") -> None:
    try:
        # a name may hold what is no character, and the text cannot be written as it is
        with file.open(mode, encoding="utf-8", errors="backslashreplace", newline="\n") as opened:
            opened.write(text)
    except OSError as error:
        raise usage_error(
            f"{file} cannot be written: {error.strerror}", f"check {option}"
        ) from None
