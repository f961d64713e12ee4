"""Whether the chosen class falls into two by its words, and in which part its errors are."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from breakeven.analysis.class_structure.dividing import DividedClass, DividedPart, divide_class
from breakeven.analysis.documents.behind import of_rows, repeated_ids
from breakeven.analysis.documents.words_with import Word, WordsWith, words_with
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.expression import Expression
from breakeven.data.records import Review
from breakeven.results.dividing import EXPLAINED, PART_HEADS, PART_NAMES, division_text, part_rows
from breakeven.ui.app.cache import data
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.document_list import DocumentsWay, document_frame, show_first
from breakeven.ui.app.page.page import Page
from breakeven.ui.components.html import escaped, grid, heading, say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import show_table
from metrics.typing import Array

HIGH = 250


@cached(entries=16, spinner="Dividing the documents of the class …")
def _divided(review: Review, evaluation: Evaluation, c: int) -> tuple[DividedClass, WordsWith]:
    words = data.texts_of(review).words
    found = divide_class(evaluation, words, c)
    one, other = (evaluation.rows[part.documents] for part in found.parts)
    return found, words_with(words, one, other)


@cached(entries=4)
def _repeated(review: Review) -> frozenset[str]:
    return repeated_ids(review.truth)


def show_divided(page: Page, c: int) -> None:
    """Whether the class should be two; the documents have ids and texts."""
    evaluation = page.evaluation
    if evaluation.scored.sampled:
        st.info(
            "Documents with weights or clusters cannot be divided: the tests need documents that "
            "were drawn one by one."
        )
        return
    division, words = _divided(page.review, evaluation, c)
    st.markdown("**Divided by the words of its documents**", help=help_of("two_parts"))
    say(escaped(division_text(division, evaluation.classes[c])))
    if division.apart:
        _show(page, division, words)
    st.caption(EXPLAINED)


def _show(page: Page, division: DividedClass, words: WordsWith) -> None:
    counts = page.counts
    rows = part_rows(division)
    for row, part in zip(rows, division.parts, strict=True):
        cells = (part.documents, part.hits, part.missed, part.extra)
        for column, positions in enumerate(cells, start=1):
            term = _term(page, positions)
            if term is not None:
                row[column] = counts.linked(len(positions), term, row[column])
    grid(list(PART_HEADS), rows)
    places = st.columns(2, gap="medium")
    for place, name, part, words_of_part in zip(
        places, PART_NAMES, division.parts, (words.first, words.second), strict=True
    ):
        with place:
            _show_part(page, name, part, words_of_part, division.class_index)


def _term(page: Page, positions: Array) -> Expression | None:
    """The filter of these documents, where their ids tell them and are not too many."""
    return of_rows(page.review.truth, page.evaluation.rows[positions], _repeated(page.review))


def _show_part(
    page: Page, name: str, part: DividedPart, words_of_part: Sequence[Word], c: int
) -> None:
    """The words that go with a part, and its documents, errors first."""
    truth, evaluation = page.review.truth, page.evaluation
    key = name.rpartition(" ")[2]
    heading(f"{name} part")
    if words_of_part:
        words = {
            "word": [word.word for word in words_of_part],
            "in the larger part": [word.first for word in words_of_part],
            "in the smaller part": [word.second for word in words_of_part],
        }
        show_table(pd.DataFrame(words), f"divided_words_{key}", HIGH)
    else:
        st.caption("No word is clearly typical of it.")
    term = _term(page, part.documents)
    way = None if term is None else DocumentsWay(term)

    def make(positions: Array) -> pd.DataFrame:
        return document_frame(truth, evaluation, positions, c)

    show_first(truth, make, part.documents, f"part_{key}", way)
