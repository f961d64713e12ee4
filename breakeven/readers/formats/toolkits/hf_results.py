"""`predict_results.txt` of Hugging Face's example scripts (run_classification, run_glue).

Lines of a row's number and what was predicted for it, a tab between them, under the header
index, prediction. The names are written as they are, without quotes; of several labels a row holds
a Python list. There are no scores, and the truth is another file: its rows are in the same order.
Source: github.com/huggingface/transformers, examples/pytorch/text-classification.
"""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.cells import split_cell
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft

KEY = "huggingface-results"
NAME = "results of Hugging Face example scripts"
FIRST = 20  # lines that tell what a file is
HEADER = "index\tprediction"
REGRESSION = re.compile(r"-?[0-9]+\.[0-9]{3}")


def recognise(content: Content) -> str | None:
    """The header, and rows that are counted from 0."""
    head = content.head[: FIRST + 1]
    if len(head) < 2 or head[0] != HEADER:
        return None
    counted = all(line.startswith(f"{row}\t") for row, line in enumerate(head[1:]))
    return "its rows are counted from 0 under index and prediction" if counted else None


def read(content: Content) -> Draft:
    """A row a document. Raises ReadError."""
    lines = content.text.rstrip("\r\n").split("\n")[1:]
    cells = [line.removesuffix("\r").partition("\t") for line in lines]
    odd = [
        position
        for position, (index, tab, _) in enumerate(cells)
        if not tab or index != str(position)
    ]
    predicted = [cell for _, _, cell in cells]
    several = all(cell.startswith("[") and cell.endswith("]") for cell in predicted)
    column = pa.array(predicted, pa.string())
    what, remedy = (
        "not a row number and a prediction with a tab between them",
        "write the file again",
    )
    if not odd and several:
        lists = [split_cell(cell, "list") for cell in predicted]
        odd = [position for position, row in enumerate(lists) if row is None]
        what = "the prediction is not a Python list, as all others are"
        column = pa.array(lists, pa.list_(pa.string()))
    elif not odd and all(map(REGRESSION.fullmatch, predicted)):
        what = "the predictions are the numbers of a regression, not classes"
        remedy = "give the results of a classification"
        raise ReadError([Problem(what=what, remedy=remedy, file=content.name)])

    def problem(position: int) -> Problem:
        return Problem(row=odd[position] + 2, what=what, remedy=remedy, file=content.name)

    if odd:
        raise ReadError(first_problems(np.arange(len(odd)), problem))
    return Draft(
        columns=pa.table({"prediction": column}),
        lines=np.arange(2, len(lines) + 2),
        roles={"prediction": "predicted"},
        shape="labels",
    )
