"""What the blind judgements say: of the list, and of F with wrong labels corrected."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.labels.blind import Answer, Queue
from breakeven.text import count_of, figure_of, percent, span
from breakeven.ui.components import downloads
from breakeven.ui.components.html import bold, grid, say
from breakeven.ui.components.tooltip import help_of
from metrics.label_audit import Audit, AuditedPrecision, CorrectedF, audited_precision, corrected_f

# fewer answers of a kind leave F nearly as open as none
ENOUGH = 5


def show_result(queue: Queue, answers: list[Answer | None], audit: Audit) -> None:
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
            f"What F would be with wrong labels corrected is said once {ENOUGH:,} labels "
            "of each kind are judged: in doubt, others that are given, and others that are not. "
            f"{count_of(missing, 'more answer')} at least."
        )
        return
    grid(
        ["System", "Micro F₁ as labelled", "with wrong labels corrected", "95 % interval"],
        [
            [
                bold(name),
                figure_of(f.labelled[s]),
                f"<b>{figure_of(f.value[s])}</b>",
                span(f.interval.low[s], f.interval.high[s]),
            ]
            for s, name in enumerate(queue.systems)
        ],
    )
    st.caption(
        f"Each answer stands for as many of the {len(queue.document):,} pairs as its kind has for "
        "one that was drawn. F is as it would be if every wrong label among these pairs, which are "
        "labelled, assigned by some system, or in doubt, were corrected. True classes that nobody "
        "proposed are not counted, so the true F may be lower. Documents count once each.",
        help="\n\n---\n\n".join(help_of(key) for key in ("audited_precision", "corrected_f")),
    )
    downloads.downloads(lambda: result_frame(queue, precision, f), "judged_blind")


def _missing(audit: Audit) -> int:
    """How many answers it takes at least before a corrected F says anything."""
    kind = np.where(audit.flagged, 2, audit.given.astype(int))
    of = np.bincount(kind, minlength=3)
    judged = np.bincount(kind[audit.judged], minlength=3)
    return int(np.maximum(np.minimum(of, ENOUGH) - judged, 0).sum())


def precision_in_words(found: AuditedPrecision) -> str:
    """How much of the list is right, as far as was judged."""
    if not found.judged:
        return "No label in doubt is judged yet."
    ends = found.interval
    return (
        f"<b>{percent(found.value)} of the labels in doubt are wrong</b> "
        f"(95 % interval {percent(ends.low)} to {percent(ends.high)}): {found.wrong:,} of "
        f"{found.judged:,} judged, of {found.of:,} in the list."
    )


def result_frame(queue: Queue, precision: AuditedPrecision, f: CorrectedF) -> pd.DataFrame:
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
            "in_doubt": precision.of,
        }
    )
