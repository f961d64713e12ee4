"""What is looked at: system, split, class, β, 0/0, cut and filter, one for all who ask.

`choices` holds the record with its defaults and its text form; `expression`, `parse` and `where`
are the filter of documents: its tree, its grammar, and which documents it keeps.
"""

from breakeven.analysis.selection.errors import ChoiceError, FilterError, NoSystemError
from breakeven.analysis.selection.selection import (
    ALL,
    KEYS,
    ChosenDocuments,
    DefaultSystem,
    FilteredSplit,
    Selection,
    class_index_of,
    cut_by_same_rule,
    cut_for,
    cut_of,
    cuts_for,
    default_cut,
    default_system,
    number,
    positive_class,
    select,
    selection_of,
    split_of_text,
    split_text,
    splits_of,
    system_of,
    texts_of,
    tuning_splits,
)
from breakeven.analysis.selection.where import Where

__all__ = [
    "ALL",
    "KEYS",
    "ChoiceError",
    "ChosenDocuments",
    "DefaultSystem",
    "FilterError",
    "FilteredSplit",
    "NoSystemError",
    "Selection",
    "Where",
    "class_index_of",
    "cut_by_same_rule",
    "cut_for",
    "cut_of",
    "cuts_for",
    "default_cut",
    "default_system",
    "number",
    "positive_class",
    "select",
    "selection_of",
    "split_of_text",
    "split_text",
    "splits_of",
    "system_of",
    "texts_of",
    "tuning_splits",
]
