"""The truth that pages go by where several people labelled: chosen, found, and said."""

from __future__ import annotations

import streamlit as st

from breakeven.labels.gold import gold_in_words, golds_of, is_gold_of, review_with_gold
from breakeven.records import Review
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.session import state, widgets

AS_READ = "as-read"
HELP = (
    "What every page takes for the truth. The majority is true where more than half of those who "
    "judged say so; where they tie nobody decided, and nothing is counted. Of grades, those named "
    "count as correct. As read: the truth in the files where they hold one, else the majority, and "
    "of grades those above 0, or from marginal on."
)


def under_gold(review: Review) -> Review:
    """The review under the gold of the address; as it was read where it names none of its own."""
    how = state.raw().get("gold", AS_READ)
    return _under(review, how, review.name) if is_gold_of(review.truth, how) else review


@cached(entries=6)
def _under(review: Review, how: str, name: str) -> Review:
    """`name`: what it is called now, which its digest does not say."""
    return review_with_gold(review, how)


def choose_gold(review: Review) -> None:
    """A choice of the truth for every page, where it is known who labelled."""
    golds = golds_of(review.truth)
    chosen = state.raw().get("gold", AS_READ)
    if chosen not in golds and is_gold_of(review.truth, chosen):
        golds.append(chosen)
    if golds:
        words = {AS_READ: "as read"} | {how: gold_in_words(how, review.truth) for how in golds}
        widgets.select("gold", "Truth", words, help=HELP)


def say_trouble(review: Review) -> None:
    """Why the truth is not the one that the address names."""
    how = state.raw().get("gold", AS_READ)
    if how != AS_READ and not is_gold_of(review.truth, how):
        st.warning("The truth is as it was read: the gold of this link is not in these files.")


def in_header(review: Review) -> str:
    """Whose labels the truth is, as plain text, where the review's name does not say it."""
    truth = review.truth
    if not truth.gold or is_gold_of(truth, state.raw().get("gold", AS_READ)):
        return ""
    return f"truth: {gold_in_words(truth.gold, truth)}"
