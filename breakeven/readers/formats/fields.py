"""Lines of fields between blanks, as evaluation tools of information retrieval write them."""

from __future__ import annotations

import re

import numpy as np

from breakeven.readers.files.content import Content
from breakeven.readers.problems import ReadError, first_problems
from breakeven.records import Problem
from metrics.typing import Array


def fields_of(content: Content, line: re.Pattern[str], asked: str) -> tuple[list[list[str]], Array]:
    """The fields by their place, and the line of each row, shape (rows,); blank lines are none.

    `line`: what a whole line matches; `asked`: that in words. Raises ReadError with every other.
    """
    written = content.text.removeprefix("\ufeff").split("\n")
    held = [(number, text) for number, text in enumerate(written, 1) if text.strip()]
    wrong = [number for number, text in held if line.fullmatch(text) is None]

    def problem(i: int) -> Problem:
        remedy = f"give {asked}"
        return Problem(row=wrong[i], what="not such a line", remedy=remedy, file=content.name)

    if wrong:
        raise ReadError(first_problems(np.arange(len(wrong)), problem))
    columns = [list(column) for column in zip(*(text.split() for _, text in held), strict=True)]
    return columns, np.array([number for number, _ in held], dtype=np.int64)
