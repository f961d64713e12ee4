"""How good the probabilities are: log loss with the Brier score beside it, and why there is none.

Tested in `tests/pages/test_summary.py`.
"""

from __future__ import annotations

import pandas as pd
import streamlit as st

from breakeven.analysis.estimation.probabilities import NotProbabilities
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.records import Review
from breakeven.results.probability_losses import NAMES, ProbabilityLosses, probability_losses
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import downloads
from breakeven.ui.components.html import escaped, grid, quiet, say
from breakeven.ui.components.markdown import help_of


@cached(entries=12)
def losses_on(review: Review, evaluation: Evaluation) -> ProbabilityLosses | NotProbabilities:
    """Of what is looked at; why not, where scores are no probabilities."""
    return probability_losses(review, evaluation)


def show_probability_losses(page: Page) -> None:
    """A table of the losses by their averages; nothing for a system without scores."""
    if not page.evaluation.scored.has_scores:
        return
    show_losses(losses_on(page.review, page.evaluation))


def show_losses(losses: ProbabilityLosses | NotProbabilities) -> None:
    """The same of losses that were worked out, or why there are none."""
    if isinstance(losses, NotProbabilities):
        say(quiet(escaped(f"No log loss: {losses}.")))
        return
    helps = "\n\n---\n\n".join(help_of(key) for key in losses.losses)
    st.header("Probabilities", anchor=False, help=helps)
    grid(["", *(name.capitalize() for name in NAMES.values())], losses.rows())
    first, *others = losses.remarks
    st.caption(first)
    for remark in others:
        say(escaped(remark))
    downloads.downloads(lambda: _frame(losses), "probability_losses")


def _frame(losses: ProbabilityLosses) -> pd.DataFrame:
    """One row for each class and loss."""
    rows = [
        {
            "class": name,
            "loss": loss,
            "value": mean.value,
            "infinite": mean.infinite,
            "mean_of_the_others": float(mean.finite.value),
            "low_95": float(mean.finite.low),
            "high_95": float(mean.finite.high),
        }
        for loss, averages in losses.losses.items()
        for name, mean in zip(losses.classes, averages.per_class, strict=True)
    ]
    return pd.DataFrame(rows)
