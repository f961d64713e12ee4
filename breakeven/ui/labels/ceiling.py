"""People and systems against the same votes, and whether a system may stand in for a person.

And how often labels are taken to be wrong, with the band that this leaves around every F.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.annotators.alternative_annotator import EPSILON, Alternative
from breakeven.analysis.annotators.ceiling import (
    CEILING_CLAIMS,
    Ceiling,
    LikeForLike,
)
from breakeven.analysis.label_errors.label_noise import (
    NoisyTruth,
    noise_of_people,
    noisy_truth,
    stated_noise,
)
from breakeven.analysis.selection.selection import Selection
from breakeven.data.records import Review
from breakeven.data.wording import count_of, f_name, figure_of, interval_text, p_of, signed
from breakeven.figures.ceiling import Reach, ceiling_figure
from breakeven.results.ceiling import (
    alternative_test_text,
    left_aside_text,
    people_reach,
    system_reaches,
    test_caveats,
)
from breakeven.results.label_noise import noise_origin_text, noise_words
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.cache import evaluations, shared_of
from breakeven.ui.app.page import ceiling as kept
from breakeven.ui.app.session import downloads, widgets
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import bold, escaped, grid, plain, row_head, say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import show_table
from breakeven.ui.labels.annotators import annotator_agreement
from metrics.typing import AverageName

# --- People and systems against the same votes, and the band that label noise leaves


AVERAGE_CHOICES: Mapping[AverageName, str] = {
    "micro": "over all labels (micro)",
    "macro": "average over classes (macro)",
    "weighted": "average over classes, by their positives (weighted)",
    "per_document": "average over documents",
}
# more are scrolled
MOST_ROWS = 12


@dataclass(frozen=True)
class CeilingAxis:
    """People and systems against the same votes, one average of each, and the noise of labels."""

    alike: LikeForLike
    shown: Ceiling
    noise: list[NoisyTruth]


def show_ceiling(review: Review, selection: Selection) -> CeilingAxis | None:
    """What people and systems reach, in sentences and on one axis; None where nobody can say."""
    st.header("People and systems on one axis", anchor=False, help=help_of("human_ceiling"))
    systems, _ = evaluations(review, selection)
    shared = shared_of(systems)
    if not shared.documents:
        say("No document has predictions of all systems, so they cannot be compared with people.")
        return None
    average, how, without = _choices(review)
    alike = kept.people_and_systems(review, shared, without)
    if alike is None:
        say(
            "No document here has labels of two people and predictions of all systems, so there is "
            "nothing to compare. Choose another split, or add labels of other people."
        )
        return None
    shown = kept.ceiling(alike, average, selection.beta, selection.undefined)
    say(escaped(people_reach(alike, shown, selection.beta)))
    for system in shown.systems:
        say(escaped(system_reaches(system)))
    if aside := left_aside_text(alike):
        say(escaped(aside))
    _say_who_copied(review, selection, alike)
    axis = CeilingAxis(alike, shown, assumed_noise(alike, how))
    _figure(axis, selection)
    return axis


def _say_who_copied(review: Review, selection: Selection, alike: LikeForLike) -> None:
    """That whoever copied a system votes for it, while he or she is not left out."""
    agreement = annotator_agreement(review, selection)
    names = {person.annotator for person in alike.left_out}
    for copy in () if agreement is None else agreement.copies:
        if copy.name in names:
            say(
                Markup(
                    "{} labels exactly as {} predicts, and so votes for it. Leave this annotator "
                    "out to compare the system with the others alone."
                ).format(bold(copy.name), bold(copy.system))
            )


def _choices(review: Review) -> tuple[AverageName, str, list[str]]:
    left, middle, right = st.columns(3)
    with left:
        average = widgets.select("labels.average", "Average", AVERAGE_CHOICES)
    with middle:
        how = choose_noise()
    names = [annotator.name for annotator in review.truth.annotators]
    without: list[str] = []
    if len(names) > 2:
        with right:
            without = widgets.several(
                "labels.without", "Leave out annotators", names, len(names) - 2
            )
    return average, how, without


def _figure(axis: CeilingAxis, selection: Selection) -> None:
    alike, shown = axis.alike, axis.shown
    rows = kept.reach_rows(shown, each=True)
    if shown.average != "per_document":
        for noisy in axis.noise:
            band = noisy.average(shown.average, selection.beta, selection.undefined)
            ends = (float(band.value), float(band.low), float(band.high))
            rows.append(Reach(noisy.evaluation.system, "noise", *ends, float(band.independent)))
    f = f_name(selection.beta)
    show_figure(
        ceiling_figure(rows, f),
        "ceiling",
        f"{f} of {count_of(alike.people, 'annotator')} and of each system against the same votes",
        kept.reach_alt_text(rows),
    )
    st.caption(
        "Dashed: the average of people, with its 95 % interval. Hollow: each annotator against the "
        "vote of the others. Wide bars: F if label errors fall on what the system got right (left "
        "end), or on its errors (right end)."
        + ("" if shown.average != "per_document" else
           " The average over documents has no such bar.")
    )  # fmt: skip


def show_reach_table(axis: CeilingAxis, selection: Selection) -> None:
    """The numbers of the figure, with precision and recall."""
    st.header("Against the votes of the others", anchor=False, help=help_of("human_ceiling"))
    alike, shown = axis.alike, axis.shown
    f = f_name(selection.beta)
    by = {
        m: kept.ceiling(alike, shown.average, selection.beta, selection.undefined, m)
        for m in ("precision", "recall")
    }

    def cell(value: float, low: float, high: float) -> Markup:
        return Markup("<b>{}</b><br><small>{}</small>").format(
            figure_of(value), interval_text(low, high)
        )

    def cells(i: int, who: str) -> list[Markup | str]:
        reached = [getattr(each, who)[i] for each in (shown, by["precision"], by["recall"])]
        return [cell(x.value, float(x.interval.low), float(x.interval.high)) for x in reached]

    rows = [
        [
            Markup("{}<br><small>against {}, {}</small>").format(
                plain(each.annotator, 24),
                count_of(each.others, "other"),
                count_of(each.documents, "document"),
            ),
            *cells(i, "people"),
            "",
        ]
        for i, each in enumerate(shown.people)
    ]
    rows.append(
        [
            row_head("people, mean"),
            *(cell(x.value, float(x.interval.low), float(x.interval.high))
              for x in (shown, by["precision"], by["recall"])),
            "",
        ]
    )  # fmt: skip
    for i, system in enumerate(shown.systems):
        gap = system.above
        points = Markup("<b>{}</b><br><small>").format(signed(100 * gap.value, 1))
        points += (
            ""
            if np.isnan(gap.low)
            else Markup("{} to {}<br>").format(signed(100 * gap.low, 1), signed(100 * gap.high, 1))
        )
        rows.append(
            [
                row_head(plain(system.system, 24)),
                *cells(i, "systems"),
                Markup("{}{}</small>").format(points, CEILING_CLAIMS[system.said]),
            ]
        )
    with st.container(height=560 if len(rows) > MOST_ROWS else "content", border=False):
        grid(["", f, "Precision", "Recall", "Points above people"], rows)
    downloads.downloads(lambda: _reach_frame(shown), "ceiling")


def _reach_frame(shown: Ceiling) -> pd.DataFrame:
    people = [
        {
            "who": "annotator",
            "name": each.annotator,
            "documents": each.documents,
            "f": each.value,
            "low_95": each.interval.low,
            "high_95": each.interval.high,
        }
        for each in shown.people
    ]
    mean = {
        "who": "people",
        "name": "mean",
        "f": shown.value,
        "low_95": shown.interval.low,
        "high_95": shown.interval.high,
    }
    systems = [
        {
            "who": "system",
            "name": each.system,
            "f": each.value,
            "low_95": each.interval.low,
            "high_95": each.interval.high,
            "above_people": each.above.value,
            "above_low_95": each.above.low,
            "above_high_95": each.above.high,
            "said": CEILING_CLAIMS[each.said],
        }
        for each in shown.systems
    ]
    return pd.DataFrame([*people, mean, *systems])


# --- the alternative annotator test: may a system stand in for a person


# the strictest first
WHO: Mapping[str, str] = {
    "crowd": "a crowd (ε = 0.1)",
    "skilled": "skilled people (ε = 0.15)",
    "expert": "experts (ε = 0.2)",
}


def show_instead(review: Review, axis: CeilingAxis, selection: Selection) -> None:
    """Whether a system may stand in for a person, and what all of them reach."""
    of = axis.alike
    # all systems are in each file from here on
    downloads.also(
        system=", ".join(of.systems),
        decisions="; ".join(f"{e.system}: {e.cut}" for e in of.evaluations),
    )
    _show_alternative(review, of)
    show_reach_table(axis, selection)


def _show_alternative(review: Review, alike: LikeForLike) -> None:
    """Each system against each annotator, by how close both are to the others."""
    st.header("Can a system replace a person?", anchor=False, help=help_of("alternative_annotator"))
    who = widgets.select("labels.epsilon", "The annotators are", WHO)
    alternative = kept.alternative(review, alike, EPSILON[who])
    for system, test in alternative.tests.items():
        say(escaped(alternative_test_text(test, system)))
    say(escaped(test_caveats(alternative)))
    if not alternative.tests:
        return
    frame = _alternative_frame(alternative)
    shown = {
        name: st.column_config.NumberColumn(format="%.3f")
        for name in ("system as good", "person as good")
    }
    seen = frame.assign(p=[p_of(p) for p in frame["p"]])
    show_table(seen, "alternative", column_config=shown)
    downloads.downloads(lambda: frame, "alternative_annotator")


def _alternative_frame(alternative: Alternative) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "system": system,
                "annotator": name,
                "documents": comparison.documents,
                "system as good": comparison.system,
                "person as good": comparison.person,
                "p": comparison.p,
                "system wins": "yes" if wins else "no",
            }
            for system, test in alternative.tests.items()
            for name, comparison, wins in zip(
                alternative.annotators, test.each, test.wins, strict=True
            )
        ]
    )


# a share of the labels
STATED: Mapping[str, str] = {
    "0.05": "5 % of them",
    "0.01": "1 % of them",
    "0.02": "2 % of them",
    "0.1": "10 % of them",
    "0.2": "20 % of them",
}
# or the rates of people, where they are known
NOISE: Mapping[str, str] = {"people": "as often as annotators differ", **STATED}
TITLE = "What wrong labels do to each class"


def choose_noise() -> str:
    """How often labels are taken to be wrong, where people tell it too."""
    return widgets.select("labels.noise", "Assumed label errors", NOISE)


def assumed_noise(alike: LikeForLike, how: str) -> list[NoisyTruth]:
    """The label noise that is chosen, for every system beside people."""
    rates = noise_of_people(alike) if how == "people" else stated_noise(float(how))
    return [noisy_truth(evaluation, rates, how != "people") for evaluation in alike.evaluations]


def show_stated_noise(review: Review, selection: Selection) -> None:
    """The band of one system for a stated share of wrong labels, where nobody tells the rates."""
    cut = selection.cut
    evaluation = cache.evaluation(review, selection.system, selection.documents, cut)
    st.header(TITLE, anchor=False, help=help_of("label_noise"))
    if not evaluation.documents:
        st.info("The system predicted none of these documents, so there is no F.")
        return
    share = widgets.select("labels.noise", "Assumed label errors", STATED)
    _show_band(noisy_truth(evaluation, stated_noise(float(share)), True), selection)


def show_bands(noise: Sequence[NoisyTruth], selection: Selection, gold: str) -> None:
    """The band of the system looked at; `gold`: how the truth was made of what people said."""
    st.header(TITLE, anchor=False, help=help_of("label_noise"))
    one = {x.evaluation.system: x for x in noise}.get(selection.system, noise[0])
    downloads.also(system=one.evaluation.system, decisions=str(one.evaluation.cut))
    _show_band(one, selection)
    if not one.stated:
        say(noise_origin_text(gold))


def _show_band(noisy: NoisyTruth, selection: Selection) -> None:
    say(escaped(noise_words(noisy, "micro", selection.beta, selection.undefined)))
    band = noisy.per_class(selection.beta)
    frame = pd.DataFrame(
        {
            "class": list(noisy.evaluation.classes),
            "positives": noisy.evaluation.tables.positives,
            "f": band.value,
            "lowest": band.low,
            "independent": band.independent,
            "highest": band.high,
        }
    )
    titles = {
        "f": f_name(selection.beta),
        "lowest": "Lowest",
        "independent": "If errors are independent",
        "highest": "Highest",
    }
    shown = {
        name: st.column_config.NumberColumn(title, format="%.3f") for name, title in titles.items()
    }
    names = {name: st.column_config.Column(name.capitalize()) for name in ("class", "positives")}
    show_table(frame, "label_noise", column_config=names | shown)
    downloads.downloads(lambda: frame, "label_noise")
