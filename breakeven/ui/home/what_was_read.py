"""What files hold: in one sentence before and after reading, and in full.

And what is under review, with what was noticed in reading.
"""

from __future__ import annotations

import numpy as np
import streamlit as st
from markupsafe import Markup
from streamlit.delta_generator import DeltaGenerator

from breakeven.analysis.selection.selection import split_text
from breakeven.data.gold import gold_source
from breakeven.data.records import Predictions, Review, Truth
from breakeven.data.wording import NOTHING, count_of, listed
from breakeven.readers.base.proposal import FileProposal
from breakeven.readers.samples import SAMPLES
from breakeven.ui.app.page.counts import CountLinks, counts_in, counts_of_split
from breakeven.ui.app.page.links import common, home_of, show_problems, turn_to, url_of
from breakeven.ui.app.session import state
from breakeven.ui.app.session.access import place_of
from breakeven.ui.app.store.marks import choose_gold, under_gold
from breakeven.ui.app.store.reviews import offer_saving
from breakeven.ui.components.html import aside, bold, escaped, grid, linked, plain, say
from metrics.typing import Array

# --- what files hold in one sentence: as they are taken before reading, and as they were read


def sentence_of(review: Review) -> str:
    """How many documents, classes and systems were read, as plain text."""
    truth = review.truth
    classes = count_of(len(truth.classes), "class", "classes")
    start = f"{count_of(truth.n, 'document')}, {classes}, {_labels(truth)}; "
    systems = review.own
    if not systems:
        return f"{start}no system."
    if len(systems) == 1:
        return f"{start}one system with {_kinds(systems[0])}."
    kinds = {_kinds(system) for system in systems}
    kind = kinds.pop() if len(kinds) == 1 else "scores or predictions"
    return f"{start}{len(systems):,} systems with {kind}."


def _labels(truth: Truth) -> str:
    if truth.labels is None:
        return "no labels"
    of = f", {gold_source(truth.gold, truth)}" if truth.gold else ""
    if truth.task == "single-label":
        return f"one class each{of}"
    if len(truth.classes) == 1:
        return f"{int(truth.labels_per_document.sum()):,} in it"
    mean = truth.labels_per_document.mean() if truth.n else 0
    return f"any number of classes each ({mean:.1f} on average)"


def _kinds(system: Predictions) -> str:
    if system.scores is None:
        return "predictions"
    scores = "probabilities" if system.probabilities else "scores"
    return scores if system.decisions is None else f"{scores} and predictions"


def taken_for(file: FileProposal) -> str:
    """What the columns of a file are taken for, in one sentence of plain text.

    "" of a matrix, whose shape says it all.
    """
    if file.role == "left out":
        return "left out."
    if file.role == "matrix":
        return ""
    if file.shape == "long":
        filler, slot = file.class_of_pairs(), file.only("slot")
        parts: list[str] = []
        if slot is not None and filler is not None:
            parts = [
                f"a row for each slot in {listed([slot])} and its filler in {listed([filler])}"
            ]
        for role, what in LONG:
            if columns := file.having(role):
                fills = slot is not None and columns == [filler]
                parts.append(LISTED[role] if fills else f"{what} in {listed(columns)}")
        if who := file.only("annotator"):
            parts.append(f"who judged them in {listed([who])}")
        return "; ".join(parts) + "." if parts else ""
    return "; ".join([_truth(file), *_predictions(file), *_ids_and_text(file)]) + "."


def _ids_and_text(file: FileProposal) -> list[str]:
    """Where the id and the text of documents are; that rows have no id."""
    said = [f"the id in {listed(file.having('id'))}" if file.having("id") else "no id"]
    if file.joined_on:
        said = [
            *said[: bool(file.having("id"))],
            f"joined by the text in {listed([file.joined_on])}",
        ]
    elif file.having("text"):
        said.append(f"the text in {listed(file.having('text'))}")
    return said


LONG = (
    ("truth", "the truth as 1 and 0"),
    ("grade", "grades"),
    ("predicted", "decisions"),
    ("score", "scores"),
)
# what rows say that give nothing but a filler
LISTED = {"truth": "each of them true", "predicted": "each of them predicted"}


def _truth(file: FileProposal) -> str:
    people = _people(file)
    given = file.having("truth", "indicator")
    if people and (not given or (file.only("annotator") and not file.having("annotated"))):
        return people
    return f"{people}; {_one_truth(file)}" if people else _one_truth(file)


