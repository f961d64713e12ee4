"""Files and their confirmed roles to one Review, whose arrays cannot be written to."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.data.ids import PackedTexts
from breakeven.data.records import Problem, Review
from breakeven.data.wording import examples, listed
from breakeven.readers.base.problems import ReadError, within_limits
from breakeven.readers.base.progress import report_progress
from breakeven.readers.base.proposal import FileProposal, Proposal, by_reason, recognition_text
from breakeven.readers.columns.propose import propose
from breakeven.readers.columns.role_checks import check_roles
from breakeven.readers.files.cells import NUMBER
from breakeven.readers.files.file_table import FileTable
from breakeven.readers.hierarchy import build_hierarchy
from breakeven.readers.opening import open_tables
from breakeven.readers.shapes.answers import read_answers, take_answers
from breakeven.readers.shapes.class_map import replace_names, replaced_classes, resolve_class_map
from breakeven.readers.shapes.confusion_counts import read_confusion_counts
from breakeven.readers.shapes.document_rows import read_document_rows
from breakeven.readers.shapes.file_content import FileContent
from breakeven.readers.shapes.join import join_files
from breakeven.readers.shapes.pair_rows import read_pair_rows
from metrics.typing import Array

# --- a review that many visitors share: its arrays cannot be written to


def freeze_arrays(review: Review) -> Review:
    """The same review; whoever writes to one of its arrays gets a ValueError."""
    truth = review.truth
    records: list[object] = [truth, *truth.annotators, *review.predictions]
    records += [] if truth.grades is None else [truth.grades]
    records += [truth.ids] if isinstance(truth.ids, PackedTexts) else []
    records += [
        predictions.answered
        for predictions in review.predictions
        if predictions.answered is not None
    ]
    records += [] if review.hierarchy is None else [review.hierarchy]
    held = [value for record in records for value in vars(record).values()]
    for array in (array for value in (*held, *truth.columns.values()) for array in _arrays(value)):
        array.flags.writeable = False
    return review


def _arrays(held: Any) -> Iterator[Array]:
    if isinstance(held, np.ndarray):
        yield held
    elif sparse.issparse(held):
        held.sum_duplicates()  # brought into order now, for nobody can later
        yield from (held.data, held.indices, held.indptr)


# --- Files and their confirmed roles to one Review


# what a column was taken for, in a sentence
ROLE_TEXT = {
    "id": "the id",
    "text": "the text",
    "truth": "the truth",
    "annotated": "the labels of a person",
    "grade": "grades",
    "predicted": "a prediction",
    "answer": "the answers of a language model",
    "indicator": "the truth as 1 and 0",
    "decision": "a prediction as 1 and 0",
    "score": "scores",
    "split": "the split",
}
UNBOUNDED = "the classes are open-ended, so there are no true negatives"
OF_SLOTS = (
    "a class is a slot and its filler, and fillers are open-ended, so there are no true negatives"
)
WITHOUT_BOUNDS = (
    "fallout, specificity, accuracy and error rate are undefined, and cells of two systems are not "
    "compared"
)
MOST_LISTED = 20
# signs that a number begins with
MAY_BE_NUMBER = tuple("+-.0123456789")
LOOK_ALIKE = "they are kept apart; if they are one class, map one to the other (class map)"
OTHERWISE_A_TABLE = "choose “As a plain table” if it is something else"
TAKEN_IN = "choose it if it belongs to the others"
OTHERWISE = "give it another role if it is something else"


def read_review(
    files: Iterable[tuple[str, bytes | Path]], proposal: Proposal | None = None, name: str = ""
) -> Review:
    """Open the files and build a review as the proposal says, or as `propose` guesses.

    Raises ReadError with every problem found.
    """
    tables = open_tables(files, proposal.hows if proposal else None)
    return build_review(tables, proposal or propose(tables), name)


@within_limits()
def build_review(tables: Sequence[FileTable], proposal: Proposal, name: str = "") -> Review:
    """The review of opened files. Raises ReadError with every problem found."""
    by_name = {file.name: file for file in proposal.files}
    tables = _used(tables, by_name)
    final = resolve_class_map(proposal.class_map)
    name = name or (tables[0].stem if len(tables) == 1 else f"{tables[0].stem} and others")
    matrices = [table for table in tables if by_name[table.name].role == "matrix"]
    if matrices:
        if len(tables) > 1:
            what = "a matrix of counts has no documents, so it cannot be joined with other files"
            raise ReadError([Problem(what=what, remedy="load it alone", file=matrices[0].name)])
        truth, predictions, names = read_confusion_counts(tables[0], by_name[tables[0].name], final)
        notes = [*_opening_notes(tables[0], by_name[tables[0].name])]
        class_map = replaced_classes(names, final, notes) if final else {}
        hierarchy = build_hierarchy(truth.classes, proposal.hierarchy, final, notes)
        review = Review(
            name=name,
            truth=truth,
            predictions=(predictions,),
            notes=(*notes, *_near_duplicates(truth.classes)),
            fingerprint=_fingerprint(tables, proposal),
            class_map=class_map,
            formats=_formats(proposal),
            hierarchy=hierarchy,
        )
        return freeze_arrays(review)
    contents = []
    for place, table in enumerate(tables):
        report_progress("Reading file", place, len(tables))
        contents.append(read_content(table, by_name[table.name]))
    problems = [problem for content in contents for problem in content.problems]
    if problems:
        raise ReadError(problems)
    report_progress("Putting the review together")
    notes = [*_left_out(proposal.files), *_guessed(proposal.files)]
    notes += [note for table in tables for note in _opening_notes(table, by_name[table.name])]
    notes += [note for content in contents for note in content.notes]
    read = read_answers(contents, proposal, final)
    notes += take_answers(read)
    class_map = replace_names(contents, final, notes)
    truth, predictions_of_all = join_files(
        contents, notes, proposal.gold, proposal.join_by_row_order
    )
    notes += _near_duplicates(truth.classes)
    hierarchy = build_hierarchy(truth.classes, proposal.hierarchy, final, notes)
    if proposal.without_bounds():
        truth = replace(truth, unbounded=True)
        what = UNBOUNDED if proposal.unbounded else OF_SLOTS
        notes.append(Problem(what=what, remedy=WITHOUT_BOUNDS))
    review = Review(
        name=name,
        truth=truth,
        predictions=predictions_of_all,
        notes=tuple(notes),
        fingerprint=_fingerprint(tables, proposal),
        class_map=class_map,
        formats=_formats(proposal),
        hierarchy=hierarchy,
    )
    return freeze_arrays(review)


def _used(tables: Sequence[FileTable], by_name: Mapping[str, FileProposal]) -> list[FileTable]:
    """The tables that are read. Raises ReadError where there are none, or not those proposed."""
    tables = [table for table in tables if table.problem is None]
    opened = {table.name for table in tables}
    used = {name for name, file in by_name.items() if file.role != "left out"}
    missing = [t.name for t in tables if t.name not in by_name and not t.optional]
    missing += [name for name in by_name if name in used - opened]
    if missing:
        what = "the file does not fit the way it should be read"
        raise ReadError(
            Problem(what=what, remedy="choose the files again", file=m) for m in missing
        )
    if not used:
        what, remedy = "every file is left out", "set the columns of at least one"
        raise ReadError([Problem(what=what, remedy=remedy)])
    return [table for table in tables if table.name in used]


def read_content(table: FileTable, file: FileProposal) -> FileContent:
    """Everything one file says; what is wrong with it is in `problems`."""
    content = FileContent(table, file)
    if table.room is not None and file.shape != "long":
        content.problems.append(table.room.refusal)
        return content
    content.problems += check_roles(table, file)
    if content.problems:
        return content
    try:
        if file.shape == "long":
            read_pair_rows(content)
        else:
            read_document_rows(content)
    except ReadError as error:
        content.problems += error.problems
    return content


def _opening_notes(table: FileTable, file: FileProposal) -> tuple[Problem, ...]:
    """What was mended in opening a file, and what a format was recognised by and has to say."""
    if table.draft is None:
        return table.notes
    what = recognition_text(replace(file, taken_for=table.taken_for, why=table.why))
    return (
        Problem(what=what, remedy=OTHERWISE_A_TABLE, file=table.name),
        *table.notes,
        *table.draft.notes,
    )


def _formats(proposal: Proposal) -> tuple[str, ...]:
    return tuple(dict.fromkeys(file.format for file in proposal.files if file.format))


def _left_out(files: Sequence[FileProposal]) -> Iterator[Problem]:
    """What was not read of files that hold several, and why."""
    for file in files:
        if file.role == "left out" and file.why:
            yield Problem(what=f"left out: {file.why}", remedy=TAKEN_IN, file=file.name)


def _guessed(files: Sequence[FileProposal]) -> Iterator[Problem]:
    """What was taken for something by its values, and why: to be changed where it is not so.

    One note for all columns that were taken so for one reason.
    """
    for (role, reason), columns_of_reason in by_reason(files).items():
        what = f"read as {ROLE_TEXT[role]}: {reason}"
        own = {file.name for file, _ in columns_of_reason}
        if len(columns_of_reason) == 1:
            ((file, column),) = columns_of_reason
            yield Problem(column=column, what=what, remedy=OTHERWISE, file=file.name)
        elif len(own) == 1:
            columns = listed([column for _, column in columns_of_reason], MOST_LISTED)
            yield Problem(what=f"{columns} are each {what}", remedy=OTHERWISE, file=own.pop())
        else:
            places = [f"{column} of {file.name}" for file, column in columns_of_reason]
            all_of = listed(places, MOST_LISTED)
            yield Problem(what=f"{all_of} are each {what}", remedy=OTHERWISE)
    for file in files:
        if file.probabilities and file.why_probabilities:
            what = f"the scores are read as probabilities: {file.why_probabilities}"
            yield Problem(what=what, remedy="change that if they are not", file=file.name)


def _fingerprint(tables: Sequence[FileTable], proposal: Proposal) -> str:
    digests = "\n".join(str(table.digest) for table in tables)
    return hashlib.sha256(f"{digests}\n{proposal.to_json()}".encode()).hexdigest()


def _near_duplicates(classes: Iterable[str]) -> tuple[Problem, ...]:
    """A note for class names that only case, blanks, an accent's or a number's writing tells apart.

    1 and 1.0 are such: truth and predictions written by two programs never meet.
    """
    alike: dict[str, list[str]] = {}
    for name in classes:
        key = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
        if key[:1] in MAY_BE_NUMBER and re.fullmatch(NUMBER, key):
            key = str(float(key))
        alike.setdefault(key, []).append(name)
    groups = [names for names in alike.values() if len(names) > 1]
    notes = [
        Problem(what=f"classes that look alike: {examples(names)}", remedy=LOOK_ALIKE)
        for names in groups[:MOST_LISTED]
    ]
    if len(groups) > MOST_LISTED:
        what = f"and {len(groups) - MOST_LISTED:,} more groups of classes that look alike"
        notes.append(Problem(what=what, remedy=LOOK_ALIKE))
    return tuple(notes)
