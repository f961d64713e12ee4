"""What commands share: the review, system, split, marks and measures asked for, and output."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from breakeven.analysis.comparison.bootstrap import REPLICATES
from breakeven.analysis.evaluation.class_thresholds import SavedThresholds, cut_from
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.errors import ChoiceError, FilterError, NoSystemError
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import (
    Selection,
    default_system,
    select,
    split_of_text,
    system_of,
)
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.api.files import read_marks
from breakeven.api.own_measures import with_measures
from breakeven.commands.file_options import add_files, add_reading, read_from, usage_error
from breakeven.data.as_if import AS_IF, as_if
from breakeven.data.records import Predictions, Problem, Review
from breakeven.data.splits import learnt_from
from breakeven.data.wording import examples
from breakeven.readers.base.problems import ReadError
from breakeven.readers.thresholds_file import read_thresholds
from breakeven.results.scope import BY_OUTCOME, OPTIMISTIC, TRUE_NUMBER
from breakeven.results.variants import as_if_text
from metrics.averaging import UNDEFINED
from metrics.typing import DEFAULT_BETA

if TYPE_CHECKING:
    from breakeven.gate.gate_rules import GateRules

# --- Marks on the command line: read from files, and carried out where that is asked for


def add_marks(parser: argparse.ArgumentParser) -> None:
    """The options of marks, for every command that reads a review."""
    marks = parser.add_argument_group("marks", "marks of reviewers, as downloaded from the app")
    marks.add_argument(
        "--marks",
        metavar="FILE",
        action="append",
        default=[],
        help="a file of marks; --where then knows mark:unclear, tag:later, seen and noted",
    )
    marks.add_argument(
        "--as-if",
        choices=AS_IF,
        help="the numbers as if marked labels were corrected, as if marked documents were left "
        "out, or both: corrected if the right classes are known, else left out",
    )


def with_marks(review: Review, args: argparse.Namespace) -> Review:
    """The review with the marks of the files, and as if they were carried out. Raises ReadError.

    What does not fit these documents any more, and what was done, goes to stderr.
    """
    number_of_notes = len(review.notes)
    for file in args.marks:
        review = read_marks(review, Path(file))
    for left_out in review.notes[number_of_notes:]:
        print(f"warning: {left_out}", file=sys.stderr)
    if args.as_if is None:
        return review
    try:
        changed = as_if(review, args.as_if)
    except ValueError as error:
        remedy = "check --marks and --as-if" if args.marks else "give a file with --marks"
        raise ReadError([Problem(what=str(error), remedy=remedy)]) from None
    if changed.as_if is not None:
        print(f"warning: {as_if_text(changed.as_if)}", file=sys.stderr)
    return changed


# --- Options of commands that measure: what F weighs, what decides, and how often is drawn


def add_beta(parser: argparse.ArgumentParser) -> None:
    """How much recall weighs in F."""
    parser.add_argument(
        "--beta", type=beta, default=DEFAULT_BETA, help=f"recall's weight in F ({DEFAULT_BETA:g})"
    )


def add_f(parser: argparse.ArgumentParser) -> None:
    """How much recall weighs in F, and what averages make of 0/0."""
    add_beta(parser)
    parser.add_argument(
        "--undefined", choices=UNDEFINED, default="drop", help="what 0/0 counts as in averages"
    )


def add_threshold(parser: argparse.ArgumentParser) -> None:
    """One threshold for all classes."""
    parser.add_argument("--threshold", type=threshold, help="predict a class from this score on")


def add_cut(parser: argparse.ArgumentParser) -> None:
    """One threshold for all classes, or one for each from a file."""
    add_threshold(parser)
    parser.add_argument(
        "--thresholds",
        metavar="FILE",
        help="predict with the thresholds of this file (CSV or JSON)",
    )


def add_draws(parser: argparse.ArgumentParser) -> None:
    """How many test sets are drawn for a bootstrap, and which."""
    parser.add_argument(
        "--replicates",
        type=replicates,
        default=REPLICATES,
        help=f"how many test sets to draw ({REPLICATES:,})",
    )
    parser.add_argument(
        "--seed",
        type=seed,
        default=0,
        help="seed of the random numbers: the same seed gives the same numbers (0)",
    )


# argparse names a value that is none of these after the function
def threshold(text: str) -> float:
    """A threshold, its minus as typed or as shown."""
    return float(text.replace("−", "-"))


def beta(text: str) -> float:
    """A β: a number from 0 on, or inf."""
    value = float(text)
    if not value >= 0:
        raise argparse.ArgumentTypeError("β is a number from 0 on, or inf")
    return value


def replicates(text: str) -> int:
    """How many test sets are drawn, at least 100."""
    number = int(text)
    if number < 100:
        raise argparse.ArgumentTypeError(f"{number} replicates are too few; give at least 100")
    return number


def seed(text: str) -> int:
    """What random numbers begin with, from 0 on."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("a seed is a whole number from 0 on")
    return number


