"""What a file was recognised as, in one sentence with the reason; the same on every door."""

from __future__ import annotations

from breakeven.readers.proposal import OF_A_SYSTEM, OF_TRUTH, FileProposal, Shape

SHAPE_WORDS: dict[Shape, str] = {
    "labels": "a table with a row for each document and its classes in a cell",
    "wide scores": "a table with a row for each document and a column of scores for each class",
    "indicator": "a table with a row for each document and a column of 1 and 0 for each class",
    "long": "a table with a row for each document and class",
    "square matrix": "a matrix of counts, with a row for each true class",
    "long matrix": "a matrix of counts, with a row for each pair of classes",
}
BY_HEADERS = "its headers say so"
BY_VALUES = "its headers and what stands under them say so"
BY_NAMES = "its rows and its columns have the same names"


def recognised_as(file: FileProposal) -> str:
    """What a file is taken for, and because of what; "" where nothing of it was recognised."""
    if file.format:
        return f"taken for {file.taken_for}, because {file.why}"
    if not file.having("class", "count", *OF_TRUTH, *OF_A_SYSTEM, "annotated"):
        return ""
    why = BY_VALUES if file.reasons or file.why_probabilities else BY_HEADERS
    if file.shape == "square matrix":
        why = BY_NAMES
    return f"taken for {SHAPE_WORDS[file.shape]}, because {why}"
