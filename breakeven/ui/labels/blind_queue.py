"""Judging blind, one pair of a document and a class at a time, and what that says.

The judgements say how much of the list is right, and what F is with wrong labels corrected.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.label_errors.blind_audit import (
    NOTE,
    BlindAnswer,
    BlindQueue,
    answers_of,
    audit_of,
    judgement,
    queue_of,
)
from breakeven.analysis.label_errors.label_evidence import EvidenceOptions
from breakeven.analysis.label_errors.suspected_labels import Doubts
from breakeven.analysis.selection.selection import Selection, cut_for, system_of
from breakeven.data.marks import Marks
from breakeven.data.records import Review
from breakeven.data.wording import count_of, figure_of, interval_text, percent
from breakeven.results.values import document_ids
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.cache.searches import doubts_of
from breakeven.ui.app.page.links import documents_url
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.app.session.shortcuts import key_of
from breakeven.ui.app.store import marks
from breakeven.ui.components.html import bold, grid, linked, quiet, say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.labels.doubts import ShownDoubts, show_text
from metrics.label_errors.audited_sample import (
    Audit,
    AuditedPrecision,
    CorrectedF,
    audited_precision,
    corrected_f,
)
from metrics.typing import DEFAULT_BETA

# --- what the blind judgements say: of the list, and of F with wrong labels corrected


# fewer answers of a kind leave F nearly as open as none
ENOUGH = 5


def show_result(queue: BlindQueue, answers: list[BlindAnswer | None], audit: Audit) -> None:
    """The audited precision, and every system's F with its interval."""
    precision, f = audited_precision(audit), corrected_f(audit)
    say(precision_in_words(precision))
    unclear = answers.count("unclear")
    others = len(audit.judged) - precision.judged
    wrong = int((audit.yes != audit.given[audit.judged]).sum()) - precision.wrong
    say(
        f"Of {count_of(others, 'other label')} judged, {wrong:,} "
        f"{'is' if wrong == 1 else 'are'} wrong."
        + (f" {count_of(unclear, 'answer')} unclear: counted as not judged." if unclear else "")
    )
    if None in answers and (missing := _missing(audit)) > 0:
        say(
            f"To see F with wrong labels corrected, judge {ENOUGH:,} of each kind: doubtful "
            "labels, other labels, and classes without a label. "
            f"At least {count_of(missing, 'more answer')}."
        )
        return
    grid(
        ["System", "Micro F₁ as labelled", "With wrong labels corrected", "95 % interval"],
        [
            [
                bold(name),
                figure_of(f.labelled[s]),
                Markup("<b>{}</b>").format(figure_of(f.value[s])),
                interval_text(f.interval.low[s], f.interval.high[s]),
            ]
            for s, name in enumerate(queue.systems)
        ],
    )
    st.caption(
        f"An estimate for {len(queue.document):,} pairs of document and class that are labelled, "
        "predicted by some system, or doubtful: F if every wrong label among them were corrected. "
        "A true class that nobody proposed is not counted, so the true F may be lower. Documents "
        "count once each.",
        help="\n\n---\n\n".join(help_of(key) for key in ("audited_precision", "corrected_f")),
    )
    downloads.downloads(lambda: result_frame(queue, precision, f), "judged_blind")


def _missing(audit: Audit) -> int:
    """How many answers it takes at least before a corrected F says anything."""
    kind = np.where(audit.flagged, 2, audit.given.astype(int))
    of = np.bincount(kind, minlength=3)
    judged = np.bincount(kind[audit.judged], minlength=3)
    return int(np.maximum(np.minimum(of, ENOUGH) - judged, 0).sum())


def precision_in_words(precision: AuditedPrecision) -> Markup:
    """How much of the list is right, as far as was judged."""
    if not precision.judged:
        return Markup("No doubtful label is judged yet.")
    ends = precision.interval
    return Markup(
        "<b>{} of the doubtful labels are wrong</b> (95 % interval {} to {}): {:,} of {:,} judged, "
        "from a list of {:,}."
    ).format(
        percent(precision.value),
        percent(ends.low),
        percent(ends.high),
        precision.wrong,
        precision.judged,
        precision.suspects,
    )


def result_frame(queue: BlindQueue, precision: AuditedPrecision, f: CorrectedF) -> pd.DataFrame:
    """One row for each system; the audited precision beside it."""
    return pd.DataFrame(
        {
            "system": list(queue.systems),
            "micro_f1_as_labelled": f.labelled,
            "micro_f1_corrected": f.value,
            "low_95": f.interval.low,
            "high_95": f.interval.high,
            "audited_precision": precision.value,
            "audited_low_95": float(precision.interval.low),
            "audited_high_95": float(precision.interval.high),
            "judged_in_doubt": precision.judged,
            "in_doubt": precision.suspects,
        }
    )


# --- Judging blind: one pair of a document and a class at a time, whatever was labelled or called


