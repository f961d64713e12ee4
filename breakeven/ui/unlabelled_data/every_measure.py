"""What to expect of any measure of the decisions in use."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.estimation.estimates import realised_f
from breakeven.analysis.estimation.expected_measures import (
    EveryMeasure,
    every_measure,
    expected_complete,
)
from breakeven.data.wording import UNDEFINED_WORDS, amount_of, count_of, f_name, figure_of
from breakeven.figures.expected_f import expected_f_by_size_figure
from breakeven.results.estimates import NO_WEIGHTED_F, complete_sentence
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.session import downloads
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import bold, grid, plain, say
from breakeven.ui.components.markdown import help_of, measure_label
from breakeven.ui.unlabelled_data.estimates import PreparedEstimates, pick_expected_class
from metrics.averaging import OF_DOCUMENTS, PER_CLASS, Average, macro, mean_of
from metrics.expected.expected_f import ApproximateF, approximate_f_of_top, expected_f_of_top
from metrics.incidence import without_zeros
from metrics.tallies import ContingencyTable
from metrics.typing import Array

DRAWN = 300


@cached(entries=16, spinner="Adding up probabilities …")
def _every(prepared: PreparedEstimates) -> EveryMeasure | None:
    selection = prepared.page.selection
    return every_measure(prepared.probabilities, selection.beta, selection.undefined)


def show_every_measure(prepared: PreparedEstimates) -> None:
    """All measures: over all pairs, their mean over classes, and one class; realised beneath."""
    st.header("Any measure, expected", anchor=False, help=help_of("expected_measure"))
    expected = _every(prepared)
    if expected is None:
        st.info(NO_WEIGHTED_F)
        return
    selection, classes = prepared.page.selection, prepared.probabilities.classes
    share = expected_complete(prepared.probabilities)
    if not math.isnan(share):
        say(complete_sentence(share))
    c = pick_expected_class(prepared, "One class")
    columns: list[tuple[str, Mapping[str, float] | None]] = [
        ("All pairs (micro)", expected.pooled),
        ("Average of classes (macro)", expected.macro),
        (plain(classes[c], 40), expected.classes[c]),
    ]
    realised = _realised(prepared, c)
    if len(classes) == 1:  # its averages are itself
        columns, realised = columns[2:], realised[2:]
    rows = [
        [
            plain(_name(key, selection.beta)),
            *(
                _cell(None if values is None else values.get(key), there.get(key))
                for (_, values), there in zip(columns, realised, strict=True)
            ),
        ]
        for key in dict.fromkeys(key for _, values in reversed(columns) for key in values or ())
    ]
    grid(["", *(name for name, _ in columns)], rows)
    given = {"drop", "partition"}
    undefined_words = UNDEFINED_WORDS[selection.undefined]
    how = (
        "Each assumes that it has a value (0/0 is left out); F counts as 1 where nothing is "
        "predicted and nothing is true."
        if selection.undefined in given
        else f"0/0 counts as {undefined_words}."
    )
    st.caption(
        f"For the current predictions. {how} The macro average is over the classes with a value."
    )
    _show_sizes(prepared, c)
    downloads.downloads(
        lambda: pd.DataFrame(
            [
                {"class": name, **{_name(key, selection.beta): v for key, v in values.items()}}
                for name, values in zip(classes, expected.classes, strict=True)
            ]
        ),
        "expected_measures",
    )


@dataclass(frozen=True)
class _BySize:
    """The expected F of the most probable documents, by how many; arrays of one shape."""

    sizes: Array
    exact: Array
    near: ApproximateF


@cached(entries=32)
def _by_size(prepared: PreparedEstimates, c: int) -> _BySize:
    p, _ = prepared.probabilities.of_class(c)
    beta, c_f = prepared.page.selection.beta, prepared.c_f
    exact, near = expected_f_of_top(p, beta, c_f), approximate_f_of_top(p, beta, c_f)
    # a screen shows no more points; the best ones are among them
    even = np.linspace(0, len(p), DRAWN).astype(np.int64)
    drawn = np.unique(np.append(even, int(np.argmax(exact))))
    kept = ApproximateF(near.value[drawn], near.bound[drawn], near.low[drawn], near.high[drawn])
    return _BySize(drawn, exact[drawn], kept)


def _show_sizes(prepared: PreparedEstimates, c: int) -> None:
    """For how many of its most probable documents a class is best predicted."""
    f, outlook = f_name(prepared.page.selection.beta), prepared.outlook.classes[c]
    by_size = _by_size(prepared, c)
    say(
        Markup(
            "<b>How many to predict.</b> Predicting {} for the {} would give the highest expected "
            "{}, {}; it is now predicted for {}, which gives {}."
        ).format(
            bold(prepared.probabilities.classes[c], 40),
            count_of(outlook.best.assigned, "most probable document"),
            f,
            figure_of(outlook.best.f),
            amount_of(outlook.now.assigned),
            figure_of(outlook.now.f),
        )
    )
    marks = {
        "best": (int(outlook.best.assigned), outlook.best.f),
        "now": (int(outlook.now.assigned), outlook.now.f),
    }
    show_figure(
        expected_f_by_size_figure(by_size.sizes, by_size.exact, by_size.near, marks, f),
        "expected_f_by_size",
        f"Expected {f} by how many documents the class is predicted for, with its approximation",
        ", ".join(f"{name} {n:,.6g} with {figure_of(value)}" for name, (n, value) in marks.items()),
    )


def _name(key: str, beta: float) -> str:
    f = f_name(beta)
    if key.endswith(PER_CLASS):
        return f"{measure_label(key.removesuffix(PER_CLASS), f)}, each class by itself"
    return f.replace("F", "E") if key == "e" else measure_label(key, f)


def _cell(expected: float | None, realised: float | None) -> Markup | str:
    shown = "—" if expected is None else Markup("<b>{}</b>").format(figure_of(expected))
    if realised is None:
        return shown
    return Markup("{}<br><small>actual {}</small>").format(shown, figure_of(realised))


def _realised(prepared: PreparedEstimates, c: int) -> list[Mapping[str, float]]:
    table = None if prepared.partly_judged else prepared.realised(prepared.probabilities.assigned)
    if table is None:
        return [{}, {}, {}]
    selection = prepared.page.selection
    counted = partial(macro, beta=selection.beta, undefined=selection.undefined)
    pool = table.pooled()
    # each a mean of one, so that 0/0 counts here as it does in what is expected
    of_all = counted(ContingencyTable(*map(np.atleast_1d, pool.cells)))
    f = realised_f(table, selection.beta, prepared.c_f)
    pooled = float(realised_f(pool, selection.beta, prepared.c_f))
    means = counted(table)
    if prepared.probabilities.exclusive:
        means = {key + PER_CLASS if key in OF_DOCUMENTS else key: m for key, m in means.items()}
        of_all |= _of_documents(prepared)
    return [
        _with_f(of_all, pooled),
        _with_f(means, float(np.mean(f))),
        _with_f(counted(table[[c]]), float(f[c])),
    ]


def _of_documents(prepared: PreparedEstimates) -> dict[str, Average]:
    """Accuracy and error rate of documents that have exactly one class each."""
    assert prepared.labels is not None
    wrong = np.zeros(prepared.probabilities.documents)
    wrong[without_zeros(prepared.labels != prepared.probabilities.assigned).indices] = 1
    return {"accuracy": mean_of(1 - wrong), "error_rate": mean_of(wrong)}


def _with_f(means: Mapping[str, Average], f: float) -> Mapping[str, float]:
    """Values, F counted as the expected one is where nothing is assigned and nothing true."""
    return {**{key: mean.value for key, mean in means.items()}, "f": f, "e": 1 - f}