# --- what all commands share: files to a review, a choice of system and split, and output


SPLIT = (
    "the split to evaluate; “all” for all documents, or “” if a split is called all (default: "
    "test, or a split with a similar name; all documents if there are no splits)"
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
        parser.add_argument("--system", metavar="NAME", help="the system to evaluate")
    parser.add_argument("--split", metavar="NAME", help=SPLIT)
    parser.add_argument("--format", choices=formats, default="markdown")
    add_reading(parser)
    add_marks(parser)
    add_measures(parser)


def add_measures(parser: argparse.ArgumentParser) -> None:
    """Measures of one's own, for every command that measures a review."""
    parser.add_argument(
        "--measures",
        action="append",
        default=[],
        metavar="FILE",
        help="measures of your own in TOML, [[measure]] with name and formula; a gate.toml will do",
    )


def add_target(parser: argparse.ArgumentParser) -> None:
    """What must be reached: a share of documents, or the rules of a gate."""
    target = parser.add_argument_group(
        "target", "READY, NOT YET or CANNOT TELL YET is then said first"
    ).add_mutually_exclusive_group()
    target.add_argument(
        "--target",
        type=float,
        metavar="SHARE",
        help="the share of documents that must be completely right, such as 0.85",
    )
    target.add_argument(
        "--rules", metavar="FILE", help="rules in TOML, as `breakeven gate` asks them: gate.toml"
    )


def target_from(args: argparse.Namespace) -> GateRules | None:
    """The rules of the target that is asked for; None without one. ReadError for wrong ones."""
    target = args.rules if args.target is None else args.target
    if target is None:
        return None
    # loads scipy.special
    from breakeven.results.target_verdict import rules_of_target

    return rules_of_target(target)


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
        raise usage_error(error.what, error.remedy)
    return review


def data_from(args: argparse.Namespace) -> Review:
    """As `review_from`, for what also tells something where nothing is predicted."""
    review = with_marks(read_from(args).review, args)
    files = getattr(args, "measures", [])
    return with_measures(review, *map(Path, files)) if files else review


def selection_from(review: Review, args: argparse.Namespace) -> Selection:
    """The choices that the arguments make, the default where they make none. Raises ReadError."""
    systems = [p.system for p in review.predictions]
    if args.system is None and len(systems) > 1:
        default = default_system(review)
        print(
            f"several systems ({', '.join(systems)}): {default.system} is shown, {default}; choose "
            "with --system",
            file=sys.stderr,
        )
    given = {key: getattr(args, key, None) for key in ("system", "split", "where")}
    try:
        return select(review, {key: text for key, text in given.items() if text is not None})
    except FilterError as error:
        mark = error.pointed.replace("\n", "\n    ")
        raise usage_error(f"--where, {error.what}", f"fix it here:\n    {mark}") from None
    except ChoiceError as error:
        raise usage_error(error.what, error.remedy) from None


def system_from(review: Review, args: argparse.Namespace) -> Predictions:
    """The system that the arguments name, or the default; for commands that look at no split."""
    return system_of(review, selection_from(review, argparse.Namespace(system=args.system)).system)


def named_split(review: Review, name: str) -> str | None:
    """The split of that name; None, all documents, for `all` where no split has that name."""
    try:
        return split_of_text(name, review.truth.splits)
    except ChoiceError as error:
        raise usage_error(error.what, error.remedy) from None


def saved_from(review: Review, file: str) -> SavedThresholds:
    """The thresholds of a file. Raises ReadError, also when it cannot be opened."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise usage_error(
            f"{file} cannot be read: {error.strerror}", "check --thresholds"
        ) from None
    return read_thresholds(Path(file).name, data, review.truth.classes)


def chosen_from(review: Review, args: argparse.Namespace, *, labelled: bool = True) -> Selection:
    """As `selection_from`, with the cut that the arguments name.

    Raises ReadError, also where nobody has labelled, if it must be `labelled`: for what compares
    with the truth.
    """
    file = getattr(args, "thresholds", None)
    saved = saved_from(review, file) if file else None
    if args.system is None and saved and saved.system in {p.system for p in review.predictions}:
        args = argparse.Namespace(**{**vars(args), "system": saved.system})
    selection = selection_from(review, args)
    if labelled and review.truth.labels is None:
        raise usage_error("nobody has labelled these documents", "add a file with the truth")
    return replace(
        selection, cut=_cut_from(review, selection, saved, getattr(args, "threshold", None))
    )


def evaluation_from(
    review: Review, args: argparse.Namespace
) -> tuple[Evaluation, FilteredDocuments | None]:
    """The evaluation that the arguments name, and what --where keeps; warnings go to stderr.

    Raises ReadError, also where no document is kept.
    """
    selection = chosen_from(review, args)
    evaluation, filtered = evaluate_selection(review, selection)
    if filtered is not None and not filtered.documents:
        raise no_documents(filtered)
    if filtered is not None and filtered.by_outcome:
        print(f"warning: {BY_OUTCOME.format(system=selection.system)}", file=sys.stderr)
    if evaluation.exactly_true_number:
        print(f"warning: {TRUE_NUMBER}", file=sys.stderr)
    if evaluation.optimistic:
        print(f"warning: {OPTIMISTIC}; evaluate another split", file=sys.stderr)
    if learnt := learnt_from(review.truth, evaluation.rows):
        print(f"warning: {learnt}", file=sys.stderr)
    return evaluation, filtered


def no_documents(filtered: FilteredDocuments) -> ReadError:
    """That a filter keeps no document."""
    return usage_error(f"--where keeps no document: {filtered}", "change the filter")


def _cut_from(
    review: Review, selection: Selection, saved: SavedThresholds | None, threshold: float | None
) -> Cut:
    if saved is None and threshold is None:
        return selection.cut
    predictions = system_of(review, selection.system)
    if predictions.scores is None:
        what = "--threshold" if saved is None else "--thresholds"
        raise usage_error(f"{predictions.system} has no scores", f"leave {what} out")
    if saved is None:
        assert threshold is not None
        return Cut("threshold", threshold)
    if threshold is not None:
        raise usage_error("--threshold and --thresholds are both given", "leave one of them out")
    if saved.system and saved.system != predictions.system:
        print(f"the thresholds were made for the system {saved.system!r}", file=sys.stderr)
    fitted = saved.cut is not None and saved.cut.fitted_to_truth
    if fitted and saved.fingerprint != review.fingerprint:
        print(
            "the thresholds were fitted on other files: if those hold the documents evaluated "
            "here, the result is optimistic",
            file=sys.stderr,
        )
    missing = [c for c in review.truth.classes if c not in saved.thresholds]
    if missing:
        print(
            (
                f"classes without a threshold are never predicted ({len(missing):,}): "
                f"{examples(missing)}"
            ),
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
