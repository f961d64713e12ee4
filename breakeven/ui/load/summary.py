"""What was read, and what was wrong or noticed in it, on screen."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.readers.samples import SAMPLES
from breakeven.records import Problem, Review, Truth
from breakeven.selection import split_text
from breakeven.text import NOTHING, count_of, listed
from breakeven.ui.app.head.gold import choose_gold, under_gold
from breakeven.ui.app.library.saved import place_of
from breakeven.ui.app.library.saving import offer_saving
from breakeven.ui.app.session import state
from breakeven.ui.app.session.links import common, home_of, turn_to, url_of
from breakeven.ui.app.shared.counted import Counts, counts_in, counts_of_split
from breakeven.ui.components import downloads
from breakeven.ui.components.html import aside, bold, escaped, grid, linked, plain, prose, say
from breakeven.ui.load.sentence import sentence_of
from metrics.typing import Array

FEW, MOST_SHOWN = 10, 50
ADD_TRUTH = (
    "Here is what can be expected of them. To measure how good it is, drop a file with the truth "
    "beside this one. A column with the same ids in both ties their rows together."
)


ADD_PREDICTIONS = (
    "Nothing is predicted: here are splits, documents and agreement. To see how good a system is, "
    "drop a file with what it predicts beside this one: both with ids, or both without and in the "
    "same order."
)


def show_problems(problems: tuple[Problem, ...], key: str) -> None:
    """What is wrong or was noticed, one row each, names literally; the first of very many."""
    fields = ("file", "row", "column", "what", "remedy")
    shown = problems[:MOST_SHOWN]
    told = [f for f in fields if any(getattr(p, f) is not None for p in shown)]
    prose(told, [[_told(getattr(p, field)) for field in told] for p in shown])
    if len(problems) > FEW:
        more = len(problems) - len(shown)
        if more:
            st.caption(f"The first {len(shown):,}; {more:,} more are in the files below.")
        downloads.downloads(
            lambda: pd.DataFrame([{f: getattr(p, f) for f in fields} for p in problems]).astype(
                {"row": "Int64"}
            ),
            key,
        )


def _told(value: object) -> str:
    if value is None:
        return NOTHING
    return f"{value:,}" if isinstance(value, int) else plain(value, 400)


def show_loaded(review: Review) -> None:
    """What is under review in a sentence, the way on, and what was noticed in reading."""
    with st.container(border=True):
        review = under_gold(review)
        say(f"Loaded: {bold(review.name)}")
        say(escaped(sentence_of(review)))
        _say_saved(review)
        if not review.has_system:
            st.caption(ADD_PREDICTIONS)
        elif review.truth.labels is None:
            st.caption(ADD_TRUTH)
        if st.button("Show the results", key="show_results", type="primary"):
            turn_to(home_of(review))
        choose_gold(review)
        noticed = f", and {count_of(len(review.notes), 'notice')}" if review.notes else ""
        with st.expander(f"What was read{noticed}"):
            show_review(review)
            if review.notes:
                st.caption("Noticed in reading, and what was done about it:")
                show_problems(review.notes, "notes")


def _say_saved(review: Review) -> None:
    """As what a review is saved; where it is not, why, and a way to try again."""
    place = place_of(review)
    if place is not None:
        version = linked(f"version {place.n}", url_of("pages/history.py", common()))
        say(f"Saved as {version} of {bold(place.title)}: a link to it lasts until it is deleted.")
    elif state.raw()["review"] not in SAMPLES:
        offer_saving(review)


def show_review(review: Review) -> None:
    """What was read: counts, systems, splits, and what was left out and why."""
    truth = review.truth
    per_document = truth.labels_per_document
    counts = counts_of_split(review, _first(review), None)
    facts = [
        ["Documents", counts.of(truth.n, None)],
        ["Classes", f"{len(truth.classes):,}"],
        ["Task", _task(truth, review.has_system)],
    ]
    if truth.labels is not None and truth.n:
        facts += [
            ["Classes per document", f"{per_document.mean():.2f}, at most {per_document.max()}"],
            ["Documents without any class", _without_class(counts, per_document == 0)],
        ]
    if truth.unjudged is not None:
        facts.append(["Pairs nobody judged", f"{truth.unjudged.nnz:,}"])
    if truth.annotators:
        facts.append(["Annotators", plain(listed([one.name for one in truth.annotators]), 200)])
    facts += _sampling_rows(truth)
    if review.class_map:
        facts.append(["Class map", f"{count_of(len(review.class_map), 'name')} replaced"])
    if review.hierarchy is not None:
        facts.append(["Hierarchy", f"{count_of(review.hierarchy.depth, 'level')}"])
    if truth.columns:
        names = ", ".join(plain(c, 30) for c in list(truth.columns)[:8])
        facts.append(["Further columns", names])
    facts_side, other_side = st.columns([4, 5])
    with facts_side:
        grid(["What was read", ""], facts)
    with other_side:
        if truth.splits:
            grid(["Split", "Documents", "Classes", "None"], _split_rows(review))
            st.caption("Classes: present in the split. None: documents without any class.")
        if review.has_system:
            grid(["System", "Documents", "Scores", "Decisions"], _system_rows(review))


def _first(review: Review) -> str:
    """The system whose documents counts lead to; nothing where there is none."""
    return review.own[0].system if review.has_system else ""


def _task(truth: Truth, predicted: bool) -> str:
    if truth.labels is None:
        return "no truth: estimates only" if predicted else "no truth"
    return "one class, in it or not" if len(truth.classes) == 1 else truth.task


def _sampling_rows(truth: Truth) -> list[list[str]]:
    """How documents were drawn: the columns of weights and clusters, and what they hold."""
    rows = []
    if truth.weights is not None and truth.n:
        low, high = truth.weights.min(), truth.weights.max()
        held = f"{low:,.4g} to {high:,.4g}, in all {truth.weights.sum():,.6g}"
        rows.append(["Weights", f"{plain(truth.weight_column, 30)}: {held}"])
    if truth.clusters is not None and truth.n:
        sizes = np.bincount(truth.clusters)
        held = f"{len(sizes):,}, the largest of {count_of(int(sizes.max()), 'document')}"
        rows.append(["Clusters", f"{plain(truth.cluster_column, 30)}: {held}"])
    return rows


def _without_class(counts: Counts, without: Array) -> str:
    number = int(without.sum())
    return counts.of_numbers(number, f"{number:,}", labels=(0, 0))


def _split_rows(review: Review) -> list[list[str]]:
    truth, rows = review.truth, []
    for split in truth.splits:
        members = truth.in_split(split)
        counts = counts_of_split(review, _first(review), split)
        present, empty = NOTHING, NOTHING
        if truth.labels is not None:
            here = np.asarray(truth.labels[members].astype(np.int64).sum(axis=0))
            present = f"{int((here > 0).sum()):,}"
            empty = _without_class(counts, truth.labels_per_document[members] == 0)
        rows.append([plain(split), counts.of(len(members), None), present, empty])
    without = int((truth.split_of < 0).sum())
    if without:
        rows.append([aside("in no split"), f"{without:,}", NOTHING, NOTHING])
    return rows


def _system_rows(review: Review) -> list[list[str]]:
    rows = []
    for p in review.own:
        kind = NOTHING
        if p.scores is not None:
            kind = "probabilities" if p.probabilities else "scores"
            if not isinstance(p.scores, np.ndarray):
                kind += ", not of all classes"
        decided = "in the file" if p.decisions is not None else "by a cut"
        every = {"system": p.system, "split": split_text(None, review.truth.splits), "where": None}
        documents = counts_in(review.truth, None, every).of(p.m, None)
        rows.append([plain(p.system, 40), documents, kind, decided])
    return rows