def _people(file: FileProposal) -> str:
    """What several people said, where columns or rows are theirs."""
    who, columns = file.only("annotator"), file.having("annotated")
    if who is None:
        several = count_of(len(columns), "person", "people")
        return f"what {several} said, in {listed(columns)}" if columns else ""
    said = columns or file.having("truth") or file.having("indicator")
    where = listed(said) if len(said) == 1 else f"{len(said):,} columns of 1 and 0"
    return f"what the people named in {listed([who])} said, in {where}"


def _one_truth(file: FileProposal) -> str:
    column, flags = file.only("truth"), file.having("indicator")
    if column is not None:
        only = file.classes.get(column)
        return f"the truth in {listed([column])}" + (
            "" if only is None else f", of the class {listed([only])} alone"
        )
    if file.having("grade"):
        return f"grades in {count_of(len(file.having('grade')), 'column')}, each of a class"
    if len(flags) == 1:
        return f"the truth in {listed(flags)}, 1 for the class {listed([file.classes[flags[0]]])}"
    if flags:
        return f"the truth in {len(flags):,} columns of 1 and 0, each of a class"
    return "no truth"


def _predictions(file: FileProposal) -> list[str]:
    predicted, flags, scores = (file.having(role) for role in ("predicted", "decision", "score"))
    systems = len(file.parts())
    each = ", each of a system" if systems > 1 else ""
    parts = []
    if answers := file.having("answer"):
        repeated = ", several to a document" if file.only("repeat") else ""
        parts.append(f"answers of a language model in {listed(answers)}{repeated}{each}")
    if predicted:
        kind = "the prediction" if len(predicted) == 1 else "predictions"
        parts.append(f"{kind} in {listed(predicted)}{each}")
    if flags:
        where = listed(flags) if len(flags) == 1 else f"{len(flags):,} columns"
        parts.append(f"predictions of 1 and 0 in {where}")
    if listed_here := file.only("scores"):
        kind = "probabilities" if file.probabilities else "scores"
        classes = file.having("listed")
        parts.append(f"{kind} in {listed([listed_here])} of the classes in {listed(classes)}")
    if scores:
        amount = count_of(len({file.classes.get(c) for c in scores}), "class", "classes")
        kind = "probabilities" if file.probabilities else "scores"
        where = f" in {listed(scores)}{each}" if len(scores) == 1 or systems > 1 else ""
        parts.append(f"{kind} of {amount}{where}")
    return parts or ["nothing predicted"]


# --- what was read, and what was wrong or noticed in it, on screen


ADD_TRUTH = (
    "There are no labels, only predictions. To measure how good they are, add a file with labels "
    "together with this one. A column of ids in both files connects their rows."
)


ADD_PREDICTIONS = (
    "There are no predictions. To see how good a system is, add a file of predictions together "
    "with "
    "this one: both with ids, or both without and in the same order."
)


def show_loaded(review: Review) -> DeltaGenerator:
    """What is open in a sentence, the way on, and what was noticed in reading; place for more."""
    with st.container(border=True):
        review = under_gold(review)
        say(Markup("Open: {}").format(bold(review.name)))
        say(escaped(sentence_of(review)))
        _say_saved(review)
        if not review.has_system:
            st.caption(ADD_PREDICTIONS)
        elif review.truth.labels is None:
            st.caption(ADD_TRUTH)
        if st.button("Go to the results", key="show_results", type="primary"):
            turn_to(home_of(review))
        choose_gold(review)
        noticed = f" · {count_of(len(review.notes), 'notice')}" if review.notes else ""
        with st.expander(f"What was read{noticed}"):
            show_review(review)
            if review.notes:
                st.caption("Noticed while reading, and what was done:")
                show_problems(review.notes, "notes")
        return st.container()


def _say_saved(review: Review) -> None:
    """As what a review is saved; where it is not, why, and a way to try again."""
    place = place_of(review)
    if place is not None:
        version = linked(f"version {place.n}", url_of("history", common()))
        say(Markup("Saved as {} of {}.").format(version, bold(place.title)))
    elif state.raw()["review"] not in SAMPLES:
        offer_saving(review)


