"""What all commands share: files to a review, a choice of system and split, and output."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from breakeven.commands.files import add_files, add_reading, read_from, wrong
from breakeven.commands.marked import add_marks, with_marks
from breakeven.evaluation.cut import Cut
from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.saved_thresholds import SavedThresholds, cut_from
from breakeven.readers.problems import ReadError, examples
from breakeven.readers.thresholds_file import read_thresholds
from breakeven.records import Predictions, Review
from breakeven.reports.cautions import OPTIMISTIC, TRUE_NUMBER
from breakeven.reports.where import BY_OUTCOME
from breakeven.selection import (
    ChoiceError,
    FilterError,
    NoSystemError,
    Selection,
    default_system,
    select,
    split_of_text,
    system_of,
)
from breakeven.selection.evaluated import evaluate_selection
from breakeven.selection.where import Kept
from breakeven.splits import learnt_from

SPLIT = (
    "the split to look at; “all” for all documents, or “” where a split is called all (test, or "
    "what else is called so; all documents where there is none)"
)
FORMATS = ("json", "markdown")

# of more classes than so many each is one line of JSON
ONE_A_LINE = 10_000


def add_arguments(
    parser: argparse.ArgumentParser,
    several_systems: bool = False,
    formats: Sequence[str] = FORMATS,
    files_needed: bool = True,
) -> None:
    """Files, how to read them, which system and split of them, and how results are printed.

    Where several systems are looked at, their names follow the files instead of an option.
    """
    add_files(parser, several_systems, files_needed)
    if not several_systems:
        parser.add_argument("--system", metavar="NAME", help="the system to look at")
    parser.add_argument("--split", metavar="NAME", help=SPLIT)
    parser.add_argument("--format", choices=formats, default="markdown")
    add_reading(parser)
    add_marks(parser)


def add_where(parser: argparse.ArgumentParser) -> None:
    """The filter of documents, for commands that can be restricted to some of them."""
    parser.add_argument(
        "--where",
        metavar="FILTER",
        help="only documents that this keeps, such as 'n_words>200 true:grain -missed:wheat' or "
        "'score(grain):0.3..0.5 OR source in (a, b)'; one that begins with a minus as --where=-…; "
        "rules stay fitted on whole splits",
    )


def review_from(args: argparse.Namespace) -> Review:
    """The review that the arguments name, with its marks. ReadError, also without a system."""
    review = data_from(args)
    if not review.has_system:
        error = NoSystemError()
        raise wrong(error.what, error.remedy)
    return review


def data_from(args: argparse.Namespace) -> Review:
    """As `review_from`, for what also tells something where nothing is predicted."""
    return with_marks(read_from(args).review, args)


def selection_from(review: Review, args: argparse.Namespace) -> Selection:
    """The choices that the arguments make, the default where they make none. Raises ReadError."""
    systems = [p.system for p in review.predictions]
    if args.system is None and len(systems) > 1:
        found = default_system(review)
        print(
            f"several systems ({', '.join(systems)}): {found.system} is shown, {found}; choose "
            "with --system",
            file=sys.stderr,
        )
    given = {key: getattr(args, key, None) for key in ("system", "split", "where")}
    try:
        return select(review, {key: text for key, text in given.items() if text is not None})
    except FilterError as error:
        mark = error.pointed.replace("\n", "\n    ")
        raise wrong(f"--where, {error.what}", f"mend it here:\n    {mark}") from None
    except ChoiceError as error:
        raise wrong(error.what, error.remedy) from None


def system_from(review: Review, args: argparse.Namespace) -> Predictions:
    """The system that the arguments name, or the default; for commands that look at no split."""
    return system_of(review, selection_from(review, argparse.Namespace(system=args.system)).system)


def named_split(review: Review, name: str) -> str | None:
    """The split of that name; None, all documents, for `all` where no split has that name."""
    try:
        return split_of_text(name, review.truth.splits)
    except ChoiceError as error:
        raise wrong(error.what, error.remedy) from None


def saved_from(review: Review, file: str) -> SavedThresholds:
    """The thresholds of a file. Raises ReadError, also when it cannot be opened."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise wrong(f"{file} cannot be read: {error.strerror}", "check --thresholds") from None
    return read_thresholds(Path(file).name, data, review.truth.classes)


