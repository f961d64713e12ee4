"""Which errors are left, what they cost, in which classes, and which documents to review."""

from __future__ import annotations

from typing import Literal

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.documents.behind import of_rows, repeated_ids
from breakeven.analysis.selection.selection import number
from breakeven.analysis.workload.costs import monthly_mistakes
from breakeven.analysis.workload.workload import Workload, WorkloadStep
from breakeven.data.wording import count_of, name_of, percent, quoted
from breakeven.figures.workload import workload_figure
from breakeven.results.workload import (
    MOST_WRONG,
    class_sentence,
    classes_frame,
    documents_frame,
    evidence_sentence,
    in_a_hundred,
    price_sentence,
    promised_sentence,
    sent_sentence,
    steps_frame,
    steps_of,
    work_sentence,
)
from breakeven.ui.app.cache.searches import curve_in
from breakeven.ui.app.page import links
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import escaped, grid, say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import show_table
from breakeven.ui.human_review.prices import choose_share, show_costs

WorkloadSection = Literal["people", "shares", "costs", "classes", "documents"]
PARTS: dict[WorkloadSection, str] = {
    "people": "Errors left",
    "shares": "Other shares",
    "costs": "Cost a month",
    "classes": "Classes",
    "documents": "Documents to review",
}


# of 100 documents that nobody reviews
LEAST_WRONG, HALF_WRONG = 0.1, 50.0


@widgets.fragment
def show_work(page: Page, workload: Workload, part: WorkloadSection) -> None:
    """All that follows the share that goes to people."""
    if not workload.evaluation.documents:
        st.info("There are no documents here to review.")
        return
    step = workload.sending(choose_share())
    say(Markup("<b>{}</b>").format(escaped(sent_sentence(workload, step))))
    match part:
        case "people":
            _answer(workload, step)
        case "shares":
            _promised(workload)
            say(escaped(evidence_sentence(workload)))
            _steps(workload, step)
        case "costs":
            show_costs(page, workload, step)
        case "classes":
            _classes(workload, step)
        case "documents":
            _documents(page, workload, step)


def _answer(workload: Workload, step: WorkloadStep) -> None:
    left, right = st.columns([3, 2], gap="medium")
    with left:
        show_figure(
            workload_figure(workload.curve, step.share, step.wrong),
            "human_review",
            _finding(step),
            sent_sentence(workload, step),
        )
    with right:
        if step.documents:
            st.button(
                f"See the {count_of(step.documents, 'document')}",
                key="to_review",
                type="primary",
                icon=":material/list:",
                on_click=state.choose,
                args=("human_review.part", "documents"),
            )
        say(escaped(work_sentence(workload, step)))
        say(escaped(str(monthly_mistakes(workload.evaluation, workload.prices))))
        if step.documents:
            say(escaped(price_sentence(workload, step)))


def _finding(step: WorkloadStep) -> str:
    return f"{percent(step.wrong)} of documents still wrong after reviewing {percent(step.share)}"


def _classes(workload: Workload, step: WorkloadStep) -> None:
    """The curve of one class, and what stays wrong in each."""
    frame = classes_frame(workload, step).sort_values("wrong_left", ascending=False, kind="stable")
    left, right = st.columns([3, 2], gap="medium")
    with left:
        name = widgets.select("human_review.class", "Class", frame["class"].tolist(), show=name_of)
        c = workload.evaluation.classes.index(name)
        curve = curve_in(workload, c)
        left_over = workload.left_in_class(step, c)
        sentence = class_sentence(workload, step, c)
        say(Markup("<b>{}</b>").format(escaped(sentence)))
        show_figure(
            workload_figure(curve, step.share, left_over),
            "workload_class",
            f"{quoted(name)}: {percent(left_over)} of documents still wrong after review",
            sentence,
        )
    heads = {
        "class": "Class",
        "positives": "Documents",
        "sent": "Reviewed",
        "wrong_now": "Errors now",
        "wrong_left": "Errors left",
    }
    with right:
        show_table(
            frame,
            "workload_classes",
            column_config={key: st.column_config.Column(head) for key, head in heads.items()},
        )
        downloads.downloads(lambda: frame, "workload_classes")


def _promised(workload: Workload) -> None:
    """How little review is promised to be enough."""
    most = widgets.number(
        "human_review.most_wrong",
        "Wrong at most, of 100 not reviewed",
        number(state.raw().get("human_review.most_wrong"), MOST_WRONG, LEAST_WRONG, HALF_WRONG),
        changed=lambda value: state.choose("human_review.most_wrong", repr(float(value))),
        min_value=LEAST_WRONG,
        max_value=HALF_WRONG,
        step=1.0,
        width=260,
    )
    step = workload.promised(float(most) / 100)
    say(Markup("<b>{}</b>").format(escaped(promised_sentence(step, float(most)))))


def _steps(workload: Workload, step: WorkloadStep) -> None:
    rows = [
        [
            Markup("<b>{}</b>").format(percent(each.share))
            if each.share == step.share
            else percent(each.share),
            _of_a_hundred(each),
            in_a_hundred(each.wrong_kept),
        ]
        for each in steps_of(workload, step)
    ]
    grid(["Reviewed", "Still wrong, of 100", "Wrong, of 100 not reviewed"], rows)
    st.caption(
        f"On average over all shares, {in_a_hundred(workload.curve.area)} of 100 documents that "
        "are not reviewed are wrong.",
        help=help_of("risk_coverage_area"),
    )
    downloads.downloads(lambda: steps_frame(workload, steps_of(workload, step)), "human_review")


def _of_a_hundred(step: WorkloadStep) -> Markup:
    low, high = (
        in_a_hundred(float(end)) for end in (step.wrong_interval.low, step.wrong_interval.high)
    )
    return Markup("{}<br><small>{}–{}</small>").format(in_a_hundred(step.wrong), low, high)


def _documents(page: Page, workload: Workload, step: WorkloadStep) -> None:
    """What goes to reviewers, to take along or to read."""
    if not step.documents:
        say("None yet: move the slider to send some.")
        return
    truth = page.review.truth
    frame = documents_frame(truth, workload, step)
    heads = {"doc_id": "Document", "doubt": "Expected cost of errors"}
    show_table(
        frame,
        "workload_documents",
        column_config={
            "doc_id": st.column_config.Column(heads["doc_id"]),
            "doubt": st.column_config.NumberColumn(heads["doubt"], format="%.3f"),
        },
    )
    term = of_rows(truth, workload.evaluation.rows[step.sent], repeated_ids(truth))
    words = count_of(step.documents, "document")
    if term is None:
        st.caption(f"{words} are too many for a link: download them below.")
    else:
        links.documents_link(term, f"Read the {words}")
    downloads.downloads(lambda: frame, "workload_documents")
