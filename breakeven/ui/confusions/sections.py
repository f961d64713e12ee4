"""The sections of the page Confusions: the matrix with the documents of a cell, pairs, tables.

Pairs are classes that get confused; a table is the 2 x 2 of one class. Where classes stand in a
tree, it is shown how far errors go in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.confused_pairs import confused_pairs, often_enough, rule_text
from breakeven.analysis.findings.split_findings import never_trained
from breakeven.analysis.selection.expression import AllOf, Judged, LevelTerm, Not
from breakeven.data.hierarchy import Fold
from breakeven.data.records import Review
from breakeven.data.wording import count_of, percent
from breakeven.results.hierarchy import distances_text
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page import folding
from breakeven.ui.app.page.class_choice import are_many, page_of
from breakeven.ui.app.page.counts import CountLinks, class_in_counts
from breakeven.ui.app.page.document_list import DocumentsWay, show_documents
from breakeven.ui.app.page.filters import offer_only
from breakeven.ui.app.page.page import EvaluatedPage, Page
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.app.store.notes import show_notes
from breakeven.ui.components.assets import stack_when_narrow
from breakeven.ui.components.drawings import score_bar
from breakeven.ui.components.html import escaped, grid, quiet, say, unbroken
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import PERCENT, in_percent
from breakeven.ui.confusions import matrix
from breakeven.ui.confusions.matrix import MatrixCell
from breakeven.ui.confusions.merging import PART, offer_as_one
from breakeven.ui.confusions.sentences import (
    behind,
    confusion_frame,
    counting,
    error_rows,
    margins,
    of_cell,
    pair_frame,
    pair_rows,
    replaced_of,
    table_frame,
)
from metrics import confusion
from metrics.confusion import ConfusionCells, largest_confusions
from metrics.hierarchy.error_distance import (
    DISTANCES,
    ErrorDistances,
    TreeDistance,
    error_distances,
)

# --- the confusion page's main answer: the matrix, the documents of a cell, the largest confusions


LISTED = 1_000
# pixels: the table stands beside the matrix, below documents
HIGH = 215
SHARES = ("share of true", "share of predicted")


@cached(entries=16)
def largest_of(evaluation: BaseEvaluation) -> ConfusionCells:
    """Every confusion, largest first."""
    return largest_confusions(evaluation.confusion)


# below this share of missed labels with another class in their place, the matrix is nearly empty
REPLACED = 0.1


def opened_on(evaluation: BaseEvaluation, parts: Mapping[str, str]) -> str:
    """The part that is open: as chosen, else the matrix, or every class where that explains more.

    The matrix too where a cell or classes of it were chosen.
    """
    missed = float(evaluation.tables.fn.sum())
    replaced = replaced_of(largest_of(evaluation), len(evaluation.classes))
    chosen = any(state.raw().get(key) for key in (matrix.CELL, matrix.ZOOM, matrix.FIND))
    empty = not evaluation.one_of and replaced < REPLACED * missed and not chosen
    return state.one_of(PART, list(parts), "classes" if empty else "matrix")


@cached(entries=16)
def _listed(evaluation: BaseEvaluation) -> pd.DataFrame:
    confusions = largest_of(evaluation)
    first = confusions[np.arange(min(len(confusions), LISTED))]
    return in_percent(confusion_frame(first, evaluation.classes), *SHARES)


@widgets.fragment
def show_answer(
    evaluation: BaseEvaluation, counts: CountLinks, show_cell: Callable[[MatrixCell | None], None]
) -> None:
    """The matrix; beside it the chosen cell, as `show_cell` has it, and the largest confusions."""
    confusions = largest_of(evaluation)
    choices, chosen = matrix.choose(evaluation)
    largest = (int(confusions.true[0]), int(confusions.assigned[0])) if len(confusions) else None
    cell = matrix.chosen_cell(len(evaluation.classes), largest)
    stack_when_narrow("confusion_answer")
    with st.container(key="confusion_answer"):
        left, right = st.columns([2, 1], gap="medium")
    with left:
        matrix.show_matrix(evaluation, choices, chosen, cell)
        if not evaluation.one_of:
            with st.expander("How cells are counted", icon=":material/calculate:"):
                say(counting(evaluation, counts))
    with right, st.container(key="cell"):
        show_cell(cell)
    with right:
        _show_largest(evaluation, confusions, cell)


def _show_largest(
    evaluation: BaseEvaluation, confusions: ConfusionCells, cell: MatrixCell | None
) -> None:
    """The largest confusions as a table; choosing a row chooses its cell."""
    say(Markup("<b>The largest confusions</b>"))
    if cell is None or not len(confusions):
        st.info("No class is confused with another.")
        return
    frame = _listed(evaluation)
    n = len(frame)
    marked = np.flatnonzero((confusions.true[:n] == cell[0]) & (confusions.assigned[:n] == cell[1]))
    widgets.rows(
        "confusions",
        frame,
        marked.tolist(),
        lambda row: matrix.choose_cell(confusions.true[row], confusions.assigned[row]),
        HIGH,
        column_config={
            "true": st.column_config.Column(width=80),
            "predicted": st.column_config.Column(width=80),
            "count": st.column_config.NumberColumn(format="%.0f"),
        }
        | {share: st.column_config.NumberColumn(format=PERCENT) for share in SHARES},
        # beside the matrix there is no room for shares, which the download has
        column_order=("true", "predicted", "count"),
    )
    if left := len(confusions) - n:
        st.caption(f"{left:,} more in the download.")
    downloads.downloads(lambda: confusion_frame(confusions, evaluation.classes), "confusions")


def show_cell(page: Page, cell: MatrixCell | None) -> None:
    """The documents behind the chosen cell, and notes on it."""
    truth, evaluation = page.review.truth, page.evaluation
    if cell is None:
        st.info("No cell is chosen.")
        return
    true, assigned = (c if c < len(evaluation.classes) else None for c in cell)
    positions = evaluation.documents_with(true, assigned)
    say(behind(evaluation, cell, len(positions), page.counts))
    shown_score = true if assigned is None else assigned
    term = of_cell(evaluation, cell)
    if truth.documents is not None and len(positions):
        offer_only(page, term, "cell")
    name, way = "documents_of_cell", DocumentsWay(term)
    show_documents(truth, evaluation, positions, name, way, shown_score, narrow=True)
    if not page.folded:  # notes are on classes of the file
        names = matrix.names_of(evaluation.classes, cell)
        show_notes(page.review, names, "this pair of classes")


# --- Pairs of classes that get confused, and the 2 x 2 table of every class


PAIRS = 10


@cached(entries=16)
def _pairs(
    evaluation: Evaluation, limits: Limits, unseen: list[int], most: int | None
) -> tuple[pd.DataFrame, int, int]:
    """The first of the pairs that something can be told of, or all; how many of both there are."""
    pairs = confusion.ambiguous_pairs(evaluation.confusion)
    frequent = int(often_enough(evaluation, pairs).sum())
    first = pairs if most is None else pairs[np.arange(min(frequent, most))]
    return pair_frame(confused_pairs(evaluation, limits, first, unseen)), frequent, len(pairs)


def show_pairs(page: Page, limits: Limits) -> None:
    """Pairs of classes that get confused with each other, with what to do."""
    evaluation = page.evaluation
    pairs_of = evaluation, limits, never_trained(page.truth, limits).tolist()
    st.header("Pairs that get confused", anchor=False, help=help_of("ambiguous_pairs"))
    frame, frequent, every = _pairs(*pairs_of, PAIRS)
    if not every:
        st.info("No two classes are confused.")
        return
    if frequent:
        grid(*pair_rows(evaluation, frame, page.counts))
    say(_rest(len(frame), frequent, every))
    if evaluation.fold is None:
        merged = frame[frame["suggested"] == "merge"]
        offer_as_one([*zip(merged["first"], merged["second"], strict=True)])
    if frequent:
        st.caption(
            "Rate: the share of the documents of both classes for which the other one was "
            f"predicted, with its 95 % interval. {rule_text(limits)}"
        )
    downloads.downloads(lambda: _pairs(*pairs_of, None)[0], "confused_pairs")


def _rest(shown: int, frequent: int, every: int) -> str:
    """How many pairs are not shown, and why."""
    parts = [f"{frequent - shown:,} more in the download"] * (frequent > shown)
    if rare := every - frequent:
        each = "too rare to judge" if rare == 1 else "each too rare to judge"
        parts.append(f"{count_of(rare, 'more pair' if frequent else 'pair')}, {each}")
    return f"{'; '.join(parts)}." if parts else ""


def show_tables(page: EvaluatedPage) -> None:
    """Missed and false alarms of every class: the most as bars, all of them as a table."""
    evaluation, chosen = page.evaluation, page.selection.class_index
    head, rows = error_rows(evaluation, page.counts)
    if rows:
        st.header("Where the errors are", anchor=False)
        grid(head, rows)
    st.header("Every class", anchor=False, help=help_of("precision"))
    frame = table_frame(evaluation, page.selection.beta)
    listed = np.arange(len(frame))
    if are_many(evaluation.classes):
        errors = evaluation.tables.fp + evaluation.tables.fn
        listed = page_of(np.argsort(-errors, kind="stable"))
    widgets.rows(
        "tables",
        frame.iloc[listed],
        np.flatnonzero(listed == chosen).tolist(),
        lambda row: page.choose_class(int(listed[row])),
        600,
        placeholder="—",  # undefined
        column_config={
            c: st.column_config.NumberColumn(format="%.3f") for c in frame.columns[7:10]
        },
    )
    say(class_in_counts(page.counts, evaluation, chosen))
    if not evaluation.one_of:
        say(Markup("<small>{}</small>").format(margins(evaluation)))
    downloads.downloads(lambda: frame, "contingency_tables")


WORDS: dict[TreeDistance, str] = {
    "line": "Above or below a true class",
    "parent": "Under the same parent",
    "top": "Under the same top class",
    "elsewhere": "Under another top class",
    "nothing": "The document has no true class",
}


@cached(entries=16, spinner="Looking how far errors go …")
def _distances(review: Review, evaluation: Evaluation) -> ErrorDistances:
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
    st.header("How far errors go", anchor=False, help=help_of("error_distance"))
    distances = _distances(review, evaluation)
    if not distances.counts.sum():
        st.info("There is no false alarm.")
        return
    say(escaped(distances_text(distances)))
    say(_in_documents(page, page.counts))
    total = distances.counts.sum()
    rows = [
        [
            WORDS[kind],
            f"{count:,}",
            _share(count / total) + score_bar(count / total, _mark_of(chance / total), full=True),
            _share(chance / total),
        ]
        for kind, count, chance in zip(
            DISTANCES, distances.counts.tolist(), distances.chance.tolist(), strict=True
        )
        if count or chance >= 0.5
    ]
    grid(["False alarms", "Number", "Share", "By chance"], rows)
    say(quiet("Classes as in the file, whatever level is shown. The mark on a bar is chance."))


def _mark_of(share: float) -> float | None:
    return None if np.isnan(share) else share


def _share(share: float) -> Markup:
    return unbroken("—" if np.isnan(share) else percent(share, 1))


def _in_documents(page: Page, counts: CountLinks) -> Markup:
    """In how many documents a top is wrong, and in how many errors stay below true tops; HTML."""
    top = folding.evaluated(page.review, page.evaluation, Fold(1))
    any_wrong = page.evaluation.document_tables.fp > 0
    top_wrong = top.document_tables.fp > 0
    across, within = int(top_wrong.sum()), int((any_wrong & ~top_wrong).sum())
    wrong, wrong_top = Judged("extra"), LevelTerm(Fold(1), Judged("extra"))
    return Markup(
        "In {}, a wrong top class was predicted; in {}, every false alarm stays under a true one."
    ).format(
        counts.linked(across, wrong_top, count_of(across, "document")),
        counts.linked(within, AllOf((wrong, Not(wrong_top)))),
    )
