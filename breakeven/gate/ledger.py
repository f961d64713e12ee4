"""How often a test set was asked before: a file of JSON lines, one for every question.

A test set that is asked again and again until it says yes says nothing any more; nothing in the
numbers shows that, so it is counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from io import BufferedRandom
from itertools import pairwise
from pathlib import Path

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.records import Problem, Truth
from breakeven.data.system import lock_file
from breakeven.data.wording import count_of
from breakeven.readers.base.problems import ReadError
from metrics.typing import Array


@dataclass(frozen=True, kw_only=True)
class LedgerQuestion:
    """What was asked: SHA-256 digests of the test set, of the rules, and of the decisions."""

    test_set: str
    rules: str
    answers: str


@dataclass(frozen=True)
class LedgerLooks:
    """How often the test set was asked before, and how often the rules changed meanwhile.

    The same decisions under the same rules are one question, however often they are asked.
    `unreadable`: lines of the file that are no questions.
    """

    before: int
    rules_changed: int
    unreadable: int = 0

    def __str__(self) -> str:
        times, changed = (count_of(n, "time") for n in (self.before, self.rules_changed))
        said = f"This test set was used {times} before; the rules changed {changed}."
        if not self.before:
            said = "This test set was not used before."
        if self.unreadable:
            lines = count_of(self.unreadable, "line")
            said += f" {lines} of the ledger cannot be read, and may hold more."
        return said


def question_of(truth: Truth, evaluations: Sequence[Evaluation], rules: str) -> LedgerQuestion:
    """What is asked of these evaluations, one for each split, by the rules of this digest.

    The order of documents and classes does not count, nor does a class that no document has.
    """
    ordered = sorted(evaluations, key=lambda evaluation: evaluation.split or "")
    test_set = [_digest(truth, e, e.truth, e.scored.unjudged) for e in ordered]
    answers = [_digest(truth, e, e.assigned, None) for e in ordered]
    return LedgerQuestion(
        test_set=_joined(test_set), rules=rules, answers=_joined([*test_set, *answers])
    )


def _joined(digests: Sequence[str]) -> str:
    return digests[0] if len(digests) == 1 else sha256("\n".join(digests).encode()).hexdigest()


def _digest(
    truth: Truth, evaluation: Evaluation, pairs: sparse.csc_array, off: sparse.csc_array | None
) -> str:
    """SHA-256 of documents by their ids, each with its classes by their names."""
    ids = _ids(truth, evaluation.rows)
    order = np.argsort(ids, kind="stable")
    digest = sha256(json.dumps(ids[order].tolist()).encode())
    for matrix in (pairs, off):
        if matrix is not None:
            there = np.flatnonzero(np.diff(matrix.indptr))
            names = np.array(evaluation.classes, dtype=object)[there]
            by_name = np.argsort(names, kind="stable")
            rows = sparse.csr_array(matrix[:, there[by_name]])[order]
            rows.sort_indices()
            digest.update(json.dumps(names[by_name].tolist()).encode())
            digest.update(rows.indptr.astype("<i8").tobytes())
            digest.update(rows.indices.astype("<i8").tobytes())
    return digest.hexdigest()


def _ids(truth: Truth, rows: Array) -> Array:
    # files of counts have no ids: then the places of the documents stand for them
    ids = np.arange(truth.n) if truth.documents is None else truth.documents
    return np.asarray(ids[rows], dtype=str)


def record_look(file: Path, question: LedgerQuestion) -> LedgerLooks:
    """Write a question down, and say what was asked before; OSError where that cannot be.

    ReadError, and nothing is written, where the file is there and is something else. Several
    processes may ask at once: each has the file to itself meanwhile. A question that is in it
    already is not written again. A line that was cut short spoils no other.
    """
    with _alone(file) as ledger:
        data = ledger.read()
        lines = [line for line in data.split(b"\n") if line.strip()]
        read = [_question(line) for line in lines]
        if lines and not any(read) and not data.startswith(b'{"test_set"'):
            what, remedy = "this is not a ledger, so it was not changed", "name another file"
            raise ReadError([Problem(what=what, remedy=remedy, file=str(file))])
        questions = [
            earlier
            for earlier in read
            if earlier is not None and earlier.test_set == question.test_set
        ]
        distinct = list(dict.fromkeys(questions))
        if question in distinct:
            distinct = distinct[: distinct.index(question)]
        else:
            text = json.dumps(asdict(question))
            start = b"" if not data or data.endswith(b"\n") else b"\n"
            ledger.write(start + text.encode() + b"\n")
    rules = [*(earlier.rules for earlier in distinct), question.rules]
    changed = sum(earlier != other for earlier, other in pairwise(rules))
    return LedgerLooks(len(distinct), changed, read.count(None))


@contextmanager
def _alone(file: Path) -> Iterator[BufferedRandom]:
    """The file, open at its start for reading and at its end for writing, locked."""
    with file.open("a+b") as opened:
        lock_file(opened)
        opened.seek(0)
        yield opened


def _question(line: bytes) -> LedgerQuestion | None:
    try:
        said = json.loads(line)
        found = {key: said[key] for key in ("test_set", "rules", "answers")}
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return LedgerQuestion(**found) if all(isinstance(one, str) for one in found.values()) else None
