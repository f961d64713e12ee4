"""Which documents terms about the words of their texts keep."""

from __future__ import annotations

import numpy as np

from breakeven.records import Truth
from breakeven.selection.asked import Documents
from breakeven.selection.errors import MisfitError
from breakeven.selection.expression import Alike, Containing, HasWord, Like, Matching
from breakeven.texts.texts import PatternError, check_pattern, is_word
from metrics.typing import Array


def must_have_texts(truth: Truth, at: int) -> None:
    """MisfitError where there are no texts."""
    if truth.text_column is None:
        what = "there is no column of texts to search for a word; write column=value or true:NAME"
        raise MisfitError(what, at)


def ids_of(truth: Truth, at: int) -> Array:
    """The ids of all documents as text, shape (n,). MisfitError where there are none."""
    if truth.documents is None:
        raise MisfitError("these documents have no ids", at)
    return truth.documents


def lengths_of(documents: Documents, at: int) -> Array:
    """Characters of the text of each document, shape (m,). MisfitError where there are none."""
    must_have_texts(documents.truth, at)
    if not len(documents.rows):
        return np.zeros(0, dtype=np.int64)
    return np.asarray(documents.lookups.texts().lengths[documents.rows])


def of_text(term: Containing | HasWord | Matching, documents: Documents) -> Array:
    """The documents with words, parts or patterns in their texts."""
    must_have_texts(documents.truth, term.at)
    _check(term)
    if not len(documents.rows):  # whether a filter fits is often asked, and needs no search
        return np.zeros(0, dtype=bool)
    texts = documents.lookups.texts()
    match term:
        case Containing(part):
            found = texts.containing(part)
        case HasWord(word):
            found = texts.with_word(word)
        case Matching(pattern):
            found = texts.matching(pattern)
    return np.asarray(found[documents.rows])


def _check(term: Containing | HasWord | Matching) -> None:
    if isinstance(term, HasWord) and not is_word(term.word):
        what = 'word: takes one word of letters and digits; text:"..." takes any part'
        raise MisfitError(what, term.at)
    if isinstance(term, Matching):
        try:
            check_pattern(term.pattern)
        except PatternError as error:
            raise MisfitError(f"this is no pattern: {error}", term.at) from None


def like(term: Like, documents: Documents) -> Array:
    """The documents with nearly the text of one, and itself; a document alone is like no other."""
    must_have_texts(documents.truth, term.at)
    named = np.asarray(ids_of(documents.truth, term.at) == term.id)
    if not named.any():
        raise MisfitError(f"there is no document {term.id!r}", term.at)
    if not len(documents.rows):
        return np.zeros(0, dtype=bool)
    groups = documents.lookups.texts().words.groups
    wanted = np.unique(groups[named & (groups >= 0)])
    return np.asarray((named | np.isin(groups, wanted))[documents.rows])


def alike(term: Alike, documents: Documents) -> Array:
    """The documents with nearly the text of another one."""
    must_have_texts(documents.truth, term.at)
    if not len(documents.rows):
        return np.zeros(0, dtype=bool)
    return np.asarray(documents.lookups.texts().words.groups[documents.rows] >= 0)