def show_review(review: Review) -> None:
    """What was read: counts, systems, splits, and what was left out and why."""
    truth = review.truth
    per_document = truth.labels_per_document
    counts = counts_of_split(review, _first(review), None)
    facts = [
        ["Documents", counts.linked(truth.n, None)],
        ["Classes", f"{len(truth.classes):,}"],
        ["Task", _task(truth, review.has_system)],
    ]
    if truth.labels is not None and truth.n:
        facts += [
            ["Classes per document", f"{per_document.mean():.2f}, at most {per_document.max()}"],
            ["Documents without a class", _without_class(counts, per_document == 0)],
        ]
    if truth.unjudged is not None:
        facts.append(["Pairs nobody labelled", f"{truth.unjudged.nnz:,}"])
    if truth.annotators:
        facts.append(
            ["Annotators", plain(listed([annotator.name for annotator in truth.annotators]), 200)]
        )
    facts += _sampling_rows(truth)
    if review.class_map:
        facts.append(["Class map", f"{count_of(len(review.class_map), 'name')} replaced"])
    if review.hierarchy is not None:
        facts.append(["Hierarchy", f"{count_of(review.hierarchy.depth, 'level')}"])
    if truth.columns:
        names = Markup(", ").join(plain(c, 30) for c in list(truth.columns)[:8])
        facts.append(["More columns", names])
    facts_side, other_side = st.columns([4, 5])
    with facts_side:
        grid(["What was read", ""], facts)
    with other_side:
        if truth.splits:
            grid(["Split", "Documents", "Classes", "None"], _split_rows(review))
            st.caption(
                "Classes: those with documents in the split. None: documents without a class."
            )
        if review.has_system:
            grid(["System", "Documents", "Scores", "Predictions"], _system_rows(review))


def _first(review: Review) -> str:
    """The system whose documents counts lead to; nothing where there is none."""
    return review.own[0].system if review.has_system else ""


def _task(truth: Truth, predicted: bool) -> str:
    if truth.labels is None:
        return "no truth: estimates only" if predicted else "no truth"
    return "yes or no for one class" if len(truth.classes) == 1 else truth.task


def _sampling_rows(truth: Truth) -> list[list[Markup | str]]:
    """How documents were drawn: the columns of weights and clusters, and what they hold."""
    rows = []
    if truth.weights is not None and truth.n:
        low, high = truth.weights.min(), truth.weights.max()
        held = f"{low:,.4g} to {high:,.4g}, in all {truth.weights.sum():,.6g}"
        rows.append(["Weights", Markup("{}: {}").format(plain(truth.weight_column, 30), held)])
    if truth.clusters is not None and truth.n:
        sizes = np.bincount(truth.clusters)
        held = f"{len(sizes):,}, the largest of {count_of(int(sizes.max()), 'document')}"
        rows.append(["Clusters", Markup("{}: {}").format(plain(truth.cluster_column, 30), held)])
    return rows


def _without_class(counts: CountLinks, without: Array) -> Markup:
    number = int(without.sum())
    return counts.of_numbers(number, f"{number:,}", labels=(0, 0))


def _split_rows(review: Review) -> list[list[Markup | str]]:
    truth, rows = review.truth, []
    for split in truth.splits:
        members = truth.in_split(split)
        counts = counts_of_split(review, _first(review), split)
        present, empty = NOTHING, NOTHING
        if truth.labels is not None:
            here = np.asarray(truth.labels[members].astype(np.int64).sum(axis=0))
            present = f"{int((here > 0).sum()):,}"
            empty = _without_class(counts, truth.labels_per_document[members] == 0)
        rows.append([plain(split), counts.linked(len(members), None), present, empty])
    without = int((truth.split_of < 0).sum())
    if without:
        rows.append([aside("in no split"), f"{without:,}", NOTHING, NOTHING])
    return rows


def _system_rows(review: Review) -> list[list[Markup | str]]:
    rows = []
    for p in review.own:
        kind = NOTHING
        if p.scores is not None:
            kind = "probabilities" if p.probabilities else "scores"
            if not isinstance(p.scores, np.ndarray):
                kind += ", not of all classes"
        decided = "in the file" if p.decisions is not None else "by a threshold"
        every = {"system": p.system, "split": split_text(None, review.truth.splits), "where": None}
        documents = counts_in(review.truth, None, every).linked(p.m, None)
        rows.append([plain(p.system, 40), documents, kind, decided])
    return rows
