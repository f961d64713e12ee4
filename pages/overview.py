"""How good is it: averages, baselines, and the classes at both ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st

from figures.ranking import ranking_figure
from metrics import measures
from metrics.averaging import Average, macro
from metrics.baselines import baselines
from metrics.intervals import Interval, f_interval
from ui import frame, results, tables
from ui.explain import help_of
from ui.summary import paragraph
from ui.words import count_of, f_name, figure_of, grid, percent, plain, say, span

SHOWN_CLASSES = 10
SHOWN = ("precision", "recall", "f")
POOLED = (measures.accuracy, measures.error_rate, measures.fallout, measures.overlap)

page = frame.begin("Overview", "How good is it?")
e, view = page.evaluation, page.view
f = f_name(view.beta)
drawn = results.average_intervals(page.key, e, view.beta, view.undefined)

say(paragraph(e, view.beta, view.undefined, drawn))


@dataclass(frozen=True)
class Kind:
    """One way of averaging, as this page shows it."""

    name: str
    weighs: str
    values: Mapping[str, float]
    intervals: Mapping[str, Interval] | None
    undefined: Mapping[str, int]
    over: str


def kind_of(
    name: str,
    weighs: str,
    averages: Mapping[str, Average],
    intervals: Mapping[str, Interval] | None,
    units: str,
) -> Kind:
    """A mean over units, with how many of them each measure was averaged over."""
    undefined = {m: int(averages[m].undefined.sum()) for m in SHOWN}
    over = {m: f"{averages[m].units:,} of {averages[m].of:,}" for m in SHOWN}
    if len(set(over.values())) == 1:
        said = f"{over['f']} {units}"
    else:
        said = f"P {over['precision']}, R {over['recall']}, {f} {over['f']} {units}"
    if any(undefined.values()) and view.undefined in ("zero", "one"):
        as_number = frame.UNDEFINED_WORDS[view.undefined]
        parts = ", ".join(
            f"{short} {undefined[m]:,}"
            for m, short in zip(SHOWN, ("P", "R", f), strict=True)
            if undefined[m]
        )
        said += f"<br><small>0/0 counted as {as_number}: {parts}</small>"
    return Kind(name, weighs, {m: averages[m].value for m in SHOWN}, intervals, undefined, said)


kinds = [
    Kind(
        "Micro",
        "every decision counts the same",
        e.micro(view.beta),
        drawn.micro if drawn else None,
        dict.fromkeys(SHOWN, 0),
        count_of(float(e.tables.total.sum()), "decision"),
    ),
    kind_of(
        "Macro",
        "every class counts the same",
        e.macro(view.beta, view.undefined),
        drawn.macro if drawn else None,
        "classes",
    ),
    kind_of(
        "Per document",
        "every document counts the same",
        e.per_document(view.beta, view.undefined),
        drawn.per_document if drawn else None,
        "documents",
    ),
]


def cell(kind: Kind, measure: str) -> str:
    value = f"<b>{figure_of(kind.values[measure])}</b>"
    if kind.intervals is None:
        return value
    ends = kind.intervals[measure]
    return f"{value}<br><small>{span(float(ends.low), float(ends.high))}</small>"


st.subheader("Three averages", anchor=False, help=help_of("micro"))
grid(
    ["", "Precision", "Recall", f, "Averaged over"],
    [
        [
            f"<b>{kind.name}</b><br><small>{kind.weighs}</small>",
            *(cell(kind, m) for m in SHOWN),
            kind.over,
        ]
        for kind in kinds
    ],
)
st.caption(
    "Small figures are 95 % intervals: documents drawn again at random"
    + (f", {drawn.replicates:,} times." if drawn else ".")
    + " They say how much another sample of documents like these would move the number."
)
tables.downloads(
    lambda: pd.DataFrame(
        [
            {
                "average": kind.name,
                "measure": m,
                "value": kind.values[m],
                "low_95": kind.intervals[m].low if kind.intervals else None,
                "high_95": kind.intervals[m].high if kind.intervals else None,
                "undefined": kind.undefined[m],
            }
            for kind in kinds
            for m in SHOWN
        ]
    ),
    "averages",
)
if e.one_of:
    say(
        "Every document here has exactly one true class and gets exactly one. So each wrong "
        "decision is a false positive of one class and a false negative of another, and micro "
        f"precision, recall and {f} are the same number: the share of documents that got their "
        "class, often called accuracy."
    )

st.subheader("Beside doing nothing clever", anchor=False, help=help_of("baselines"))
systems = [(plain(view.system), e.tables, e.exact_match)]
for baseline in baselines(e.tables, e.truth):
    name = baseline.name
    if baseline.class_index is not None:
        name += f" ({plain(e.classes[baseline.class_index], 30)})"
    systems.append((name, baseline.tables, baseline.exact_match))
compared = []
for name, table, exact in systems:
    pooled = table.pooled()
    compared.append(
        [
            name,
            *(
                figure_of(float(measure(pooled)))
                for measure in (
                    measures.accuracy,
                    measures.error_rate,
                    measures.fallout,
                    measures.overlap,
                )
            ),
            figure_of(float(measures.f_beta(pooled, view.beta))),
            figure_of(macro(table, view.beta, view.undefined)["f"].value),
            figure_of(exact),
        ]
    )
grid(
    ["", "Accuracy", "Error rate", "Fallout", "Overlap", f"Micro {f}", f"Macro {f}", "Exact match"],
    compared,
)
prevalence = float(measures.ratio(e.tables.pooled().positives, e.tables.pooled().total))
say(
    f"Only {percent(prevalence, 1)} of all document/class pairs are true, so answering “no” to "
    f"everything is already right in {percent(1 - prevalence, 1)} of decisions. Accuracy "
    "therefore says little about small classes: read precision, recall and "
    f"{f} there. Accuracy here is the share of right yes/no decisions over all pairs."
)

st.subheader("The weakest and the strongest classes", anchor=False, help=help_of("f"))
values = measures.f_beta(e.tables, view.beta)
interval = f_interval(e.tables, view.beta)
present = np.flatnonzero(e.tables.positives > 0)
# by the end of the interval that speaks against the verdict: a class of one document is
# neither surely weak nor surely strong
weakest = present[np.argsort(interval.high[present], kind="stable")][:SHOWN_CLASSES]
strongest = present[np.argsort(interval.low[present], kind="stable")][-SHOWN_CLASSES:]
few = len(present) <= 2 * SHOWN_CLASSES
chosen = present if few else np.concatenate([weakest, strongest])
if few:
    chosen = chosen[np.argsort(values[chosen], kind="stable")]
if len(chosen):
    st.plotly_chart(
        ranking_figure(
            [e.classes[c] for c in chosen],
            values[chosen],
            interval.low[chosen],
            interval.high[chosen],
            e.tables.positives[chosen],
            f,
            None if few else SHOWN_CLASSES,
        ),
        key="ranking",
        config={"displayModeBar": False},
        alt=f"{f} of the weakest and strongest classes with intervals",
    )
    absent = len(e.classes) - len(present)
    st.caption(
        f"Grey: documents of the class. {'All' if few else 'The ten weakest and ten strongest of'} "
        f"{len(present)} classes that have documents here"
        + (f"; {absent} have none." if absent else ".")
    )
else:
    st.info("No class has documents here.")
