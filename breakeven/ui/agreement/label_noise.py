"""How often labels are taken to be wrong, and the band that this leaves around every F."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from breakeven.analysis.annotators.ceiling import LikeForLike
from breakeven.analysis.label_errors.label_noise import (
    NoisyTruth,
    noise_of_people,
    noisy_truth,
    stated_noise,
)
from breakeven.analysis.selection.selection import Selection
from breakeven.data.records import Review
from breakeven.data.wording import f_name
from breakeven.results.ceiling import noise_origin_text, noise_words
from breakeven.ui.app.cache import cache
from breakeven.ui.app.session import downloads, widgets
from breakeven.ui.components.html import escaped, say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import show_table

# a share of the labels
STATED: Mapping[str, str] = {
    "0.05": "5 % of them",
    "0.01": "1 % of them",
    "0.02": "2 % of them",
    "0.1": "10 % of them",
    "0.2": "20 % of them",
}
# or the rates of people, where they are known
NOISE: Mapping[str, str] = {"people": "as often as people differ", **STATED}
TITLE = "What wrong labels may do to each class"


def choose_noise() -> str:
    """How often labels are taken to be wrong, where people tell it too."""
    return widgets.select("agreement.noise", "Labels are wrong", NOISE)


def assumed_noise(of: LikeForLike, how: str) -> list[NoisyTruth]:
    """The label noise that is chosen, for every system beside people."""
    rates = noise_of_people(of) if how == "people" else stated_noise(float(how))
    return [noisy_truth(evaluation, rates, how != "people") for evaluation in of.evaluations]


def show_stated_noise(review: Review, selection: Selection) -> None:
    """The band of one system for a stated share of wrong labels, where nobody tells the rates."""
    cut = selection.cut
    evaluation = cache.evaluation(review, selection.system, selection.documents, cut)
    st.subheader(TITLE, anchor=False, help=help_of("label_noise"))
    if not evaluation.documents:
        st.info(
            "The system decided none of these documents, so there is no F to put a band around."
        )
        return
    share = widgets.select("agreement.noise", "Labels are wrong", STATED)
    _show_band(noisy_truth(evaluation, stated_noise(float(share)), True), selection)


def show_bands(noise: Sequence[NoisyTruth], selection: Selection, gold: str) -> None:
    """The band of the system looked at; `gold`: how the truth was made of what people said."""
    st.subheader(TITLE, anchor=False, help=help_of("label_noise"))
    one = {x.evaluation.system: x for x in noise}.get(selection.system, noise[0])
    downloads.also(system=one.evaluation.system, decisions=str(one.evaluation.cut))
    _show_band(one, selection)
    if not one.stated:
        say(noise_origin_text(gold))


def _show_band(of: NoisyTruth, selection: Selection) -> None:
    say(escaped(noise_words(of, "micro", selection.beta, selection.undefined)))
    band = of.per_class(selection.beta)
    frame = pd.DataFrame(
        {
            "class": list(of.evaluation.classes),
            "positives": of.evaluation.tables.positives,
            "f": band.value,
            "lowest": band.low,
            "independent": band.independent,
            "highest": band.high,
        }
    )
    titles = {
        "f": f_name(selection.beta),
        "lowest": "Lowest, if errors coincide",
        "independent": "If they are independent",
        "highest": "Highest, if errors coincide",
    }
    shown = {
        name: st.column_config.NumberColumn(title, format="%.3f") for name, title in titles.items()
    }
    names = {name: st.column_config.Column(name.capitalize()) for name in ("class", "positives")}
    show_table(frame, "label_noise", column_config=names | shown)
    downloads.downloads(lambda: frame, "label_noise")
