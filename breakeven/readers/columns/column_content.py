"""Columns that hold no names of classes, known by their cells alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median

import pyarrow as pa
import pyarrow.compute as pc

from breakeven.readers.base.header_words import says_predicted, says_score, says_truth
from breakeven.readers.columns.column_guess import NAMES, ColumnGuess
from breakeven.readers.files.arrow_types import is_list
from breakeven.readers.files.cells import NUMBER, count_distinct, encoded, is_nested
from breakeven.readers.files.file_table import FileTable
from breakeven.readers.files.nested import are_objects

# --- Cells that hold no names of classes, whatever their header says: objects, lists of numbers


LIST_OF_NUMBERS = re.compile(r"\s*[\[(](?=[^\])]*?\d\.\d)[\d\s.,eE+-]*+[\])]\s*")
OBJECTS = "the cells hold objects, not names of classes"
UNNAMED = "the lists of numbers do not name the class of each number"
# one remedy for all that is no name
OWN_COLUMNS = (
    "write the class into one column (true, predicted), and the scores of each class into a "
    "column of its own, named score: and the class"
)


def why_no_names(table: FileTable, column: str) -> str | None:
    """What a column holds instead of the names of classes, by its first rows; None if names."""
    values = table.first(column)
    if is_list(values.type):
        if is_nested(values.type):
            return None
        parts = encoded(pc.list_flatten(values.combine_chunks()))[1]
        numeric = bool(parts) and all(re.fullmatch(NUMBER, part) for part in parts)
        return UNNAMED if numeric and any(float(part) % 1 for part in parts) else None
    if is_nested(values.type):
        return None
    cells = [cell for cell in encoded(values)[1] if cell]
    if cells and all(LIST_OF_NUMBERS.fullmatch(cell) for cell in cells):
        return UNNAMED
    return OBJECTS if are_objects(cells) else None


# --- the text of documents, known by what a column holds: long, of several words, mostly distinct


WORDS_OF_FREE_TEXT = 4  # more of them in the median, and it is free text
MOSTLY_DISTINCT = 0.5
# scripts without blanks between words: about two signs are a word
WITHOUT_BLANKS = re.compile("[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")
# usual headers of texts, also of a few words: values still have to be words, and not a class each
SHORT_TEXTS = (
    "message", "review", "tweet", "body", "sentence", "comment", "description", "query",
    "utterance", "headline", "question", "subject", "post", "abstract", "summary",
)  # fmt: skip
# a heading, where there is a text too
HEADINGS = ("title", "headline", "subject")


def number_of_words(text: str) -> int:
    """How many words a text has; where blanks do not part them, about how many."""
    return len(text.split()) + len(WITHOUT_BLANKS.findall(text)) // 2


def is_free_text(cells: Sequence[str]) -> bool:
    """Whether cells are texts of more than four words each in the median."""
    return bool(cells) and median(map(number_of_words, cells)) > WORDS_OF_FREE_TEXT


def mostly_distinct(values: pa.ChunkedArray, least: float = MOSTLY_DISTINCT) -> bool:
    """Whether more than this share of the rows have a value of their own."""
    return len(values) > 0 and count_distinct(values) >= least * len(values)


def find_text(guess: ColumnGuess) -> None:
    """The longest free text of a file, where no header said which is the text."""
    named = guess.only("text")
    if named is not None and named.strip().lower() not in HEADINGS:
        return
    lengths = {c: length for c in guess.free() if (length := _length(guess, c)) is not None}
    if not lengths:
        return
    own = [c for c in lengths if c.strip().lower() in SHORT_TEXTS and c.lower() not in HEADINGS]
    longest = max(own or lengths, key=lengths.__getitem__)
    if named is not None:
        if lengths[longest] <= (_length(guess, named) or 0):
            return
        del guess.roles[named]
    guess.roles[longest] = "text"
    guess.reasons[longest] = "it is the longest free text"


def _length(guess: ColumnGuess, column: str) -> float | None:
    """The median length of the texts in a column; None where it holds none."""
    kind = guess.table.type_of(column)
    if is_nested(kind) or is_list(kind) or not _is_of_texts(kind):
        return None
    if (
        guess.is_numeric(column)
        or says_truth(column)
        or says_predicted(column)
        or says_score(column)
    ):
        return None
    first = guess.table.first(column)
    cells = [cell for cell in encoded(first)[1] if cell.strip()]
    usual = column.strip().lower() in (*NAMES["text"], *SHORT_TEXTS)
    few = usual and bool(cells) and median(map(number_of_words, cells)) > 1
    if not (is_free_text(cells) or few) or not mostly_distinct(first):
        return None
    return float(median(map(len, cells)))


def _is_of_texts(kind: pa.DataType) -> bool:
    held = kind.value_type if pa.types.is_dictionary(kind) else kind
    return pa.types.is_string(held) or pa.types.is_large_string(held)
