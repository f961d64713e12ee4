"""What a review holds: the truth, what each system said of the same documents, and marks."""

from breakeven.records.answered import OUTCOMES, Answered
from breakeven.records.hierarchy import Fold, Hierarchy
from breakeven.records.marks import MarkEvent, MarkKind, Marks
from breakeven.records.packed_texts import Ids, PackedTexts
from breakeven.records.predictions import Predictions
from breakeven.records.review import AsIf, AsIfHow, Problem, Review
from breakeven.records.truth import Annotator, Grades, Truth

__all__ = [
    "OUTCOMES",
    "Annotator",
    "Answered",
    "AsIf",
    "AsIfHow",
    "Fold",
    "Grades",
    "Hierarchy",
    "Ids",
    "MarkEvent",
    "MarkKind",
    "Marks",
    "PackedTexts",
    "Predictions",
    "Problem",
    "Review",
    "Truth",
]
