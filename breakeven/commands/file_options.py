"""Files and how they are read, as the arguments of a command name them.

Tested in `test_read_options` and `test_class_map`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from breakeven.analysis.answers.answer_rules import answer_rules
from breakeven.api.files import (
    OpenedFiles,
    ReadFiles,
    ending_of,
    open_files,
    packed_review_in,
    unpack_review,
)
from breakeven.data.records import Problem
from breakeven.readers.base.memory import share_free_memory
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import ONCE, ROLES, FileProposal, Proposal, Shape
from breakeven.readers.base.read_options import (
    DELIMITER_WORDS,
    QUOTE_WORDS,
    TEXT_OPTIONS,
    ReadOptions,
    parse_read_options,
)
from breakeven.readers.hierarchy import read_hierarchy
from breakeven.readers.pairs_file import read_class_map
from breakeven.readers.samples import SAMPLES, load_sample
from breakeven.results.scope import order_cautions
from breakeven.store.reread import sample_options

STANDARD_INPUT = "-"
# files that are left out, by name
MOST_LISTED = 10
# how files are read: what a packed review says itself
READING = (
    "class_map", "gold", "unbounded", "answers", "shape", "separator", "probabilities", "table",
    "hierarchy", "hierarchy_separator", "join_by_row_order", *TEXT_OPTIONS,
)  # fmt: skip
# an option for each role that a column may be given by name
ROLE_OPTIONS = (
    "id", "truth", "annotated", "annotator", "predicted", "split", "text", "system", "class",
    "slot", "score", "weight", "cluster", "answer", "repeat",
)  # fmt: skip


def usage_error(what: str, remedy: str) -> ReadError:
    """A choice that the review does not allow, as a reading problem: exit status 2."""
    return ReadError([Problem(what=what, remedy=remedy)])


def usage_error_from(error: ValueError, remedy: str) -> ReadError:
    """What cannot be done, as `usage_error`; `remedy`: where the error says none behind its ;."""
    what, _, own = str(error).partition("; ")
    return usage_error(what, own or remedy)


def add_files(
    parser: argparse.ArgumentParser, several_systems: bool = False, needed: bool = True
) -> None:
    """The files of a review; where several systems are looked at, their names may follow.

    `needed`: there is one at least.
    """
    help_text = (
        "predictions (CSV, TSV, JSON, Parquet, Arrow, Excel, SQLite, DuckDB, a zip or "
        "tar.gz archive, a folder), a review packed as .breakeven, "
        f"{STANDARD_INPUT} for standard input, or a sample: {', '.join(SAMPLES)}"
    )
    files = parser.add_argument(
        "files",
        nargs="+",
        default=[],
        metavar="FILE_OR_SYSTEM" if several_systems else "FILE",
        help=f"{help_text}; or the name of a system in them" if several_systems else help_text,
    )
    files.required = needed
    parser.add_argument("--truth", metavar="FILE", help="a file that holds the truth")


def add_reading(parser: argparse.ArgumentParser) -> None:
    """How files are read where the guess is wrong."""
    reading = parser.add_argument_group("reading", "what the columns hold, if the guess is wrong")
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
        help="give a column any role: also score:grain for the scores of the class grain, "
        "truth:spam for the 1 and 0 of spam, annotated:anna for the labels of anna; write "
        f"FILE:COLUMN if there are several files; roles: {', '.join(ROLES)}; each option "
        "that names a column may be repeated",
    )
    _add_class_names(reading)
    reading.add_argument(
        "--answers",
        metavar="RULES",
        help="rules for reading the answers of language models, as JSON or a file of it; name "
        'only those that differ from the default, such as \'{"none": ["nothing"], '
        '"prose": false}\'; the command answers prints them all',
    )
    _add_truth(reading)
    reading.add_argument(
        "--shape",
        choices=get_args(Shape),
        help="how every file is laid out, under the name that the app uses",
    )
    reading.add_argument(
        "--separator",
        help="the sign between the classes of a cell; “none” if a cell is one class",
    )
    _add_tables(reading)
    _add_text(reading)
    reading.add_argument(
        "--probabilities",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="the scores are (not) probabilities",
    )


def _add_class_names(reading: argparse._ArgumentGroup) -> None:
    """What classes are called, and which stand above which."""
    reading.add_argument(
        "--class-map",
        metavar="FILE",
        help=(
            "replace class names: a CSV with the columns old and new; an empty new name drops "
            "the class"
        ),
    )
    reading.add_argument(
        "--hierarchy",
        metavar="FILE",
        help="which classes stand above which: a CSV with the columns parent and child; a class "
        "may have several parents; names from before or after the class map",
    )
    reading.add_argument(
        "--hierarchy-separator",
        metavar="TEXT",
        help="what separates the levels in class names: / for a/b/c",
    )


def _add_tables(reading: argparse._ArgumentGroup) -> None:
    """Which of what a file holds is read, and what joins several."""
    reading.add_argument(
        "--table",
        metavar="NAME",
        action="append",
        help="read only this file, sheet or table of a folder, an archive, a workbook or a "
        "database; the end of its name is enough; may be repeated",
    )
    reading.add_argument(
        "--join-by-row-order",
        action="store_true",
        default=None,
        help="join files that share no column by the order of their rows: the first row of each "
        "is the first document; without this, such files are refused",
    )


def _add_text(reading: argparse._ArgumentGroup) -> None:
    """How text files are parted into cells."""
    words = ", ".join(word for word in DELIMITER_WORDS if word.isalpha())
    reading.add_argument("--encoding", help="the encoding of text files that are not UTF-8")
    reading.add_argument(
        "--delimiter", help=f"the sign between the cells of a row: a character, or {words}"
    )
    reading.add_argument(
        "--quote",
        help=(
            "the quote around cells that hold the delimiter: a character, or "
            f"{', '.join(QUOTE_WORDS)}"
        ),
    )
    reading.add_argument(
        "--decimal", choices=("point", "comma"), help="the decimal mark of numbers"
    )
    reading.add_argument(
        "--header",
        metavar="LINE",
        help="the line with the column names, counted from 1; “none” if there is no header: the "
        "columns are then called 1, 2, …",
    )


def _add_truth(reading: argparse._ArgumentGroup) -> None:
    """What is true where people, grades or classes without bounds leave it open."""
    reading.add_argument(
        "--gold",
        default="",
        metavar="GOLD",
        help="what the truth is if the files name annotators: “majority”, or “one:NAME” for the "
        "labels of one of them (default: the truth in the files, else the majority); for a "
        "graded truth “grades:2|3”, the grades that count as correct",
    )
    reading.add_argument(
        "--unbounded",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="the set of classes is open-ended, or not (it is if columns give slots and their "
        "fillers, as in MUC-3): true negatives, fallout, specificity, accuracy and error "
        "rate are then undefined",
    )


def read_from(args: argparse.Namespace) -> ReadFiles:
    """The review that the arguments name, and what it was read from. Raises ReadError."""
    class_map = class_map_from(args)
    if args.files[0] in SAMPLES and len(args.files) == 1 and not args.truth:
        sample = args.files[0]
        above = _stated(args)
        options = sample_options(sample, class_map, above)
        return ReadFiles(load_sample(sample, class_map, above), (), options)
    share_free_memory()
    files = files_of(args)
    packed = packed_review_in(files[0][1]) if len(files) == 1 else None
    if packed is not None:
        reading_options = [option for option in READING if getattr(args, option) not in (None, "")]
        if reading_options or columns_named(args):
            option = reading_options[0].replace("_", "-") if reading_options else "columns"
            raise usage_error("a packed review holds how it is read", f"leave --{option} out")
        return _with_warning(unpack_review(packed))
    given, proposal = proposed_from(args, files, class_map)
    return _with_warning(given.read(proposal))


def _with_warning(done: ReadFiles) -> ReadFiles:
    for said in order_cautions(done.review.truth):
        print(f"warning: {said}", file=sys.stderr)
    return done


def proposed_from(
    args: argparse.Namespace,
    files: list[tuple[str, bytes | Path]],
    class_map: Mapping[str, str | None],
) -> tuple[OpenedFiles, Proposal]:
    """Opened files, and what each is taken for, as the arguments have it. Raises ReadError."""
    given = open_files(files, _how(args), args.shape, args.table or ())
    _say_left_out(given.left_out)
    edited = [edited_file(file, args) for file in given.used]
    for option, column in columns_named(args):
        if all(file.column_named(column) is None for file in edited):
            raise usage_error(f"no file has a column {column!r}", f"check {option}")
    for _, role in args.role:
        if role.partition(":")[0] not in ROLES:
            raise usage_error(f"there is no role {role!r}", f"choose one of {', '.join(ROLES)}")
    rules = _rules(args.answers)
    options = class_map, args.gold, args.unbounded, rules, _stated(args)
    return given, given.proposal(edited, *options, join_by_row_order=bool(args.join_by_row_order))


def _say_left_out(files: Sequence[FileProposal]) -> None:
    for file in files[:MOST_LISTED]:
        print(f"left out: {file.name}: {file.why}", file=sys.stderr)
    if len(files) > MOST_LISTED:
        print(f"left out: {len(files) - MOST_LISTED:,} more", file=sys.stderr)


def _rules(given: str | None) -> dict[str, Any]:
    """The rules of answers that JSON or a file of it says."""
    if not given:
        return {}
    try:
        text = given if given.lstrip().startswith("{") else Path(given).read_text(encoding="utf-8")
        rules = json.loads(text)
        if not isinstance(rules, dict):
            raise ValueError("rules are an object of JSON")
        answer_rules(rules)
    except OSError as error:
        what = f"--answers: {given} cannot be opened ({error.strerror})"
        raise usage_error(what, "give rules as JSON, or a file of them") from None
    except (ValueError, RecursionError) as error:
        what, _, remedy = str(error).partition("; ")
        raise usage_error(f"--answers: {what}", remedy or "see the command answers") from None
    return rules


def files_of(args: argparse.Namespace) -> list[tuple[str, bytes | Path]]:
    """The files that the arguments name, the truth first."""
    return _opened(([args.truth] if args.truth else []) + args.files)


def class_map_from(args: argparse.Namespace) -> dict[str, str | None]:
    """The class map that the arguments name. Raises ReadError."""
    if not args.class_map:
        return {}
    return read_class_map(Path(args.class_map).name, Path(args.class_map))


def _stated(args: argparse.Namespace) -> dict[str, Any]:
    """What the arguments say of which classes stand above which. Raises ReadError."""
    if args.hierarchy and args.hierarchy_separator:
        raise usage_error(
            "--hierarchy and --hierarchy-separator are both given", "leave one of them out"
        )
    if args.hierarchy_separator:
        return {"separator": args.hierarchy_separator}
    if not args.hierarchy:
        return {}
    return read_hierarchy(Path(args.hierarchy).name, Path(args.hierarchy))


def _opened(given: list[str]) -> list[tuple[str, bytes | Path]]:
    """Each file by a name of its own; standard input is read, and named by what it holds."""
    if given.count(STANDARD_INPUT) > 1:
        raise usage_error("standard input is given twice", f"give {STANDARD_INPUT} once")
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


def columns_named(args: argparse.Namespace) -> list[tuple[str, str]]:
    """Each option that names a column, and the column."""
    named = [(f"--{role}-column", c) for role in ROLE_OPTIONS for c in _columns_of(args, role)]
    return named + [("--role", column) for column, _ in args.role]


def _columns_of(args: argparse.Namespace, role: str) -> list[str]:
    return getattr(args, f"{role}_column")


def _how(args: argparse.Namespace) -> ReadOptions:
    try:
        return parse_read_options(**{option: getattr(args, option) for option in TEXT_OPTIONS})
    except ValueError as error:
        what, _, remedy = str(error).partition("; ")
        raise usage_error(what, remedy) from None


def edited_file(file: FileProposal, args: argparse.Namespace) -> FileProposal:
    """A file as the arguments have it: the roles of its columns, its shape, and how it is read."""
    roles = {column: role for role in ROLE_OPTIONS for column in _columns_of(args, role)}
    # an option names all columns of its role, --role one of them
    alone = {*ONCE, *roles.values()}
    roles |= dict(args.role)
    options = ("separator", "probabilities", "encoding")
    changes = {name: given for name in options if (given := getattr(args, name)) is not None}
    return replace(file.with_roles(roles, alone, args.shape), **changes)
