"""Reads inputs that nobody wrote: `script/fuzz 100000` tries so many, each from a seed of its own.

Files of every shape and format, Parquet of every type in every role, addresses and saved
thresholds are either read or refused with a message; anything else is printed with the number
to try it again: `script/fuzz 1 --first NUMBER`. What was read is counted again by other code.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
import warnings
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from breakeven.analysis.evaluation.cut import cut_from_text, cut_to_text
from breakeven.analysis.findings import check_limits
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.selected_evaluation import evaluate_selection, output_of_selection
from breakeven.analysis.selection.selection import select, selection_of
from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError, UnexpectedError
from breakeven.readers.base.proposal import ROLES, SEPARATORS, FileProposal, Proposal
from breakeven.readers.build import build_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.files.file_table import FileTable, preview
from breakeven.readers.opening import open_tables
from breakeven.readers.pairs_file import read_class_map
from breakeven.readers.thresholds_file import read_thresholds
from script.fuzz_inputs import SHAPES, File, address, cut, example, files, thresholds

MOST_SECONDS = 5
CLASSES = ("a", "b", "grain")


class WrongError(Exception):
    """What was read is not what the file holds."""


def try_input(rng: random.Random) -> str:
    """Try one input; what became of it. Raises whatever nobody caught."""
    kind = rng.random()
    if kind < 0.1:
        parsed = cut_from_text(cut(rng))
        if parsed is not None and cut_from_text(cut_to_text(parsed)) != parsed:
            raise WrongError(f"{parsed} does not come back from its text")
        check_limits.from_text(cut(rng))
        return "cut"
    if kind < 0.2:
        return _refused_or(lambda: read_thresholds(*thresholds(rng), CLASSES), "thresholds")
    if kind < 0.22:
        return _refused_or(lambda: read_class_map(*thresholds(rng)), "class map")
    given = [example(rng)] if rng.random() < 0.3 else files(rng)
    try:
        tables = open_tables((file.name, file.data) for file in given)
        proposal = propose(tables)
        for table in tables:
            preview(table)
        if rng.random() < 0.3:
            proposal = _otherwise(rng, proposal)
        review = build_review(tables, proposal)
    except ReadError as error:
        _check_messages(error)
        return "refused"
    check_parts(review)
    if len(given) == 1:
        check_rows(given[0], tables[0], proposal.files[0], review)
    _look(rng, review)
    return "read"


def _refused_or(read: object, kind: str) -> str:
    try:
        read()  # type: ignore[operator]
    except ReadError as error:
        _check_messages(error)
        return f"{kind} refused"
    return kind


def _check_messages(error: ReadError) -> None:
    if isinstance(error, UnexpectedError):
        raise error  # who gave the file is told a sentence; here it is to be mended
    if not error.problems or not all(p.what and p.remedy for p in error.problems):
        raise WrongError("a file is refused without a word")


def _otherwise(rng: random.Random, proposal: Proposal) -> Proposal:
    """The proposal as a user might change it, sensibly or not."""
    changed = []
    for file in proposal.files:
        columns = list(file.columns)
        roles = {
            column: rng.choice(tuple(ROLES)) for column in rng.sample(columns, min(2, len(columns)))
        }
        shape = rng.choice(SHAPES) if rng.random() < 0.3 else None
        new = file.with_roles(roles, shape=shape)  # type: ignore[arg-type]
        if rng.random() < 0.3:
            new = replace(new, separator=rng.choice(SEPARATORS))
        changed.append(replace(new, probabilities=rng.random() < 0.2))
    class_map = {"a": rng.choice(("b", None, "new"))} if rng.random() < 0.1 else {}
    return Proposal(tuple(changed), class_map)


def _look(rng: random.Random, review: Review) -> None:
    chosen = address(rng)
    selections = [selection_of(review, chosen)]  # an address is taken as far as it goes
    with suppress(ChoiceError):
        selections.append(select(review, chosen))
    for selection in selections:
        with suppress(ChoiceError):
            if review.truth.labels is not None:
                evaluate_selection(review, selection)
            else:
                output_of_selection(review, selection)


def check_parts(review: Review) -> None:
    """That the parts of a review fit together."""
    truth, k = review.truth, len(review.truth.classes)
    sound = [
        list(truth.classes) == sorted(set(truth.classes)),
        "" not in truth.classes,
        truth.labels is None or truth.labels.shape == (truth.n, k),
        bool((truth.split_of >= -1).all() and (truth.split_of < len(truth.splits)).all()),
        truth.documents is None or len(truth.documents) == truth.n,
        all(len(values) == truth.n for values in truth.columns.values()),
        truth.weights is None or bool((np.isfinite(truth.weights) & (truth.weights >= 0)).all()),
    ]
    for annotator in truth.annotators:
        sound += [
            bool((np.diff(annotator.rows) > 0).all()) and len(annotator.rows) <= truth.n,
            annotator.labels.shape == (len(annotator.rows), k),
            annotator.unjudged is None or annotator.unjudged.shape == annotator.labels.shape,
        ]
    for predictions in review.predictions:
        values = getattr(predictions.scores, "data", predictions.scores)
        sound += [
            bool((np.diff(predictions.rows) > 0).all()) and predictions.m <= truth.n,
            predictions.scores is None or predictions.scores.shape == (k, predictions.m),
            predictions.scores is None or bool(np.isfinite(np.asarray(values)).all()),
            predictions.decisions is None or predictions.decisions.shape == (predictions.m, k),
        ]
    if not all(sound):
        raise WrongError(f"parts do not fit: {sound}")


def check_rows(given: File, table: FileTable, file: FileProposal, review: Review) -> None:
    """That every row of a file is a document, one of several of a document, or so many documents.

    Counted from the rows as they were before they were written into the file.
    """
    if given.rows is None:
        return
    head, *rows = given.rows
    if len(rows) != table.rows:
        raise WrongError(f"{len(rows)} rows were written, {table.rows} read")
    n = review.truth.n
    if file.role == "matrix":
        # values of other types than text are other numbers than were written
        if table.kind == "delimited" and all(len(cell) < 3 for row in rows for cell in row):
            counts = [head.index(column) for column in file.having("count")]
            total = sum(float(row[c].replace(",", ".")) for row in rows for c in counts)
            if n != total:
                raise WrongError(f"the counts add up to {total}, and {n} documents are there")
        return
    identity = file.only("id")
    several = file.shape == "long" or bool(file.having("system", "annotator"))
    if not several or identity is None:
        if n != len(rows):
            raise WrongError(f"{len(rows)} rows became {n} documents")
    elif table.kind == "delimited":
        distinct = len({row[head.index(identity)] for row in rows})
        if n != distinct:
            raise WrongError(f"{distinct} different ids became {n} documents")


def main(arguments: list[str] | None = None) -> int:
    """0 where every input was read or refused, else 1."""
    parser = argparse.ArgumentParser(prog="script/fuzz", description=__doc__)
    parser.add_argument("inputs", nargs="?", type=int, default=1_000, help="how many; 1,000")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    args = parser.parse_args(arguments)
    warnings.simplefilter("error")  # a warning is nobody's answer
    became: Counter[str] = Counter()
    failed, slowest = 0, (0.0, 0)
    for number in range(args.first, args.first + args.inputs):
        start = time.process_time()
        if number % 1_000 == 0:  # should one end the process, it is among these
            print(f"{number:,} …", file=sys.stderr, flush=True)
        try:
            became[try_input(random.Random(number))] += 1
        except Exception:
            failed += 1
            print(f"input {number}:\n{traceback.format_exc()}", flush=True)
        taken = time.process_time() - start
        slowest = max(slowest, (taken, number))
        if taken > MOST_SECONDS:
            failed += 1
            print(f"input {number} took {taken:.1f} s", flush=True)
    print(", ".join(f"{kind} {count:,}" for kind, count in became.most_common()))
    print(f"slowest: {slowest[0]:.2f} s (input {slowest[1]}); failed: {failed:,}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
