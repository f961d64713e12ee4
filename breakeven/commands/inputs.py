"""What all commands share: files to a review, a choice of system and split, and output."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from breakeven.api.files import ReadFiles, ending_of, packed_in, unpacked
from breakeven.commands.marked import add_marks, with_marks
from breakeven.evaluation.cut import Cut
from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.saved_thresholds import SavedThresholds, cut_from
from breakeven.readers.build import build_review
from breakeven.readers.class_map import read_class_map
from breakeven.readers.columns.propose import propose
from breakeven.readers.files.how import How
from breakeven.readers.opening import open_tables
from breakeven.readers.problems import ReadError, examples
from breakeven.readers.proposal import ROLES, FileProposal, Proposal, Shape
from breakeven.readers.samples import SAMPLES, load_sample
from breakeven.readers.thresholds_file import read_thresholds
from breakeven.records import Predictions, Problem, Review
from breakeven.reports.cautions import OPTIMISTIC, TRUE_NUMBER
from breakeven.reports.where import BY_OUTCOME
from breakeven.selection import (
    ChoiceError,
    FilterError,
    Selection,
    default_system,
    select,
    split_of_text,
    system_of,
)
from breakeven.selection.evaluated import evaluate_selection
from breakeven.selection.where import Kept
from breakeven.splits import learnt_from

STANDARD_INPUT = "-"
SPLIT = (
    "the split to look at; “all” for all documents, or “” where a split is called all (test, or "
    "what else is called so; all documents where there is none)"
)
FORMATS = ("json", "markdown")
# how files are read: what a packed review says itself
READING = ("class_map", "gold", "unbounded", "shape", "separator", "encoding", "probabilities")
# an option for each role that a column may be given by name
ROLE_OPTIONS = (
    "id", "truth", "annotated", "annotator", "predicted", "split", "text", "system", "class",
    "slot", "score", "weight", "cluster",
)  # fmt: skip


def wrong(what: str, remedy: str) -> ReadError:
    """A choice that the review does not allow, as a reading problem: exit status 2."""
    return ReadError([Problem(what=what, remedy=remedy)])


def add_arguments(
    parser: argparse.ArgumentParser, several_systems: bool = False, formats: Sequence[str] = FORMATS
) -> None:
    """Files, how to read them, which system and split of them, and how results are printed.

    Where several systems are looked at, their names follow the files instead of an option.
    """
    add_files(parser, several_systems)
    if not several_systems:
        parser.add_argument("--system", metavar="NAME", help="the system to look at")
    parser.add_argument("--split", metavar="NAME", help=SPLIT)
    parser.add_argument("--format", choices=formats, default="markdown")
    add_reading(parser)
    add_marks(parser)


def add_files(parser: argparse.ArgumentParser, several_systems: bool = False) -> None:
    """The files of a review; where several systems are looked at, their names may follow."""
    known = (
        "predictions (CSV, TSV, JSON, Parquet), a review packed as .breakeven, "
        f"{STANDARD_INPUT} for standard input, or a sample: {', '.join(SAMPLES)}"
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE_OR_SYSTEM" if several_systems else "FILE",
        help=f"{known}; or the name of a system in them" if several_systems else known,
    )
    parser.add_argument("--truth", metavar="FILE", help="a file that holds the truth")


def add_reading(parser: argparse.ArgumentParser) -> None:
    """How files are read where the guess is wrong."""
    reading = parser.add_argument_group("reading", "what columns are, where the guess is wrong")
    for role in ROLE_OPTIONS:
        reading.add_argument(
            f"--{role}-column",
            metavar="COLUMN",
            action="append",
            default=[],
            help=ROLES[role].replace("%", "%%"),
        )
    reading.add_argument(
        "--role",
        nargs=2,
        metavar=("COLUMN", "ROLE"),
        action="append",
        default=[],
        help="any role of a column, also score:grain for the scores of the class grain; roles: "
        f"{', '.join(ROLES)}; an option that names a column may come several times",
    )
    reading.add_argument(
        "--class-map",
        metavar="FILE",
        help="replace class names: a CSV with the columns old and new; an empty new name drops it",
    )
    _add_truth(reading)
    reading.add_argument(
        "--shape", choices=get_args(Shape), help="of every file, by its name in the app"
    )
    reading.add_argument("--separator", help="between the classes of a cell; “none” for one class")
    reading.add_argument("--encoding", help="of text files that are not UTF-8")
    reading.add_argument(
        "--probabilities",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="the scores are (not) probabilities",
    )


def _add_truth(reading: argparse._ArgumentGroup) -> None:
    """What is true where people, grades or classes without bounds leave it open."""
    reading.add_argument(
        "--gold",
        default="",
        metavar="GOLD",
        help="where annotators are known, what the truth is: “majority”, or “one:NAME” for what "
        "one of them said; else the truth that the files give, or the majority; of graded truth "
        "“grades:2|3”, the grades that count as correct",
    )
    reading.add_argument(
        "--unbounded",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="the set of classes has (no) bounds, and none where columns give slots and their "
        "fillers (MUC-3): true negatives, and with them fallout, specificity, accuracy and error "
        "rate, are then undefined",
    )


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
    """The review that the arguments name, with its marks. Raises ReadError."""
    return with_marks(read_from(args).review, args)


def read_from(args: argparse.Namespace) -> ReadFiles:
    """The review that the arguments name, and what it was read from. Raises ReadError."""
    class_map = {}
    if args.class_map:
        class_map = read_class_map(Path(args.class_map).name, Path(args.class_map))
    if args.files[0] in SAMPLES and len(args.files) == 1 and not args.truth:
        from breakeven.library.again import sample_options

        sample = args.files[0]
        return ReadFiles(load_sample(sample, class_map), (), sample_options(sample, class_map))
    files = _opened(([args.truth] if args.truth else []) + args.files)
    packed = packed_in(files[0][1]) if len(files) == 1 else None
    if packed is not None:
        said = [option for option in READING if getattr(args, option) not in (None, "")]
        if said or _columns_named(args):
            option = said[0].replace("_", "-") if said else "columns"
            raise wrong("a packed review says how it is read", f"leave --{option} out")
        return unpacked(packed)
    tables = open_tables(files, {name: How(args.encoding) for name, _ in files})
    proposal = propose(tables, args.shape)
    edited = [_edited(file, args) for file in proposal.files]
    for option, column in _columns_named(args):
        if not any(column in file.columns for file in edited):
            raise wrong(f"no file has a column {column!r}", f"check {option}")
    for _, role in args.role:
        if role.partition(":")[0] not in ROLES:
            raise wrong(f"there is no role {role!r}", f"choose one of {', '.join(ROLES)}")
    final = Proposal(tuple(edited), class_map, args.gold, args.unbounded)
    return ReadFiles(build_review(tables, final), files, final.to_json())


def _opened(given: list[str]) -> list[tuple[str, bytes | Path]]:
    """Each file by a name of its own; standard input is read, and named by what it holds."""
    if given.count(STANDARD_INPUT) > 1:
        raise wrong("standard input is named twice", f"give {STANDARD_INPUT} once")
    paths = [Path(file) for file in given]
    files: list[tuple[str, bytes | Path]] = [*zip(_distinct_names(paths), paths, strict=True)]
    if STANDARD_INPUT in given:
        data = b"" if sys.stdin is None else sys.stdin.buffer.read()
        files[given.index(STANDARD_INPUT)] = (f"standard input{ending_of(data)}", data)
    return files


def _distinct_names(paths: list[Path]) -> list[str]:
    """File names, with their folder where two are the same: versions often are."""
    names = [path.name for path in paths]
    return [
        name if names.count(name) == 1 else str(path)
        for name, path in zip(names, paths, strict=True)
    ]


def _columns_named(args: argparse.Namespace) -> list[tuple[str, str]]:
    """Each option that names a column, and the column."""
    named = [(f"--{role}-column", c) for role in ROLE_OPTIONS for c in _columns_of(args, role)]
    return named + [("--role", column) for column, _ in args.role]


def _columns_of(args: argparse.Namespace, role: str) -> list[str]:
    return getattr(args, f"{role}_column")


def _edited(file: FileProposal, args: argparse.Namespace) -> FileProposal:
    roles = {column: role for role in ROLE_OPTIONS for column in _columns_of(args, role)}
    roles |= dict(args.role)
    options = ("separator", "probabilities", "encoding")
    changes = {name: given for name in options if (given := getattr(args, name)) is not None}
    return replace(file.with_roles(roles, ROLE_OPTIONS, args.shape), **changes)


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

    Where the output has not every sign, names are written with JSON's own escapes.
    """
    every_sign = (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(data, indent=2, ensure_ascii=not every_sign, allow_nan=False))