def chosen_from(review: Review, args: argparse.Namespace) -> Selection:
    """As `selection_from`, with the cut that the arguments name; for what compares with the truth.

    Raises ReadError, also where nobody has labelled.
    """
    file = getattr(args, "thresholds", None)
    saved = saved_from(review, file) if file else None
    if args.system is None and saved and saved.system in {p.system for p in review.predictions}:
        args = argparse.Namespace(**{**vars(args), "system": saved.system})
    selection = selection_from(review, args)
    if review.truth.labels is None:
        raise wrong("nobody has labelled these documents", "give a file with the truth")
    return replace(
        selection, cut=_cut_from(review, selection, saved, getattr(args, "threshold", None))
    )


def evaluation_from(review: Review, args: argparse.Namespace) -> tuple[Evaluation, Kept | None]:
    """The evaluation that the arguments name, and what --where keeps; warnings go to stderr.

    Raises ReadError, also where no document is kept.
    """
    selection = chosen_from(review, args)
    evaluation, kept = evaluate_selection(review, selection)
    if kept is not None and not kept.documents:
        raise nothing_kept(kept)
    if kept is not None and kept.by_outcome:
        print(f"warning: {BY_OUTCOME.format(system=selection.system)}", file=sys.stderr)
    if evaluation.exactly_true_number:
        print(f"warning: {TRUE_NUMBER}", file=sys.stderr)
    if evaluation.optimistic:
        print(f"warning: {OPTIMISTIC}; evaluate another split", file=sys.stderr)
    if learnt := learnt_from(review.truth, evaluation.rows):
        print(f"warning: {learnt}", file=sys.stderr)
    return evaluation, kept


def nothing_kept(kept: Kept) -> ReadError:
    """That a filter keeps no document."""
    return wrong(f"--where keeps nothing: {kept}", "ask for less")


def _cut_from(
    review: Review, selection: Selection, saved: SavedThresholds | None, threshold: float | None
) -> Cut:
    if saved is None and threshold is None:
        return selection.cut
    predictions = system_of(review, selection.system)
    if predictions.scores is None:
        what = "--threshold" if saved is None else "--thresholds"
        raise wrong(f"{predictions.system} has no scores", f"leave {what} out")
    if saved is None:
        assert threshold is not None
        return Cut("threshold", threshold)
    if threshold is not None:
        raise wrong("there are two rules", "give --threshold or --thresholds")
    if saved.system and saved.system != predictions.system:
        print(f"the thresholds were made for the system {saved.system!r}", file=sys.stderr)
    fitted = saved.cut is not None and saved.cut.fitted_to_truth
    if fitted and saved.fingerprint != review.fingerprint:
        print(
            "the thresholds were fitted on other files: where those held the documents "
            "evaluated here, the result is optimistic",
            file=sys.stderr,
        )
    missing = [c for c in review.truth.classes if c not in saved.thresholds]
    if missing:
        print(
            f"classes without a threshold, never assigned ({len(missing):,}): {examples(missing)}",
            file=sys.stderr,
        )
    return cut_from(saved, review, predictions.system)


def print_json(data: Mapping[str, Any]) -> None:
    """Print JSON with names as written; ValueError where a number is NaN or infinite.

    Where the output has not every sign, names are written with JSON's own escapes. Of more than
    10,000 classes each is on a line of its own.
    """
    every_sign = (sys.stdout.encoding or "").lower().startswith("utf")
    encode = json.JSONEncoder(ensure_ascii=not every_sign, allow_nan=False).encode
    indented = json.JSONEncoder(indent=2, ensure_ascii=not every_sign, allow_nan=False).encode
    if not any(_is_long(value) for value in data.values()):
        print(indented(data))
        return
    for i, (key, value) in enumerate(data.items()):
        print("," if i else "{", end="\n")
        if not _is_long(value):
            print(f"  {encode(key)}: " + indented(value).replace("\n", "\n  "), end="")
            continue
        print(f"  {encode(key)}: {{", end="")
        for j, (name, held) in enumerate(value.items()):
            sys.stdout.write(f"{',' if j else ''}\n    {encode(name)}: {encode(held)}")
        print("\n  }", end="")
    print("\n}")


def _is_long(value: Any) -> bool:
    """Whether it holds so many things that each is written on one line: the encoder is quick."""
    return isinstance(value, dict) and len(value) > ONE_A_LINE
