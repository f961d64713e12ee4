"""Where two systems disagree: by class, in which documents, in which cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.comparison import disagreement
from breakeven.analysis.comparison.disagreement import (
    ConfusionChanges,
    DifferenceCounts,
    difference_counts,
    most_changed,
)
from breakeven.analysis.comparison.shared_documents import SharedDocuments
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.records import Truth
from breakeven.data.wording import NO_CLASS, figure_of, name_of
from breakeven.ui.app.cache.memo import cached, digest
from breakeven.ui.app.page.counts import CountLinks
from breakeven.ui.app.page.document_list import DocumentsWay, document_frame, show_first
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.compare.comparison import PageComparison, of_class
from breakeven.ui.components.html import bold, plain
from metrics import averaging, measures
from metrics.averaging import Undefined
from metrics.tallies import ContingencyTable
from metrics.typing import Array

MOST_CELLS = 25


@dataclass(frozen=True)
class Disagreement:
    """What two systems do differently, per class."""

    changes: disagreement.DecisionChanges
    counts: DifferenceCounts


@cached(entries=24, spinner="Looking for disagreements …")
def disagreement_of(common: SharedDocuments, old: int, new: int) -> Disagreement:
    """What two systems of the comparison do differently."""
    before, after = common.evaluations[old], common.evaluations[new]
    return Disagreement(disagreement.changes(before, after), difference_counts(before, after))


def class_rows(disagreed: Disagreement, old: Evaluation) -> pd.DataFrame:
    """Per class that they decide differently somewhere, the most differing first.

    Where classes have no bounds only what is found, as cells are not compared.
    """
    changes, counts = disagreed.changes, disagreed.counts
    columns = {
        "class": list(old.classes),
        "positives": old.tables.positives,
        "found only before": counts.found_by_old,
        "found only after": counts.found_by_new,
    }
    if not old.scored.unbounded:
        columns |= {
            "false alarm only before": counts.spared_by_new,
            "false alarm only after": counts.spared_by_old,
            "fixed": changes.fixed,
            "broken": changes.broken,
            "right both times": changes.right,
            "wrong both times": changes.wrong,
        }
    frame = pd.DataFrame(columns)
    apart = (counts.found_by_old, counts.found_by_new)
    frame["differ"] = sum(apart if old.scored.unbounded else (changes.fixed, changes.broken))
    frame = frame[frame["differ"] > 0]
    return frame.sort_values(["differ", "positives"], ascending=False, kind="stable")


def pick_class_row(frame: pd.DataFrame, name: str, chosen: str, columns: dict[str, str]) -> None:
    """The table of classes; choosing a row chooses its class. `columns`: shown ones, by title."""
    shown = frame[["class", "positives", *columns]]
    widgets.rows(
        name,
        shown,
        np.flatnonzero(frame["class"] == chosen).tolist(),
        lambda row: state.choose("class", shown["class"].iloc[row]),
        420,
        fresh=digest((shown.values.tolist(), chosen))[:16],
        column_config={
            c: st.column_config.NumberColumn(title, format="localized")
            for c, title in columns.items()
        },
    )
    downloads.downloads(lambda: frame, name)


def show_both(
    truth: Truth,
    pair: tuple[Evaluation, Evaluation],
    positions: Array,
    name: str,
    way: DocumentsWay,
    c: int | None = None,
) -> None:
    """Documents with what both systems predicted."""
    old, new = pair
    if not len(positions):
        st.info("No document here.")
        return

    def frame_of(positions: Array) -> pd.DataFrame:
        frame = document_frame(truth, old, positions, c)
        after = document_frame(truth, new, positions, c)
        head = ["document", "true", "before", "after"]
        frame = frame.rename(columns={"predicted": "before"})
        frame.insert(3, "after", after["predicted"])
        if c is not None and old.scored.has_scores and new.scored.has_scores:
            score = frame.columns[4]
            frame = frame.rename(columns={score: "score before"})
            frame.insert(5, "score after", after[score])
        return frame[[*head, *[n for n in frame.columns if n not in head]]]

    titles = {
        "before": f"predicted by {old.system}",
        "after": f"predicted by {new.system}",
        "score before": f"score of {old.system}",
        "score after": f"score of {new.system}",
    }
    show_first(truth, frame_of, positions, name, way, titles)


def combined_rows(
    old: Evaluation, new: Evaluation, beta: float, undefined: Undefined
) -> list[list[Markup | str]]:
    """Both systems, what either or both predict, and a perfect choice between them."""
    both = disagreement.combined(old, new)
    rows: list[tuple[Markup | str, ContingencyTable]] = [
        (plain(old.system, 30), old.tables),
        (plain(new.system, 30), new.tables),
        (Markup("predicted by either<br><small>union</small>"), both.union),
        (Markup("predicted by both<br><small>intersection</small>"), both.intersection),
        (
            Markup("whichever is right<br><small>oracle: the best choice between both</small>"),
            both.oracle,
        ),
    ]
    out = []
    for name, table in rows:
        pooled = table.pooled()
        out.append(
            [
                name,
                figure_of(float(measures.precision(pooled))),
                figure_of(float(measures.recall(pooled))),
                figure_of(float(measures.f_beta(pooled, beta))),
                figure_of(averaging.macro(table, beta, undefined)["f"].value),
            ]
        )
    return out


def cell_frame(changed: ConfusionChanges, names: tuple[str, ...]) -> pd.DataFrame:
    """Every changed cell: true, assigned, counts before and after."""

    def named(c: int) -> str:
        return NO_CLASS if c < 0 else name_of(names[c])

    right = changed.true == changed.assigned
    change = changed.new - changed.old
    return pd.DataFrame(
        {
            "true": [named(c) for c in changed.true],
            "assigned": [named(c) for c in changed.assigned],
            "before": changed.old.round(2),
            "after": changed.new.round(2),
            "change": change.round(2),
            "for the": np.where((change > 0) == right, "better", "worse"),
        }
    )


def drawn_part(
    changed: ConfusionChanges, old: Evaluation, new: Evaluation
) -> tuple[list[str | None], Array, Array]:
    """The classes with the largest changes, and both matrices of them in one order."""
    k = len(old.classes)
    rows = most_changed(changed, k, MOST_CELLS)
    names = [None if c == k else old.classes[c] for c in rows]
    before, after = (
        np.asarray(evaluation.confusion.counts[rows][:, rows].toarray())
        for evaluation in (old, new)
    )
    return names, before, after


def class_words(
    comparison: PageComparison,
    name: str,
    counted_words: Mapping[str, tuple[float, str]],
    counts: CountLinks,
) -> Markup:
    """How many documents there are of each outcome of a class, in these words; HTML."""
    parts = (
        Markup("{} {}").format(counts.linked(count, of_class(comparison, name, outcome)), words)
        for outcome, (count, words) in counted_words.items()
    )
    return Markup("{}: {}.").format(bold(name, 60), Markup(", ").join(parts))
