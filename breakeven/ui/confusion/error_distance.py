"""How far errors go in the hierarchy of the classes."""

from __future__ import annotations

import numpy as np
import streamlit as st

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.expression import AllOf, Judged, LevelTerm, Not
from breakeven.data.hierarchy import Fold
from breakeven.data.records import Review
from breakeven.data.wording import count_of, percent
from breakeven.results.hierarchy import distances_text
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page import folding
from breakeven.ui.app.page.counts import CountLinks
from breakeven.ui.app.page.page import Page
from breakeven.ui.components.html import escaped, grid, quiet, say, score_bar, unbroken
from breakeven.ui.components.markdown import help_of
from metrics.hierarchy.error_distance import (
    DISTANCES,
    ErrorDistances,
    TreeDistance,
    error_distances,
)

WORDS: dict[TreeDistance, str] = {
    "line": "above or below a true class",
    "parent": "beside one, under the same parent",
    "top": "farther, under the same top",
    "elsewhere": "under other tops alone",
    "nothing": "where no class is true",
}


@cached(entries=16, spinner="Looking how far errors go …")
def _found(review: Review, evaluation: Evaluation) -> ErrorDistances:
    tree = review.hierarchy
    assert tree is not None
    unjudged = evaluation.scored.unjudged
    return error_distances(
        evaluation.truth, evaluation.assigned, tree.parents, tree.ancestors, unjudged
    )


def show_distances(page: Page) -> None:
    """How many wrong decisions stay near the truth, and how many cross tops; `page` as it is.

    Nothing where no class stands above another.
    """
    review, evaluation = page.review, page.evaluation
    if review.hierarchy is None or review.hierarchy.depth < 2:
        return
    st.subheader("How far errors go", anchor=False, help=help_of("error_distance"))
    found = _found(review, evaluation)
    if not found.counts.sum():
        st.info("No class is wrongly assigned.")
        return
    say(escaped(distances_text(found)))
    say(_in_documents(page, page.counts))
    total = found.counts.sum()
    rows = [
        [
            WORDS[kind],
            f"{count:,}",
            _share(count / total) + score_bar(count / total, _known(chance / total), full=True),
            _share(chance / total),
        ]
        for kind, count, chance in zip(
            DISTANCES, found.counts.tolist(), found.chance.tolist(), strict=True
        )
        if count or chance >= 0.5
    ]
    grid(["Wrongly assigned classes", "Times", "Share", "By chance"], rows)
    say(quiet("Classes of the file, whatever they are folded to. The mark on a bar is chance."))


def _known(share: float) -> float | None:
    return None if np.isnan(share) else share


def _share(share: float) -> str:
    return unbroken("—" if np.isnan(share) else percent(share, 1))


def _in_documents(page: Page, counts: CountLinks) -> str:
    """In how many documents a top is wrong, and in how many errors stay below true tops; HTML."""
    top = folding.evaluated(page.review, page.evaluation, Fold(1))
    any_wrong = page.evaluation.document_tables.fp > 0
    top_wrong = top.document_tables.fp > 0
    across, within = int(top_wrong.sum()), int((any_wrong & ~top_wrong).sum())
    wrong, wrong_top = Judged("extra"), LevelTerm(Fold(1), Judged("extra"))
    return (
        f"In {counts.of(across, wrong_top, count_of(across, 'document'))} a top is wrongly "
        f"assigned; in {counts.of(within, AllOf((wrong, Not(wrong_top))))} every wrong class "
        "stays under a true top."
    )
