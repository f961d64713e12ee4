"""What reviewers marked: read from files, and the numbers as if it were carried out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from breakeven.api.files import named_file
from breakeven.marks.events import added, no_marks
from breakeven.readers.marks_file import read_marks as read_file
from breakeven.records import Review


def read_marks(review: Review, *files: Any) -> Review:
    r"""The review with the marks of files: filters ask for them, and `as_if` carries them out.

    A file is a path, an open file, bytes or a frame, as the documents page gives it; needed are
    the columns `id` and `mark`. Of several the later holds. Marks whose document, text or class
    is not there any more are left out: `notes` of the review say which. ReadError, with every
    problem, where a row is no mark, or where none fits.

    >>> import breakeven as be
    >>> review = be.from_arrays(["a", "b", "b"], ["a", "a", "b"], ids=["1", "2", "3"])
    >>> review = be.read_marks(review, b"id,mark,right classes\n2,label wrong,a\n")
    >>> be.evaluate(review, where='mark:"label wrong"').documents
    1
    """
    marks = no_marks(review.truth.n) if review.marks is None else review.marks
    notes = list(review.notes)
    for number, file in enumerate(files, 1):
        events, left_out = read_file(*named_file(file, number), review.truth)
        marks = added(marks, *events)
        notes += left_out
    return replace(review, marks=marks, notes=tuple(notes))