SIZE, SHOW = "labels.size", "labels.result"
SIZES = {"10": 10, "25": 25, "50": 50, "100": 100, "200": 200}
BUTTONS: dict[BlindAnswer, tuple[str, str, str]] = {
    "yes": ("Yes", key_of("yes"), ":material/check:"),
    "no": ("No", key_of("no"), ":material/close:"),
    "unclear": ("Unclear", key_of("cannot_say"), ":material/question_mark:"),
}


def show_queue(shown_doubts: ShownDoubts) -> None:
    """What the queue is for, and the queue, where it can be."""
    say(
        Markup(
            "Does the class belong to the text? Half of these labels look wrong, half do not; "
            "you see neither the label nor any prediction. Your answers are saved as marks: "
            "download them on {}."
        ).format(linked("Documents", documents_url(None)))
    )
    if shown_doubts.page.review.as_if is not None:
        st.info("This judges labels as loaded. Choose “as loaded” under Labels in Settings.")
    elif shown_doubts.truth.text_column is None:
        st.info("This file has no text column, so nobody can judge its labels here.")
    elif not len(shown_doubts.shown):
        st.info("No label of these documents looks wrong or missing, so there is nothing to judge.")
    else:
        widgets.select(
            SIZE,
            "How many of each to judge",
            list(SIZES),
            default="25",
            help="This many labels that look wrong, and as many others. More answers make the "
            "intervals narrower. The order stays the same: you can add more later.",
        )
        _show(shown_doubts.page.review, shown_doubts.page.selection, shown_doubts.doubts.options)


@cached(entries=8)
def _queue(review: Review, selection: Selection, options: EvidenceOptions, size: int) -> BlindQueue:
    doubts = doubts_of(review, selection.system, selection.split, options)
    if not isinstance(doubts, Doubts):
        raise TypeError("nobody can say which labels are in doubt")
    shown = cache.predictions_of(review, selection.system, selection.documents).rows
    rows = np.intersect1d(doubts.rows, shown, assume_unique=True)
    decisions = {}
    for own in review.own:
        cut = cut_for(review, selection, system_of(review, own.system))
        predictions = cache.predictions_of(review, own.system, selection.split)
        assigned = cache.decided(review, own.system, selection.split, cut)
        decisions[own.system] = predictions.rows, assigned
    return queue_of(review, doubts, rows, decisions, size)


@widgets.fragment
def _show(review: Review, selection: Selection, options: EvidenceOptions) -> None:
    """Drawn again alone after each answer."""
    review = marks.renewed(review)
    size = SIZES[state.one_of(SIZE, SIZES, "25")]
    # neither the class looked at nor how F is made changes who is asked what
    neutral = replace(selection, class_index=0, beta=DEFAULT_BETA, undefined="drop")
    queue = _queue(review, neutral, options, size)
    answers = answers_of(queue, review.marks)
    done = sum(answer is not None for answer in answers)
    st.progress(done / len(queue), f"{done:,} of {len(queue):,} judged")
    if done < len(queue):
        _ask(review, queue, answers.index(None))
    _take_back(review)
    if done == len(queue) or _wanted():
        show_result(queue, answers, audit_of(queue, answers))


def _ask(review: Review, queue: BlindQueue, position: int) -> None:
    pair = queue.drawn[position]
    row, c = int(queue.document[pair]), int(queue.class_index[pair])
    truth = review.truth
    say(Markup("Does this document belong to {}?").format(bold(truth.classes[c])))
    with st.container(horizontal=True, key="answers"):
        for answer, (label, key, icon) in BUTTONS.items():
            st.button(
                label,
                key=f"answer_{answer}",
                icon=icon,
                shortcut=key,
                on_click=lambda given=answer: marks.add(review, judgement(queue, position, given)),
            )
    say(quiet(Markup("Document {}").format(bold(document_ids(truth, np.array([row]))[0]))))
    show_text(truth, row)


def _take_back(review: Review) -> None:
    """A way back from the last answer, where that is the last mark that was set."""
    if _last_is_blind(review.marks):
        st.button(
            "Undo the last answer",
            key="take_back",
            type="tertiary",
            icon=":material/undo:",
            on_click=lambda: marks.undo(review),
        )


def _last_is_blind(set_: Marks | None) -> bool:
    if set_ is None:
        return False
    undone = {event.undoes for event in set_.events}
    standing = (
        event
        for place, event in reversed([*enumerate(set_.events)])
        if event.undoes is None and place not in undone and event.kind != "seen"
    )
    last = next(standing, None)
    return last is not None and last.note == NOTE


def _wanted() -> bool:
    shown = state.raw().get(SHOW) == "on"
    # no switch: while one has the focus the keys of the answers do nothing
    st.button(
        "Hide the result so far" if shown else "Show the result so far",
        key="result_so_far",
        type="tertiary",
        icon=":material/visibility_off:" if shown else ":material/visibility:",
        on_click=lambda: state.share(SHOW, "off" if shown else "on"),
        help="Decide first how many to judge. If you stop because you like the result, the "
        "interval does not hold.",
    )
    return shown
