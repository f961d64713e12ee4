"""What a wish gives: what is promised, what it costs, whether it is kept; where candidates fail.

Tested in `tests/pages/test_thresholds.py`.
"""

from __future__ import annotations

import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.cut import WISHED
from breakeven.analysis.selection.expression import Judged
from breakeven.analysis.selection.selection import Selection
from breakeven.data.records import Review
from breakeven.data.wording import count_of
from breakeven.results.promises import PromiseResult, wish_table
from breakeven.ui.app.page.class_choice import MOST_LISTED
from breakeven.ui.app.page.page import EvaluatedPage
from breakeven.ui.app.session import downloads
from breakeven.ui.components.html import bullets, plain, say
from breakeven.ui.components.tables import show_table
from breakeven.ui.thresholds.cache import promise_shown

LONGEST_SENTENCE = 600
ONE_BY_ONE = (
    "Kept: what is shown reaches the wish with 95 % confidence. Broken: it falls short with 95 % "
    "confidence. Each verdict is by itself."
)
FAILS = (
    "Where candidates fail, the worst served classes first. Offered: of the documents of the "
    "class, the share for which it is offered. Complete: the share for which all true ones are."
)
FAILS_IN_SLICES = (
    "The same by the number of true classes and by each column, the worst served first. At least "
    "and at most: bounds that each hold in 95 of 100 cases, for each slice alone."
)
NEEDS_MEMORY = (
    "To see whether the wish is kept here, and what it costs, load the rows of these two splits as "
    "a file: an engine does not fetch single documents."
)
NOT_SEEN = "Show a split that the rule was not tuned on to see whether the wish is kept."


def say_wish(page: EvaluatedPage, selection: Selection) -> None:
    """What is said of a wish below the answer; nothing of another rule."""
    if selection.cut.rule not in WISHED:
        return
    if page.review is None:
        st.caption(NEEDS_MEMORY)
        return
    _say_promise(page.review, selection)
    if selection.cut.rule == "candidates":
        _say_not_offered(page, page.review, selection)


def _promise(review: Review, selection: Selection) -> PromiseResult:
    shown = selection.documents
    return promise_shown(review, selection.system, shown, selection.split, selection.cut)


def _say_promise(review: Review, selection: Selection) -> None:
    """What is promised, what that costs, and whether it is kept here."""
    sentences = _promise(review, selection).sentences
    say(bullets([plain(sentence, LONGEST_SENTENCE) for sentence in sentences]))


def _say_not_offered(page: EvaluatedPage, review: Review, selection: Selection) -> None:
    """How many documents lack a true class among their candidates, as a link to them."""
    without = _promise(review, selection).without
    if without > 0:
        linked = page.counts_in().linked(without, Judged("missed"), count_of(without, "document"))
        say(Markup("{} lack a true class among the candidates.").format(linked))
    else:
        say("Every true class is among the candidates.")


def show_wish_table(review: Review, selection: Selection) -> None:
    """Each class under a wish, or all together: what is promised, the price and the verdict."""
    result = _promise(review, selection)
    head, rows = wish_table(result.outcome)
    show_table(pd.DataFrame(rows[:MOST_LISTED], columns=head), "wishes", 600)
    if len(rows) > MOST_LISTED:
        st.caption(f"The {MOST_LISTED:,} largest of {len(rows):,} classes.")
    say(plain(ONE_BY_ONE if result.outcome.seen else NOT_SEEN, LONGEST_SENTENCE))
    if (classes := result.class_frame()) is not None:
        say(plain(FAILS, LONGEST_SENTENCE))
        show_table(classes.head(MOST_LISTED), "offered", 600)
        downloads.downloads(lambda: classes, "candidates_by_class")
        if (slices := result.slice_frame()) is not None and len(slices):
            say(plain(FAILS_IN_SLICES, LONGEST_SENTENCE))
            show_table(slices.drop(columns="where").head(MOST_LISTED), "offered_slices", 600)
            downloads.downloads(lambda: slices, "candidates_by_slice")
        return
    downloads.downloads(result.frame, "promises_by_class")
