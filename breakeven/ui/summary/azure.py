"""What users of Azure custom text classification know of a model, for reviews of its files."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.matrix_part import part_of
from breakeven.data.records import Truth
from breakeven.data.splits import roles_of
from breakeven.data.wording import NOTHING, count_of, figure_of, visible
from breakeven.figures.alt_text import confusion_alt_text
from breakeven.figures.confusion_matrix import cells_of, matrix_figure
from breakeven.readers.formats.azure.shared import is_azure
from breakeven.results import classes
from breakeven.ui.app.page.counts import counts_of_split
from breakeven.ui.app.page.document_list import class_names
from breakeven.ui.app.page.links import offer_help, page_link
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import widgets
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import grid, quiet, say
from breakeven.ui.components.markdown import misprint_text
from breakeven.ui.components.tables import show_table
from breakeven.ui.summary.averages import documents_right
from metrics import confusion
from metrics.averaging import macro
from metrics.catalogue.misprints import MICROSOFT, MISPRINTS
from metrics.typing import F1_BETA

PARTS = {
    "model": "Model summary",
    "classes": "Class performance",
    "test": "Test set details",
    "data": "Data distribution",
    "matrix": "Confusion matrix",
    "wrong": "What its pages get wrong",
}
MATRIX_CELLS = {"counts": "Raw count", "true": "Normalized"}
MOST_DOCUMENTS = 500
MOST_CLASSES = 60
READABLE = 760  # pixels
NO_SPLIT = "No file says which documents are for training: the labels file of the project does."
NO_DOCUMENTS = (
    "A summary holds counts of the test set and no documents. Open the evaluation by document, and "
    "the labels file with it, for the rest."
)
SHARES = st.column_config.NumberColumn(format="%.3f")


def show_as_in_azure(page: Page) -> None:
    """What the service shows of a model, part by part; nothing for a review of other files."""
    if not is_azure(page.review.formats):
        return
    st.header("As you know it from Azure", anchor=False)
    if not page.evaluation.documents:
        st.info("There are no documents here to show this of.")
        return
    part = widgets.section("summary.azure", "Part", PARTS, label_visibility="collapsed")
    if part == "model":
        _show_model(page)
    elif part == "classes":
        _show_classes(page.review.truth, page.evaluation)
    elif part == "test":
        _show_documents(page)
    elif part == "data":
        _show_data(page.review.truth)
    elif part == "matrix":
        _show_matrix(page.evaluation)
    else:
        _show_wrong()


def _show_model(page: Page) -> None:
    """Micro and macro averages, as the service gives them, and the documents they are of."""
    tables = page.evaluation.tables
    ours = {name: average.value for name, average in macro(tables, F1_BETA, "drop").items()}
    micro_and_service = {
        "Micro": page.evaluation.micro(F1_BETA),
        "Macro, as the service counts": classes.service_macro(tables),
    }
    cells = {
        name: [figure_of(values[measure]) for measure in classes.SERVICE_MEASURES]
        for name, values in (micro_and_service | {"Macro, 0/0 left out": ours}).items()
    }
    differ = cells["Macro, 0/0 left out"] != cells["Macro, as the service counts"]
    if not differ:
        del cells["Macro, 0/0 left out"]
    grid(
        ["", "Precision", "Recall", "F₁"],
        [[Markup("<b>{}</b>").format(n), *row] for n, row in cells.items()],
    )
    if differ:
        say(
            quiet(
                "The service counts 0/0 as 0, over the classes that are labelled or predicted "
                "here: a class of which nothing is predicted lowers its macro precision. Left "
                "out, each mean is over the classes that have the value."
            )
        )
    say(_documents_of(page))
    page_link("classes", "What to do about each class")
    page_link("next_steps", "Next steps, and the checks of the data")


def _documents_of(page: Page) -> Markup | str:
    """How many documents the model learnt from and was tested on; HTML."""
    truth = page.review.truth
    parts = []
    for role, split in zip(("training", "test"), _train_and_test(truth), strict=True):
        if split is not None:
            counts = counts_of_split(page.review, page.selection.system, split)
            n = len(truth.in_split(split))
            parts.append(counts.linked(n, None, f"{n:,} {role} document{'' if n == 1 else 's'}"))
    if not parts:
        return NO_DOCUMENTS if truth.documents is None else NO_SPLIT
    return Markup("The files have {}.").format(Markup(" and ").join(parts))


def _train_and_test(truth: Truth) -> tuple[str | None, str | None]:
    roles = roles_of(truth)
    train, test = (None if s is None else truth.splits[s] for s in (roles.train, roles.test))
    return train, test


def _show_classes(truth: Truth, evaluation: Evaluation) -> None:
    """Precision, recall and F₁ of each class with the number of its labels."""
    frame = classes.class_performance(truth, evaluation)
    shares = dict.fromkeys(classes.SERVICE_MEASURES.values(), SHARES)
    show_table(frame, "azure_classes", placeholder=NOTHING, column_config=shares)
    left = len(evaluation.classes) - len(frame)
    without = f" {count_of(left, 'class', 'classes')} without either are not shown." if left else ""
    st.caption(
        f"Classes that are labelled or predicted here.{without} {NOTHING} is 0/0: nothing was "
        "predicted, or nothing is true; the service writes 0 there."
    )
    page_link("classes", "Classes, with intervals and what is weak")
    if evaluation.scored.has_scores:
        page_link("curves", "What another threshold would give")


def _show_documents(page: Page) -> None:
    """What is labelled and what is predicted, document by document."""
    truth, evaluation = page.truth, page.evaluation
    if truth.documents is None:
        st.info(NO_DOCUMENTS)
        return
    missed, extra = evaluation.truth > evaluation.assigned, evaluation.assigned > evaluation.truth
    positions = np.arange(evaluation.documents)
    if widgets.toggle("summary.mismatches", "Show mismatches only"):
        tables = evaluation.document_tables
        positions = np.flatnonzero(tables.fp + tables.fn > 0)
    shown = positions[:MOST_DOCUMENTS]
    frame = {
        "document": [visible(str(i)) for i in truth.documents[evaluation.rows[shown]]],
        **{
            name: class_names(pairs, shown, evaluation.classes)
            for name, pairs in {
                "labelled": evaluation.truth,
                "predicted": evaluation.assigned,
                "false negative": missed,
                "false positive": extra,
            }.items()
        },
    }
    show_table(pd.DataFrame(frame), "azure_documents")
    say(documents_right(evaluation, page.counts))
    more = len(positions) - len(shown)
    if more:
        st.caption(f"{more:,} more are on the Documents page.")
    page_link("documents", "Documents: filter, read and mark them")


def _show_data(truth: Truth) -> None:
    """How many documents each class has in each split."""
    if not truth.splits:
        st.info(NO_DOCUMENTS if truth.documents is None else NO_SPLIT)
        return
    show_table(classes.data_distribution(truth), "azure_data")
    st.caption("Documents truly in each class. One with several classes counts in each of them.")
    page_link("splits", "Splits: are they comparable, and large enough?")


def _show_matrix(evaluation: Evaluation) -> None:
    """The confusion matrix, also of a multi-label project."""
    base = widgets.section("summary.cells", "Cells", MATRIX_CELLS, label_visibility="collapsed")
    matrix, nothing = evaluation.confusion, not evaluation.one_of
    chosen = confusion.most_confused(matrix, confusion.occurring(matrix), MOST_CLASSES)
    part = part_of(matrix, chosen, nothing)
    cells = cells_of(part, evaluation.classes, shares=base == "true")
    show_figure(
        matrix_figure(cells, dark=st.context.theme.type == "dark"),
        "azure_matrix",
        "What was labelled in rows, what was predicted in columns",
        confusion_alt_text(
            [evaluation.classes[c] for c in part.classes], part.wrong[: part.rows, : part.rows]
        ),
    )
    of_several = (
        " Azure has no matrix for multi-label projects. Here each missed class is paired with a "
        "false alarm of the same document; *nothing* stands where there is none."
        if nothing
        else ""
    )
    st.caption(
        "Rows are what was labelled, columns what was predicted. Off the diagonal, a row holds "
        "the false negatives of its class, and a column the false positives." + of_several
    )
    page_link("confusions", "Confusions, with the documents of each cell")


def _show_wrong() -> None:
    """Where the service's own documentation is wrong or unclear, and what shows it."""
    st.caption(
        "Each was found by computing both sides, or by the example beside it. Breakeven shows "
        "what is right."
    )
    for m in MISPRINTS.values():
        if m.source == MICROSOFT:
            st.markdown(misprint_text(m, m.where[0].upper() + m.where[1:]), width=READABLE)
    offer_help("Each measure, with its source", "azure_help")
